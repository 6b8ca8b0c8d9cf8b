//===- Evaluation.cpp - one op while it runs --------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Reference/Evaluation.h"

#include "Strided.h"

#include <cstring>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static Error runOp(const RunContext &context, Frame &frame,
                   const OpPlan &plan) {
  if (Error error = context.device.step())
    return error;
  SmallVector<Datum, 4> operands;
  for (unsigned place : plan.operands)
    operands.push_back(frame[place]);
  // What is used here for the last time leaves the frame, so that the op holds
  // the only copy.
  for (unsigned i : plan.lastUses)
    frame[plan.operands[i]] = Datum();
  auto results = MutableArrayRef<Datum>(frame).slice(plan.firstResult,
                                                     plan.op->getNumResults());
  runtime::OpTrace trace(context.device, plan.label);
  Evaluation evaluation(context, frame, plan, operands, results);
  ReferenceInterface meaning = plan.meaning;
  if (Error error = meaning.evaluate(evaluation))
    return error;
  for (unsigned place : plan.freed)
    frame[place] = Datum();
  for (unsigned place : plan.unused)
    frame[place] = Datum();
  return Error::success();
}

static Expected<Evaluation::Results>
runBlock(const RunContext &context, Frame &frame, const BlockPlan &plan,
         MutableArrayRef<Datum> arguments) {
  assert(arguments.size() == plan.arguments.size() &&
         "a block gets one value per argument");
  for (auto [place, argument] : llvm::zip(plan.arguments, arguments))
    frame[place] = std::move(argument);
  for (unsigned place : plan.unused)
    frame[place] = Datum();
  for (const OpPlan &op : plan.ops)
    if (Error error = runOp(context, frame, op))
      return std::move(error);
  Evaluation::Results results;
  for (auto [place, isLastUse] :
       llvm::zip(plan.returned, plan.returnIsLastUse)) {
    if (isLastUse)
      results.push_back(std::move(frame[place]));
    else
      results.push_back(frame[place]);
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Operands, results, memory
//===----------------------------------------------------------------------===//

void Evaluation::setResults(MutableArrayRef<Datum> values) {
  assert(values.size() == results.size() && "one value per result");
  for (auto [result, value] : llvm::zip(results, values))
    result = std::move(value);
}

Expected<ArrayType> Evaluation::getResultType(unsigned i) const {
  if (plan.resultTypes[i])
    return *plan.resultTypes[i];
  return error("result {0} is no tensor", i);
}

Expected<Tensor> Evaluation::allocate(const ArrayType &type) {
  Expected<runtime::Buffer> buffer =
      context.device.allocate(type.getNumBytes(), plan.label);
  if (!buffer)
    return buffer.takeError();
  return Tensor(type, std::move(*buffer));
}

Expected<Tensor> Evaluation::allocate(ElementType element,
                                      ArrayRef<int64_t> dims) {
  Expected<ArrayType> type = ArrayType::get(element, dims);
  if (!type)
    return type.takeError();
  return allocate(*type);
}

Expected<Tensor> Evaluation::allocateResult(unsigned i) {
  Expected<ArrayType> type = getResultType(i);
  if (!type)
    return type.takeError();
  return allocate(*type);
}

Expected<Tensor> Evaluation::allocateZeros(const ArrayType &type) {
  Expected<Tensor> tensor = allocate(type);
  if (tensor && type.getNumBytes() > 0)
    std::memset(tensor->mutableData(), 0, type.getNumBytes());
  return tensor;
}

Expected<Tensor> Evaluation::allocateInPlace(const ArrayType &type) {
  const unsigned width = runtime::getByteWidth(type.getElementType());
  for (Datum &operand : operands) {
    if (!operand.isTensor() || !operand.getTensor().isUnique())
      continue;
    const ArrayType &old = operand.getTensor().getType();
    if (old.getNumElements() != type.getNumElements() ||
        runtime::getByteWidth(old.getElementType()) != width)
      continue;
    Tensor taken = operand.takeTensor();
    taken.setType(type);
    return taken;
  }
  return allocate(type);
}

Expected<runtime::Reservation> Evaluation::reserve(uint64_t bytes) {
  return context.device.reserve(bytes, plan.label);
}

Expected<Tensor> Evaluation::makeUnique(Tensor tensor) {
  if (tensor.isUnique())
    return tensor;
  Expected<Tensor> copy = allocate(tensor.getType());
  if (copy)
    llvm::copy(tensor.bytes(), copy->mutableData());
  return copy;
}

Error Evaluation::makeError(std::string message) const {
  return llvm::make_error<EvaluationError>(plan.op->getLoc(),
                                           std::move(message));
}

//===----------------------------------------------------------------------===//
// Regions and functions
//===----------------------------------------------------------------------===//

Expected<Evaluation::Results>
Evaluation::runRegion(Region &region, MutableArrayRef<Datum> arguments) {
  return runBlock(context, frame, context.program.getPlan(region.front()),
                  arguments);
}

Expected<Evaluation::Results>
Evaluation::runRegionOn(runtime::Device &other, const ManualGrid &grid,
                        Region &region,
                        MutableArrayRef<Datum> arguments) const {
  Frame ownFrame(frame.size());
  const RunContext ownContext{context.program, other, &grid};
  return runBlock(ownContext, ownFrame, context.program.getPlan(region.front()),
                  arguments);
}

static Expected<Evaluation::Results>
runFunction(const RunContext &context, FunctionOpInterface function,
            MutableArrayRef<Datum> arguments) {
  const BlockPlan &plan =
      context.program.getPlan(function.getFunctionBody().front());
  Frame frame(plan.frameSize);
  return runBlock(context, frame, plan, arguments);
}

Expected<Evaluation::Results>
Evaluation::call(SymbolRefAttr name, MutableArrayRef<Datum> arguments) {
  FunctionOpInterface function = context.program.lookup(plan.op, name);
  if (!function)
    return error("no function {0} to call", name);
  return runFunction(context, function, arguments);
}

Expected<SmallVector<Tensor, 2>>
Evaluation::runLanes(Region &region, ArrayRef<Tensor> arguments) {
  const BlockPlan &block = context.program.getPlan(region.front());
  const Tensor *vector = llvm::find_if(
      arguments, [](const Tensor &argument) { return !argument.isScalar(); });
  if (!block.isElementwise && vector != arguments.end())
    return runElementByElement(region, arguments, vector->getNumElements());
  SmallVector<Datum, 4> values(arguments.begin(), arguments.end());
  Expected<Results> results = runRegion(region, values);
  if (!results)
    return results.takeError();
  SmallVector<Tensor, 2> tensors;
  for (Datum &result : *results)
    tensors.push_back(result.takeTensor());
  return tensors;
}

Expected<Tensor> Evaluation::expandLanes(Tensor lanes, int64_t count) {
  if (!lanes.isScalar())
    return lanes;
  Expected<Tensor> result = allocate(lanes.getElementType(), {count});
  if (result)
    fillElements(runtime::getByteWidth(lanes.getElementType()), lanes.data(),
                 result->mutableData(), count);
  return result;
}

Expected<SmallVector<Tensor, 2>>
Evaluation::runElementByElement(Region &region, ArrayRef<Tensor> arguments,
                                int64_t count) {
  SmallVector<Tensor, 2> results;
  for (Type type : region.front().getTerminator()->getOperandTypes()) {
    Expected<ArrayType> element = toArrayType(type);
    if (!element)
      return element.takeError();
    Expected<Tensor> result = allocate(element->getElementType(), {count});
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
  }
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<Datum, 4> scalars;
    for (const Tensor &argument : arguments) {
      if (argument.isScalar()) {
        scalars.push_back(argument);
        continue;
      }
      Expected<Tensor> scalar = allocate(argument.getElementType(), {});
      if (!scalar)
        return scalar.takeError();
      const size_t width = scalar->bytes().size();
      std::memcpy(scalar->mutableData(), argument.data() + i * width, width);
      scalars.push_back(std::move(*scalar));
    }
    Expected<Results> returned = runRegion(region, scalars);
    if (!returned)
      return returned.takeError();
    for (auto [result, value] : llvm::zip(results, *returned)) {
      ArrayRef<uint8_t> bytes = value.getTensor().bytes();
      std::memcpy(result.mutableData() + i * bytes.size(), bytes.data(),
                  bytes.size());
    }
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static Error checkInput(const Program &program, unsigned i,
                        const Datum &input) {
  Type type = program.getArgumentTypes()[i];
  Expected<ArrayType> expected = toArrayType(type);
  if (!expected) { // a token or a tuple
    llvm::consumeError(expected.takeError());
    return Error::success();
  }
  if (input.isTensor() && input.getTensor().getType() == *expected)
    return Error::success();
  return llvm::make_error<EvaluationError>(
      program.getEntry()->getLoc(),
      llvm::formatv(
          "argument {0} has type {1}, but the input is {2}", i, expected->str(),
          input.isTensor() ? input.getTensor().getType().str() : "no tensor")
          .str());
}

Expected<Evaluation::Results>
weft::reference::runProgram(const Program &program, runtime::Device &device,
                            SmallVector<Datum, 2> inputs) {
  if (inputs.size() != program.getArgumentTypes().size())
    return llvm::make_error<EvaluationError>(
        program.getEntry()->getLoc(),
        llvm::formatv("the function has {0} arguments, but there are {1} "
                      "inputs",
                      program.getArgumentTypes().size(), inputs.size())
            .str());
  SmallVector<Datum> kept;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (Error error = checkInput(program, i, input))
      return std::move(error);
    if (!program.isDonated(i))
      kept.push_back(input);
  }
  return runFunction({program, device}, program.getEntry(), inputs);
}
