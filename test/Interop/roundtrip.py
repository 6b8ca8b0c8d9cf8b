#!/usr/bin/env python3
"""Sends programs from JAX through weft-opt and compares what comes back.

    roundtrip.py GROUP... --weft-opt PATH [--only NAME] [--form FORM]

Each program of a group (see programs/) is lowered by JAX, read and printed by
weft-opt in several forms, and read again by jaxlib. The two modules must print
alike in jaxlib's generic form, which hides nothing; with locations where the
form keeps them. `all` stands for all groups.
"""

import argparse
import os
import subprocess
import sys
import warnings
from dataclasses import dataclass

warnings.simplefilter("ignore")

from programs import PROGRAMS

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir


@dataclass
class Form:
    """One way through weft-opt: what goes in, and the flags of each run."""

    source: str
    runs: list
    locations: bool = False


FORMS = {
    "pretty": Form("pretty", [[]]),
    # Large booleans in hexadecimal differ between jaxlib's MLIR and ours; the
    # pretty form avoids them by itself, the generic form needs to be told.
    "generic": Form(
        "pretty",
        [["--mlir-print-op-generic", "--mlir-print-elementsattrs-with-hex-if-larger=-1"]],
    ),
    "from generic": Form("generic", [[]]),
    "locations": Form("debug", [["--mlir-print-debuginfo"]], locations=True),
    "bytecode": Form(
        "debug", [["--emit-bytecode"], ["--mlir-print-debuginfo"]], locations=True
    ),
}
# What no MLIR of another age can read.
IMPOSSIBLE = {("large_boolean_constant", "from generic")}


def module_of(program, context):
    """The module that JAX made, parsed again into `context`."""
    result = program()
    if hasattr(result, "mlir_module"):
        return ir.Module.parse(result.mlir_module(), context)
    lowered = result.compiler_ir("stablehlo")
    return ir.Module.parse(print_module(lowered, "debug"), context)


def print_module(module, form, locations=False):
    return module.operation.get_asm(
        print_generic_op_form=form == "generic",
        enable_debug_info=form == "debug" or locations,
    )


def run_weft_opt(weft_opt, flags, data):
    done = subprocess.run([weft_opt, *flags, "-"], input=data, capture_output=True)
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(f"weft-opt exits with {done.returncode}\n{message[:2000]}")
    return done.stdout


def send(modules, form, weft_opt):
    """What comes back for each module, or the error. Starting a process costs
    more than most programs, so all go through one where the form allows it."""
    sources = [print_module(module, form.source) for module in modules]
    if len(form.runs) == 1:
        separator = "// -----\n"
        try:
            flags = [*form.runs[0], "--split-input-file"]
            returned = run_weft_opt(weft_opt, flags, separator.join(sources).encode())
            texts = returned.decode().split(separator)
            if len(texts) == len(sources):
                return texts
        except RuntimeError:
            pass  # One by one, to find out which it is.
    return [send_one(source, form, weft_opt) for source in sources]


def send_one(source, form, weft_opt):
    data = source.encode()
    try:
        for flags in form.runs:
            data = run_weft_opt(weft_opt, flags, data)
        return data.decode()
    except RuntimeError as error:
        return error


def first_difference(expected, actual):
    for ours, theirs in zip(actual.splitlines(), expected.splitlines()):
        if ours != theirs:
            at = len(os.path.commonprefix([ours, theirs]))
            start = max(0, at - 120)
            return (
                f"jaxlib's: …{theirs[start:at + 300]}\n"
                f"weft's:   …{ours[start:at + 300]}"
            )
    return "one module is a prefix of the other"


def problem_with(returned, module, form, context):
    """Why `returned` is not the program `module`, or None."""
    if isinstance(returned, Exception):
        return returned
    try:
        again = ir.Module.parse(returned, context)
    except ir.MLIRError as error:
        return f"jaxlib refuses what weft-opt printed\n{str(error)[:2000]}"
    expected = print_module(module, "generic", form.locations)
    actual = print_module(again, "generic", form.locations)
    if expected != actual:
        return "the module has changed\n" + first_difference(expected, actual)
    return None


def check(modules, form, context, weft_opt):
    """The name and the problem of each of `modules` that `form` changes."""
    answers = send(list(modules.values()), form, weft_opt)
    for (name, module), returned in zip(modules.items(), answers):
        problem = problem_with(returned, module, form, context)
        if problem:
            yield name, problem


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="+", choices=[*PROGRAMS, "all"])
    parser.add_argument("--weft-opt", default="weft-opt")
    parser.add_argument("--only", help="one program of the group")
    parser.add_argument("--form", choices=FORMS, help="one form instead of all")
    arguments = parser.parse_args()

    groups = PROGRAMS if "all" in arguments.groups else arguments.groups
    forms = [arguments.form] if arguments.form else FORMS
    failures = trips = programs = 0
    for group in groups:
        context = mlir.make_ir_context()
        modules = {
            name: module_of(program, context)
            for name, program in PROGRAMS[group].items()
            if arguments.only in (None, name)
        }
        programs += len(modules)
        for form in forms:
            possible = {
                name: module
                for name, module in modules.items()
                if (name, form) not in IMPOSSIBLE
            }
            trips += len(possible)
            for name, problem in check(possible, FORMS[form], context, arguments.weft_opt):
                failures += 1
                print(f"{group}.{name} ({form}): {problem}", file=sys.stderr)
    print(f"{programs} programs, {trips} round trips, {failures} failures")
    return 1 if failures or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
