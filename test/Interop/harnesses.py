#!/usr/bin/env python3
"""Runs the programs that JAX tests its own lowering with, sharded at random.

    harnesses.py --weft PATH [--seed N | --fresh] [--per-group N] [--only TEXT] [--keep DIR] [--whole]

jax._src.internal_test_util.test_harnesses has several thousand small programs with
inputs, over all primitives of lax and their element types; StableHLO's own conformance
programs come from it. Each is lowered and run by JAX on one device. Then it gets a mesh
and annotations, drawn from the seed and its name (see annotations.py), and Weft runs it
whole and partitioned. Both have to give what JAX gives: integers and booleans exactly,
floats up to BOUND; a decomposition of a matrix has to be one.

Prints every program that is not right, and how many were right, wrong, refused (with
a diagnostic), crashed and did not end. Exits with 1 if any was not right.
"""

import argparse
import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import warnings
import zlib

warnings.simplefilter("ignore")
os.environ["JAX_PLATFORMS"] = "cpu"

import jax

jax.config.update("jax_enable_x64", True)

import numpy as np
from jax._src.internal_test_util import test_harnesses

from annotations import Annotator
from decompositions import RESIDUALS
from evaluation import units_off

MESHES = 6 * [{"x": 4}] + 6 * [{"x": 2, "y": 2}] + [{"x": 3}, {"x": 2, "y": 3}]
# In units of the last place of the largest element of a result. A result that is further from
# JAX's has to be that close to what JAX computes with twice the digits.
BOUND = 8
LIMIT = 60


class Skipped(Exception):
    """JAX does not run it."""


class Program:
    """A harness as JAX lowers it, with its inputs and what JAX says to them."""

    def __init__(self, harness):
        if not harness.filter("cpu"):
            raise Skipped("not implemented by JAX")
        self.name = harness.fullname
        self.group = harness.group_name
        self.params = harness.params
        self.function = harness.dyn_fun
        arguments = harness.dyn_args_maker(np.random.RandomState(zlib.crc32(self.name.encode())))
        self.arguments = arguments
        self.lowered = jax.jit(harness.dyn_fun).lower(*arguments)
        leaves = [np.asarray(leaf) for leaf in jax.tree.leaves(arguments)]
        kept = self.lowered._lowering.compile_args.get("kept_var_idx", range(len(leaves)))
        self.inputs = [leaf for i, leaf in enumerate(leaves) if i in kept]
        self.expected = [np.asarray(leaf) for leaf in jax.tree.leaves(self.lowered.compile()(*arguments))]

    def compute_exactly(self):
        """What JAX says with twice the digits, if it can."""
        wide = {"float32": np.float64, "bfloat16": np.float64, "float16": np.float64, "complex64": np.complex128}
        arguments = jax.tree.map(lambda leaf: np.asarray(leaf).astype(wide.get(str(np.asarray(leaf).dtype), np.asarray(leaf).dtype)), self.arguments)
        try:
            return [np.asarray(leaf) for leaf in jax.tree.leaves(jax.jit(self.function)(*arguments))]
        except Exception:
            return None

    def annotated(self, seed):
        rng = random.Random(f"{seed} {self.name}")
        return Annotator(rng, rng.choice(MESHES), True).annotate(self.lowered.compiler_ir("stablehlo"))


class Failure(Exception):
    """What went wrong, as one of the counted outcomes, and a message."""

    def __init__(self, outcome, message):
        super().__init__(message)
        self.outcome = outcome


def run_weft(weft, folder, program, *options):
    """The results of the program in `folder`."""
    out = folder / "-".join(["out", *options])
    try:
        done = subprocess.run([weft, "run", folder / "program.mlir", "--inputs", folder / "in", "--out", out, *options],
                              capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise Failure("hangs", f"does not end in {LIMIT} s")
    if done.returncode in (1, 3) and "error: " in done.stderr and "PLEASE submit" not in done.stderr:
        raise Failure("refused", "\n".join(re.findall("error: .*|note: .*", done.stderr))[:600])
    if done.returncode != 0:
        raise Failure("crashes", f"exit {done.returncode}: {done.stderr[:200]} ... {done.stderr[-800:]}")
    arrays = []
    for i, expected in enumerate(program.expected):
        if not (out / f"out_{i}.npy").exists():
            raise Failure("wrong", f"result {i} is missing: {done.stderr[-300:]}")
        array = np.load(out / f"out_{i}.npy")
        arrays.append(array.view(expected.dtype) if array.dtype != expected.dtype else array)
    return arrays


def rows(arrays):
    """What a sort moves together, in an order that does not depend on ties."""
    return sorted(zip(*(array.ravel().tolist() for array in arrays)))


def compare_sorted(program, actual):
    """Ties may lie in any order: the keys are given, and what belongs to them."""
    if not np.array_equal(actual[0], program.expected[0]) or rows(actual) != rows(program.expected):
        raise Failure("wrong", f"not the same rows\nweft: {actual}\njax:  {program.expected}"[:1500])
    return 0.0


def compare_top(program, actual):
    """The largest elements are given, and that they are at the places; of ties it may be any."""
    values, places = actual
    taken = np.take_along_axis(program.inputs[0], places.astype(np.int64), -1)
    is_repeated = np.any(np.diff(np.sort(places, -1), axis=-1) == 0)
    if not np.array_equal(values, program.expected[0]) or not np.array_equal(values, taken) or is_repeated:
        raise Failure("wrong", f"not the largest\nweft: {actual}\njax:  {program.expected}"[:1500])
    return 0.0


def compare_numbers(program, actual):
    worst = 0.0
    for i, (ours, theirs) in enumerate(zip(actual, program.expected, strict=True)):
        error = units_off(ours, theirs, True)
        if not error <= BOUND:
            exact = program.compute_exactly()
            error = units_off(ours, exact[i].astype(ours.dtype), True) if exact else error
        if not error <= BOUND:
            raise Failure("wrong", f"result {i} is {error} units off\nweft: {ours}\njax:  {theirs}"[:1500])
        worst = max(worst, error)
    return worst


def compare(program, actual):
    """How far off the results are. Decompositions are not unique: what is asked of these is
    that they are decompositions (see decompositions.py)."""
    if len(actual) != len(program.expected):
        raise Failure("wrong", f"{len(actual)} results instead of {len(program.expected)}")
    if "isstable_False" in program.name and "multiple_arrays" in program.name:
        return compare_sorted(program, actual)
    if program.group == "approx_top_k":
        return compare_top(program, actual)
    if program.group not in RESIDUALS:
        return compare_numbers(program, actual)
    worst = 0.0
    for what, error in RESIDUALS[program.group](program.inputs[0], actual, program.params):
        if not error <= BOUND:
            raise Failure("wrong", f"{what} is {error} units off\nweft: {actual}\njax:  {program.expected}"[:1500])
        worst = max(worst, error)
    for ours, theirs in zip(actual, program.expected):
        if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
            raise Failure("wrong", f"a result is {ours.dtype}{ours.shape}, not {theirs.dtype}{theirs.shape}")
    return worst


def check(program, options, folder):
    """How far off the results are, in units of the last place."""
    (folder / "program.mlir").write_text(program.annotated(options.seed))
    (folder / "in").mkdir()
    for i, array in enumerate(program.inputs):
        np.save(folder / "in" / f"in_{i}.npy", array)
    worst = 0.0
    for how in (["--whole"],) if options.whole else (["--whole"], []):
        try:
            worst = max(worst, compare(program, run_weft(options.weft, folder, program, *how)))
        except Failure as failure:
            raise Failure(failure.outcome, f"{' '.join(how) or 'partitioned'}: {failure}")
    return worst


def sample(options):
    """Some harnesses of each group, drawn by the seed."""
    groups = collections.defaultdict(list)
    for harness in test_harnesses.all_harnesses:
        if re.search(options.only or "", harness.fullname):
            groups[harness.group_name].append(harness)
    for group in groups.values():
        count = min(len(group), options.per_group or len(group))
        yield from random.Random(f"{options.seed} {group[0].group_name}").sample(group, count)


def report(program, failure, folder, options):
    print(f"{program.name}: {failure.outcome}: {failure}", flush=True)
    if options.keep:
        keep = pathlib.Path(options.keep) / program.name
        keep.parent.mkdir(parents=True, exist_ok=True)
        if not keep.exists():
            folder.rename(keep)
            folder.mkdir()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", required=True)
    parser.add_argument("--seed", type=int, default=0, help="of the annotations and of the sample")
    parser.add_argument("--fresh", action="store_true", help="take a seed that nobody has tried")
    parser.add_argument("--per-group", type=int, help="at most so many of a group")
    parser.add_argument("--only", help="a regular expression for the names")
    parser.add_argument("--keep", help="where to leave the programs that fail, with their inputs")
    parser.add_argument("--whole", action="store_true", help="not partitioned")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if options.fresh:
        options.seed = random.SystemRandom().randrange(1 << 31)
    print(f"seed {options.seed}", flush=True)
    outcomes, worst, start = collections.Counter(), collections.Counter(), time.time()
    for harness in sample(options):
        try:
            program = Program(harness)
        except Exception as reason:
            outcomes["not run by JAX"] += 1
            if options.verbose:
                print(f"{harness.fullname}: not run by JAX: {type(reason).__name__} {str(reason)[:200]}", flush=True)
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                error = check(program, options, pathlib.Path(folder))
                worst[program.group] = max(worst[program.group], error)
                outcomes["right"] += 1
                if options.verbose:
                    print(f"{program.name}: {error:.3g} units", flush=True)
            except Failure as failure:
                outcomes[failure.outcome] += 1
                report(program, failure, pathlib.Path(folder), options)
    if options.verbose:
        print(", ".join(f"{group} {error:.3g}" for group, error in worst.most_common()))
    print(", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common()) + f", in {time.time() - start:.0f} s")
    sys.exit(set(outcomes) - {"right", "not run by JAX"} != set())


if __name__ == "__main__":
    main()
