//===- Evaluation.h - one op while it runs ----------------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_REFERENCE_EVALUATION_H
#define WEFT_REFERENCE_EVALUATION_H

#include "weft/Reference/Program.h"
#include "weft/Reference/Tensor.h"
#include "weft/Runtime/Device.h"
#include "weft/Runtime/Transport.h"

#include "llvm/Support/FormatVariadic.h"

namespace weft::reference {

/// The values of one activation of a function, by place.
using Frame = std::vector<Datum>;

class ManualGrid;

/// What does not change while a device runs a program.
struct RunContext {
  const Program &program;
  runtime::Device &device;
  /// Inside a manual region of a whole program: the axes that its devices
  /// stand for. Null elsewhere: the devices are those of the mesh.
  const ManualGrid *grid = nullptr;
};

/// What an op sees while it runs: its operands, a place for its results, the
/// device, and the means to run its regions and the functions it names.
///
///   Error evaluate(Operation *op, Evaluation &evaluation) const {
///     const Tensor &x = evaluation.getOperand(0);
///     Expected<Tensor> result = evaluation.allocateResult(0);
///     if (!result)
///       return result.takeError();
///     ... x.as<float>() ... result->mutableAs<float>() ...
///     evaluation.setResult(0, std::move(*result));
///     return Error::success();
///   }
class Evaluation {
public:
  Evaluation(const RunContext &context, Frame &frame, const OpPlan &plan,
             llvm::MutableArrayRef<Datum> operands,
             llvm::MutableArrayRef<Datum> results)
      : context(context), frame(frame), plan(plan), operands(operands),
        results(results) {}

  const Program &getProgram() const { return context.program; }
  runtime::Device &getDevice() const { return context.device; }
  const ManualGrid *getGrid() const { return context.grid; }
  /// For collectives of the op.
  runtime::CallSite getCallSite() const { return {plan.label, plan.number}; }
  mlir::Operation *getOp() const { return plan.op; }
  runtime::OpLabel getLabel() const { return plan.label; }

  //===--------------------------------------------------------------------===//
  // Operands and results
  //===--------------------------------------------------------------------===//

  /// All operands. The op may take them apart: if this was their last use, it
  /// holds the only copy.
  llvm::MutableArrayRef<Datum> getOperands() { return operands; }
  const Tensor &getOperand(unsigned i) const { return operands[i].getTensor(); }
  Tensor takeOperand(unsigned i) { return operands[i].takeTensor(); }

  void setResult(unsigned i, Datum value) { results[i] = std::move(value); }
  /// One datum per result.
  void setResults(llvm::MutableArrayRef<Datum> values);

  /// The type that the program states for a result. Inside a region that is run
  /// for many elements at a time the values have other shapes.
  llvm::Expected<ArrayType> getResultType(unsigned i = 0) const;

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// A new tensor whose elements are undefined.
  llvm::Expected<Tensor> allocate(const ArrayType &type);
  llvm::Expected<Tensor> allocate(ElementType element,
                                  llvm::ArrayRef<int64_t> dims);
  /// A new tensor of the type of a result.
  llvm::Expected<Tensor> allocateResult(unsigned i = 0);
  /// A new tensor of zeros.
  llvm::Expected<Tensor> allocateZeros(const ArrayType &type);
  /// A tensor in the place of an operand that nobody else needs and that has as
  /// many elements of the same width, or else a new one. For ops that read
  /// element i of their operands before they write element i.
  llvm::Expected<Tensor> allocateInPlace(const ArrayType &type);
  /// Counts memory that the op works in against the device's limit, for as
  /// long as the value lives.
  llvm::Expected<runtime::Reservation> reserve(uint64_t bytes);
  /// A tensor that may be written: `tensor` itself if nobody else has it, else
  /// a copy.
  llvm::Expected<Tensor> makeUnique(Tensor tensor);

  //===--------------------------------------------------------------------===//
  // Regions and functions
  //===--------------------------------------------------------------------===//

  using Results = llvm::SmallVector<Datum, 2>;

  /// Runs the one block of a region; gives what its terminator returns.
  llvm::Expected<Results> runRegion(mlir::Region &region,
                                    llvm::MutableArrayRef<Datum> arguments);

  /// Runs a region that uses no values from outside on another device, whose
  /// thread calls this.
  llvm::Expected<Results>
  runRegionOn(runtime::Device &other, const ManualGrid &grid,
              mlir::Region &region,
              llvm::MutableArrayRef<Datum> arguments) const;

  /// Runs a region of scalars for many elements at a time: each argument is a
  /// scalar or a vector, all vectors of one length, and so are the results.
  /// Fast if all ops of the region are elementwise; otherwise element by
  /// element.
  llvm::Expected<llvm::SmallVector<Tensor, 2>>
  runLanes(mlir::Region &region, llvm::ArrayRef<Tensor> arguments);

  /// A vector of `count` elements from a result of `runLanes`: a region that
  /// returns a constant gives a scalar.
  llvm::Expected<Tensor> expandLanes(Tensor lanes, int64_t count);

  /// Runs the function that `name`, an attribute of the op, means.
  llvm::Expected<Results> call(mlir::SymbolRefAttr name,
                               llvm::MutableArrayRef<Datum> arguments);

  //===--------------------------------------------------------------------===//
  // Failure
  //===--------------------------------------------------------------------===//

  /// An error at the op's place: what is wrong, in the form of formatv.
  template <typename... Args>
  llvm::Error error(const char *format, Args &&...args) const {
    return makeError(llvm::formatv(format, std::forward<Args>(args)...).str());
  }

private:
  llvm::Error makeError(std::string message) const;
  llvm::Expected<llvm::SmallVector<Tensor, 2>>
  runElementByElement(mlir::Region &region, llvm::ArrayRef<Tensor> arguments,
                      int64_t count);

  const RunContext &context;
  Frame &frame;
  const OpPlan &plan;
  llvm::MutableArrayRef<Datum> operands;
  llvm::MutableArrayRef<Datum> results;
};

/// Runs the entry of a program on a device: a whole program on the one device
/// of a machine, or a per-shard program on each of several. `inputs` are taken;
/// those that the function does not declare as donated are kept alive until the
/// end, as a caller that owns them would. The inputs' types must be those of
/// the arguments; this is checked.
///
///   Error error = machine.run([&](runtime::Device &device) -> Error {
///     auto results = runProgram(*program, device, inputsOf(device));
///     ...
///   });
llvm::Expected<Evaluation::Results>
runProgram(const Program &program, runtime::Device &device,
           llvm::SmallVector<Datum, 2> inputs);

} // namespace weft::reference

#endif // WEFT_REFERENCE_EVALUATION_H
