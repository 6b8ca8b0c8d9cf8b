#!/usr/bin/env python3
"""Runs every op on every element type it allows, against numpy.

    check_types.py GROUP --weft PATH --weft-opt PATH [--only TYPE] [--verbose]

First weft-opt is asked which combinations of op and element type are programs
at all; an op that is accepted for a type must have a meaning for its kind here,
and the reverse. Then, for each type, one program with all its ops is run on
every pair of edge values of the type (zeros, infinities, NaN, extremes, shift
amounts ...), with arrays that go in and come out as .npy files. Integers and
narrow floats must be right to the bit; f64 and complex functions within the
bounds of the tables.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import ml_dtypes
import numpy as np

import algorithms
import broadcasting
import collectives
import elementwise
import structured
from numbers_of import DTYPES, exact, kind, part, round_to


def load(path, name):
    array = np.load(path)
    wanted = np.dtype(DTYPES[name])
    assert array.dtype.itemsize == wanted.itemsize, (path, array.dtype, name)
    return array if array.dtype == wanted else array.view(wanted)


def prelude(group, name):
    """What stands before the functions, for elements of a type."""
    return group.PRELUDE.replace("xT>", f"x{name}>")


def accepted(group, name, cases, weft_opt):
    """The cases that the verifiers let through."""
    text = "// -----\n".join(
        f"{prelude(group, name)}\nfunc.func @case_{i}({case.arguments()}) {group.ATTRIBUTES} {{\n{case.text('%r')}\n  return\n}}\n"
        for i, case in enumerate(cases))
    done = subprocess.run([weft_opt, "--split-input-file", "-"], input=text, capture_output=True, text=True)
    names = set(re.findall(r"@case_(\d+)\(", done.stdout))
    return [case for i, case in enumerate(cases) if str(i) in names]


# NaN becomes zero.
WITHOUT_NAN = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN")


def is_nan(values):
    values = np.asarray(values)
    return np.isnan(values) if values.dtype.kind in "fc" else np.zeros(values.shape, bool)


def start(group, name, cases, inputs, weft, directory):
    """One program with all cases."""
    lines, values, types = [], [], []
    for i, case in enumerate(cases):
        lines.append(case.text(f"%r{i}"))
        values.append(f"%r{i}")
        types.append(case.result_type())
    arguments = ", ".join(f"%{name}: {type}" for name, (type, _) in inputs.items())
    results = ", ".join(f"{case.result_type()} {case.result_attributes()}" for case in cases)
    program = (f"{prelude(group, name)}\nfunc.func @main({arguments}) -> ({results}) {group.ATTRIBUTES} {{\n" + "\n".join(lines) +
               f"\n  return {', '.join(values)} : {', '.join(types)}\n}}\n")
    (directory / "program.mlir").write_text(program)
    for i, (_, array) in enumerate(inputs.values()):
        np.save(directory / f"in_{i}.npy", array)
    return subprocess.run([weft, "run", directory / "program.mlir", *group.FLAGS, "--inputs", directory, "--out", directory],
                          capture_output=True, text=True)


def check_refusal(group, name, case, inputs, options, directory):
    done = start(group, name, [case], inputs, options.weft, directory)
    return [] if done.returncode == 3 and case.refusal in done.stderr else [f"{case} is not refused\n{done.stderr}"]


def run(group, name, cases, inputs, weft, directory):
    done = start(group, name, cases, inputs, weft, directory)
    if done.returncode != 0:
        sys.exit(f"weft run exits with {done.returncode}\n{done.stderr[:3000]}")
    return [load(directory / f"out_{i}.npy", case.result_element()) for i, case in enumerate(cases)]


def units_off(actual, wanted, name):
    """The errors of reals in units of the last place; infinite where NaN,
    infinities or the signs of zeros differ."""
    a, w = exact(actual, name), exact(wanted, name)
    same = (a == w) & (np.signbit(a) == np.signbit(w)) | (np.isnan(a) & np.isnan(w))
    finite = np.isfinite(a) & np.isfinite(w) & (w != 0)
    info = ml_dtypes.finfo(DTYPES[name])
    unit = np.maximum(np.abs(np.where(finite, w, 1)), float(info.smallest_normal)) * float(info.eps)
    with np.errstate(invalid="ignore"):
        return np.where(same, 0, np.where(finite, np.abs(a - w) / unit, np.inf)).astype(np.float64)


def complex_units_off(actual, wanted, name, is_scaled):
    """In units of the larger part, or of 1 if that is larger and the op
    cancels."""
    a, w = exact(actual, name), exact(wanted, name)
    info = ml_dtypes.finfo(DTYPES[part(name)])
    size = np.maximum(np.maximum(np.abs(w.real), np.abs(w.imag)), 1.0 if is_scaled else float(info.smallest_normal))
    is_finite = [np.isfinite(x.real) & np.isfinite(x.imag) for x in (a, w)]
    with np.errstate(invalid="ignore"):
        error = np.maximum(np.abs(a.real - w.real), np.abs(a.imag - w.imag)) / (size * float(info.eps))
    return np.where(is_finite[0] & is_finite[1], error, np.where(is_finite[0] == is_finite[1], 0, np.inf)).astype(np.float64)


def find_errors(case, actual, wanted):
    """By how much each element is wrong, and what is allowed."""
    name = case.result_element()
    if kind(name) in "biu":
        return np.where(exact(actual, name) == exact(wanted, name), 0.0, np.inf), 0.0
    if case.is_exact():
        same = np.array([a.tobytes() == w.tobytes() for a, w in zip(actual.ravel(), wanted.ravel())])
        return np.where(same, 0.0, np.inf).reshape(actual.shape), 0.0
    if kind(name) == "c":
        return complex_units_off(actual, wanted, name, case.is_scaled()), case.allowed()
    return units_off(actual, wanted, name), case.allowed()


def report(case, inputs, actual, wanted, errors, allowed):
    bad = np.argwhere(~(errors <= allowed))
    lines = [f"{case}: {len(bad)} of {errors.size} are wrong, worst {errors.max():.3g} units, {allowed} allowed"]
    for place in bad[:4]:
        place = tuple(place)
        lines.append(f"  at {place}: {case.describe(inputs, place)} gives {actual[place]}, not {wanted[place]}")
    return "\n".join(lines)


def check_type(group, name, options, directory):
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    inputs, cases = group.make(name, generator)
    runnable = accepted(group, name, cases, options.weft_opt)
    problems = []
    for case in cases:
        if case in runnable and case.is_refused():
            problems += check_refusal(group, name, case, inputs, options, directory)
        elif (case in runnable) != case.has_meaning():
            problems.append(f"{case} is {'accepted, but has no meaning here' if case in runnable else 'refused'}")
    runnable = [case for case in runnable if case.has_meaning()]
    if not runnable:
        return 0, problems
    results = run(group, name, runnable, inputs, options.weft, directory)
    for case, actual in zip(runnable, results):
        with np.errstate(all="ignore"):
            value = case.expect(inputs)
            wanted = round_to(value, case.result_element()) if not case.is_exact() else value
            if case.result_element() in WITHOUT_NAN:  # the sign of a NaN means nothing
                actual = np.where(is_nan(value) & (actual == 0), wanted, actual)
            errors, allowed = find_errors(case, actual, wanted)
        if actual.shape != wanted.shape:
            problems.append(f"{case} has shape {actual.shape}, not {wanted.shape}")
        elif errors.size and not errors.max() <= allowed:
            problems.append(report(case, inputs, actual, wanted, errors, allowed))
        elif options.verbose and errors.size and errors.max() > 0:
            print(f"{case}: {errors.max():.3g} units of {allowed}")
    return len(runnable), problems


GROUPS = {"elementwise": elementwise, "broadcasting": broadcasting, "structured": structured, "algorithms": algorithms,
          "collectives": collectives}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("group", choices=GROUPS)
    parser.add_argument("--weft", required=True)
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--only", choices=DTYPES)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    count, problems = 0, []
    for name in [options.only] if options.only else DTYPES:
        with tempfile.TemporaryDirectory() as directory:
            done, found = check_type(GROUPS[options.group], name, options, pathlib.Path(directory))
        count, problems = count + done, problems + found
    print(f"{options.group}: {count} combinations of op and element type, {len(problems)} problems")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
