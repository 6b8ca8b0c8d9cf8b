//===- Session.cpp - a function on its devices ------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Execution/Session.h"

#include "weft/Reference/Evaluation.h"
#include "weft/Reference/Printing.h"
#include "weft/Reference/Reducer.h"
#include "weft/Runtime/NarrowFloat.h"

#include "llvm/Support/FormatVariadic.h"

#include <cstring>

using namespace weft;
using namespace weft::execution;
using llvm::Error;
using llvm::Expected;
using reference::Datum;
using reference::Tensor;
using runtime::ElementType;

Expected<std::unique_ptr<Session>>
Session::create(mlir::FunctionOpInterface function, Signature signature,
                Options options) {
  std::unique_ptr<Session> session(new Session(std::move(signature)));
  const Signature &ports = session->signature;
  auto program = reference::Program::create(function);
  if (!program)
    return program.takeError();
  session->program = std::move(*program);
  runtime::MachineOptions machine;
  machine.numDevices = ports.numDevices;
  machine.memoryLimit = options.memoryLimit;
  machine.token = options.token;
  machine.tracer = options.tracer;
  machine.onProgress = std::move(options.onProgress);
  auto created = runtime::Machine::create(std::move(machine));
  if (!created)
    return created.takeError();
  session->machine = std::move(*created);
  for (size_t i = 0; i < ports.arguments.size(); ++i)
    session->names.push_back("argument " + std::to_string(i));
  session->inputs.resize(ports.numDevices, Data(ports.arguments.size()));
  session->results.resize(ports.numDevices);
  return session;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The value that a device off the first along an unreduced axis holds, so that
/// all together give the input: the neutral one, or the input itself where
/// combining it with itself changes nothing.
static void makeNeutral(ReducerKind kind, ElementType type,
                        llvm::MutableArrayRef<uint8_t> bytes) {
  if (kind == ReducerKind::Add || kind == ReducerKind::Xor) {
    std::memset(bytes.data(), 0, bytes.size());
    return;
  }
  if (kind != ReducerKind::Mul)
    return;
  const unsigned width = runtime::getByteWidth(type);
  uint8_t one[16] = {1};
  if (runtime::isFloat(type) || runtime::isComplex(type)) {
    const double parts[] = {1, 0};
    runtime::encodeFloats(runtime::getPartType(type), parts, one,
                          runtime::isComplex(type) ? 2 : 1);
  }
  for (size_t i = 0; i < bytes.size(); i += width)
    std::memcpy(bytes.data() + i, one, width);
}

Expected<Tensor> Session::load(unsigned argument, unsigned device,
                               const ArraySource &source) {
  const Placement &placement = *signature.arguments[argument].placement;
  const ArrayType &local = placement.getLocal();
  Expected<runtime::Buffer> buffer = machine->getMemory(device).allocate(
      local.getNumBytes(), {names[argument], {}});
  if (!buffer)
    return buffer.takeError();
  const Box box = placement.getBox(device);
  const ElementType type = local.getElementType();
  if (llvm::ArrayRef(box.sizes) == local.getDims()) {
    if (Error error = source.read(box, buffer->bytes()))
      return std::move(error);
  } else {
    // Padding never reaches a result. If it does, that should be seen: NaN for
    // floats, the highest number or -1 for integers.
    std::memset(buffer->data(), 0xff, buffer->size());
    runtime::normalizeStorage(type, buffer->bytes());
    Expected<ArrayType> part = box.getTypeWithin(placement.getWhole());
    if (!part)
      return part.takeError();
    std::vector<uint8_t> dense(part->getNumBytes());
    if (Error error = source.read(box, dense))
      return std::move(error);
    const ArrayType::Dims zero(box.sizes.size(), 0);
    copyBox({box.sizes, box.sizes, zero, local.getDims(), zero},
            runtime::getByteWidth(type), dense.data(), buffer->data());
  }
  if (placement.getHolder(device) != placement.getOwner(device))
    makeNeutral(placement.getReducer(), type, buffer->bytes());
  return Tensor(local, std::move(*buffer));
}

Error Session::place(llvm::ArrayRef<std::unique_ptr<ArraySource>> sources) {
  // What a donated argument became needs its room.
  for (Data &data : results)
    data.clear();
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    if (!signature.arguments[i].placement)
      continue;
    for (unsigned device = 0; device < signature.numDevices; ++device) {
      if (inputs[device][i].isTensor())
        continue;
      Expected<Tensor> tensor = load(i, device, *sources[i]);
      if (!tensor)
        return tensor.takeError();
      inputs[device][i] = std::move(*tensor);
    }
  }
  return Error::success();
}

Error Session::step() {
  for (Data &data : results)
    data.clear();
  return machine->run([&](runtime::Device &device) -> Error {
    Data &mine = inputs[device.getId()];
    Data given(mine.size());
    for (size_t i = 0; i < mine.size(); ++i) {
      given[i] = mine[i];
      // The function may write to what nobody else holds.
      if (program->isDonated(i))
        mine[i] = Datum();
    }
    auto returned = reference::runProgram(*program, device, std::move(given));
    if (!returned)
      return returned.takeError();
    results[device.getId()] = std::move(*returned);
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static std::vector<uint8_t> compact(const Placement &placement, const Box &box,
                                    const Tensor &tensor) {
  const unsigned width = runtime::getByteWidth(tensor.getElementType());
  size_t count = 1;
  for (int64_t size : box.sizes)
    count *= size;
  std::vector<uint8_t> dense(count * width);
  const ArrayType::Dims zero(box.sizes.size(), 0);
  copyBox({box.sizes, placement.getLocal().getDims(), zero, box.sizes, zero},
          width, tensor.data(), dense.data());
  return dense;
}

Error Session::carry(unsigned result, unsigned argument) {
  const Placement &from = *signature.results[result].placement;
  const Placement &to = *signature.arguments[argument].placement;
  for (unsigned device = 0; device < signature.numDevices; ++device) {
    const Box given = from.getBox(device), wanted = to.getBox(device);
    if (!(from.getLocal() == to.getLocal()) ||
        given.offsets != wanted.offsets || given.sizes != wanted.sizes)
      return llvm::createStringError(
          std::make_error_code(std::errc::invalid_argument),
          llvm::formatv("result {0} and argument {1} are laid out differently",
                        result, argument));
    inputs[device][argument] = std::move(results[device][result]);
    results[device][result] = Datum();
  }
  return Error::success();
}

void Session::drop(unsigned argument) {
  for (Data &data : inputs)
    data[argument] = Datum();
}

Error Session::share(llvm::ArrayRef<unsigned> which, llvm::ArrayRef<Port> ports,
                     const std::vector<Data> &data, TakePart take) {
  return machine->run([&](runtime::Device &device) -> Error {
    const unsigned id = device.getId();
    for (auto [i, number] : llvm::enumerate(which)) {
      const Placement &placement = *ports[number].placement;
      if (placement.getOwner(id) != id)
        continue;
      const Box box = placement.getBox(id);
      if (Error error = take(
              i, box, compact(placement, box, data[id][number].getTensor())))
        return error;
    }
    return Error::success();
  });
}

Error Session::shareArguments(llvm::ArrayRef<unsigned> arguments,
                              TakePart take) {
  return share(arguments, signature.arguments, inputs, take);
}

Error Session::shareResults(llvm::ArrayRef<unsigned> which, TakePart take) {
  return share(which, signature.results, results, take);
}

/// The part of a result that belongs to an owner: its own, or the combination
/// of all summands of it.
std::vector<uint8_t> Session::collect(unsigned result, unsigned owner) const {
  const Placement &placement = *signature.results[result].placement;
  const Box box = placement.getBox(owner);
  std::vector<uint8_t> part =
      compact(placement, box, results[owner][result].getTensor());
  if (!placement.isUnreduced())
    return part;
  const ElementType type = placement.getLocal().getElementType();
  auto reduce = runtime::getReduceFunction(
      reference::toReduction(placement.getReducer()), type);
  if (!reduce) { // refused by the verifier of shardings
    llvm::consumeError(reduce.takeError());
    return part;
  }
  const size_t count = part.size() / runtime::getByteWidth(type);
  for (unsigned device = 0; device < signature.numDevices; ++device) {
    if (device == owner || placement.getOwner(device) != owner ||
        placement.getHolder(device) != device)
      continue;
    std::vector<uint8_t> summand =
        compact(placement, box, results[device][result].getTensor());
    (*reduce)(part.data(), {part.data(), summand.data()}, count);
  }
  return part;
}

std::vector<uint8_t> Session::getPart(unsigned result, unsigned device) const {
  const Placement &placement = *signature.results[result].placement;
  if (placement.isUnreduced())
    return collect(result, placement.getOwner(device));
  return compact(placement, placement.getBox(device),
                 results[device][result].getTensor());
}

std::string Session::formatElement(unsigned result, unsigned device,
                                   uint64_t index) const {
  const ElementType type =
      signature.results[result].placement->getLocal().getElementType();
  const unsigned width = runtime::getByteWidth(type);
  const std::vector<uint8_t> part = getPart(result, device);
  // A scalar of its own: what printing takes.
  runtime::DeviceMemory memory(device);
  llvm::Expected<runtime::Buffer> buffer = memory.allocate(width, {});
  llvm::Expected<ArrayType> scalar = ArrayType::get(type, {});
  if (!buffer || !scalar) {
    llvm::consumeError(buffer.takeError());
    llvm::consumeError(scalar.takeError());
    return "?";
  }
  std::memcpy(buffer->data(), part.data() + index * width, width);
  std::string text;
  llvm::raw_string_ostream os(text);
  reference::printElement(os, Tensor(*scalar, std::move(*buffer)), 0);
  return text;
}

Expected<Tensor> Session::gather(unsigned result) {
  const Placement &placement = *signature.results[result].placement;
  const ArrayType &whole = placement.getWhole();
  Expected<runtime::Buffer> buffer =
      host.allocate(whole.getNumBytes(), {"result", {}});
  if (!buffer)
    return buffer.takeError();
  for (unsigned device = 0; device < signature.numDevices; ++device) {
    if (placement.getOwner(device) != device)
      continue;
    const Box box = placement.getBox(device);
    const std::vector<uint8_t> part = collect(result, device);
    const ArrayType::Dims zero(box.sizes.size(), 0);
    copyBox({box.sizes, box.sizes, zero, whole.getDims(), box.offsets},
            runtime::getByteWidth(whole.getElementType()), part.data(),
            buffer->data());
  }
  return Tensor(whole, std::move(*buffer));
}

Error Session::write(unsigned result, runtime::NpyWriter &writer) {
  const Placement &placement = *signature.results[result].placement;
  for (unsigned device = 0; device < signature.numDevices; ++device) {
    if (placement.getOwner(device) != device)
      continue;
    if (Error error =
            writer.write(placement.getBox(device), collect(result, device)))
      return error;
  }
  return Error::success();
}

std::optional<std::pair<unsigned, unsigned>>
Session::findDifferentCopies(unsigned result) const {
  const Placement &placement = *signature.results[result].placement;
  for (unsigned device = 0; device < signature.numDevices; ++device) {
    const unsigned holder = placement.getHolder(device);
    if (holder == device)
      continue;
    const Box box = placement.getBox(device);
    if (compact(placement, box, results[device][result].getTensor()) !=
        compact(placement, box, results[holder][result].getTensor()))
      return std::pair(holder, device);
  }
  return std::nullopt;
}

uint64_t Session::getArgumentBytes() const {
  uint64_t bytes = 0;
  for (const Port &port : signature.arguments)
    if (port.placement)
      bytes += port.placement->getLocal().getNumBytes();
  return bytes;
}

uint64_t Session::getPeakBytes() const {
  uint64_t peak = 0;
  for (unsigned device = 0; device < signature.numDevices; ++device)
    peak = std::max(peak, machine->getMemory(device).getPeakBytes());
  return peak;
}
