#!/usr/bin/env python3
"""Propagation on a train step: Weft against Shardy inside jaxlib.

Both start from the same text and give every value a sharding; neither verifies
and neither is charged for parsing. Weft is timed a second time on the way to
what each device runs: all of its partitioning beside Shardy's propagation
alone; and a third time with explanations kept. The runs alternate, and the smallest of the
times counts, since noise only ever adds.
"""

import argparse
import os
import subprocess
import tempfile
import time

import models
from parse import count_operations

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir, passmanager

#: Axes of the mesh that the models are lowered for, and of a large one.
SMALL = '<["data"=2, "model"=4]>'
LARGE = '<["data"=512, "model"=8]>'


def time_shardy(text):
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        manager = passmanager.PassManager.parse("builtin.module(sdy-propagation-pipeline)")
        manager.enable_verifier(False)
        start = time.perf_counter()
        manager.run(module.operation)
        return (time.perf_counter() - start) * 1e3


class Weft:
    """A process that answers with times, so that starting one is not counted."""

    def __init__(self, tool, *options):
        self.process = subprocess.Popen(
            [tool, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def time(self, path):
        self.process.stdin.write(path + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"weft-propagate-bench failed on {path}")
        return float(answer)


def write(scratch, name, text):
    path = os.path.join(scratch, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True, help="path of weft-propagate-bench")
    parser.add_argument("--layers", type=int, nargs="*", default=[2, 8, 32, 64])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--large", type=int, default=176, help="layers on 4096 devices")
    arguments = parser.parse_args()
    weft, whole = Weft(arguments.bench), Weft(arguments.bench, "--partition")
    explaining = Weft(arguments.bench, "--explain")
    with tempfile.TemporaryDirectory() as scratch:
        for layers in arguments.layers:
            lowered = models.transformer_step(layers).compiler_ir("stablehlo")
            text = str(lowered)
            path = write(scratch, f"{layers}.mlir", text)
            count = count_operations(lowered)
            runs = [
                (weft.time(path), explaining.time(path), whole.time(path), time_shardy(text))
                for _ in range(arguments.repeat)
            ]
            ours, explained, partitioned, theirs = (min(times) for times in zip(*runs))
            print(
                f"{layers:3} layers, {count:6} ops: weft {ours:7.1f} ms, "
                f"shardy {theirs:7.1f} ms, propagation ratio (shardy / weft): "
                f"{theirs / ours:.1f}; with explanations {explained / ours:.2f} of the time; "
                f"with partitioning weft {partitioned:7.1f} ms, ratio "
                f"{theirs / partitioned:.1f}",
                flush=True,
            )
        if not arguments.large:
            return
        lowered = models.transformer_step(arguments.large).compiler_ir("stablehlo")
        text, count = str(lowered), count_operations(lowered)
        assert SMALL in text
        for mesh in (SMALL, LARGE):
            path = write(scratch, "large.mlir", text.replace(SMALL, mesh))
            ours = min(weft.time(path) for _ in range(arguments.repeat))
            partitioned = min(whole.time(path) for _ in range(arguments.repeat))
            print(
                f"{arguments.large} layers, {count} ops, mesh {mesh}: weft {ours:.1f} ms, "
                f"with partitioning {partitioned:.1f} ms"
            )


if __name__ == "__main__":
    main()
