//===- SanitizerDefaults.cpp - settings of sanitized programs ---*- C++ -*-===//
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
// Asking the host for too much memory is an error that Weft reports itself, so
// the sanitizers' allocators return null as the system's does.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:allocator_may_return_null=1";
}

extern "C" const char *__tsan_default_options() {
  return "allocator_may_return_null=1";
}
