#!/usr/bin/env python3
"""Partitions programs from JAX by Weft, and runs the shards by XLA.

    export_xla.py GROUP... --weft-opt PATH [--only NAME] [--at-least N] [--seed N]

Each program of a group (see programs/) goes through `--weft-pipeline` and
`--weft-export-stablehlo`; XLA compiles what comes out for as many host devices as
the mesh has. The results, put together again, must agree with those of the same
program as JAX compiles it, as closely as evaluate.py asks for. Arguments of a
program without a mesh are split at random over one of eight or of six devices:
the sizes need not divide.
"""

import argparse
import random
import subprocess
import sys
import zlib
from dataclasses import dataclass

import evaluate
import evaluation
import xla
from programs import PROGRAMS

import jax
import numpy as np
from jax._src.lib.mlir import ir

# What does not end on random inputs, what rounding decides, tensors on two meshes
# (an error by design), and a Python callback of XLA's own partitioner.
SKIPPED = {
    "control_flow": {"vmapped_while"},
    "sharding": {"three_axes_and_two_meshes", "custom_partitioned"},
    "optimisers": {"lbfgs_with_line_search"},
}
MESHES = ['<["a"=2, "b"=4]>', '<["a"=3, "b"=2]>', '<["a"=8]>']


def annotate(module, generator):
    """The text of the module with some dimensions of the arguments of @main split at random."""
    with module.context, ir.Location.unknown():
        mesh = generator.choice(MESHES)
        axes = ["a", "b"] if '"b"' in mesh else ["a"]
        main = next(op for op in module.body.operations if str(op.attributes["sym_name"]) == '"main"')
        types = ir.FunctionType(main.type).inputs
        old = [{}] * len(types)
        if "arg_attrs" in main.attributes:
            old = [{entry.name: entry.attr for entry in ir.DictAttr(each)} for each in ir.ArrayAttr(main.attributes["arg_attrs"])]
        attributes = []
        for entry, type in zip(old, types):
            rank = ir.RankedTensorType(type).rank
            left, dims = list(axes), []
            for _ in range(rank):
                taken = left.pop(generator.randrange(len(left))) if left and generator.random() < 0.5 else None
                dims.append(f'{{"{taken}"}}' if taken else "{}")
            sharding = ir.Attribute.parse(f"#sdy.sharding<@mesh, [{', '.join(dims)}]>")
            attributes.append(ir.DictAttr.get({**entry, "sdy.sharding": sharding}))
        main.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)
    first, rest = module.operation.get_asm(enable_debug_info=False, assume_verified=True).split("\n", 1)
    return f"{first}\n  sdy.mesh @mesh = {mesh}\n{rest}"


def export(text, weft_opt):
    done = subprocess.run(
        [weft_opt, "--weft-import-sdy", "--weft-pipeline", "--weft-export-stablehlo", "-"],
        input=text.encode(), capture_output=True, timeout=300,
    )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(f"weft-opt exits with {done.returncode}\n{done.stderr.decode(errors='replace')[:800]}")
    return done.stdout.decode()


def run_jax(case, shardings):
    """The results as JAX computes them, on as many devices as it wants."""
    with jax.enable_x64(True):
        arrays = [jax.device_put(array, sharding) for array, sharding in zip(case.inputs, shardings.inputs, strict=True)]
        outputs = case.executable.execute_sharded(arrays).disassemble_into_single_device_arrays()
        return [
            np.asarray(jax.make_array_from_single_device_arrays(evaluation.parse_type(type)[0], sharding, pieces))
            for type, sharding, pieces in zip(case.result_types, shardings.outputs, outputs, strict=True)
        ]


@dataclass
class Shardings:
    inputs: list
    outputs: list

    @staticmethod
    def of(compiled):
        """Of the arguments that are left after JAX has dropped the unused ones."""
        executable = compiled._executable
        kept = getattr(executable, "_kept_var_idx", None)
        inputs = jax.tree.leaves(executable._in_shardings)
        if kept is not None and len(inputs) > len(kept):
            inputs = [sharding for i, sharding in enumerate(inputs) if i in kept]
        return Shardings(inputs, jax.tree.leaves(executable._out_shardings))


def check(group, name, program, options):
    case = evaluate.prepare(name, program)
    if "sdy.mesh" in str(case.module):
        expected = run_jax(case, Shardings.of(program().compile()))
        text = case.module.operation.get_asm(enable_debug_info=False)
    else:
        expected = evaluate.run_jax(case)
        text = annotate(case.module, random.Random(zlib.crc32(name.encode()) + options.seed))
    shards = export(text, options.weft_opt)
    if "sdy." in shards or "#weft" in shards or "= weft." in shards:
        raise RuntimeError("the export is not plain StableHLO")
    actual = xla.run(shards, case.inputs)
    floats = [x.astype(np.float64) for x in expected if x.dtype.kind in "fV" and x.size]
    largest = max((float(np.max(np.abs(x[np.isfinite(x)]), initial=0.0)) for x in floats), default=0.0)
    worst = 0.0
    for i, (ours, theirs) in enumerate(zip(actual, expected, strict=True)):
        error = evaluation.units_off(ours, theirs, True, largest)
        if not error <= evaluate.DEFAULT_BOUND:
            raise RuntimeError(f"result {i} is {error} units off\nshards: {ours}\njax:    {theirs}"[:2000])
        worst = max(worst, error)
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("groups", nargs="+")
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--only")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--seed", type=int, default=0, help="of the random shardings")
    parser.add_argument("--at-least", type=int, default=0, help="how many programs must agree")
    options = parser.parse_args()
    failed = 0
    for group in options.groups:
        worst, passed, missing = 0.0, 0, {}
        for name, program in PROGRAMS[group].items():
            if (options.only and name != options.only) or name in SKIPPED.get(group, {}):
                continue
            try:
                error = check(group, name, program, options)
                worst, passed = max(worst, error), passed + 1
                if options.verbose:
                    print(f"{group}/{name}: {error:.3g} units", flush=True)
            except evaluate.Unsupported as reason:
                missing[name] = str(reason)
            except Exception as error:
                failed += 1
                print(f"{group}/{name}: {type(error).__name__}: {error}", flush=True)
        print(f"{group}: {passed} agree within {worst:.3g} units, {len(missing)} not run")
        if passed < options.at_least:
            failed += 1
            print(f"expected at least {options.at_least}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
