//===- Program.cpp - what is worked out before a run ------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Reference/Program.h"

#include "weft/Dialect/Stablehlo/IR/StablehloDialect.h"
#include "weft/Dialect/Stablehlo/IR/StablehloOps.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/StringSaver.h"

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;
using runtime::ArrayType;
using runtime::ElementType;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

char EvaluationError::ID = 0;

void EvaluationError::log(llvm::raw_ostream &os) const {
  os << formatLocation(location) << ": " << message;
}

std::error_code EvaluationError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

std::string weft::reference::formatLocation(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = location->findInstanceOf<FileLineColLoc>()) {
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn();
    return text;
  }
  location.print(os);
  return text;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Asked for every op of a run, so by id and not by name.
static std::optional<ElementType> toFloat(FloatType type) {
  using enum ElementType;
  static const DenseMap<TypeID, ElementType> known = {
      {TypeID::get<Float4E2M1FNType>(), F4E2M1FN},
      {TypeID::get<Float6E2M3FNType>(), F6E2M3FN},
      {TypeID::get<Float6E3M2FNType>(), F6E3M2FN},
      {TypeID::get<Float8E3M4Type>(), F8E3M4},
      {TypeID::get<Float8E4M3Type>(), F8E4M3},
      {TypeID::get<Float8E4M3FNType>(), F8E4M3FN},
      {TypeID::get<Float8E4M3FNUZType>(), F8E4M3FNUZ},
      {TypeID::get<Float8E4M3B11FNUZType>(), F8E4M3B11FNUZ},
      {TypeID::get<Float8E5M2Type>(), F8E5M2},
      {TypeID::get<Float8E5M2FNUZType>(), F8E5M2FNUZ},
      {TypeID::get<Float8E8M0FNUType>(), F8E8M0FNU},
      {TypeID::get<BFloat16Type>(), BF16},
      {TypeID::get<Float16Type>(), F16},
      {TypeID::get<Float32Type>(), F32},
      {TypeID::get<Float64Type>(), F64},
  };
  auto found = known.find(type.getTypeID());
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

static std::optional<ElementType> toInteger(IntegerType type) {
  using enum ElementType;
  const bool isUnsigned = type.isUnsigned();
  if (type.isSigned()) // StableHLO writes signed types without a sign
    return std::nullopt;
  switch (type.getWidth()) {
  case 1:
    return isUnsigned ? std::nullopt : std::optional(I1);
  case 2:
    return isUnsigned ? UI2 : I2;
  case 4:
    return isUnsigned ? UI4 : I4;
  case 8:
    return isUnsigned ? UI8 : I8;
  case 16:
    return isUnsigned ? UI16 : I16;
  case 32:
    return isUnsigned ? UI32 : I32;
  case 64:
    return isUnsigned ? UI64 : I64;
  default:
    return std::nullopt;
  }
}

std::optional<ElementType> weft::reference::toElementType(Type type) {
  if (type.isIndex())
    return ElementType::I64;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return ElementType::ComplexF32;
    if (complex.getElementType().isF64())
      return ElementType::ComplexF64;
    return std::nullopt;
  }
  if (auto integer = dyn_cast<IntegerType>(type))
    return toInteger(integer);
  if (auto real = dyn_cast<FloatType>(type))
    return toFloat(real);
  return std::nullopt;
}

Expected<ArrayType> weft::reference::toArrayType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && !tensor.hasStaticShape())
    return llvm::createStringError(
        llvm::formatv("type {0} is not static; the interpreter needs every "
                      "size",
                      type)
            .str());
  Type element = tensor ? tensor.getElementType() : type;
  std::optional<ElementType> known = toElementType(element);
  if (!known && isa<quant::QuantizedType>(element))
    return llvm::createStringError(
        llvm::formatv("type {0} is quantized; the interpreter computes with "
                      "plain numbers only",
                      type)
            .str());
  if (!known)
    return llvm::createStringError(
        llvm::formatv("type {0} has elements that the interpreter does not "
                      "know",
                      type)
            .str());
  return ArrayType::get(*known,
                        tensor ? tensor.getShape() : ArrayRef<int64_t>());
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Goes through the functions that can be reached, and through their blocks.
class Program::Builder {
public:
  explicit Builder(Program &program) : program(program), saver(program.texts) {}

  Error build(FunctionOpInterface entry);

private:
  Error addFunction(FunctionOpInterface function);
  Error addBlock(Block &block, unsigned &numPlaces);
  Error addOp(Operation *op, BlockPlan &plan, unsigned &numPlaces);
  Error checkTypes(Operation *op, TypeRange types);
  Error noteFunctions(Operation *op);
  void addLastUses(Block &block, BlockPlan &plan);
  Error checkRecursion(FunctionOpInterface function);
  runtime::OpLabel getLabel(Operation *op);

  Program &program;
  /// False while the calls below a function are being followed, true after.
  DenseMap<Operation *, bool> isDone;
  SymbolTableCollection tables;
  llvm::UniqueStringSaver saver;
  DenseMap<Value, unsigned> places;
  SmallVector<FunctionOpInterface> worklist;
  DenseMap<Operation *, SmallVector<FunctionOpInterface, 2>> calls;
  int64_t numOps = 0;
};

static Error makeError(Location location, std::string message) {
  return llvm::make_error<EvaluationError>(location, std::move(message));
}

static Error checkType(Location location, Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type element : tuple)
      if (Error error = checkType(location, element))
        return error;
    return Error::success();
  }
  if (isa<stablehlo::TokenType, stablehlo::FutureType>(type))
    return Error::success();
  Expected<ArrayType> array = toArrayType(type);
  if (!array)
    return makeError(location, llvm::toString(array.takeError()));
  return Error::success();
}

/// Nothing for tuples and tokens.
static std::optional<ArrayType> getArrayType(Type type) {
  Expected<ArrayType> array = toArrayType(type);
  if (array)
    return std::move(*array);
  llvm::consumeError(array.takeError());
  return std::nullopt;
}

Error Program::Builder::checkTypes(Operation *op, TypeRange types) {
  for (Type type : types)
    if (Error error = checkType(op->getLoc(), type))
      return error;
  return Error::success();
}

runtime::OpLabel Program::Builder::getLabel(Operation *op) {
  return {op->getName().getStringRef(),
          saver.save(formatLocation(op->getLoc()))};
}

/// Any symbol that is a function counts as called.
Error Program::Builder::noteFunctions(Operation *op) {
  op->getAttrDictionary().walk([&](SymbolRefAttr name) {
    auto function = dyn_cast_if_present<FunctionOpInterface>(
        tables.lookupNearestSymbolFrom(op, name));
    if (!function)
      return;
    program.functions[{op, name}] = function;
    worklist.push_back(function);
    calls[op->getParentOfType<FunctionOpInterface>()].push_back(function);
  });
  return Error::success();
}

Error Program::Builder::addOp(Operation *op, BlockPlan &plan,
                              unsigned &numPlaces) {
  if (Error error = checkTypes(op, op->getResultTypes()))
    return error;
  auto meaning = dyn_cast<ReferenceInterface>(op);
  if (!meaning)
    return makeError(op->getLoc(),
                     llvm::formatv("the interpreter does not know the op '{0}'",
                                   op->getName())
                         .str());
  if (Error error = noteFunctions(op))
    return error;
  OpPlan opPlan{op,        meaning, getLabel(op), numOps++, {},
                numPlaces, {},      {},           {},       {}};
  for (Value operand : op->getOperands())
    opPlan.operands.push_back(places.lookup(operand));
  for (Value result : op->getResults()) {
    opPlan.resultTypes.push_back(getArrayType(result.getType()));
    if (result.use_empty())
      opPlan.unused.push_back(numPlaces);
    places[result] = numPlaces++;
  }
  plan.isElementwise &= meaning.isElementwise();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (Error error = addBlock(block, numPlaces))
        return error;
  plan.ops.push_back(std::move(opPlan));
  return Error::success();
}

/// A value that this block defines is needed until the last op of the block
/// that uses it or has a region inside which it is used.
void Program::Builder::addLastUses(Block &block, BlockPlan &plan) {
  DenseMap<Operation *, OpPlan *> plansOf;
  for (OpPlan &op : plan.ops)
    plansOf[op.op] = &op;
  auto visit = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *here = block.findAncestorOpInBlock(*user);
      if (!last || last->isBeforeInBlock(here))
        last = here;
    }
    if (!last || last == block.getTerminator())
      return;
    OpPlan &op = *plansOf[last];
    // Whoever uses a value twice gets it with the last of the operands.
    for (unsigned i = last->getNumOperands(); i-- > 0;) {
      if (last->getOperand(i) != value)
        continue;
      // A region that reads it as well needs it in its place.
      bool isReadInside = llvm::any_of(value.getUsers(), [&](Operation *user) {
        return user != last && block.findAncestorOpInBlock(*user) == last;
      });
      if (isReadInside)
        op.freed.push_back(places.lookup(value));
      else
        op.lastUses.push_back(i);
      return;
    }
    op.freed.push_back(places.lookup(value));
  };
  for (Value argument : block.getArguments())
    visit(argument);
  for (Operation &op : block)
    for (Value result : op.getResults())
      visit(result);
}

Error Program::Builder::addBlock(Block &block, unsigned &numPlaces) {
  Region *region = block.getParent();
  if (!region->hasOneBlock())
    return makeError(block.getParentOp()->getLoc(),
                     "the interpreter runs regions of one block only");
  if (!block.mightHaveTerminator())
    return makeError(block.getParentOp()->getLoc(),
                     "a block without a terminator cannot be run");
  auto plan = std::make_unique<BlockPlan>();
  plan->isElementwise = true;
  for (BlockArgument argument : block.getArguments()) {
    if (Error error = checkType(argument.getLoc(), argument.getType()))
      return error;
    plan->arguments.push_back(numPlaces);
    if (argument.use_empty())
      plan->unused.push_back(numPlaces);
    places[argument] = numPlaces++;
  }
  for (Operation &op : block.without_terminator())
    if (Error error = addOp(&op, *plan, numPlaces))
      return error;
  Operation *terminator = block.getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    plan->returned.push_back(places.lookup(value));
    bool isRepeated =
        llvm::is_contained(terminator->getOperands().drop_front(i + 1), value);
    plan->returnIsLastUse.push_back(value.getParentBlock() == &block &&
                                    !isRepeated);
  }
  addLastUses(block, *plan);
  program.plans[&block] = std::move(plan);
  return Error::success();
}

Error Program::Builder::addFunction(FunctionOpInterface function) {
  if (function.isExternal())
    return makeError(
        function.getLoc(),
        llvm::formatv("function @{0} has no body to run",
                      SymbolTable::getSymbolName(function).getValue())
            .str());
  Block &body = function.getFunctionBody().front();
  if (program.plans.contains(&body))
    return Error::success();
  unsigned numPlaces = 0;
  if (Error error = addBlock(body, numPlaces))
    return error;
  program.plans[&body]->frameSize = numPlaces;
  return Error::success();
}

/// A function that is reached from itself would fill the stack.
Error Program::Builder::checkRecursion(FunctionOpInterface function) {
  auto [it, isNew] = isDone.try_emplace(function, false);
  if (!isNew && !it->second)
    return makeError(
        function.getLoc(),
        llvm::formatv("function @{0} calls itself, directly or through others",
                      SymbolTable::getSymbolName(function).getValue())
            .str());
  if (!isNew)
    return Error::success();
  for (FunctionOpInterface callee : calls.lookup(function))
    if (Error error = checkRecursion(callee))
      return error;
  isDone[function] = true;
  return Error::success();
}

Error Program::Builder::build(FunctionOpInterface entry) {
  worklist.push_back(entry);
  while (!worklist.empty())
    if (Error error = addFunction(worklist.pop_back_val()))
      return error;
  return checkRecursion(entry);
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

static int64_t getCount(FunctionOpInterface entry, StringRef name) {
  auto module = entry->getParentOfType<ModuleOp>();
  auto count = module ? module->getAttrOfType<IntegerAttr>(name) : nullptr;
  return count && count.getInt() > 0 ? count.getInt() : 0;
}

Expected<std::unique_ptr<Program>> Program::create(FunctionOpInterface entry) {
  std::unique_ptr<Program> program(new Program());
  program->entry = entry;
  program->numReplicas = getCount(entry, "mhlo.num_replicas");
  program->numPartitions = getCount(entry, "mhlo.num_partitions");
  if (Error error = Builder(*program).build(entry))
    return std::move(error);
  return program;
}

bool Program::isDonated(unsigned argument) const {
  return entry.getArgAttr(argument, "tf.aliasing_output") ||
         entry.getArgAttr(argument, "jax.buffer_donor");
}

FunctionOpInterface Program::lookup(Operation *op, SymbolRefAttr name) const {
  return functions.lookup({op, name});
}
