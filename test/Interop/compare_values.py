#!/usr/bin/env python3
"""Evaluates JAX functions by JAX and by the reference interpreter.

    compare_values.py GROUP... --weft-opt PATH [--only NAME] [--verbose]

Each case of a group (see values/) is a function with arguments and a bound. It
is lowered by JAX; the arguments become constants of the program, so that
weft-opt can run it without input; its results are compared with what JAX
computes: integers exactly, floats within the bound (see values/registry.py).
"""

import argparse
import re
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")

from arrays import constant, element_name, read
from values import CASES

import jax
import numpy as np


def program(name, case):
    """The lowered function, and a function without arguments that calls it."""
    lowered = jax.jit(case.function).lower(*case.arguments)
    text = lowered.as_text().replace("func.func public @main(", "func.func private @jitted(")
    results = jax.eval_shape(case.function, *case.arguments)
    types = [
        "tensor<%s%s>" % ("".join(f"{d}x" for d in leaf.shape), element_name(leaf.dtype))
        for leaf in jax.tree.leaves(results)
    ]
    # JAX drops arguments that are not used.
    signature = re.search(r"@jitted\((.*?)\) ->", text, re.S).group(1)
    lines, names, operand_types = [], [], []
    arguments = jax.tree.leaves(case.arguments)
    kept = lowered._lowering.compile_args.get("kept_var_idx", range(len(arguments)))
    for i, argument in enumerate(arguments):
        if i not in kept:
            continue
        value, type = constant(argument)
        lines.append(f"    %c{i} = stablehlo.constant {value}")
        names.append(f"%c{i}")
        operand_types.append(type)
    assert len(names) == signature.count("%arg"), (name, signature)
    returned = ", ".join(f"%r#{i}" for i in range(len(types))) if len(types) > 1 else "%r"
    count = f":{len(types)}" if len(types) > 1 else ""
    wrapper = "\n".join(
        [f"  func.func public @case_{name}() -> ({', '.join(types)}) {{"]
        + lines
        + [
            f"    %r{count} = call @jitted({', '.join(names)}) : "
            f"({', '.join(operand_types)}) -> ({', '.join(types)})",
            f"    return {returned} : {', '.join(types)}",
            "  }",
        ]
    )
    end = text.rindex("}")
    return text[:end] + wrapper + "\n}\n"


def unit(dtype):
    """The distance of 1 and the next number."""
    import ml_dtypes

    return float(ml_dtypes.finfo(dtype).eps)


def error_of(actual, expected, is_scaled):
    """The largest error in units of the last place: of each element, or of the
    largest element of the array. Infinite where NaN or infinities differ."""
    if expected.size == 0:
        return 0.0
    if expected.dtype.kind in "iub" or "int" in expected.dtype.name:
        return 0.0 if np.array_equal(actual, expected) else float("inf")
    if expected.dtype.kind == "c":
        parts = [np.real, np.imag]
        if any(np.any(np.isnan(p(actual)) != np.isnan(p(expected))) for p in parts):
            return float("inf")
    real = np.float64 if expected.dtype.kind != "c" else np.complex128
    a, e = actual.astype(real), expected.astype(real)
    if np.any(np.isnan(a) != np.isnan(e)):
        return float("inf")
    finite = np.isfinite(e)
    if not np.array_equal(np.isfinite(a), finite):
        return float("inf")
    same_infinity = (a == e) | np.isnan(e) | finite
    if not np.all(same_infinity) and expected.dtype.kind != "c":
        return float("inf")
    a, e = a[finite], e[finite]
    if e.size == 0:
        return 0.0
    import ml_dtypes

    part = np.zeros(0, expected.dtype).real.dtype if expected.dtype.kind == "c" else expected.dtype
    tiny = float(ml_dtypes.finfo(part).tiny)
    size = np.max(np.abs(e)) if is_scaled else np.abs(e)
    return float(np.max(np.abs(a - e) / (np.maximum(size, tiny) * unit(part))))


def check(name, case, printed, verbose):
    """Problems of one case, as lines of text."""
    expected = [np.asarray(leaf) for leaf in jax.tree.leaves(jax.jit(case.function)(*case.arguments))]
    if len(printed) != len(expected):
        return [f"{name}: {len(printed)} results instead of {len(expected)}"]
    problems, worst = [], 0.0
    for i, (text, value) in enumerate(zip(printed, expected)):
        if case.results is not None and i not in case.results:
            continue
        actual = read(text, value)
        error = error_of(actual, value, case.is_scaled)
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
        printed[name.removeprefix("@case_")].append(rest[rest.index("> ") + 2:].lstrip("> "))
    problems = [done.stderr[:4000]] if done.returncode != 0 else []
    for name, case in cases.items():
        problems += check(name, case, printed[name], arguments.verbose)
    print(f"{len(cases)} cases, {len(problems)} problems")
    if problems:
        sys.exit("\n".join(problems))


main()
