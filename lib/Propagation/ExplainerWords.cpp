//===- ExplainerWords.cpp - explanations in words ---------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShardingOps.h"
#include "weft/Dialect/Weft/IR/ShardingVerifier.h"
#include "weft/Propagation/Explainer.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace weft;
using llvm::formatv;

/// The name that the user gave to a value, if a tool kept it in the location.
static std::optional<StringRef> getName(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  if (!name || !name.getName().getValue().starts_with("%"))
    return std::nullopt;
  return name.getName().getValue();
}

std::string weft::toString(Location loc) {
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    return formatv("{0}:{1}:{2}", file.getFilename().getValue(), file.getLine(),
                   file.getColumn());
  if (auto name = loc->findInstanceOf<NameLoc>())
    return name.getName().str();
  return "an unknown place";
}

static std::string describeValue(Value value) {
  std::string name;
  if (std::optional<StringRef> known = getName(value.getLoc()))
    name = known->str();
  if (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (op->getNumResults() > 1)
      name += formatv("#{0}", result.getResultNumber());
    return name.empty() ? op->getName().getStringRef().str()
                        : (name + " = " + op->getName().getStringRef()).str();
  }
  auto argument = cast<BlockArgument>(value);
  Operation *owner = argument.getOwner()->getParentOp();
  std::string text = name.empty() ? "" : name + ", ";
  text += formatv("argument {0} of ", argument.getArgNumber());
  if (auto function = dyn_cast<FunctionOpInterface>(owner))
    return text + "@" + SymbolTable::getSymbolName(function).str();
  return text + owner->getName().getStringRef().str();
}

std::string Explainer::describe(VariableId variable) const {
  if (Value value = getValue(variable))
    return describeValue(value);
  for (const FunctionResult &result : graph.getFunctionResults())
    if (result.declared == variable)
      return formatv("result {0} of @{1}", result.index,
                     SymbolTable::getSymbolName(result.function).getValue());
  ArrayRef<uint32_t> nodes = graph.getNodesOf(variable);
  return nodes.empty() ? "a value"
                       : "the outside of " + graph.getNodes()[nodes.front()]
                                                 .op->getName()
                                                 .getStringRef()
                                                 .str();
}

Location Explainer::getLoc(VariableId variable) const {
  if (Value value = getValue(variable)) {
    // A constraint that was carried over to its operand is what the user wrote.
    ShardingAttr stated = getStatedSharding(value);
    for (Operation *user : value.getUsers())
      if (auto constraint = dyn_cast<ConstrainOp>(user))
        if (stated && constraint.getSharding() == stated)
          return constraint.getLoc();
    return value.getLoc();
  }
  for (const FunctionResult &result : graph.getFunctionResults())
    if (result.declared == variable)
      // JAX says nothing of where a function is.
      return isa<UnknownLoc>(result.function->getLoc()) &&
                     result.returned != noVariable
                 ? getLoc(result.returned)
                 : result.function->getLoc();
  ArrayRef<uint32_t> nodes = graph.getNodesOf(variable);
  if (!nodes.empty())
    return graph.getNodes()[nodes.front()].op->getLoc();
  return UnknownLoc::get(context);
}

static std::string describeTensor(const FactorRule &rule, unsigned tensor) {
  if (tensor < rule.getNumOperands())
    return formatv("operand {0}", tensor);
  return formatv("result {0}", tensor - rule.getNumOperands());
}

/// What a variable exchanges its layout with, without an op in between.
std::string Explainer::describePartner(VariableId variable) const {
  for (const FunctionResult &result : graph.getFunctionResults())
    if (result.declared == variable)
      return "what the function returns";
  if (graph.hasGroups() && !graph.getGroup(variable).empty())
    return "another member of its sharding group";
  return "the result that it is returned as";
}

std::string Explainer::describe(const AxisStep &step, AxisRef axis) const {
  std::string what = describe(step.place.variable);
  switch (step.cause) {
  case AxisStep::Cause::Stated:
    return formatv("stated for dimension {0} of {1} at {2}", step.place.dim,
                   what, toString(getLoc(step.place.variable)));
  case AxisStep::Cause::Release:
    return formatv("stated with a priority for dimension {0} of {1} at {2}",
                   step.place.dim, what, toString(getLoc(step.place.variable)));
  case AxisStep::Cause::Exchange:
    return formatv("dimension {0} of {1}, from {2}", step.place.dim, what,
                   describePartner(step.place.variable));
  case AxisStep::Cause::Op: {
    const FactorRule &rule = graph.getSignature(step.node->signature).rule;
    return formatv("dimension {0} of {1}, from {2} of {3} at {4}",
                   step.place.dim, what, describeTensor(rule, step.from),
                   step.node->op->getName().getStringRef(),
                   toString(step.node->op->getLoc()));
  }
  case AxisStep::Cause::Unknown:
    break;
  }
  return formatv("dimension {0} of {1}, from several tensors at once",
                 step.place.dim, what);
}

/// `"model"`.
static std::string quote(const Layout *layout, AxisRef axis) {
  return layout ? layout->mesh->toString(axis) : std::string("the axis");
}

std::string Explainer::describe(const Refusal &refusal, DimPlace place,
                                AxisRef axis) const {
  const Layout *layout =
      getLayout(refusal.source ? refusal.source->variable : place.variable);
  std::string name = quote(layout, axis);
  std::string where, from;
  if (refusal.node)
    where = formatv("{0} at {1}", refusal.node->op->getName().getStringRef(),
                    toString(refusal.node->op->getLoc()));
  if (refusal.source)
    from = formatv("dimension {0} of {1} has {2}", refusal.source->dim,
                   describe(refusal.source->variable), name);
  switch (refusal.reason) {
  case Refusal::Reason::Conflict:
    if (!refusal.node)
      return formatv("{0} splits dimension {1} of the value already", name,
                     refusal.rival);
    return formatv("{0} splits dimension {1} of the value already; {2}, and "
                   "lost at {3}",
                   name, refusal.rival, from, where);
  case Refusal::Reason::Priority:
    if (refusal.won.priority != refusal.lost.priority)
      return formatv("{0} came to dimension {1} with priority {2}; {3}, but "
                     "with priority {4}, through {5}",
                     name, refusal.rival, refusal.won.priority, from,
                     refusal.lost.priority, where);
    return formatv("{0} came to dimension {1} {2}, which goes first; {3}, but "
                   "through {4}",
                   name, refusal.rival, weft::describe(refusal.won.round), from,
                   where);
  case Refusal::Reason::Closed:
    return formatv("the dimension is closed, as stated at {0}",
                   toString(getLoc(place.variable)));
  case Refusal::Reason::Replicated:
    return formatv("{0} is replicated, as stated at {1}", name,
                   toString(getLoc(place.variable)));
  case Refusal::Reason::Unreduced:
    return formatv("the value holds partial results along {0}", name);
  case Refusal::Reason::Size:
    return formatv("{0}, but the size does not take it evenly through {1}",
                   from, where);
  case Refusal::Reason::Barrier:
    return formatv("{0}, but {1} lets shardings pass the other way only", from,
                   where);
  case Refusal::Reason::Blocked:
    return formatv("{0}, but {1} works on the whole dimension", from, where);
  case Refusal::Reason::Mesh:
    return formatv("{0} on another mesh, at {1}", from, where);
  case Refusal::Reason::Order:
    return formatv("{0} behind other axes than the value, at {1}", from, where);
  case Refusal::Reason::Disagreement:
    return formatv("{0}, but other tensors of {1} disagree", from, where);
  case Refusal::Reason::NoSource:
    return "no op around the value has the axis on a dimension that moves with "
           "this one";
  }
  return "";
}

llvm::StringRef weft::getName(Refusal::Reason reason) {
  switch (reason) {
  case Refusal::Reason::Conflict:
    return "conflict";
  case Refusal::Reason::Priority:
    return "priority";
  case Refusal::Reason::Closed:
    return "closed";
  case Refusal::Reason::Replicated:
    return "replicated";
  case Refusal::Reason::Unreduced:
    return "unreduced";
  case Refusal::Reason::Size:
    return "size";
  case Refusal::Reason::Barrier:
    return "barrier";
  case Refusal::Reason::Blocked:
    return "blocked";
  case Refusal::Reason::Mesh:
    return "mesh";
  case Refusal::Reason::Order:
    return "order";
  case Refusal::Reason::Disagreement:
    return "disagreement";
  case Refusal::Reason::NoSource:
    return "no-source";
  }
  return "";
}

std::string Explainer::suggest(const Refusal &refusal, DimPlace place,
                               AxisRef axis) const {
  switch (refusal.reason) {
  case Refusal::Reason::Conflict:
    return formatv("free the axis on dimension {0}, or split by another one",
                   refusal.rival);
  case Refusal::Reason::Priority:
    return formatv("give what should win a stronger priority, or constrain "
                   "dimension {0}",
                   place.dim);
  case Refusal::Reason::Closed:
    return "open the dimension with ? where it is stated";
  case Refusal::Reason::Replicated:
    return "drop the axis from the replicated ones";
  case Refusal::Reason::Unreduced:
    return "reduce the value before it is split";
  case Refusal::Reason::Size:
    return "choose a size that the axis divides, or constrain the value";
  case Refusal::Reason::Barrier:
    return "remove the barrier, or let it pass both ways";
  case Refusal::Reason::Mesh:
    return "bring both to one mesh with weft.constrain";
  case Refusal::Reason::Blocked:
  case Refusal::Reason::Order:
  case Refusal::Reason::Disagreement:
  case Refusal::Reason::NoSource:
    break;
  }
  return "state the axis with weft.constrain on the value";
}
