//===- CheckpointKillTest.cpp - writers that are stopped --------*- C++ -*-===//
//
// This file is licensed under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The system calls that change files are defined here, in front of those of the
// C library, so that a copy of the process can be killed before any of them.
//
//===----------------------------------------------------------------------===//

#include "CheckpointFixture.h"

#include <atomic>
#include <csignal>
#include <cstdarg>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

/// How many calls may yet be made; negative for any number.
static std::atomic<int> callsLeft{-1};
static std::atomic<int> callsMade{0};

/// The process is gone before its call number `callsLeft`.
static void countCall() {
  ++callsMade;
  if (callsLeft >= 0 && callsLeft-- == 0)
    ::kill(::getpid(), SIGKILL);
}

template <typename F> static F *findNext(const char *name) {
  return reinterpret_cast<F *>(::dlsym(RTLD_NEXT, name));
}

extern "C" {
ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  static auto *next =
      findNext<ssize_t(int, const void *, size_t, off_t)>("pwrite");
  countCall();
  return next(file, bytes, size, offset);
}
int fsync(int file) {
  static auto *next = findNext<int(int)>("fsync");
  countCall();
  return next(file);
}
int rename(const char *from, const char *to) noexcept {
  static auto *next = findNext<int(const char *, const char *)>("rename");
  countCall();
  return next(from, to);
}
int mkdir(const char *path, mode_t mode) noexcept {
  static auto *next = findNext<int(const char *, mode_t)>("mkdir");
  countCall();
  return next(path, mode);
}
int unlink(const char *path) noexcept {
  static auto *next = findNext<int(const char *)>("unlink");
  countCall();
  return next(path);
}
int remove(const char *path) noexcept {
  static auto *next = findNext<int(const char *)>("remove");
  countCall();
  return next(path);
}
int open(const char *path, int flags, ...) {
  static auto *next = findNext<int(const char *, int, mode_t)>("open");
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (flags & O_CREAT)
    countCall();
  return next(path, flags, mode);
}
}

using namespace weft;

namespace {

class CheckpointKillTest : public CheckpointTest {
protected:
  /// Two leaves, all of whose bytes say which step it is.
  static std::vector<CheckpointLeaf> getLeaves() {
    return {makeLeaf("a", ElementType::I8, {300, 20}),
            makeLeaf("b", ElementType::I8, {5})};
  }

  llvm::Error save(int64_t step, unsigned keep) {
    std::vector<CheckpointLeaf> leaves = getLeaves();
    auto writer = CheckpointWriter::create(getPath("c"), {step}, leaves);
    if (!writer)
      return writer.takeError();
    for (size_t i = 0; i < leaves.size(); ++i)
      for (const Box &box : split(leaves[i], {3})) {
        std::vector<uint8_t> bytes(box.sizes[0] * (i == 0 ? 20 : 1), step);
        if (llvm::Error error = (*writer)->write(i, box, bytes))
          return error;
      }
    return (*writer)->commit(keep);
  }

  /// The step of the checkpoint that is there, which must be whole; -1 if there
  /// is none.
  int64_t restore() {
    auto reader = CheckpointReader::open(getPath("c"));
    if (!reader) {
      EXPECT_TRUE(llvm::StringRef(toString(reader.takeError()))
                      .contains("holds no checkpoint"));
      return -1;
    }
    const int64_t step = (*reader)->getInfo().step;
    for (size_t i = 0; i < 2; ++i) {
      const CheckpointLeaf &leaf = (*reader)->getLeaves()[i];
      std::vector<uint8_t> bytes(leaf.type.getNumBytes());
      EXPECT_OK((*reader)->read(i, Box::whole(leaf.type), bytes));
      EXPECT_EQ(bytes, std::vector<uint8_t>(bytes.size(), step));
    }
    return step;
  }

  /// The highest step that is complete, named by `latest` or not.
  int64_t getNewest() {
    auto entries = listCheckpoints(getPath("c"));
    if (!entries || entries->empty()) {
      ADD_FAILURE() << "no checkpoint";
      return 0;
    }
    return entries->back().step;
  }

  /// Runs `work` in a copy of this process; true if it came to its end.
  template <typename Work> static bool runCopy(Work work) {
    const pid_t copy = ::fork();
    if (copy == 0) {
      work();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(copy, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
};

/// Killed before each of its system calls in turn, while it replaces an older
/// checkpoint: the old one or the new one is there, whole.
TEST_F(CheckpointKillTest, survivesAKillBeforeEverySystemCall) {
  EXPECT_OK(save(1, 1));
  int calls = 0;
  bool done = false;
  int64_t last = 1;
  for (; !done; ++calls) {
    ASSERT_LT(calls, 1000);
    // One that was complete but not yet named may be there.
    const int64_t next = getNewest() + 1;
    done = runCopy([&] {
      callsLeft = calls;
      llvm::cantFail(save(next, 1));
    });
    const int64_t found = restore();
    EXPECT_TRUE(found == last || found == next) << "before call " << calls;
    EXPECT_TRUE(!done || found == next);
    last = found;
  }
  // Data, manifest, names, flushing, and the removal of the old one.
  EXPECT_GT(calls, 20);
}

/// The same without an older one.
TEST_F(CheckpointKillTest, leavesNothingHalfForTheFirst) {
  for (int calls = 0;; ++calls) {
    ASSERT_LT(calls, 1000);
    llvm::sys::fs::remove_directories(getPath("c"));
    ASSERT_FALSE(llvm::sys::fs::create_directory(getPath("c")));
    const bool done = runCopy([&] {
      callsLeft = calls;
      llvm::cantFail(save(7, 0));
    });
    const int64_t found = restore();
    EXPECT_TRUE(found == -1 || found == 7) << "before call " << calls;
    if (done) {
      EXPECT_EQ(found, 7);
      break;
    }
  }
}

/// Killed 200 times at a random time in a loop that saves and saves.
TEST_F(CheckpointKillTest, survivesKillsAtRandomTimes) {
  EXPECT_OK(save(1, 2));
  std::mt19937 random(0);
  int64_t last = 1, named = 1;
  for (int i = 0; i < 200; ++i) {
    const pid_t copy = ::fork();
    if (copy == 0)
      for (int64_t step = last + 1;; ++step)
        llvm::cantFail(save(step, 2));
    ::usleep(random() % 8000);
    ::kill(copy, SIGKILL);
    int status = 0;
    ::waitpid(copy, &status, 0);
    const int64_t found = restore();
    EXPECT_GE(found, named);
    named = found;
    last = std::max(found, getNewest());
  }
}

} // namespace
