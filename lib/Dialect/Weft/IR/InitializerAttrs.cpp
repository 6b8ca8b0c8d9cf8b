//===- InitializerAttrs.cpp - first values of parameters --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/RealNumber.h"
#include "weft/Dialect/Weft/IR/WeftAttrs.h"
#include "weft/Support/Suggestion.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace weft;

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Checks and pieces of syntax shared by the initialisers
//===----------------------------------------------------------------------===//

static LogicalResult verifyNotNegative(EmitError emitError, StringRef what,
                                       FloatAttr value) {
  if (value.getValue().isFinite() && !value.getValue().isNegative())
    return success();
  return emitError() << what << " is " << weft::toString(value)
                     << "; it must not be negative";
}

/// Random initialisers make numbers with a fraction.
static LogicalResult verifyInexact(EmitError emitError, StringRef name,
                                   RankedTensorType type) {
  Type element = type.getElementType();
  if (isa<FloatType, ComplexType>(element))
    return success();
  return emitError() << "initialiser " << name
                     << " needs floating-point or complex elements, but the "
                        "parameter has "
                     << element;
}

/// Turns `axis`, which may count from the end, into an index below `rank`.
static FailureOr<int64_t> normalizeAxis(EmitError emitError, StringRef what,
                                        int64_t axis, int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  return emitError() << what << " " << axis
                     << " does not exist: the parameter has " << rank
                     << (rank == 1 ? " dimension" : " dimensions");
}

static ParseResult parseAxes(AsmParser &parser,
                             SmallVectorImpl<int64_t> &axes) {
  return failure(parser.parseEqual() ||
                 parser.parseCommaSeparatedList(
                     AsmParser::Delimiter::Square, [&]() -> ParseResult {
                       return parser.parseInteger(axes.emplace_back());
                     }));
}

/// Prints `<value>`, the form of most initialisers.
static void printOne(AsmPrinter &printer, FloatAttr value) {
  printer << "<";
  printReal(printer, value);
  printer << ">";
}

/// Parses `<value>`.
template <typename AttrT> static Attribute parseOne(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr value;
  if (parser.parseLess() || parseReal(parser, value) || parser.parseGreater())
    return {};
  return parser.getChecked<AttrT>(loc, parser.getContext(), value);
}

//===----------------------------------------------------------------------===//
// ZerosInitAttr, OnesInitAttr, ConstantInitAttr
//===----------------------------------------------------------------------===//

LogicalResult ZerosInitAttr::verifyFor(EmitError, RankedTensorType) const {
  return success();
}

void ZerosInitAttr::printBare(AsmPrinter &printer) const { printer << "zeros"; }

LogicalResult OnesInitAttr::verifyFor(EmitError, RankedTensorType) const {
  return success();
}

void OnesInitAttr::printBare(AsmPrinter &printer) const { printer << "ones"; }

Attribute ConstantInitAttr::parse(AsmParser &parser, Type) {
  return parseOne<ConstantInitAttr>(parser);
}

void ConstantInitAttr::print(AsmPrinter &printer) const {
  printOne(printer, getValue());
}

void ConstantInitAttr::printBare(AsmPrinter &printer) const {
  printer << "constant";
  print(printer);
}

LogicalResult ConstantInitAttr::verify(EmitError emitError, FloatAttr value) {
  if (!value.getValue().isFinite())
    return emitError() << "a constant initialiser must be finite";
  return success();
}

LogicalResult ConstantInitAttr::verifyFor(EmitError emitError,
                                          RankedTensorType type) const {
  Type element = type.getElementType();
  if (isa<FloatType, ComplexType>(element) || getValue().getValue().isInteger())
    return success();
  return emitError() << "constant " << weft::toString(getValue())
                     << " has a fraction, which elements of type " << element
                     << " cannot hold";
}

//===----------------------------------------------------------------------===//
// NormalInitAttr, TruncatedNormalInitAttr, UniformInitAttr
//===----------------------------------------------------------------------===//

Attribute NormalInitAttr::parse(AsmParser &parser, Type) {
  return parseOne<NormalInitAttr>(parser);
}

void NormalInitAttr::print(AsmPrinter &printer) const {
  printOne(printer, getStddev());
}

void NormalInitAttr::printBare(AsmPrinter &printer) const {
  printer << "normal";
  print(printer);
}

LogicalResult NormalInitAttr::verify(EmitError emitError, FloatAttr stddev) {
  return verifyNotNegative(emitError, "the standard deviation", stddev);
}

LogicalResult NormalInitAttr::verifyFor(EmitError emitError,
                                        RankedTensorType type) const {
  return verifyInexact(emitError, "normal", type);
}

Attribute TruncatedNormalInitAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr stddev, lower = getReal(parser.getContext(), -2.0),
                    upper = getReal(parser.getContext(), 2.0);
  if (parser.parseLess() || parseReal(parser, stddev))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parseReal(parser, lower) || parser.parseComma() ||
       parseReal(parser, upper)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TruncatedNormalInitAttr>(loc, parser.getContext(),
                                                    stddev, lower, upper);
}

void TruncatedNormalInitAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printReal(printer, getStddev());
  if (getLower().getValueAsDouble() != -2.0 ||
      getUpper().getValueAsDouble() != 2.0) {
    printer << ", ";
    printReal(printer, getLower());
    printer << ", ";
    printReal(printer, getUpper());
  }
  printer << ">";
}

void TruncatedNormalInitAttr::printBare(AsmPrinter &printer) const {
  printer << "truncated_normal";
  print(printer);
}

LogicalResult TruncatedNormalInitAttr::verify(EmitError emitError,
                                              FloatAttr stddev, FloatAttr lower,
                                              FloatAttr upper) {
  if (!(lower.getValueAsDouble() < upper.getValueAsDouble()))
    return emitError() << "the lower bound " << weft::toString(lower)
                       << " is not below the upper bound "
                       << weft::toString(upper);
  return verifyNotNegative(emitError, "the standard deviation", stddev);
}

LogicalResult TruncatedNormalInitAttr::verifyFor(EmitError emitError,
                                                 RankedTensorType type) const {
  return verifyInexact(emitError, "truncated_normal", type);
}

Attribute UniformInitAttr::parse(AsmParser &parser, Type) {
  return parseOne<UniformInitAttr>(parser);
}

void UniformInitAttr::print(AsmPrinter &printer) const {
  printOne(printer, getScale());
}

void UniformInitAttr::printBare(AsmPrinter &printer) const {
  printer << "uniform";
  print(printer);
}

LogicalResult UniformInitAttr::verify(EmitError emitError, FloatAttr scale) {
  return verifyNotNegative(emitError, "the scale", scale);
}

LogicalResult UniformInitAttr::verifyFor(EmitError emitError,
                                         RankedTensorType type) const {
  return verifyInexact(emitError, "uniform", type);
}

//===----------------------------------------------------------------------===//
// VarianceScalingInitAttr
//===----------------------------------------------------------------------===//

namespace {
/// A usual setting of variance_scaling and its name.
struct Preset {
  StringRef name;
  double scale;
  FanMode mode;
  Distribution distribution;
};
} // namespace

/// The first name of a setting is the one that is printed.
static constexpr Preset presets[] = {
    {"lecun_normal", 1.0, FanMode::FanIn, Distribution::TruncatedNormal},
    {"lecun_uniform", 1.0, FanMode::FanIn, Distribution::Uniform},
    {"glorot_normal", 1.0, FanMode::FanAvg, Distribution::TruncatedNormal},
    {"glorot_uniform", 1.0, FanMode::FanAvg, Distribution::Uniform},
    {"he_normal", 2.0, FanMode::FanIn, Distribution::TruncatedNormal},
    {"he_uniform", 2.0, FanMode::FanIn, Distribution::Uniform},
    {"xavier_normal", 1.0, FanMode::FanAvg, Distribution::TruncatedNormal},
    {"xavier_uniform", 1.0, FanMode::FanAvg, Distribution::Uniform},
    {"kaiming_normal", 2.0, FanMode::FanIn, Distribution::TruncatedNormal},
    {"kaiming_uniform", 2.0, FanMode::FanIn, Distribution::Uniform},
};

namespace {
struct FanAxes {
  SmallVector<int64_t> in, out, batch;
};
} // namespace

/// `in_axis = [0], out_axis = [1, 2]`, in any order, up to the closing `>`.
static ParseResult parseFanAxes(AsmParser &parser, FanAxes &axes) {
  do {
    SMLoc loc = parser.getCurrentLocation();
    StringRef which;
    if (parser.parseKeyword(&which))
      return failure();
    SmallVector<int64_t> *list =
        llvm::StringSwitch<SmallVector<int64_t> *>(which)
            .Case("in_axis", &axes.in)
            .Case("out_axis", &axes.out)
            .Case("batch_axis", &axes.batch)
            .Default(nullptr);
    if (!list)
      return parser.emitError(loc)
             << "unknown setting '" << which
             << "'; expected in_axis, out_axis or batch_axis";
    if (!list->empty())
      return parser.emitError(loc) << which << " is given twice";
    if (parseAxes(parser, *list))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseGreater();
}

static void printFanAxes(AsmPrinter &printer, VarianceScalingInitAttr init,
                         StringRef separator) {
  auto print = [&](StringRef name, ArrayRef<int64_t> axes) {
    if (axes.empty())
      return;
    printer << separator << name << " = [";
    llvm::interleaveComma(axes, printer);
    printer << "]";
    separator = ", ";
  };
  print("in_axis", init.getInAxis());
  print("out_axis", init.getOutAxis());
  print("batch_axis", init.getBatchAxis());
}

template <typename EnumT>
static ParseResult parseEnum(AsmParser &parser, EnumT &value, StringRef what,
                             std::optional<EnumT> (*symbolize)(StringRef),
                             StringRef choices) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  if (std::optional<EnumT> known = symbolize(keyword)) {
    value = *known;
    return success();
  }
  return parser.emitError(loc)
         << "unknown " << what << " '" << keyword << "'; expected " << choices;
}

Attribute VarianceScalingInitAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr scale;
  FanMode mode;
  Distribution distribution;
  FanAxes axes;
  if (parser.parseLess() || parseReal(parser, scale) || parser.parseComma() ||
      parseEnum<FanMode>(parser, mode, "mode", symbolizeFanMode,
                         "fan_in, fan_out, fan_avg or fan_geo_avg") ||
      parser.parseComma() ||
      parseEnum<Distribution>(parser, distribution, "distribution",
                              symbolizeDistribution,
                              "truncated_normal, normal or uniform"))
    return {};
  if (succeeded(parser.parseOptionalComma()) ? parseFanAxes(parser, axes)
                                             : parser.parseGreater())
    return {};
  return parser.getChecked<VarianceScalingInitAttr>(
      loc, parser.getContext(), scale, mode, distribution, ArrayRef(axes.in),
      ArrayRef(axes.out), ArrayRef(axes.batch));
}

void VarianceScalingInitAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printReal(printer, getScale());
  printer << ", " << stringifyFanMode(getMode()) << ", "
          << stringifyDistribution(getDistribution());
  printFanAxes(printer, *this, ", ");
  printer << ">";
}

void VarianceScalingInitAttr::printBare(AsmPrinter &printer) const {
  const Preset *preset = llvm::find_if(presets, [&](const Preset &preset) {
    return preset.scale == getScale().getValueAsDouble() &&
           preset.mode == getMode() && preset.distribution == getDistribution();
  });
  if (preset == std::end(presets)) {
    printer << "variance_scaling";
    return print(printer);
  }
  printer << preset->name;
  if (getInAxis().empty() && getOutAxis().empty() && getBatchAxis().empty())
    return;
  printer << "<";
  printFanAxes(printer, *this, "");
  printer << ">";
}

/// Parses what follows the name of a preset.
static Attribute parsePreset(AsmParser &parser, const Preset &preset) {
  SMLoc loc = parser.getCurrentLocation();
  FanAxes axes;
  if (succeeded(parser.parseOptionalLess()) && parseFanAxes(parser, axes))
    return {};
  return parser.getChecked<VarianceScalingInitAttr>(
      loc, parser.getContext(), getReal(parser.getContext(), preset.scale),
      preset.mode, preset.distribution, ArrayRef(axes.in), ArrayRef(axes.out),
      ArrayRef(axes.batch));
}

LogicalResult VarianceScalingInitAttr::verify(EmitError emitError,
                                              FloatAttr scale, FanMode,
                                              Distribution, ArrayRef<int64_t>,
                                              ArrayRef<int64_t>,
                                              ArrayRef<int64_t>) {
  if (scale.getValueAsDouble() > 0.0)
    return success();
  return emitError() << "the scale is " << weft::toString(scale)
                     << "; it must be positive";
}

LogicalResult VarianceScalingInitAttr::verifyFor(EmitError emitError,
                                                 RankedTensorType type) const {
  if (failed(verifyInexact(emitError, "variance_scaling", type)))
    return failure();
  int64_t rank = type.getRank();
  if (rank < 2 && (getInAxis().empty() || getOutAxis().empty()))
    return emitError() << "variance scaling needs a fan-in and a fan-out "
                          "dimension, but the parameter has "
                       << rank << (rank == 1 ? " dimension" : " dimensions")
                       << "; use zeros, ones or normal";
  llvm::SmallBitVector seen(rank);
  auto check = [&](StringRef what, ArrayRef<int64_t> axes,
                   int64_t otherwise) -> LogicalResult {
    if (axes.empty() && otherwise != 0)
      axes = ArrayRef(otherwise);
    for (int64_t axis : axes) {
      FailureOr<int64_t> index = normalizeAxis(emitError, what, axis, rank);
      if (failed(index))
        return failure();
      if (seen.test(*index))
        return emitError() << what << " " << axis << " names dimension "
                           << *index << ", which another axis already names";
      seen.set(*index);
    }
    return success();
  };
  return failure(failed(check("in_axis", getInAxis(), -2)) ||
                 failed(check("out_axis", getOutAxis(), -1)) ||
                 failed(check("batch_axis", getBatchAxis(), 0)));
}

InitializerAttrInterface
VarianceScalingInitAttr::withFanAxes(ArrayRef<int64_t> inAxes,
                                     ArrayRef<int64_t> outAxes) const {
  if (!getInAxis().empty() || !getOutAxis().empty() || !getBatchAxis().empty())
    return *this;
  return get(getContext(), getScale(), getMode(), getDistribution(), inAxes,
             outAxes, {});
}

std::pair<double, double>
VarianceScalingInitAttr::computeFans(ArrayRef<int64_t> shape) const {
  int64_t rank = shape.size();
  llvm::SmallBitVector counted(rank);
  auto product = [&](ArrayRef<int64_t> axes, int64_t otherwise) {
    double size = 1.0;
    if (axes.empty() && otherwise != 0)
      axes = ArrayRef(otherwise);
    for (int64_t axis : axes) {
      int64_t index = axis < 0 ? axis + rank : axis;
      counted.set(index);
      size *= static_cast<double>(shape[index]);
    }
    return size;
  };
  double in = product(getInAxis(), -2), out = product(getOutAxis(), -1);
  product(getBatchAxis(), 0);
  for (auto [index, size] : llvm::enumerate(shape)) {
    double receptive = counted.test(index) ? 1.0 : static_cast<double>(size);
    in *= receptive;
    out *= receptive;
  }
  return {in, out};
}

//===----------------------------------------------------------------------===//
// OrthogonalInitAttr
//===----------------------------------------------------------------------===//

Attribute OrthogonalInitAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FloatAttr scale;
  int64_t columnAxis = -1;
  if (parser.parseLess() || parseReal(parser, scale))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("column_axis") || parser.parseEqual() ||
       parser.parseInteger(columnAxis)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<OrthogonalInitAttr>(loc, parser.getContext(), scale,
                                               columnAxis);
}

void OrthogonalInitAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printReal(printer, getScale());
  if (getColumnAxis() != -1)
    printer << ", column_axis = " << getColumnAxis();
  printer << ">";
}

void OrthogonalInitAttr::printBare(AsmPrinter &printer) const {
  printer << "orthogonal";
  print(printer);
}

LogicalResult OrthogonalInitAttr::verify(EmitError emitError, FloatAttr scale,
                                         int64_t) {
  return verifyNotNegative(emitError, "the scale", scale);
}

LogicalResult OrthogonalInitAttr::verifyFor(EmitError emitError,
                                            RankedTensorType type) const {
  if (type.getRank() < 2)
    return emitError() << "an orthogonal initialiser needs at least 2 "
                          "dimensions, but the parameter has "
                       << type.getRank();
  if (failed(normalizeAxis(emitError, "column_axis", getColumnAxis(),
                           type.getRank())))
    return failure();
  return verifyInexact(emitError, "orthogonal", type);
}

//===----------------------------------------------------------------------===//
// The form without `#weft.`
//===----------------------------------------------------------------------===//

namespace {
struct NamedParser {
  StringRef name;
  Attribute (*parse)(AsmParser &parser, Type);
};
} // namespace

static constexpr NamedParser parsers[] = {
    {"zeros",
     [](AsmParser &parser, Type) -> Attribute {
       return ZerosInitAttr::get(parser.getContext());
     }},
    {"ones",
     [](AsmParser &parser, Type) -> Attribute {
       return OnesInitAttr::get(parser.getContext());
     }},
    {"constant", ConstantInitAttr::parse},
    {"normal", NormalInitAttr::parse},
    {"truncated_normal", TruncatedNormalInitAttr::parse},
    {"uniform", UniformInitAttr::parse},
    {"variance_scaling", VarianceScalingInitAttr::parse},
    {"orthogonal", OrthogonalInitAttr::parse},
};

ParseResult weft::parseInitializer(AsmParser &parser,
                                   InitializerAttrInterface &init) {
  SMLoc loc = parser.getCurrentLocation();
  // An initialiser of another dialect is written out in full.
  Attribute full;
  OptionalParseResult parsed = parser.parseOptionalAttribute(full);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    init = dyn_cast<InitializerAttrInterface>(full);
    if (!init)
      return parser.emitError(loc) << full << " is not an initialiser";
    return success();
  }
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  SmallVector<StringRef> names;
  for (const NamedParser &entry : parsers) {
    if (entry.name == name) {
      init = dyn_cast_or_null<InitializerAttrInterface>(
          entry.parse(parser, Type()));
      return success(static_cast<bool>(init));
    }
    names.push_back(entry.name);
  }
  for (const Preset &preset : presets) {
    if (preset.name == name) {
      init = dyn_cast_or_null<InitializerAttrInterface>(
          parsePreset(parser, preset));
      return success(static_cast<bool>(init));
    }
    names.push_back(preset.name);
  }
  return parser.emitError(loc)
         << "unknown initialiser '" << name << "'" << didYouMean(name, names);
}
