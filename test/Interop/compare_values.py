#!/usr/bin/env python3
"""Evaluates JAX functions by JAX and by the reference interpreter.

    compare_values.py GROUP... --weft-opt PATH [--only NAME] [--verbose]

Each case of a group (see values/) is a function with arguments and a bound. It
is lowered by JAX; the arguments become constants of the program, so that
weft-opt can run it without input; its results are compared with what JAX
computes: integers exactly, floats within the bound (see values/registry.py).
"""

import argparse
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")

from evaluation import parse_result, self_contained, type_of, units_off
from values import CASES

import jax
import numpy as np


def program(name, case):
    """The lowered function, and a function without arguments that calls it."""
    lowered = jax.jit(case.function).lower(*case.arguments)
    results = jax.tree.leaves(jax.eval_shape(case.function, *case.arguments))
    arguments = [np.asarray(argument) for argument in jax.tree.leaves(case.arguments)]
    # JAX drops arguments that are not used.
    kept = lowered._lowering.compile_args.get("kept_var_idx", range(len(arguments)))
    arrays = [argument for i, argument in enumerate(arguments) if i in kept]
    return self_contained(lowered.as_text(), f"case_{name}", arrays, [type_of(result) for result in results])


def check(name, case, printed, verbose):
    """Problems of one case, as lines of text."""
    expected = [np.asarray(leaf) for leaf in jax.tree.leaves(jax.jit(case.function)(*case.arguments))]
    if len(printed) != len(expected):
        return [f"{name}: {len(printed)} results instead of {len(expected)}"]
    problems, worst = [], 0.0
    for i, (text, value) in enumerate(zip(printed, expected)):
        if case.results is not None and i not in case.results:
            continue
        actual = parse_result(text)
        error = units_off(actual, value, case.is_scaled)
        worst = max(worst, error)
        if not error <= case.bound:
            problems.append(
                f"{name}: result {i} is off by {error:.3g} ulp, {case.bound} allowed\n"
                f"  weft {str(actual.ravel()[:16])}\n  jax  {str(value.ravel()[:16])}"
            )
    if verbose:
        print(f"{name}: {worst:.3g} ulp of {case.bound}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    groups = CASES if arguments.groups == ["all"] else arguments.groups
    cases = {
        name: case
        for group in groups
        for name, case in CASES[group].items()
        if arguments.only in name
    }
    source = "// -----\n".join(program(name, case) for name, case in cases.items())
    done = subprocess.run(
        [arguments.weft_opt, "--weft-evaluate", "--split-input-file", "-o", "/dev/null", "-"],
        input=source, capture_output=True, text=True,
    )
    printed = {name: [] for name in cases}
    for line in done.stdout.splitlines():
        name, _, rest = line.partition(": ")
        printed[name.removeprefix("@case_")].append(rest)
    problems = [done.stderr[:4000]] if done.returncode != 0 else []
    for name, case in cases.items():
        problems += check(name, case, printed[name], arguments.verbose)
    print(f"{len(cases)} cases, {len(problems)} problems")
    if problems:
        sys.exit("\n".join(problems))


main()
