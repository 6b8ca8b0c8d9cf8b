#!/usr/bin/env python3
"""Writes partitioned programs in Shardy's form, for jaxlib to parse and verify.

    export_sdy.py GROUP... --weft-opt PATH [--only NAME] [--at-least N] [--without NAME...]

Each program of a group (see programs/) is partitioned up to the stage where its
reshards are collectives and its types are still whole. `weft-export-sdy` writes
that, and jaxlib, which has Shardy's own verifiers, has to accept it. The last line
counts the collectives that were written. Programs with partial maxima or minima,
for which the Shardy of jaxlib has no words, must be those named by --without.
"""

import argparse
import collections
import random
import re
import subprocess
import sys
import zlib

import evaluate
import export_xla
from programs import PROGRAMS

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir

PASSES = ["--weft-import-sdy", "--weft-pipeline=after=lower", "--weft-export-sdy"]


def check(name, program, options):
    lowered = program()
    if not hasattr(lowered, "compiler_ir"):
        raise evaluate.Unsupported("an exported program")
    module = lowered.compiler_ir("stablehlo")
    text = module.operation.get_asm(enable_debug_info=False)
    if "sdy.mesh" not in text:
        text = export_xla.annotate(module, random.Random(zlib.crc32(name.encode())))
    done = subprocess.run([options.weft_opt, *PASSES, "-"], input=text.encode(), capture_output=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"weft-opt exits with {done.returncode}\n{done.stderr.decode(errors='replace')[:800]}")
    written = done.stdout.decode()
    if re.search(r"unreduced=(max|min)", written):
        raise evaluate.Unsupported("jaxlib's Shardy has partial sums only")
    with mlir.make_ir_context() as context:
        ir.Module.parse(written, context).operation.verify()
    return collections.Counter(re.findall(r"sdy\.(all_\w+|reduce_scatter|collective_permute|\w+_to_unreduced|reshard)\b", written))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--only")
    parser.add_argument("--at-least", type=int, default=0, help="how many programs must be accepted")
    parser.add_argument("--without", nargs="*", default=[], help="programs that cannot be said")
    options = parser.parse_args()
    total, passed, failed = collections.Counter(), 0, 0
    unsaid = []
    for group in options.groups:
        for name, program in PROGRAMS[group].items():
            if (options.only and name != options.only) or name in export_xla.SKIPPED.get(group, {}):
                continue
            try:
                found = check(name, program, options)
                total += found
                passed += 1
            except evaluate.Unsupported as reason:
                if "partial sums" in str(reason):
                    unsaid.append(name)
            except Exception as error:
                failed += 1
                print(f"{group}/{name}: {type(error).__name__}: {error}", flush=True)
    print(f"{passed} programs are accepted:", ", ".join(f"{count} {kind}" for kind, count in sorted(total.items())))
    print("cannot be said:", ", ".join(unsaid) or "none")
    wrong = not options.only and sorted(unsaid) != sorted(options.without)
    return 1 if failed or wrong or passed < options.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
