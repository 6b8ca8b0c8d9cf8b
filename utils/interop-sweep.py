#!/usr/bin/env python3
"""A wide search for programs that weft-opt and jaxlib read differently.

Tries the public functions of jax.numpy, jax.lax, jax.nn, jax.scipy, jax.random,
optax and flax.nnx on small arguments of several kinds and element types, keeps
every call that JAX can lower, and sends each through test/Interop/roundtrip.py.
Takes minutes, so it is no part of the tests; what it finds belongs there.

    .venv/bin/python utils/interop-sweep.py --weft-opt build/dev/bin/weft-opt
"""

import argparse
import inspect
import os
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "test", "Interop"))

import roundtrip
from programs.registry import key, lower, scalar_loss, shaped

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import optax
from flax import nnx
from jax._src.interpreters import mlir

MODULES = [
    jnp, jnp.linalg, jnp.fft, jax.lax, jax.lax.linalg, jax.nn, jax.nn.initializers,
    jax.random, jax.ops, jax.image,
    jsp.special, jsp.linalg, jsp.signal, jsp.ndimage, jsp.fft,
    jsp.integrate,
    *[value for name, value in vars(jsp.stats).items() if inspect.ismodule(value)],
    optax, optax.losses, optax.projections, optax.tree, nnx,
]  # fmt: skip
DTYPES = ["float32", "bfloat16", "float16", "int32", "uint8", "bool", "complex64", "int4", "float8_e4m3fn"]

# What each function is tried with; V, M and T are a vector, a matrix and a
# rank-3 tensor of the element type, I an index vector, K a random key.
PATTERNS = [
    "V", "M", "T", "V V", "M M", "T T", "V V V", "M M M", "M V", "V I", "M I", "T I", "M I V",
    "M 1", "M 0", "V 2", "M 0 1", "T 0 2", "M (4,2,2)", "T (0,)", "V (8,8)", "V (8,8) (1,)",
    "[V,V]", "[M,M]", "[V,V] 0", "V 0 8", "K", "K (3,4)", "K V", "K V V", "K 0.5", "K 3",
    "K (3,4) @", "M 1 1", "V 1 2 0", "M 0.5", "S", "S S", "4", "0 4", "(3,4)", "(3,4) @", "(3,4) 2",
]  # fmt: skip
MOST_CALLS = 4
BATCH = 60
GRADIENTS = {"float32"}


def argument(code, dtype):
    element = jnp.dtype(dtype)
    table = {
        "V": lambda: shaped(element, 8),
        "M": lambda: shaped(element, 4, 4),
        "T": lambda: shaped(element, 2, 3, 4),
        "S": lambda: shaped(element),
        "I": lambda: shaped(jnp.int32, 4),
        "K": key,
    }
    if code in table:
        return table[code]()
    if code.startswith("["):
        return [argument(part, dtype) for part in code[1:-1].split(",")]
    return element if code == "@" else eval(code)  # a literal of PATTERNS


def is_dynamic(value):
    leaves = jax.tree.leaves(value)
    return bool(leaves) and all(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in leaves)


def call(function, arguments, gradient):
    """Lowers `function`; what is no array is a constant of the program."""
    dynamic = [value for value in arguments if is_dynamic(value)]

    def apply(*values):
        rest = iter(values)
        return function(*[next(rest) if is_dynamic(value) else value for value in arguments])

    if gradient:
        return lower(jax.grad(scalar_loss(apply)), *dynamic)
    return lower(apply, *dynamic)


def give_up(*_):
    raise TimeoutError


def functions():
    seen = set()
    for module in MODULES:
        for name, function in sorted(vars(module).items()):
            if name.startswith("_") or inspect.isclass(function) or not callable(function):
                continue
            if id(function) in seen:
                continue
            seen.add(id(function))
            yield f"{getattr(module, '__name__', module)}.{name}", function


def programs(pattern, dtypes):
    for name, function in functions():
        if pattern and pattern not in name:
            continue
        for dtype in dtypes:
            found = 0
            for codes in PATTERNS:
                if found == MOST_CALLS:
                    break
                # Some functions search or iterate in Python for ever.
                signal.alarm(5)
                try:
                    arguments = [argument(code, dtype) for code in codes.split()]
                    forwards = call(function, arguments, False)
                except Exception:
                    continue
                finally:
                    signal.alarm(0)
                found += 1
                yield f"{name}({codes}) {dtype}", forwards
                if dtype in GRADIENTS:
                    try:
                        yield f"grad {name}({codes}) {dtype}", call(function, arguments, True)
                    except Exception:
                        pass


def check(modules, context, arguments):
    """Prints and counts what comes back different."""
    failures = 0
    for form in arguments.forms:
        form_of = roundtrip.FORMS[form]
        for name, problem in roundtrip.check(modules, form_of, context, arguments.weft_opt):
            failures += 1
            print(f"{name} ({form}): {problem}", file=sys.stderr)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--filter", help="only functions whose name contains this")
    parser.add_argument("--dtypes", nargs="*", default=DTYPES)
    parser.add_argument("--forms", nargs="*", default=["pretty", "bytecode"])
    arguments = parser.parse_args()

    signal.signal(signal.SIGALRM, give_up)
    texts = set()
    failures = 0
    context, modules = mlir.make_ir_context(), {}
    for name, lowered in programs(arguments.filter, arguments.dtypes):
        try:
            module = lowered.compiler_ir("stablehlo")
            plain = roundtrip.print_module(module, "pretty")
        except Exception:
            continue
        if plain in texts:
            continue
        texts.add(plain)
        text = roundtrip.print_module(module, "debug")
        modules[name] = roundtrip.ir.Module.parse(text, context)
        if len(modules) == BATCH:
            failures += check(modules, context, arguments)
            context, modules = mlir.make_ir_context(), {}
            print(f"{len(texts)} different programs, {failures} failures", flush=True)
    failures += check(modules, context, arguments)
    print(f"{len(texts)} different programs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
