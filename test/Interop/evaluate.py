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
import re
import subprocess
import sys
import warnings
import zlib
from dataclasses import dataclass

warnings.simplefilter("ignore")

from evaluation import DTYPES, parse_result, parse_type, self_contained, units_off
from programs import PROGRAMS

import jax
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

# What cannot be compared: it needs other devices, or does not end on random
# inputs.
SKIPPED = {
    "training": {"transformer_sharded"},
    "control_flow": {"vmapped_while"},
}

class Unsupported(Exception):
    """The interpreter does not know something yet."""


@dataclass
class Case:
    """A module and its inputs, ready to be run by either side."""

    module: object
    executable: object
    inputs: list
    result_types: list


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
    if callable(inputs):
        # JAX drops arguments that are not used.
        kept = lowered._lowering.compile_args["kept_var_idx"]
        inputs = [array for i, array in enumerate(inputs()) if i in kept]
    if inputs is None:
        inputs = [random_input(generator, *parse_type(str(type))) for type in function.inputs]
    try:
        compiled = lowered.compile()
    except jax.errors.JaxRuntimeError as error:
        raise Unsupported(f"XLA: {str(error).splitlines()[0]}")
    return Case(module, compiled.runtime_executable(), inputs, [str(type) for type in function.results])


def run_weft(case, weft_opt):
    text = case.module.operation.get_asm(enable_debug_info=False)
    done = subprocess.run(
        [weft_opt, "--weft-import-sdy", "--weft-evaluate", "-o", "/dev/null", "-"],
        input=self_contained(text, "evaluate", case.inputs, case.result_types).encode(),
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
        error = units_off(ours, theirs, not elementwise, largest)
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
