#!/usr/bin/env python3
"""Runs programs from JAX by XLA on the CPU and by Weft's interpreter.

    evaluate.py GROUP... --weft-opt PATH [--only NAME] [--at-least N] [--verbose]

Each program of a group (see programs/) is lowered by JAX and compiled; the same
module is given to `weft-opt --weft-evaluate`, with the same inputs written into
it as constants. Integers and booleans must agree exactly, floats as closely as
BOUNDS says for the group: the difference relative to the value (elementwise) or,
where sums cancel, to the largest result of the program, in units of the type's
precision.
"""

import argparse
import json
import re
import subprocess
import sys
import warnings
import zlib
from dataclasses import dataclass

warnings.simplefilter("ignore")

from programs import PROGRAMS

import jax
import ml_dtypes
import numpy as np
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir

# In units of the last place. XLA's own functions are good to a few units; a
# chain of ops, as in a layer with its gradient, multiplies that. The largest
# measured is about half of each bound.
BOUNDS = {
    "elementwise": 4,
    "types": 4,
    "control_flow": 8,
    "losses": 8,
    "optimisers": 4,
    "layers": 32,
}
DEFAULT_BOUND = 512

# What cannot be compared: it needs other devices, does not end on random inputs,
# or divides by differences that rounding decides (a line search whose step is
# 1e24 on random inputs).
SKIPPED = {
    "training": {"transformer_sharded"},
    "control_flow": {"vmapped_while"},
    "optimisers": {"lbfgs_with_line_search"},
}

DTYPES = {
    "i1": np.bool_, "i2": ml_dtypes.int2, "i4": ml_dtypes.int4, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui2": ml_dtypes.uint2, "ui4": ml_dtypes.uint4, "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
    "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "complex<f32>": np.complex64, "complex<f64>": np.complex128,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn, "f6E2M3FN": ml_dtypes.float6_e2m3fn, "f6E3M2FN": ml_dtypes.float6_e3m2fn,
    "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3, "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz, "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2, "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
}  # fmt: skip


class Unsupported(Exception):
    """The interpreter does not know something yet."""


@dataclass
class Case:
    """A module and its inputs, ready to be run by either side."""

    module: object
    executable: object
    inputs: list
    result_types: list


def parse_type(text):
    """`tensor<2x3xf32>` as a shape and an element type."""
    inner = re.fullmatch(r"tensor<(.*)>", text).group(1)
    sizes = re.match(r"((?:\d+x)*)(.*)", inner)
    shape = tuple(int(size) for size in sizes.group(1).split("x")[:-1])
    return shape, sizes.group(2)


def random_input(generator, shape, element):
    dtype = DTYPES[element]
    if element == "i1":
        return generator.integers(0, 2, shape).astype(bool)
    if element == "ui32" and shape and shape[-1] in (2, 4):  # a random key
        return generator.integers(0, 2**32, shape, dtype=np.uint32)
    if element.lstrip("u").startswith("i"):
        return generator.integers(0, 3, shape).astype(dtype)
    numbers = generator.standard_normal(shape)
    if element.startswith("complex"):
        numbers = numbers + 1j * generator.standard_normal(shape)
    return np.asarray(numbers).astype(dtype)


def prepare(name, program):
    lowered = program()
    if not hasattr(lowered, "compiler_ir"):
        raise Unsupported("an exported program")
    module = lowered.compiler_ir("stablehlo")
    main = next(op for op in module.body.operations if str(op.attributes["sym_name"]) == '"main"')
    function = ir.FunctionType(main.type)
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    inputs = getattr(program, "inputs", None)
    if inputs is None:
        inputs = [random_input(generator, *parse_type(str(type))) for type in function.inputs]
    try:
        compiled = lowered.compile()
    except jax.errors.JaxRuntimeError as error:
        raise Unsupported(f"XLA: {str(error).splitlines()[0]}")
    return Case(module, compiled.runtime_executable(), inputs, [str(type) for type in function.results])


def constant(array, type_text):
    if array.dtype == np.bool_:
        body = json.dumps(array.tolist())
    elif array.size == 0:
        body = ""
    else:
        body = '"0x' + np.ascontiguousarray(array).tobytes().hex().upper() + '"'
    if array.size == 1 and array.dtype != np.bool_ and array.dtype.itemsize * array.size > 0:
        body = '"0x' + array.tobytes().hex().upper() + '"'
    return f"stablehlo.constant dense<{body}> : {type_text}"


def type_of(array):
    names = {np.dtype(dtype): name for name, dtype in DTYPES.items()}
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + names[array.dtype] + ">"


def self_contained(case):
    """The module with its inputs as constants of a function `evaluate`."""
    text = case.module.operation.get_asm(enable_debug_info=False)
    text = text.replace("func.func public @main(", "func.func private @main(", 1)
    lines, types = [], []
    for i, array in enumerate(case.inputs):
        types.append(type_of(array))
        lines.append(f"    %in{i} = {constant(array, types[-1])}")
    names = ", ".join(f"%in{i}" for i in range(len(types)))
    results = ", ".join(case.result_types)
    count = len(case.result_types)
    returned = ", ".join(f"%out#{i}" for i in range(count)) if count > 1 else "%out"
    lines.append(f"    %out{f':{count}' if count > 1 else ''} = func.call @main({names}) : ({', '.join(types)}) -> ({results})")
    lines.append(f"    return {returned} : {results}")
    function = f"  func.func @evaluate() -> ({results}) {{\n" + "\n".join(lines) + "\n  }\n}\n"
    return text.rstrip()[:-1] + function


def parse_result(line):
    shape, element = parse_type(line[: line.index(" ")].strip())
    body = line[line.index(" ") + 1 :]
    body = re.sub(r"\binf\b", "Infinity", re.sub(r"\bnan\b", "NaN", body))
    body = body.replace("(", "[").replace(")", "]")
    numbers = json.loads(body) if body != "" else []
    if element.startswith("complex"):
        parts = np.array(numbers, dtype=np.float64).reshape(shape + (2,))
        array = np.empty(shape, np.complex128)
        array.real, array.imag = parts[..., 0], parts[..., 1]
        return array.astype(DTYPES[element])
    wide = object if element in ("i64", "ui64") else np.float64
    array = np.array(numbers, dtype=wide).reshape(shape)
    return array.astype(DTYPES[element])


def run_weft(case, weft_opt):
    done = subprocess.run(
        [weft_opt, "--weft-import-sdy", "--weft-evaluate", "-o", "/dev/null", "-"],
        input=self_contained(case).encode(),
        capture_output=True,
        timeout=120,
    )
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip()
        missing = re.search(r"does not know the op '(.*?)'|no meaning here.*", message)
        if missing:
            raise Unsupported(missing.group(0))
        raise RuntimeError(f"weft-opt exits with {done.returncode}\n{message[:800]}")
    return [parse_result(line.split(": ", 1)[1]) for line in done.stdout.decode().splitlines()]


def run_jax(case):
    with jax.enable_x64(True):
        arrays = [jax.device_put(array) for array in case.inputs]
    return [np.asarray(result) for result in case.executable.execute(arrays)]


def compare(actual, expected, elementwise, largest=0.0):
    """The largest difference in units of the last place; infinite if one is
    NaN or infinite where the other is not, or if integers differ."""
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return float("inf")
    if actual.size == 0:
        return 0.0
    if actual.dtype.kind in "biu" or "int" in str(actual.dtype):
        return 0.0 if np.array_equal(actual, expected) else float("inf")
    if actual.dtype.kind == "c":
        # Parts are as exact as the number is: a small one beside a large one
        # has the error of the large one.
        both = [np.stack([x.real, x.imag]) for x in (actual, expected)]
        return compare(*both, False, largest) if not elementwise else max(
            compare(a.ravel(), b.ravel(), elementwise=False)
            for a, b in zip(both[0].reshape(2, -1).T, both[1].reshape(2, -1).T)
        )
    unit = float(ml_dtypes.finfo(actual.dtype).eps)
    tiny = float(ml_dtypes.finfo(actual.dtype).smallest_normal)
    a, b = actual.astype(np.float64), expected.astype(np.float64)
    special = ~np.isfinite(a) | ~np.isfinite(b)
    if not np.array_equal(a[special], b[special], equal_nan=True):
        return float("inf")
    a, b = a[~special], b[~special]
    if a.size == 0:
        return 0.0
    # XLA flushes what is too small for a normal number to zero.
    a, b = [np.where(np.abs(x) < tiny, 0.0, x) for x in (a, b)]
    scale = np.maximum(np.maximum(np.abs(a), np.abs(b)), tiny)
    if not elementwise:
        scale = np.maximum(scale, max(np.max(np.abs(b)), largest))
    return float(np.max(np.abs(a - b) / (scale * unit)))


def check(group, name, program, weft_opt):
    case = prepare(name, program)
    expected = run_jax(case)
    actual = run_weft(case, weft_opt)
    if len(actual) != len(expected):
        raise RuntimeError(f"{len(actual)} results, not {len(expected)}")
    elementwise = group == "elementwise"
    floats = [x.astype(np.float64) for x in expected if x.dtype.kind in "fV" and x.size]
    # A gradient that is zero but for rounding has the errors of its terms.
    largest = max((float(np.max(np.abs(x[np.isfinite(x)]), initial=0.0)) for x in floats), default=0.0)
    worst = 0.0
    for i, (ours, theirs) in enumerate(zip(actual, expected)):
        error = compare(ours, theirs, elementwise, largest)
        if not error <= BOUNDS.get(group, DEFAULT_BOUND):
            raise RuntimeError(f"result {i} is {error} units off\nweft: {ours}\njax:  {theirs}"[:2000])
        worst = max(worst, error)
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--only")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--at-least", type=int, default=0, help="how many programs must agree")
    options = parser.parse_args()
    failed = 0
    for group in options.groups:
        worst, passed, missing = 0.0, 0, {}
        for name, program in PROGRAMS[group].items():
            if (options.only and name != options.only) or name in SKIPPED.get(group, {}):
                continue
            try:
                error = check(group, name, program, options.weft_opt)
                worst, passed = max(worst, error), passed + 1
                if options.verbose:
                    print(f"{group}/{name}: {error:.3g} units")
            except Unsupported as reason:
                missing[name] = str(reason)
            except Exception as error:
                failed += 1
                print(f"{group}/{name}: {type(error).__name__}: {error}")
        print(f"{group}: {passed} agree within {worst:.3g} units, {len(missing)} not run")
        if passed < options.at_least:
            failed += 1
            print(f"expected at least {options.at_least}")
        if options.verbose or passed < options.at_least:
            for name, reason in missing.items():
                print(f"  {name}: {reason}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
