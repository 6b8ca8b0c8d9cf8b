//===- SanitizerDefaults.cpp - ASan beside uninstrumented MLIR --*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's allocators mark unused memory as poisoned when compiled under ASan. An
// allocator that our code made and libMLIR.so uses would never be unmarked, as
// the packaged library has no such code. All other checks stay.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0";
}
