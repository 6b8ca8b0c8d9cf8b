//===- DeviceBuilder.cpp - one op along axes as plain StableHLO -*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceBuilder.h"

#include "weft/Dialect/Weft/IR/MeshLookup.h"
#include "weft/Sharding/DeviceGroups.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
namespace hlo = weft::stablehlo;

/// Groups list every device: beyond this a file would be of no use.
static constexpr int64_t mostDevices = int64_t(1) << 20;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static RankedTensorType withDim(RankedTensorType type, int64_t dim,
                                int64_t size) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  return type.clone(shape);
}

//===----------------------------------------------------------------------===//
// ChannelCounter
//===----------------------------------------------------------------------===//

ChannelCounter::ChannelCounter(ModuleOp module) {
  module.walk([&](Operation *op) {
    std::optional<Attribute> attr = op->getInherentAttr("channel_handle");
    if (auto handle =
            dyn_cast_if_present<hlo::ChannelHandleAttr>(attr.value_or(nullptr)))
      last = std::max(last, handle.getHandle());
  });
}

hlo::ChannelHandleAttr ChannelCounter::next(MLIRContext *context) {
  constexpr int64_t deviceToDevice = 1;
  return hlo::ChannelHandleAttr::get(context, ++last, deviceToDevice);
}

//===----------------------------------------------------------------------===//
// Where the device is
//===----------------------------------------------------------------------===//

DeviceBuilder::DeviceBuilder(OpBuilder &builder, Operation *op, Mesh mesh,
                             AxisList axes, ChannelCounter &channels)
    : ImplicitLocOpBuilder(op->getLoc(), builder), mesh(std::move(mesh)),
      axes(std::move(axes)), channels(channels) {}

FailureOr<DeviceBuilder> DeviceBuilder::create(OpBuilder &builder,
                                               AxesOpInterface op,
                                               ChannelCounter &channels) {
  MeshBinding binding = op.getMeshAttr() ? lookupMesh(op, op.getMeshAttr())
                                         : lookupImpliedMesh(op);
  if (!binding)
    return op->emitOpError("has no mesh");
  Mesh mesh = toMesh(binding.mesh);
  if (mesh.numDevices() > mostDevices)
    return binding.note(op->emitOpError() << "runs on " << mesh.numDevices()
                                          << " devices; groups of at most "
                                          << mostDevices << " can be listed");
  llvm::Expected<AxisList> axes = toAxisList(mesh, op.getAxes().getAxes());
  if (!axes)
    return op->emitOpError() << llvm::toString(axes.takeError());
  return DeviceBuilder(builder, op, std::move(mesh), std::move(*axes),
                       channels);
}

/// tensor<ui32>: where the device is on the mesh. An explicit order of devices
/// is looked up in a table.
Value DeviceBuilder::position() {
  Type number = getIntegerType(32, /*isSigned=*/false);
  auto scalar = RankedTensorType::get({}, number);
  Value id = hlo::PartitionIdOp::create(*this, scalar);
  ArrayRef<int64_t> ids = mesh.deviceIds();
  if (ids.empty())
    return id;
  SmallVector<uint32_t> positions(ids.size());
  for (auto [position, device] : llvm::enumerate(ids))
    positions[device] = position;
  auto type = RankedTensorType::get({static_cast<int64_t>(ids.size())}, number);
  Value table = hlo::ConstantOp::create(
      *this, type, DenseElementsAttr::get(type, ArrayRef(positions)));
  Value found =
      hlo::DynamicSliceOp::create(*this, RankedTensorType::get({1}, number),
                                  table, id, ArrayRef<int64_t>{1});
  return hlo::ReshapeOp::create(*this, scalar, found);
}

Value DeviceBuilder::index() {
  Value here = position(), index;
  Type number = getElementTypeOrSelf(here.getType());
  for (AxisRef axis : axes) {
    // One step along the part is `stride` positions.
    int64_t stride = mesh.axes()[axis.axis].size / axis.end();
    for (const MeshAxis &minor : mesh.axes().drop_front(axis.axis + 1))
      stride *= minor.size;
    Value digit = here;
    if (stride != 1)
      digit = hlo::DivideOp::create(*this, here.getType(), digit,
                                    constant(number, stride));
    if (stride * axis.size != mesh.numDevices())
      digit = hlo::RemainderOp::create(*this, here.getType(), digit,
                                       constant(number, axis.size));
    if (index) {
      index = hlo::MultiplyOp::create(*this, here.getType(), index,
                                      constant(number, axis.size));
      digit = hlo::AddOp::create(*this, here.getType(), index, digit);
    }
    index = digit;
  }
  return index ? index : constant(number, 0);
}

Value DeviceBuilder::isDevice(int64_t number) {
  Value here = index();
  Value there = constant(getElementTypeOrSelf(here.getType()), number);
  return hlo::CompareOp::create(*this, RankedTensorType::get({}, getI1Type()),
                                here, there, hlo::ComparisonDirection::EQ,
                                hlo::ComparisonTypeAttr());
}

DenseIntElementsAttr DeviceBuilder::getGroups() {
  SmallVector<int64_t> devices;
  for (int64_t position = 0; position != mesh.numDevices(); ++position)
    if (mesh.shardIndex(position, axes) == 0)
      for (int64_t i = 0; i != getCount(); ++i)
        devices.push_back(mesh.deviceAt(moveAlong(mesh, position, axes, i)));
  auto type = RankedTensorType::get(
      {static_cast<int64_t>(devices.size()) / getCount(), getCount()},
      getI64Type());
  return DenseIntElementsAttr::get(type, ArrayRef(devices));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value DeviceBuilder::constant(Type element, int64_t value) {
  auto type = RankedTensorType::get({}, element);
  ElementsAttr attr;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = cast<FloatType>(complex.getElementType());
    APFloat real(part.getFloatSemantics(), static_cast<uint64_t>(value));
    APFloat zero = APFloat::getZero(part.getFloatSemantics());
    attr = DenseElementsAttr::get(type, std::complex<APFloat>(real, zero));
  } else if (auto real = dyn_cast<FloatType>(element)) {
    attr = DenseElementsAttr::get(
        type, APFloat(real.getFloatSemantics(), static_cast<uint64_t>(value)));
  } else {
    attr = DenseElementsAttr::get(
        type, APInt(element.getIntOrFloatBitWidth(), value));
  }
  return hlo::ConstantOp::create(*this, type, attr);
}

Value DeviceBuilder::splat(RankedTensorType type, Value scalar) {
  return hlo::BroadcastInDimOp::create(*this, type, scalar,
                                       getDenseI64ArrayAttr({}));
}

Value DeviceBuilder::pad(Value value, int64_t dim, int64_t size) {
  RankedTensorType type = getTensorType(value);
  if (type.getDimSize(dim) == size)
    return value;
  SmallVector<int64_t> none(type.getRank(), 0), high(type.getRank(), 0);
  high[dim] = size - type.getDimSize(dim);
  return hlo::PadOp::create(*this, withDim(type, dim, size), value,
                            constant(type.getElementType(), 0), none, high,
                            none);
}

Value DeviceBuilder::cut(Value value, int64_t dim, int64_t size) {
  RankedTensorType type = getTensorType(value);
  if (type.getDimSize(dim) == size)
    return value;
  SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
  RankedTensorType result = withDim(type, dim, size);
  return hlo::SliceOp::create(*this, result, value, starts, result.getShape(),
                              strides);
}

Value DeviceBuilder::ownShard(Value value, int64_t dim, int64_t local) {
  RankedTensorType result = withDim(getTensorType(value), dim, local);
  Value here = index();
  Type number = getElementTypeOrSelf(here.getType());
  SmallVector<Value> starts(result.getRank(), constant(number, 0));
  starts[dim] = hlo::MultiplyOp::create(*this, here.getType(), here,
                                        constant(number, local));
  return hlo::DynamicSliceOp::create(*this, result, value, starts,
                                     result.getShape());
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

Value DeviceBuilder::allGather(Value value, int64_t dim) {
  RankedTensorType type = getTensorType(value);
  auto op = hlo::AllGatherOp::create(
      *this, TypeRange(withDim(type, dim, type.getDimSize(dim) * getCount())),
      ValueRange(value), dim, getGroups(), channels.next(getContext()),
      /*use_global_device_ids=*/true);
  return op->getResult(0);
}

Value DeviceBuilder::allToAll(Value value, int64_t split, int64_t concat) {
  RankedTensorType type = getTensorType(value);
  type = withDim(type, split, type.getDimSize(split) / getCount());
  type = withDim(type, concat, type.getDimSize(concat) * getCount());
  auto op = hlo::AllToAllOp::create(*this, TypeRange(type), ValueRange(value),
                                    split, concat, getCount(), getGroups(),
                                    channels.next(getContext()));
  return op->getResult(0);
}

Value DeviceBuilder::permute(Value value, ArrayRef<int64_t> pairs) {
  DenseIntElementsAttr groups = getGroups();
  SmallVector<int64_t> devices(groups.getValues<int64_t>()), all;
  for (size_t group = 0; group != devices.size(); group += getCount())
    for (int64_t number : pairs)
      all.push_back(devices[group + number]);
  auto type = RankedTensorType::get({static_cast<int64_t>(all.size()) / 2, 2},
                                    getI64Type());
  return hlo::CollectivePermuteOp::create(
      *this, value.getType(), value,
      DenseIntElementsAttr::get(type, ArrayRef(all)),
      channels.next(getContext()));
}

Value weft::createReducer(OpBuilder &builder, Location loc, ReducerKind reducer,
                          Value a, Value b) {
  switch (reducer) {
  case ReducerKind::Add:
    return hlo::AddOp::create(builder, loc, a.getType(), a, b);
  case ReducerKind::Mul:
    return hlo::MultiplyOp::create(builder, loc, a.getType(), a, b);
  case ReducerKind::Max:
    return hlo::MaximumOp::create(builder, loc, a.getType(), a, b);
  case ReducerKind::Min:
    return hlo::MinimumOp::create(builder, loc, a.getType(), a, b);
  case ReducerKind::And:
    return hlo::AndOp::create(builder, loc, a.getType(), a, b);
  case ReducerKind::Or:
    return hlo::OrOp::create(builder, loc, a.getType(), a, b);
  case ReducerKind::Xor:
    return hlo::XorOp::create(builder, loc, a.getType(), a, b);
  }
  llvm_unreachable("all reducers are listed");
}

void DeviceBuilder::fillReducer(Region &region, Type element,
                                ReducerKind reducer) {
  OpBuilder::InsertionGuard guard(*this);
  auto scalar = RankedTensorType::get({}, element);
  Block *body = createBlock(&region, region.end(), {scalar, scalar},
                            {getLoc(), getLoc()});
  Value combined = createReducer(*this, getLoc(), reducer, body->getArgument(0),
                                 body->getArgument(1));
  hlo::ReturnOp::create(*this, combined);
}

Value DeviceBuilder::allReduce(Value value, ReducerKind reducer) {
  auto op = hlo::AllReduceOp::create(*this, TypeRange(value.getType()), value,
                                     getGroups(), channels.next(getContext()),
                                     /*use_global_device_ids=*/true);
  fillReducer(op.getComputation(), getElementTypeOrSelf(value.getType()),
              reducer);
  return op->getResult(0);
}

Value DeviceBuilder::reduceScatter(Value value, int64_t dim,
                                   ReducerKind reducer) {
  RankedTensorType type = getTensorType(value);
  auto op = hlo::ReduceScatterOp::create(
      *this, withDim(type, dim, type.getDimSize(dim) / getCount()), value, dim,
      getGroups(), channels.next(getContext()),
      /*use_global_device_ids=*/true);
  fillReducer(op.getComputation(), type.getElementType(), reducer);
  return op.getResult();
}
