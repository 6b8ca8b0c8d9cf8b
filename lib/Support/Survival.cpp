//===- Survival.cpp - work that may end its process -------------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Support/Survival.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace weft;

/// Signals end the copy at once: no stack traces, no core files.
static void makeMortal(unsigned seconds) {
  for (int signal :
       {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGXCPU, SIGPIPE})
    std::signal(signal, SIG_DFL);
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  rlimit time = {seconds, seconds};
  setrlimit(RLIMIT_CPU, &time);
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0)
    return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

bool weft::survives(llvm::function_ref<void()> body, unsigned seconds) {
  pid_t copy = fork();
  if (copy < 0)
    return true;
  if (copy == 0) {
    makeMortal(seconds);
    body();
    // Nothing of the process that was copied is to be closed or flushed.
    _exit(0);
  }
  int status = 0;
  while (waitpid(copy, &status, 0) < 0)
    if (errno != EINTR)
      return true;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
