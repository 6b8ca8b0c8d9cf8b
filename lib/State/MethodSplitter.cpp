//===- MethodSplitter.cpp - a method as a function of leaves ----*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MethodSplitter.h"

#include "weft/Dialect/Weft/IR/MeshOps.h"
#include "weft/Dialect/Weft/IR/WeftTypes.h"
#include "weft/Interfaces/SplitInterface.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// LeafIndex
//===----------------------------------------------------------------------===//

SmallVector<unsigned> LeafIndex::getBelow(StringRef path) const {
  SmallVector<unsigned> below;
  for (auto [i, leaf] : llvm::enumerate(leaves)) {
    StringRef rest = leaf.path;
    if (path.empty() ||
        (rest.consume_front(path) && (rest.empty() || rest.front() == '.')))
      below.push_back(i);
  }
  return below;
}

SmallVector<unsigned> LeafIndex::getTrainable(StringRef path) const {
  SmallVector<unsigned> below = getBelow(path);
  llvm::erase_if(below, [&](unsigned i) { return !leaves[i].isTrainable(); });
  return below;
}

//===----------------------------------------------------------------------===//
// ProgramSplitter
//===----------------------------------------------------------------------===//

std::string weft::getFunctionName(ModuleDefOp module, StringRef method) {
  std::string name = method.str();
  for (Operation *op = module; isa_and_nonnull<ModuleDefOp>(op);
       op = op->getParentOp())
    name = cast<ModuleDefOp>(op).getSymName().str() + "." + name;
  return name;
}

FailureOr<const LeafIndex *> ProgramSplitter::getState(ModuleDefOp module) {
  std::unique_ptr<LeafIndex> &index = states[module];
  if (index)
    return index.get();
  FailureOr<std::vector<Leaf>> leaves = collectLeaves(module, symbols);
  if (failed(leaves))
    return failure();
  index = std::make_unique<LeafIndex>();
  index->leaves = std::move(*leaves);
  for (auto [i, leaf] : llvm::enumerate(index->leaves))
    index->positions.try_emplace(leaf.path, i);
  return index.get();
}

FailureOr<const SplitMethod *> ProgramSplitter::split(MethodOp method) {
  auto [found, isNew] = methods.try_emplace(method);
  if (!isNew) {
    if (!found->second)
      return method.emitOpError("calls itself; a method must not be recursive");
    return found->second.get();
  }
  FailureOr<const LeafIndex *> state =
      getState(cast<ModuleDefOp>(method->getParentOp()));
  if (failed(state))
    return failure();
  FailureOr<SplitMethod> result = MethodSplitter(*this, method, **state).run();
  if (failed(result))
    return failure();
  // Splitting others has moved the table.
  std::unique_ptr<SplitMethod> &place = methods[method];
  place = std::make_unique<SplitMethod>(std::move(*result));
  return place.get();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

FailureOr<Member> MethodSplitter::resolve(Operation *from, SymbolRefAttr path) {
  return resolveMember(
      from, path, [&] { return from->emitOpError(); }, program.getSymbols());
}

/// The gradients of a member are one tensor for each of its trained leaves.
FailureOr<SmallVector<Type>> MethodSplitter::expand(Type type) {
  auto gradients = dyn_cast<StateType>(type);
  if (!gradients)
    return SmallVector<Type>{type};
  FailureOr<Member> member = resolve(method, gradients.getMember());
  if (failed(member))
    return failure();
  SmallVector<Type> types;
  for (unsigned i : state.getTrainable(member->getPath()))
    types.push_back(state.leaves[i].type);
  return types;
}

SmallVector<Value> MethodSplitter::lookup(ValueRange values) const {
  SmallVector<Value> result;
  for (Value value : values) {
    if (auto found = gradients.find(value); found != gradients.end())
      llvm::append_range(result, found->second);
    else
      result.push_back(mapping.lookup(value));
  }
  return result;
}

void MethodSplitter::bind(ResultRange results, ArrayRef<Value> values,
                          ArrayRef<size_t> sizes) {
  for (auto [result, size] : llvm::zip_equal(results, sizes)) {
    if (isa<StateType>(result.getType()))
      gradients[result] = llvm::to_vector(values.take_front(size));
    else
      mapping.map(result, values.front());
    values = values.drop_front(size);
  }
}

SmallVector<Value>
MethodSplitter::getLeaves(ArrayRef<unsigned> positions) const {
  return llvm::map_to_vector(positions, [&](unsigned i) { return current[i]; });
}

LogicalResult MethodSplitter::setLeaf(Operation *at, unsigned position,
                                      Value value) {
  if (depth)
    return at->emitOpError()
           << "changes " << state.leaves[position].path
           << " inside of a region; return the new value from the region and "
              "change the state in the body of the method";
  current[position] = value;
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

FailureOr<MethodSplitter::Callee>
MethodSplitter::getCallee(Operation *at, const Member &member,
                          std::optional<int64_t> index) {
  Member owner = member;
  MethodOp target = dyn_cast<MethodOp>(member.op);
  if (target)
    owner.way.pop_back();
  if (auto submodule = dyn_cast<SubmoduleOp>(member.op)) {
    auto module = lookupOutward<ModuleDefOp>(
        submodule, submodule.getModuleAttr(), program.getSymbols());
    auto apply = StringAttr::get(at->getContext(), "apply");
    if (module)
      target = dyn_cast_or_null<MethodOp>(
          module.lookupMember(apply, program.getSymbols()));
  }
  if (!target || !member.rest.empty())
    return at->emitOpError()
           << "needs a method, but @" << getMemberName(member.op).getValue()
           << " is a '" << member.op->getName()
           << "'; call it in a method of its own";
  FailureOr<const SplitMethod *> callee = program.split(target);
  if (failed(callee))
    return failure();
  return Callee{*callee, state.getBelow(owner.getPath(index))};
}

FailureOr<SmallVector<Value>> MethodSplitter::takeChanges(Operation *at,
                                                          const Callee &callee,
                                                          ValueRange results) {
  size_t numOthers = results.size() - callee.method->changed.size();
  for (auto [i, value] :
       llvm::zip_equal(callee.method->changed, results.drop_front(numOthers)))
    if (failed(setLeaf(at, callee.leaves[i], value)))
      return failure();
  return llvm::to_vector(results.take_front(numOthers));
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

LogicalResult MethodSplitter::addArguments() {
  Block *body = builder.createBlock(&function.getBody());
  for (const Leaf &leaf : state.leaves)
    current.push_back(body->addArgument(
        leaf.type,
        NameLoc::get(builder.getStringAttr(leaf.path), leaf.owner->getLoc())));
  for (BlockArgument argument : method.getBody().getArguments()) {
    FailureOr<SmallVector<Type>> types = expand(argument.getType());
    if (failed(types))
      return failure();
    SmallVector<Value> values;
    for (Type type : *types)
      values.push_back(body->addArgument(type, argument.getLoc()));
    if (isa<StateType>(argument.getType()))
      gradients[argument] = std::move(values);
    else
      mapping.map(argument, values.front());
  }
  return success();
}

LogicalResult MethodSplitter::splitRegions(Operation &op, Operation *copy) {
  OpBuilder::InsertionGuard guard(builder);
  ++depth;
  for (auto [source, target] :
       llvm::zip_equal(op.getRegions(), copy->getRegions()))
    for (Block &block : source) {
      Block *body = builder.createBlock(&target, target.end());
      for (BlockArgument argument : block.getArguments())
        mapping.map(argument,
                    body->addArgument(argument.getType(), argument.getLoc()));
      for (Operation &nested : block)
        if (failed(splitOp(nested)))
          return failure();
    }
  --depth;
  return success();
}

LogicalResult MethodSplitter::splitOp(Operation &op) {
  if (auto access = dyn_cast<SplitInterface>(op))
    return access.split(*this);
  for (Value operand : op.getOperands())
    if (isa<StateType>(operand.getType()))
      return op.emitOpError("takes the gradients of a state as one value; only "
                            "weft.apply_gradients, weft.call and weft.return "
                            "do");
  Operation *copy = builder.insert(op.cloneWithoutRegions(mapping));
  return splitRegions(op, copy);
}

LogicalResult MethodSplitter::addReturn(SplitMethod &result) {
  auto terminator = cast<ReturnOp>(method.getBody().front().getTerminator());
  SmallVector<Value> values = lookup(terminator.getValues());
  for (Value value : terminator.getValues())
    result.resultSizes.push_back(lookup(value).size());
  for (auto [i, leaf] : llvm::enumerate(current)) {
    if (leaf == function.getArgument(i))
      continue;
    result.changed.push_back(i);
    values.push_back(leaf);
  }
  func::ReturnOp::create(builder, terminator.getLoc(), values);
  function.setFunctionType(builder.getFunctionType(
      function.getBody().getArgumentTypes(), ValueRange(values).getTypes()));
  return success();
}

/// What the method says about its arguments and results, such as a sharding.
void MethodSplitter::copyAttributes(const SplitMethod &result) {
  unsigned next = state.leaves.size();
  for (auto [i, argument] : llvm::enumerate(method.getBody().getArguments())) {
    if (DictionaryAttr attrs = method.getArgAttrDict(i))
      function.setArgAttrs(next, attrs);
    next += lookup(argument).size();
  }
  next = 0;
  for (auto [i, size] : llvm::enumerate(result.resultSizes)) {
    if (DictionaryAttr attrs = method.getResultAttrDict(i))
      function.setResultAttrs(next, attrs);
    next += size;
  }
}

FailureOr<SplitMethod> MethodSplitter::run() {
  auto module = cast<ModuleDefOp>(method->getParentOp());
  function = func::FuncOp::create(method.getLoc(),
                                  getFunctionName(module, method.getSymName()),
                                  builder.getFunctionType({}, {}));
  function.setPrivate();
  if (method.getRemat())
    function->setAttr("weft.remat", builder.getUnitAttr());
  for (NamedAttribute attr : method->getDiscardableAttrs())
    function->setAttr(attr.getName(), attr.getValue());
  SplitMethod result;
  result.function = function;
  result.state = &state;
  auto build = [&]() -> LogicalResult {
    if (failed(addArguments()))
      return failure();
    for (Operation &op : method.getBody().front().without_terminator())
      if (failed(splitOp(op)))
        return failure();
    return addReturn(result);
  };
  if (failed(build())) {
    function.erase();
    return failure();
  }
  copyAttributes(result);
  program.insert(function);
  return result;
}
