"""lit configuration of the GoogleTest binaries: one test per test case."""

import os

import lit.formats

config.name = "Weft-Unit"
config.suffixes = []
config.test_source_root = config.weft_unit_dir
config.test_exec_root = config.weft_unit_dir
config.test_format = lit.formats.GoogleTest(".", "Tests")
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "HOME", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
