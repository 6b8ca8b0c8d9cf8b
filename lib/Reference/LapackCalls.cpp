//===- LapackCalls.cpp - LAPACK as JAX calls it -----------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX leaves factorisations on CPU to LAPACK, whose choices (signs, pivots,
// the order of eigenvalues) reach the results. So does the interpreter; see
// docs/Rationale/Lapack.md.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "Lapack.h"
#include "MatrixCall.h"

#include "weft/Runtime/RunErrors.h"

#include <mutex>

using namespace mlir;
using namespace weft;
using namespace weft::reference;
using llvm::Error;
using llvm::Expected;

namespace {

template <typename T>
constexpr bool isComplex = !std::is_same_v<T, typename Lapack<T>::Part>;

/// Calls `fn(work, size)` twice: first LAPACK says how much room it wants,
/// which is never below `least`.
template <typename T, typename Fn>
Error callWithRoom(MatrixCall &call, Fn fn, int least = 1) {
  T wanted{};
  fn(&wanted, -1);
  const int size = std::max(least, static_cast<int>(std::real(wanted)));
  auto work = call.getWork<T>(size);
  if (!work)
    return work.takeError();
  fn(*work, size);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Factorisations
//===----------------------------------------------------------------------===//

struct Cholesky {
  static constexpr const char *signature = "T[n,n] -> T[n,n] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    auto triangle = call.getFlag("uplo", "LU");
    if (!triangle)
      return triangle.takeError();
    const int n = call.getSize('n'), stride = call.getStride('n');
    call.copy(0, 0);
    Lapack<T>::potrf(&*triangle, &n, call.getResult<T>(0), &stride,
                     call.getResult<int>(1), 1);
    return Error::success();
  }
};

struct Lu {
  static constexpr const char *signature = "T[m,n] -> T[m,n] I[k] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    const int m = call.getSize('m'), n = call.getSize('n');
    const int stride = call.getStride('m');
    call.copy(0, 0);
    Lapack<T>::getrf(&m, &n, call.getResult<T>(0), &stride,
                     call.getResult<int>(1), call.getResult<int>(2));
    return Error::success();
  }
};

struct Qr {
  static constexpr const char *signature = "T[m,n] -> T[m,n] T[k]";
  template <typename T> static Error run(MatrixCall &call) {
    const int m = call.getSize('m'), n = call.getSize('n');
    const int stride = call.getStride('m');
    int info = 0;
    call.copy(0, 0);
    return callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::geqrf(&m, &n, call.getResult<T>(0), &stride,
                       call.getResult<T>(1), work, &size, &info);
    });
  }
};

struct PivotedQr {
  static constexpr const char *signature = "T[m,n] I[n] -> T[m,n] I[n] T[k]";
  template <typename T> static Error run(MatrixCall &call) {
    const int m = call.getSize('m'), n = call.getSize('n');
    const int stride = call.getStride('m');
    int info = 0;
    call.copy(0, 0);
    call.copy(1, 1);
    auto realWork = call.getWork<typename Lapack<T>::Part>(2 * n + 1);
    if (!realWork)
      return realWork.takeError();
    return callWithRoom<T>(call, [&](T *work, int size) {
      if constexpr (isComplex<T>)
        Lapack<T>::geqp3(&m, &n, call.getResult<T>(0), &stride,
                         call.getResult<int>(1), call.getResult<T>(2), work,
                         &size, *realWork, &info);
      else
        Lapack<T>::geqp3(&m, &n, call.getResult<T>(0), &stride,
                         call.getResult<int>(1), call.getResult<T>(2), work,
                         &size, &info);
    });
  }
};

/// The matrix of n columns that the reflectors of a QR factorisation make.
struct QrMatrix {
  static constexpr const char *signature = "T[m,n] T[r] -> T[m,n]";
  template <typename T> static Error run(MatrixCall &call) {
    const int m = call.getSize('m'), n = call.getSize('n');
    // More columns than rows, or reflectors than columns, mean nothing.
    const int r = std::min(call.getSize('r'), n);
    if (n > m)
      return llvm::createStringError("more columns than rows");
    const int stride = call.getStride('m');
    int info = 0;
    call.copy(0, 0);
    return callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::orgqr(&m, &n, &r, call.getResult<T>(0), &stride,
                       call.getOperand<T>(1), work, &size, &info);
    });
  }
};

/// Multiplies a matrix with that one from either side.
struct QrProduct {
  static constexpr const char *signature = "T[a,b] T[r] T[p,q] -> T[p,q]";
  template <typename T> static Error run(MatrixCall &call) {
    auto left = call.getNumber("left");
    if (!left)
      return left.takeError();
    auto transpose = call.getNumber("transpose");
    if (!transpose)
      return transpose.takeError();
    const int p = call.getSize('p'), q = call.getSize('q');
    const int r = call.getSize('r'), stride = call.getStride('p');
    const int order = *left ? p : q, aStride = call.getStride('a');
    if (call.getSize('a') != order || call.getSize('b') < r || r > order)
      return llvm::createStringError("the sizes of the matrices do not match");
    const char side = *left ? 'L' : 'R';
    const char how = !*transpose ? 'N' : isComplex<T> ? 'C' : 'T';
    int info = 0;
    call.copy(2, 0);
    return callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::ormqr(&side, &how, &p, &q, &r, call.getOperand<T>(0), &aStride,
                       call.getOperand<T>(1), call.getResult<T>(0), &stride,
                       work, &size, &info, 1, 1);
    });
  }
};

/// To Hessenberg form.
struct Hessenberg {
  static constexpr const char *signature = "T[n,n] -> T[n,n] T[l] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    auto low = call.getNumber("low"), high = call.getNumber("high");
    if (!low || !high)
      return llvm::joinErrors(low.takeError(), high.takeError());
    const int n = call.getSize('n'), stride = call.getStride('n');
    if (n > 0 && (*low < 1 || *high > n || *low > *high))
      return llvm::createStringError("'low' and 'high' are no range of rows");
    call.copy(0, 0);
    call.clear(1);
    return callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::gehrd(&n, &*low, &*high, call.getResult<T>(0), &stride,
                       call.getResult<T>(1), work, &size,
                       call.getResult<int>(2));
    });
  }
};

struct Tridiagonal {
  static constexpr const char *signature =
      "T[n,n] -> T[n,n] R[n] R[l] T[l] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    using Part = typename Lapack<T>::Part;
    auto triangle = call.getFlag("uplo", "LU");
    if (!triangle)
      return triangle.takeError();
    const int n = call.getSize('n'), stride = call.getStride('n');
    call.copy(0, 0);
    return callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::sytrd(&*triangle, &n, call.getResult<T>(0), &stride,
                       call.getResult<Part>(1), call.getResult<Part>(2),
                       call.getResult<T>(3), work, &size,
                       call.getResult<int>(4), 1);
    });
  }
};

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

struct TriangularSystem {
  static constexpr const char *signature = "T[n,n] T[p,q] -> T[p,q]";
  template <typename T> static Error run(MatrixCall &call) {
    auto side = call.getFlag("side", "LR"),
         triangle = call.getFlag("uplo", "LU");
    auto how = call.getFlag("trans_x", "NTC");
    auto diagonal = call.getFlag("diag", "NU");
    if (!side || !triangle || !how || !diagonal)
      return llvm::joinErrors(
          llvm::joinErrors(side.takeError(), triangle.takeError()),
          llvm::joinErrors(how.takeError(), diagonal.takeError()));
    const int p = call.getSize('p'), q = call.getSize('q');
    if (call.getSize('n') != (*side == 'L' ? p : q))
      return llvm::createStringError("the sizes of the matrices do not match");
    const int aStride = call.getStride('n'), stride = call.getStride('p');
    const T one = 1;
    call.copy(1, 0);
    Lapack<T>::trsm(&*side, &*triangle, &*how, &*diagonal, &p, &q, &one,
                    call.getOperand<T>(0), &aStride, call.getResult<T>(0),
                    &stride, 1, 1, 1, 1);
    return Error::success();
  }
};

/// The outer diagonals are as long as the main one: the first element of the
/// lower and the last of the upper count for nothing.
struct TridiagonalSystem {
  static constexpr const char *signature =
      "T[n] T[n] T[n] T[n,q] -> T[n] T[n] T[n] T[n,q] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    const int n = call.getSize('n'), q = call.getSize('q');
    const int stride = call.getStride('n');
    for (unsigned i = 0; i < 4; ++i)
      call.copy(i, i);
    if (n == 0) {
      call.clear(4);
      return Error::success();
    }
    Lapack<T>::gtsv(&n, &q, call.getResult<T>(0) + 1, call.getResult<T>(1),
                    call.getResult<T>(2), call.getResult<T>(3), &stride,
                    call.getResult<int>(4));
    return Error::success();
  }
};

//===----------------------------------------------------------------------===//
// Eigenvalues
//===----------------------------------------------------------------------===//

struct SymmetricEigen {
  static constexpr const char *signature = "T[n,n] -> T[n,n] R[n] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    using Part = typename Lapack<T>::Part;
    auto mode = call.getFlag("mode", "NV"),
         triangle = call.getFlag("uplo", "LU");
    if (!mode || !triangle)
      return llvm::joinErrors(mode.takeError(), triangle.takeError());
    const int n = call.getSize('n'), stride = call.getStride('n');
    T *a = call.getResult<T>(0);
    Part *values = call.getResult<Part>(1);
    int *info = call.getResult<int>(2);
    call.copy(0, 0);
    // The room that the documentation asks for, which is the most. A matrix of
    // more than 2^30 elements does not get here: LAPACK could not count it.
    const int intSize = 3 + 5 * n, realSize = 1 + 5 * n + 2 * n * n;
    auto intWork = call.getWork<int>(intSize);
    if (!intWork)
      return intWork.takeError();
    auto realWork = call.getWork<Part>(realSize);
    if (!realWork)
      return realWork.takeError();
    auto run = [&](T *work, int size) {
      if constexpr (isComplex<T>)
        Lapack<T>::syevd(&*mode, &*triangle, &n, a, &stride, values, work,
                         &size, *realWork, &realSize, *intWork, &intSize, info,
                         1, 1);
      else
        Lapack<T>::syevd(&*mode, &*triangle, &n, a, &stride, values, work,
                         &size, *intWork, &intSize, info, 1, 1);
    };
    return callWithRoom<T>(call, run, /*least=*/1 + 6 * n + 2 * n * n);
  }
};

/// Real matrices have pairs of conjugate eigenvectors, of which LAPACK gives
/// the real and the imaginary part in two neighbouring columns.
template <typename T>
void joinPairs(const T *columns, const T *imaginary, int n,
               std::complex<T> *result) {
  for (int j = 0; j < n; ++j) {
    const bool isPair = imaginary[j] != 0 && j + 1 < n;
    for (int i = 0; i < n; ++i) {
      const T real = columns[j * n + i];
      const T other = isPair ? columns[(j + 1) * n + i] : T(0);
      result[j * n + i] = {real, other};
      if (isPair)
        result[(j + 1) * n + i] = {real, -other};
    }
    j += isPair;
  }
}

struct RealEigen {
  static constexpr const char *signature =
      "T[n,n] -> R[n] R[n] C[n,n] C[n,n] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    auto left = call.getFlag("compute_left", "NV");
    auto right = call.getFlag("compute_right", "NV");
    if (!left || !right)
      return llvm::joinErrors(left.takeError(), right.takeError());
    const int n = call.getSize('n'), stride = call.getStride('n');
    const T *given = call.getOperand<T>(0);
    const size_t count = static_cast<size_t>(n) * n;
    auto room = call.getWork<T>(3 * count);
    if (!room)
      return room.takeError();
    T *a = *room, *lefts = a + count, *rights = lefts + count;
    std::copy_n(given, count, a);
    T *real = call.getResult<T>(0), *imaginary = call.getResult<T>(1);
    Error error = callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::geev(&*left, &*right, &n, a, &stride, real, imaginary, lefts,
                      &stride, rights, &stride, work, &size,
                      call.getResult<int>(4), 1, 1);
    });
    if (error)
      return error;
    joinPairs(lefts, imaginary, n, call.getResult<std::complex<T>>(2));
    joinPairs(rights, imaginary, n, call.getResult<std::complex<T>>(3));
    return Error::success();
  }
};

struct ComplexEigen {
  static constexpr const char *signature = "T[n,n] -> T[n] T[n,n] T[n,n] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    auto left = call.getFlag("compute_left", "NV");
    auto right = call.getFlag("compute_right", "NV");
    if (!left || !right)
      return llvm::joinErrors(left.takeError(), right.takeError());
    const int n = call.getSize('n'), stride = call.getStride('n');
    const T *given = call.getOperand<T>(0);
    const size_t count = static_cast<size_t>(n) * n;
    auto a = call.getWork<T>(count);
    if (!a)
      return a.takeError();
    std::copy_n(given, count, *a);
    auto realWork = call.getWork<typename Lapack<T>::Part>(2 * n + 1);
    if (!realWork)
      return realWork.takeError();
    call.clear(1);
    call.clear(2);
    return callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::geev(&*left, &*right, &n, *a, &stride, call.getResult<T>(0),
                      call.getResult<T>(1), &stride, call.getResult<T>(2),
                      &stride, work, &size, *realWork, call.getResult<int>(3),
                      1, 1);
    });
  }
};

/// Schur's form; the eigenvalues are never sorted.
struct RealSchur {
  static constexpr const char *signature =
      "T[n,n] -> T[n,n] T[n,n] R[n] R[n] I[] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    auto mode = call.getFlag("mode", "NV"), sort = call.getFlag("sort", "N");
    if (!mode || !sort)
      return llvm::joinErrors(mode.takeError(), sort.takeError());
    const int n = call.getSize('n'), stride = call.getStride('n');
    auto flags = call.getWork<int>(n + 1);
    if (!flags)
      return flags.takeError();
    call.copy(0, 0);
    call.clear(1);
    return callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::gees(&*mode, &*sort, nullptr, &n, call.getResult<T>(0),
                      &stride, call.getResult<int>(4), call.getResult<T>(2),
                      call.getResult<T>(3), call.getResult<T>(1), &stride, work,
                      &size, *flags, call.getResult<int>(5), 1, 1);
    });
  }
};

struct ComplexSchur {
  static constexpr const char *signature =
      "T[n,n] -> T[n,n] T[n,n] T[n] I[] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    auto mode = call.getFlag("mode", "NV"), sort = call.getFlag("sort", "N");
    if (!mode || !sort)
      return llvm::joinErrors(mode.takeError(), sort.takeError());
    const int n = call.getSize('n'), stride = call.getStride('n');
    auto flags = call.getWork<int>(n + 1);
    if (!flags)
      return flags.takeError();
    auto realWork = call.getWork<typename Lapack<T>::Part>(n + 1);
    if (!realWork)
      return realWork.takeError();
    call.copy(0, 0);
    call.clear(1);
    return callWithRoom<T>(call, [&](T *work, int size) {
      Lapack<T>::gees(&*mode, &*sort, nullptr, &n, call.getResult<T>(0),
                      &stride, call.getResult<int>(3), call.getResult<T>(2),
                      call.getResult<T>(1), &stride, work, &size, *realWork,
                      *flags, call.getResult<int>(4), 1, 1);
    });
  }
};

//===----------------------------------------------------------------------===//
// Singular values
//===----------------------------------------------------------------------===//

/// Whether the results have room for the vectors that `mode` asks for: all of
/// them, the first k, or none.
bool hasRoom(const MatrixCall &call, char mode) {
  const int m = call.getSize('m'), n = call.getSize('n');
  const int k = std::min(m, n);
  return mode == 'N' || (call.getSize('u') == (mode == 'A' ? m : k) &&
                         call.getSize('v') == (mode == 'A' ? n : k));
}

/// By divide and conquer.
struct Svd {
  static constexpr const char *signature =
      "T[m,n] -> T[m,n] R[k] T[m,u] T[v,n] I[]";
  template <typename T> static Error run(MatrixCall &call) {
    using Part = typename Lapack<T>::Part;
    auto mode = call.getFlag("mode", "ANS");
    if (!mode)
      return mode.takeError();
    if (!hasRoom(call, *mode))
      return llvm::createStringError("the results do not have the sizes that "
                                     "the mode asks for");
    const int m = call.getSize('m'), n = call.getSize('n');
    const int stride = call.getStride('m'), vStride = call.getStride('v');
    const int small = std::min(m, n), large = std::max(m, n);
    call.copy(0, 0);
    call.clear(2);
    call.clear(3);
    auto intWork = call.getWork<int>(8 * small + 1);
    if (!intWork)
      return intWork.takeError();
    // The most that any of its modes needs, by its documentation.
    auto realWork =
        call.getWork<Part>(size_t(small) * (7 * small + 2 * large + 7) + 1);
    if (!realWork)
      return realWork.takeError();
    return callWithRoom<T>(call, [&](T *work, int size) {
      if constexpr (isComplex<T>)
        Lapack<T>::gesdd(&*mode, &m, &n, call.getResult<T>(0), &stride,
                         call.getResult<Part>(1), call.getResult<T>(2), &stride,
                         call.getResult<T>(3), &vStride, work, &size, *realWork,
                         *intWork, call.getResult<int>(4), 1);
      else
        Lapack<T>::gesdd(&*mode, &m, &n, call.getResult<T>(0), &stride,
                         call.getResult<T>(1), call.getResult<T>(2), &stride,
                         call.getResult<T>(3), &vStride, work, &size, *intWork,
                         call.getResult<int>(4), 1);
    });
  }
};

/// By QR steps.
struct SvdByQr {
  static constexpr const char *signature = Svd::signature;
  template <typename T> static Error run(MatrixCall &call) {
    using Part = typename Lapack<T>::Part;
    auto mode = call.getFlag("mode", "ANS");
    if (!mode)
      return mode.takeError();
    if (!hasRoom(call, *mode))
      return llvm::createStringError("the results do not have the sizes that "
                                     "the mode asks for");
    const int m = call.getSize('m'), n = call.getSize('n');
    const int stride = call.getStride('m'), vStride = call.getStride('v');
    call.copy(0, 0);
    call.clear(2);
    call.clear(3);
    auto realWork = call.getWork<Part>(5 * std::min(m, n) + 1);
    if (!realWork)
      return realWork.takeError();
    return callWithRoom<T>(call, [&](T *work, int size) {
      if constexpr (isComplex<T>)
        Lapack<T>::gesvd(&*mode, &*mode, &m, &n, call.getResult<T>(0), &stride,
                         call.getResult<Part>(1), call.getResult<T>(2), &stride,
                         call.getResult<T>(3), &vStride, work, &size, *realWork,
                         call.getResult<int>(4), 1, 1);
      else
        Lapack<T>::gesvd(&*mode, &*mode, &m, &n, call.getResult<T>(0), &stride,
                         call.getResult<T>(1), call.getResult<T>(2), &stride,
                         call.getResult<T>(3), &vStride, work, &size,
                         call.getResult<int>(4), 1, 1);
    });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// LAPACK as installed may be one that is not safe in threads.
static std::mutex lapackMutex;

template <typename Routine, typename T>
static Error evaluateRoutine(Evaluation &evaluation, ElementType number) {
  auto call = MatrixCall::get(evaluation, number, Routine::signature);
  if (!call)
    return call.takeError();
  std::lock_guard<std::mutex> lock(lapackMutex);
  for (int64_t item = 0; item < call->getBatchSize(); ++item) {
    call->setItem(item);
    if (Error error = Routine::template run<T>(*call)) {
      if (error.isA<EvaluationError>() ||
          error.isA<runtime::OutOfMemoryError>())
        return error;
      return evaluation.error("{0}", llvm::toString(std::move(error)));
    }
  }
  return call->finish();
}

template <typename Routine, typename T>
static void addTarget(CustomCallTable &table, char prefix, StringRef name,
                      ElementType number) {
  table[("lapack_" + Twine(prefix) + name + "_ffi").str()] =
      [number](Evaluation &evaluation) {
        return evaluateRoutine<Routine, T>(evaluation, number);
      };
}

template <typename Routine>
static void addReal(CustomCallTable &table, StringRef name) {
  addTarget<Routine, float>(table, 's', name, ElementType::F32);
  addTarget<Routine, double>(table, 'd', name, ElementType::F64);
}
template <typename Routine>
static void addComplex(CustomCallTable &table, StringRef name) {
  using enum ElementType;
  addTarget<Routine, std::complex<float>>(table, 'c', name, ComplexF32);
  addTarget<Routine, std::complex<double>>(table, 'z', name, ComplexF64);
}
template <typename Routine>
static void add(CustomCallTable &table, StringRef realName,
                StringRef complexName) {
  addReal<Routine>(table, realName);
  addComplex<Routine>(table, complexName);
}

void weft::reference::addLapackCalls(CustomCallTable &table) {
  add<Cholesky>(table, "potrf", "potrf");
  add<Hessenberg>(table, "gehrd", "gehrd");
  add<Lu>(table, "getrf", "getrf");
  add<PivotedQr>(table, "geqp3", "geqp3");
  add<Qr>(table, "geqrf", "geqrf");
  add<QrMatrix>(table, "orgqr", "ungqr");
  add<QrProduct>(table, "ormqr", "unmqr");
  add<Svd>(table, "gesdd", "gesdd");
  add<SvdByQr>(table, "gesvd", "gesvd");
  add<SymmetricEigen>(table, "syevd", "heevd");
  add<TriangularSystem>(table, "trsm", "trsm");
  add<Tridiagonal>(table, "sytrd", "hetrd");
  add<TridiagonalSystem>(table, "gtsv", "gtsv");
  addComplex<ComplexEigen>(table, "geev");
  addComplex<ComplexSchur>(table, "gees");
  addReal<RealEigen>(table, "geev");
  addReal<RealSchur>(table, "gees");
}
