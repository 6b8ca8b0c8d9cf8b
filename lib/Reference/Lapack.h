//===- Lapack.h - the routines of LAPACK by number type ---------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LAPACK is a library of Fortran routines with one name per number type. Here
// they are static members of one class template, so that callers can be written
// once. Arguments are pointers; each text argument has its length at the end.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_REFERENCE_LAPACK_H
#define WEFT_LIB_REFERENCE_LAPACK_H

#include <complex>
#include <cstddef>

// Routines with one signature for all number types: P is their prefix, T the
// number, R its real part; O and H are the words for orthogonal (unitary) and
// symmetric (Hermitian).
#define WEFT_LAPACK_COMMON(P, T, R, O, H)                                      \
  extern "C" {                                                                 \
  void P##potrf_(const char *, const int *, T *, const int *, int *, size_t);  \
  void P##getrf_(const int *, const int *, T *, const int *, int *, int *);    \
  void P##trsm_(const char *, const char *, const char *, const char *,        \
                const int *, const int *, const T *, const T *, const int *,   \
                T *, const int *, size_t, size_t, size_t, size_t);             \
  void P##geqrf_(const int *, const int *, T *, const int *, T *, T *,         \
                 const int *, int *);                                          \
  void P##O##gqr_(const int *, const int *, const int *, T *, const int *,     \
                  const T *, T *, const int *, int *);                         \
  void P##O##mqr_(const char *, const char *, const int *, const int *,        \
                  const int *, const T *, const int *, const T *, T *,         \
                  const int *, T *, const int *, int *, size_t, size_t);       \
  void P##gehrd_(const int *, const int *, const int *, T *, const int *, T *, \
                 T *, const int *, int *);                                     \
  void P##H##trd_(const char *, const int *, T *, const int *, R *, R *, T *,  \
                  T *, const int *, int *, size_t);                            \
  void P##gtsv_(const int *, const int *, T *, T *, T *, T *, const int *,     \
                int *);                                                        \
  }                                                                            \
  namespace weft::reference {                                                  \
  template <> struct LapackCommon<T> {                                         \
    using Part = R;                                                            \
    static constexpr auto potrf = P##potrf_;                                   \
    static constexpr auto getrf = P##getrf_;                                   \
    static constexpr auto trsm = P##trsm_;                                     \
    static constexpr auto geqrf = P##geqrf_;                                   \
    static constexpr auto orgqr = P##O##gqr_;                                  \
    static constexpr auto ormqr = P##O##mqr_;                                  \
    static constexpr auto gehrd = P##gehrd_;                                   \
    static constexpr auto sytrd = P##H##trd_;                                  \
    static constexpr auto gtsv = P##gtsv_;                                     \
  };                                                                           \
  }

// Routines whose complex form has one more array of real numbers to work with.
#define WEFT_LAPACK_REAL(P, T)                                                 \
  extern "C" {                                                                 \
  void P##geqp3_(const int *, const int *, T *, const int *, int *, T *, T *,  \
                 const int *, int *);                                          \
  void P##syevd_(const char *, const char *, const int *, T *, const int *,    \
                 T *, T *, const int *, int *, const int *, int *, size_t,     \
                 size_t);                                                      \
  void P##gesdd_(const char *, const int *, const int *, T *, const int *,     \
                 T *, T *, const int *, T *, const int *, T *, const int *,    \
                 int *, int *, size_t);                                        \
  void P##gesvd_(const char *, const char *, const int *, const int *, T *,    \
                 const int *, T *, T *, const int *, T *, const int *, T *,    \
                 const int *, int *, size_t, size_t);                          \
  void P##geev_(const char *, const char *, const int *, T *, const int *,     \
                T *, T *, T *, const int *, T *, const int *, T *,             \
                const int *, int *, size_t, size_t);                           \
  void P##gees_(const char *, const char *, void *, const int *, T *,          \
                const int *, int *, T *, T *, T *, const int *, T *,           \
                const int *, int *, int *, size_t, size_t);                    \
  }                                                                            \
  namespace weft::reference {                                                  \
  template <> struct Lapack<T> : LapackCommon<T> {                             \
    static constexpr auto geqp3 = P##geqp3_;                                   \
    static constexpr auto syevd = P##syevd_;                                   \
    static constexpr auto gesdd = P##gesdd_;                                   \
    static constexpr auto gesvd = P##gesvd_;                                   \
    static constexpr auto geev = P##geev_;                                     \
    static constexpr auto gees = P##gees_;                                     \
  };                                                                           \
  }

#define WEFT_LAPACK_COMPLEX(P, T, R)                                           \
  extern "C" {                                                                 \
  void P##geqp3_(const int *, const int *, T *, const int *, int *, T *, T *,  \
                 const int *, R *, int *);                                     \
  void P##heevd_(const char *, const char *, const int *, T *, const int *,    \
                 R *, T *, const int *, R *, const int *, int *, const int *,  \
                 int *, size_t, size_t);                                       \
  void P##gesdd_(const char *, const int *, const int *, T *, const int *,     \
                 R *, T *, const int *, T *, const int *, T *, const int *,    \
                 R *, int *, int *, size_t);                                   \
  void P##gesvd_(const char *, const char *, const int *, const int *, T *,    \
                 const int *, R *, T *, const int *, T *, const int *, T *,    \
                 const int *, R *, int *, size_t, size_t);                     \
  void P##geev_(const char *, const char *, const int *, T *, const int *,     \
                T *, T *, const int *, T *, const int *, T *, const int *,     \
                R *, int *, size_t, size_t);                                   \
  void P##gees_(const char *, const char *, void *, const int *, T *,          \
                const int *, int *, T *, T *, const int *, T *, const int *,   \
                R *, int *, int *, size_t, size_t);                            \
  }                                                                            \
  namespace weft::reference {                                                  \
  template <> struct Lapack<T> : LapackCommon<T> {                             \
    static constexpr auto geqp3 = P##geqp3_;                                   \
    static constexpr auto syevd = P##heevd_;                                   \
    static constexpr auto gesdd = P##gesdd_;                                   \
    static constexpr auto gesvd = P##gesvd_;                                   \
    static constexpr auto geev = P##geev_;                                     \
    static constexpr auto gees = P##gees_;                                     \
  };                                                                           \
  }

namespace weft::reference {
/// The routines for numbers `T`: float, double and their complex types.
template <typename T> struct Lapack;
template <typename T> struct LapackCommon;
} // namespace weft::reference

WEFT_LAPACK_COMMON(s, float, float, or, sy)
WEFT_LAPACK_COMMON(d, double, double, or, sy)
WEFT_LAPACK_COMMON(c, std::complex<float>, float, un, he)
WEFT_LAPACK_COMMON(z, std::complex<double>, double, un, he)
WEFT_LAPACK_REAL(s, float)
WEFT_LAPACK_REAL(d, double)
WEFT_LAPACK_COMPLEX(c, std::complex<float>, float)
WEFT_LAPACK_COMPLEX(z, std::complex<double>, double)

#undef WEFT_LAPACK_COMMON
#undef WEFT_LAPACK_REAL
#undef WEFT_LAPACK_COMPLEX

#endif // WEFT_LIB_REFERENCE_LAPACK_H
