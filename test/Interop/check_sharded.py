#!/usr/bin/env python3
"""Partitions programs that JAX or Flax sharded, and runs them against the whole.

    check_sharded.py GROUP... --weft PATH [--only NAME] [--at-least N] [--verbose]

Each program of a group (see programs/) goes to `weft check` as JAX prints it. The
programs that cannot be compared are in SKIPPED, each with its reason.
"""

import argparse
import subprocess
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")

from programs import PROGRAMS

SKIPPED = {
    ("sharding", "three_axes_and_two_meshes"): "one op on two meshes is an error",
    ("sharding", "shard_map_partial_manual"): "collectives of partitions, run whole",
    ("sharding", "ragged_all_to_all"): "a custom call that nobody interprets",
    ("sharding", "custom_partitioned"): "a custom call that nobody interprets",
}


def text_of(program):
    result = program()
    if hasattr(result, "mlir_module"):
        return result.mlir_module()
    return result.compiler_ir("stablehlo").operation.get_asm(enable_debug_info=False)


def check(program, weft):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text_of(program))
        file.flush()
        done = subprocess.run([weft, "check", file.name], capture_output=True, text=True,
                              timeout=300)
    if done.returncode != 0:
        errors = [row for row in done.stderr.splitlines() if "error:" in row or "note:" in row]
        raise RuntimeError("\n".join(errors[:4])[:800] or done.stderr[-800:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--weft", required=True)
    parser.add_argument("--only")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--at-least", type=int, default=0, help="how many programs must agree")
    options = parser.parse_args()
    failed = passed = 0
    for group in options.groups:
        for name, program in PROGRAMS[group].items():
            if (options.only and name != options.only) or (group, name) in SKIPPED:
                continue
            try:
                check(program, options.weft)
                passed += 1
                if options.verbose:
                    print(f"{group}/{name}: agrees", flush=True)
            except Exception as error:
                failed += 1
                print(f"{group}/{name}: {type(error).__name__}: {error}", flush=True)
    print(f"{passed} agree")
    if passed < options.at_least:
        failed += 1
        print(f"expected at least {options.at_least}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
