#!/usr/bin/env python3
"""Parsing and verifying a large JAX module: Weft against jaxlib.

Both read the same text in the same minute, one after the other, each time in a
new context; the smallest of the times counts, since noise only ever adds.
"""

import argparse
import os
import subprocess
import tempfile
import time

import models

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir


def count_operations(module):
    count = 0

    def visit(_):
        nonlocal count
        count += 1
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return count


def time_jaxlib(text):
    context = mlir.make_ir_context()
    start = time.perf_counter()
    module = ir.Module.parse(text, context)
    elapsed = time.perf_counter() - start
    del module
    return elapsed * 1e3


def time_weft(process):
    process.stdin.write("parse\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise SystemExit("weft-parse-bench could not read the module")
    return float(answer)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True, help="path of weft-parse-bench")
    parser.add_argument("--layers", type=int, default=64)
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--locations", action="store_true", help="with debug info")
    arguments = parser.parse_args()

    lowered = models.transformer_step(arguments.layers).compiler_ir("stablehlo")
    text = lowered.operation.get_asm(enable_debug_info=arguments.locations)
    operations = count_operations(lowered)
    print(f"train step of {arguments.layers} layers: {operations} ops, {len(text)} bytes")

    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "step.mlir")
        with open(path, "w") as file:
            file.write(text)
        process = subprocess.Popen(
            [arguments.bench, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        pairs = [(time_weft(process), time_jaxlib(text)) for _ in range(arguments.repeat)]
        process.stdin.close()
        process.wait()
    weft, jaxlib = (min(times) for times in zip(*pairs))
    print(f"weft   {weft:8.1f} ms")
    print(f"jaxlib {jaxlib:8.1f} ms")
    print(f"parse ratio (weft / jaxlib): {weft / jaxlib:.2f}")


if __name__ == "__main__":
    main()
