//===- Arithmetic.h - what elementwise ops and reducers share ---*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_ARITHMETIC_H
#define WEFT_LIB_REFERENCE_ARITHMETIC_H

#include "weft/Runtime/Reduction.h"

#include "mlir/IR/Operation.h"

#include <complex>
#include <concepts>

namespace weft::reference {

template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;
template <typename T>
concept Float = std::floating_point<T>;

/// Unsigned arithmetic wraps around; what is narrower than int would be
/// promoted to it and could overflow.
template <typename T>
using Wrapping =
    std::conditional_t<sizeof(T) < 4, unsigned, std::make_unsigned_t<T>>;

/// What most functions need to know of their op: nothing.
struct Function {
  Function() = default;
  explicit Function(mlir::Operation *) {}
};

struct Add : Function {
  using Function::Function;
  static constexpr runtime::Reduction reduction = runtime::Reduction::Add;
  bool operator()(bool a, bool b) const { return a || b; }
  template <Integer T> T operator()(T a, T b) const {
    return static_cast<T>(Wrapping<T>(a) + Wrapping<T>(b));
  }
  template <Float T> T operator()(T a, T b) const { return a + b; }
  template <Float T>
  std::complex<T> operator()(std::complex<T> a, std::complex<T> b) const {
    return a + b;
  }
};
struct Multiply : Function {
  using Function::Function;
  static constexpr runtime::Reduction reduction = runtime::Reduction::Multiply;
  bool operator()(bool a, bool b) const { return a && b; }
  template <Integer T> T operator()(T a, T b) const {
    return static_cast<T>(Wrapping<T>(a) * Wrapping<T>(b));
  }
  template <Float T> T operator()(T a, T b) const { return a * b; }
  /// As the specification states it, without the recovery of infinities that C
  /// adds.
  template <Float T>
  std::complex<T> operator()(std::complex<T> a, std::complex<T> b) const {
    return {a.real() * b.real() - a.imag() * b.imag(),
            a.real() * b.imag() + a.imag() * b.real()};
  }
};

struct Maximum : Function {
  using Function::Function;
  static constexpr runtime::Reduction reduction = runtime::Reduction::Maximum;
  bool operator()(bool a, bool b) const { return a || b; }
  template <Integer T> T operator()(T a, T b) const { return a < b ? b : a; }
  template <Float T> T operator()(T a, T b) const {
    // The sum is NaN if one is, and +0 for two different zeros.
    return a > b ? a : b > a ? b : a == b && a != 0 ? a : a + b;
  }
  template <Float T>
  std::complex<T> operator()(std::complex<T> a, std::complex<T> b) const {
    return isGreater(a, b) ? a : b;
  }
  /// By the real part first, then by the imaginary part.
  template <Float T>
  static bool isGreater(std::complex<T> a, std::complex<T> b) {
    return a.real() > b.real() || (a.real() == b.real() && a.imag() > b.imag());
  }
};
struct Minimum : Function {
  using Function::Function;
  static constexpr runtime::Reduction reduction = runtime::Reduction::Minimum;
  bool operator()(bool a, bool b) const { return a && b; }
  template <Integer T> T operator()(T a, T b) const { return b < a ? b : a; }
  template <Float T> T operator()(T a, T b) const {
    return a < b ? a : b < a ? b : a == b && a != 0 ? a : -(-a + -b);
  }
  template <Float T>
  std::complex<T> operator()(std::complex<T> a, std::complex<T> b) const {
    return Maximum::isGreater(b, a) ? a : b;
  }
};

struct And : Function {
  using Function::Function;
  static constexpr runtime::Reduction reduction = runtime::Reduction::And;
  template <std::integral T> T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct Or : Function {
  using Function::Function;
  static constexpr runtime::Reduction reduction = runtime::Reduction::Or;
  template <std::integral T> T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct Xor : Function {
  using Function::Function;
  static constexpr runtime::Reduction reduction = runtime::Reduction::Xor;
  template <std::integral T> T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};

/// Calls `fn` with the function that a reduction of numbers `T` applies; not at
/// all if there is none.
template <typename T, typename Fn>
void dispatchReduction(runtime::Reduction reduction, Fn fn) {
  auto call = [&]<typename Function>(Function function) {
    if constexpr (std::is_invocable_v<Function, T, T>)
      fn(function);
  };
  switch (reduction) {
  case runtime::Reduction::Add:
    return call(Add());
  case runtime::Reduction::Multiply:
    return call(Multiply());
  case runtime::Reduction::Minimum:
    return call(Minimum());
  case runtime::Reduction::Maximum:
    return call(Maximum());
  case runtime::Reduction::And:
    return call(And());
  case runtime::Reduction::Or:
    return call(Or());
  case runtime::Reduction::Xor:
    return call(Xor());
  }
}

/// The reduction that a region of two arguments applies to these and returns,
/// if it is one op.
std::optional<runtime::Reduction> matchReduction(mlir::Region &body);

} // namespace weft::reference

#endif // WEFT_LIB_REFERENCE_ARITHMETIC_H
