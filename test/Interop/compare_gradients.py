#!/usr/bin/env python3
"""Differentiates functions by JAX and by Weft.

    compare_gradients.py GROUP... --weft-opt PATH [--only NAME] [--verbose]

Each case of a group (see gradients/) is lowered by JAX without its derivative;
Weft differentiates what JAX has printed and its interpreter runs it. Compared
are the value and all gradients with jax.value_and_grad; where a case says so,
the gradient of the gradient's square, by differentiating twice; and, where the
function is smooth, the slope in one direction with finite differences, which
also judge what JAX has no derivative for.
"""

import argparse
import re
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")

from gradients import CASES
from gradients.registry import loss_of
from arrays import constant, element_name, read

import jax
import jax.numpy as jnp
import numpy as np


def tensor_type(array):
    return "tensor<%s%s>" % ("".join(f"{size}x" for size in array.shape), element_name(array.dtype))


def is_inexact(array):
    return jnp.issubdtype(array.dtype, jnp.inexact)


def square_function(arguments, wrt):
    """A function that calls value_and_grad and sums the squared gradients."""
    types = [tensor_type(a) for a in arguments]
    names = ", ".join(f"%a{i}" for i in range(len(types)))
    value = "tensor<f64>"
    lines = [
        f"  func.func private @square({', '.join(f'%a{i}: {t}' for i, t in enumerate(types))}) -> {value} {{",
        f"    %v, {', '.join(f'%g{i}' for i in wrt)} = weft.value_and_grad @loss({names}) wrt [{', '.join(map(str, wrt))}]"
        f" : ({', '.join(types)}) -> ({value}, {', '.join(types[i] for i in wrt)})",
        "    %zero = stablehlo.constant dense<0.0> : tensor<f64>",
    ]
    total = "%zero"
    for i in wrt:
        dims = ", ".join(str(d) for d in range(arguments[i].ndim))
        wide = re.sub(r"(bf16|f16|f32)>$", "f64>", types[i])
        lines += [
            f"    %c{i} = stablehlo.convert %g{i} : ({types[i]}) -> {wide}",
            f"    %s{i} = stablehlo.multiply %c{i}, %c{i} : {wide}",
            f"    %r{i} = stablehlo.reduce(%s{i} init: %zero) applies stablehlo.add across dimensions = [{dims}]"
            f" : ({wide}, tensor<f64>) -> tensor<f64>",
            f"    %t{i} = stablehlo.add {total}, %r{i} : tensor<f64>",
        ]
        total = f"%t{i}"
    return "\n".join(lines + [f"    return {total} : {value}", "  }"])


def call_function(name, callee, arguments, wrt, value):
    types = [tensor_type(a) for a in arguments]
    results = [value] + [types[i] for i in wrt]
    lines = [f"    %c{i} = stablehlo.constant {constant(a)[0]}" for i, a in enumerate(arguments)]
    names = ", ".join(f"%c{i}" for i in range(len(types)))
    returned = ", ".join(f"%r{i}" for i in range(len(results)))
    lines += [
        f"    {returned} = weft.value_and_grad @{callee}({names}) wrt [{', '.join(map(str, wrt))}]"
        f" : ({', '.join(types)}) -> ({', '.join(results)})",
        f"    return {returned} : {', '.join(results)}",
    ]
    return f"  func.func public @{name}() -> ({', '.join(results)}) {{\n" + "\n".join(lines) + "\n  }"


class Problem:
    """One case, ready to be compared."""

    def __init__(self, name, case):
        self.name, self.case = name, case
        self.loss = loss_of(case.function)
        lowered = jax.jit(self.loss).lower(*case.arguments)
        leaves = [np.asarray(a) for a in jax.tree.leaves(case.arguments)]
        kept = sorted(lowered._lowering.compile_args.get("kept_var_idx", range(len(leaves))))
        self.kept = [i for i in kept]
        self.arguments = [leaves[i] for i in self.kept]
        self.wrt = [i for i, a in enumerate(self.arguments) if is_inexact(a)]
        self.leaves, self.tree = leaves, jax.tree.structure(case.arguments)
        self.text = lowered.as_text().replace("func.func public @main(", "func.func private @loss(")
        self.value_type = re.search(r"@loss\(.*?\) -> \((tensor<\w+>)", self.text, re.S).group(1)
        self.is_twice = case.is_twice and not any(self.arguments[i].dtype.kind == "c" for i in self.wrt)
        self.is_twice &= self.value_type == "tensor<f64>"

    def program(self):
        functions = [call_function(f"first_{self.name}", "loss", self.arguments, self.wrt, self.value_type)]
        if self.is_twice:
            functions += [
                square_function(self.arguments, self.wrt),
                call_function(f"second_{self.name}", "square", self.arguments, self.wrt, "tensor<f64>"),
            ]
        end = self.text.rindex("}")
        return self.text[:end] + "\n".join(functions) + "\n}\n"

    def flat_loss(self, *varied):
        leaves = list(self.leaves)
        for i, value in zip(self.wrt, varied):
            leaves[self.kept[i]] = value
        return self.loss(*jax.tree.unflatten(self.tree, leaves))

    def expected(self):
        varied = [jnp.asarray(self.arguments[i]) for i in self.wrt]
        numbers = tuple(range(len(varied)))
        gradient = jax.value_and_grad(self.flat_loss, argnums=numbers)
        value, gradients = jax.jit(gradient)(*varied)
        results = {f"first_{self.name}": [value, *gradients]}
        if self.is_twice:

            def square(*varied):
                return sum(jnp.sum(g.astype(jnp.float64) ** 2) for g in gradient(*varied)[1])

            value, gradients = jax.jit(jax.value_and_grad(square, argnums=numbers))(*varied)
            results[f"second_{self.name}"] = [value, *gradients]
        return {name: [np.asarray(a) for a in arrays] for name, arrays in results.items()}

    def slope_error(self, gradients):
        """The slope along one direction against a central difference."""
        varied = [self.arguments[i] for i in self.wrt]
        random = np.random.default_rng(5)
        direction = [random.normal(size=a.shape) for a in varied]
        step = 1e-6
        loss = jax.jit(self.flat_loss)
        high, low = [
            float(loss(*[jnp.asarray(a + sign * step * d) for a, d in zip(varied, direction)])) for sign in (1, -1)
        ]
        slope = sum(float(np.sum(g * d)) for g, d in zip(gradients, direction))
        scale = max(1.0, abs(slope), *(float(np.max(np.abs(g), initial=0)) for g in gradients))
        return abs((high - low) / (2 * step) - slope) / scale


def error_of(actual, expected):
    """The largest difference, relative to the largest element."""
    if expected.size == 0:
        return 0.0
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    a, e = actual.astype(wide), expected.astype(wide)
    if not np.array_equal(np.isfinite(a), np.isfinite(e)):
        return float("inf")
    finite = np.isfinite(e)
    if not finite.any():
        return 0.0
    return float(np.max(np.abs(a - e)[finite]) / max(1.0, np.max(np.abs(e[finite]))))


def compare_slope(problem, texts):
    likes = [np.zeros((), np.float64)] + [problem.arguments[i] for i in problem.wrt]
    error = problem.slope_error([read(text, like) for text, like in zip(texts, likes)][1:])
    if error <= 1e-6:
        return []
    return [f"{problem.name}: the slope is off by {error:.3g} from finite differences"]


def compare(problem, printed, verbose):
    lines, worst = [], 0.0
    first = printed.get(f"first_{problem.name}", [])
    all_double = all(problem.arguments[i].dtype == np.float64 for i in problem.wrt)
    if problem.case.is_smooth and all_double and first:
        lines += compare_slope(problem, first)
    for name, expected in problem.expected().items() if problem.case.is_known else ():
        texts = printed.get(name, [])
        if len(texts) != len(expected):
            lines.append(f"{name}: {len(texts)} results instead of {len(expected)}")
            continue
        actual = [read(text, e) for text, e in zip(texts, expected)]
        for i, (a, e) in enumerate(zip(actual, expected)):
            error = error_of(a, e)
            worst = max(worst, error)
            if not error <= problem.case.bound:
                lines.append(
                    f"{name}: result {i} is off by {error:.3g}, {problem.case.bound:.3g} allowed\n"
                    f"  weft {str(a.ravel()[:12])}\n  jax  {str(e.ravel()[:12])}"
                )
    if verbose:
        print(f"{problem.name}: {worst:.3g} of {problem.case.bound:.3g}")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--dump", default="")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    groups = CASES if arguments.groups == ["all"] else arguments.groups
    problems = [
        Problem(name, case)
        for group in groups
        for name, case in CASES[group].items()
        if arguments.only in name
    ]
    source = "// -----\n".join(problem.program() for problem in problems)
    if arguments.dump:
        open(arguments.dump, "w").write(source)
    done = subprocess.run(
        [arguments.weft_opt, "--weft-value-and-grad", "--weft-evaluate", "--split-input-file", "-o", "/dev/null", "-"],
        input=source, capture_output=True, text=True,
    )
    printed = {}
    for line in done.stdout.splitlines():
        name, _, rest = line.partition(": ")
        printed.setdefault(name.removeprefix("@"), []).append(rest[rest.index("> ") + 2 :].lstrip("> "))
    lines = [done.stderr[:6000]] if done.returncode != 0 else []
    for problem in problems:
        lines += compare(problem, printed, arguments.verbose)
    print(f"{len(problems)} functions, {sum(p.is_twice for p in problems)} of them twice, {len(lines)} problems")
    if lines:
        sys.exit("\n".join(lines))


main()
