#!/usr/bin/env python3
"""Runs programs from JAX by XLA on one device and by Weft on several.

    partitioned.py GROUP... --weft PATH [--only NAME] [--at-least N] [--verbose]

Each program of a group (see programs/) is lowered and run by JAX on one device. Then
its arguments get shardings, drawn from the name of the program, over one of some small
meshes; `weft run` partitions the program, runs it on that many devices, and the results
must agree with JAX's as closely as those of one device must (evaluate.py), but for
sums, which are taken in another order.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import zlib

from evaluate import BOUNDS, DEFAULT_BOUND, SKIPPED, Unsupported, prepare, run_jax
from evaluation import DTYPES, parse_type, units_off
from programs import PROGRAMS

import numpy as np
from jax._src.lib.mlir import ir

MESHES = [{"x": 2}, {"x": 4}, {"x": 2, "y": 2}, {"x": 3}, {"x": 2, "y": 4}]
# Sums over shards are rounded otherwise.
SLACK = 8
# Bodies that are not associative: the answer depends on where padding is combined.
NOT_ASSOCIATIVE = {"reduce_window_custom"}


def draw_sharding(rng, mesh, shape):
    free, dims = list(mesh), []
    for size in shape:
        axes = []
        while free and size > 1 and rng.random() < 0.5:
            axes.append(free.pop(rng.randrange(len(free))))
        dims.append("{" + ", ".join(f'"{axis}"' for axis in axes) + "}")
    return f"#sdy.sharding<@mesh, [{', '.join(dims)}]>"


def annotate(name, module):
    """The text of the module with a mesh, and shardings on its arguments."""
    rng = random.Random(zlib.crc32(name.encode()))
    mesh = rng.choice(MESHES)
    axes = ", ".join(f'"{axis}"={size}' for axis, size in mesh.items())
    with module.context, ir.Location.unknown():
        declaration = ir.Operation.parse(f"sdy.mesh @mesh = <[{axes}]>")
        ir.InsertionPoint.at_block_begin(module.body).insert(declaration)
        main = next(op for op in module.body.operations
                    if str(op.attributes["sym_name"]) == '"main"')
        types = [str(type) for type in ir.FunctionType(main.type).inputs]
        attributes = []
        for type in types:
            text = draw_sharding(rng, mesh, parse_type(type)[0])
            attributes.append(ir.DictAttr.get({"sdy.sharding": ir.Attribute.parse(text)}))
        main.arg_attrs = ir.ArrayAttr.get(attributes)
    return module.operation.get_asm(enable_debug_info=False)


def run_weft(name, case, weft):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "program.mlir").write_text(annotate(name, case.module))
        (folder / "in").mkdir()
        for i, array in enumerate(case.inputs):
            np.save(folder / "in" / f"in_{i}.npy", array)
        done = subprocess.run(
            [weft, "run", folder / "program.mlir", "--inputs", folder / "in",
             "--out", folder / "out", "--engine", "reference"],
            capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            raise RuntimeError(f"weft exits with {done.returncode}\n{done.stderr[-800:]}")
        results = []
        for i, type in enumerate(case.result_types):
            dtype = DTYPES[parse_type(type)[1]]
            results.append(np.load(folder / "out" / f"out_{i}.npy").view(dtype))
        return results


def check(group, name, program, weft):
    case = prepare(name, program)
    expected = run_jax(case)
    actual = run_weft(name, case, weft)
    floats = [x.astype(np.float64) for x in expected if x.dtype.kind in "fV" and x.size]
    largest = max((float(np.max(np.abs(x[np.isfinite(x)]), initial=0.0)) for x in floats),
                  default=0.0)
    worst = 0.0
    for i, (ours, theirs) in enumerate(zip(actual, expected)):
        error = units_off(ours, theirs, True, largest)
        if not error <= BOUNDS.get(group, DEFAULT_BOUND) * SLACK:
            raise RuntimeError(
                f"result {i} is {error} units off\nweft: {ours}\njax:  {theirs}"[:2000])
        worst = max(worst, error)
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--weft", required=True)
    parser.add_argument("--only")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--at-least", type=int, default=0, help="how many programs must agree")
    options = parser.parse_args()
    failed = passed = 0
    for group in options.groups:
        for name, program in PROGRAMS[group].items():
            if (options.only and name != options.only) or name in SKIPPED.get(group, {}) or name in NOT_ASSOCIATIVE:
                continue
            try:
                error = check(group, name, program, options.weft)
                passed += 1
                if options.verbose:
                    print(f"{group}/{name}: {error:.3g} units", flush=True)
            except Unsupported as reason:
                if options.verbose:
                    print(f"{group}/{name}: not run: {reason}", flush=True)
            except Exception as error:
                failed += 1
                print(f"{group}/{name}: {type(error).__name__}: {error}", flush=True)
    print(f"{passed} agree")
    if passed < options.at_least:
        failed += 1
        print(f"expected at least {options.at_least}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
