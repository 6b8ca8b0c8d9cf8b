"""lit configuration of Weft's tests.

Three kinds of tests live side by side:
  *.mlir, *.test     RUN lines with FileCheck
  Unit/              GoogleTest binaries, one lit test per test case
  Interop/           need the JAX virtual environment; unsupported without it
"""

import os
import sys

import lit.formats
from lit.llvm import llvm_config  # noqa: F401  (checks that lit is LLVM's)

config.name = "Weft"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.join(config.weft_source_dir, "test")
config.test_exec_root = os.path.join(config.weft_build_dir, "test")

tools = [os.path.join(config.weft_build_dir, "bin"), config.llvm_tools_dir]
config.environment["PATH"] = os.pathsep.join(tools + [os.environ["PATH"]])
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%weft_src", config.weft_source_dir))
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%jax_python", config.jax_python))
if os.access(config.jax_python, os.X_OK):
    config.available_features.add("jax")
if config.sanitizers:
    config.available_features.add("sanitizers")
if config.fuzzers in ("ON", "1", "TRUE"):
    config.available_features.add("fuzzers")
