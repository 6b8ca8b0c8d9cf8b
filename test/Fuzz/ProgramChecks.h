//===- ProgramChecks.h - what must hold for any input -----------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TEST_FUZZ_PROGRAMCHECKS_H
#define WEFT_TEST_FUZZ_PROGRAMCHECKS_H

#include "llvm/ADT/StringRef.h"

namespace weft::fuzz {

/// Reads `source` (text or bytecode) as a program. A refusal with a diagnostic
/// is a fine answer. A program that is accepted must survive everything a user
/// can do with it next: printing in both forms and reading each back to the
/// same program, the same through bytecode, and canonicalisation.
/// Aborts, which libFuzzer reports, when one of these does not hold.
void checkProgram(llvm::StringRef source);

} // namespace weft::fuzz

#endif // WEFT_TEST_FUZZ_PROGRAMCHECKS_H
