#!/usr/bin/env python3
"""Runs the functions on every number of f16 and bf16: results are rounded once.

    halves.py --weft PATH

Whoever rounds to f32 on the way is off by one unit for some of the 65536 numbers.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from elementwise import FUNCTIONS
from numbers_of import DTYPES, Real, round_real

# Those that numpy has in long double.
NAMES = ("exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "sine", "cosine", "tan", "tanh", "sqrt", "rsqrt", "cbrt",
         "chlo.acos", "chlo.asin", "chlo.atan", "chlo.sinh", "chlo.cosh", "chlo.asinh", "chlo.acosh", "chlo.atanh")
OPS = [op for op in FUNCTIONS if op.name in NAMES]


def check(name, weft, directory):
    numbers = np.arange(65536, dtype=np.uint16).view(DTYPES[name])
    type = f"tensor<65536x{name}>"
    lines = [f'  %{i} = "{op.name if "." in op.name else "stablehlo." + op.name}"(%x) : ({type}) -> {type}' for i, op in enumerate(OPS)]
    results = ", ".join([type] * len(OPS))
    returned = ", ".join(f"%{i}" for i in range(len(OPS)))
    (directory / "program.mlir").write_text(
        f"func.func @main(%x: {type}) -> ({results}) {{\n" + "\n".join(lines) + f"\n  return {returned} : {results}\n}}\n")
    np.save(directory / "in_0.npy", numbers)
    subprocess.run([weft, "run", directory / "program.mlir", "--whole", "--inputs", directory, "--out", directory], check=True, stdout=subprocess.DEVNULL)
    for i, op in enumerate(OPS):
        actual = np.load(directory / f"out_{i}.npy").view(DTYPES[name]).astype(np.float64)
        with np.errstate(all="ignore"):
            wanted = round_real(op.meaning["f"](name, numbers.astype(np.float64).astype(Real)), name).astype(np.float64)
        for place in np.flatnonzero(~((actual == wanted) | (np.isnan(actual) & np.isnan(wanted))))[:3]:
            yield f"{op.name} of {numbers[place]} on {name} gives {actual[place]}, not {wanted[place]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", required=True)
    options = parser.parse_args()
    problems = []
    for name in ("f16", "bf16"):
        with tempfile.TemporaryDirectory() as directory:
            problems += check(name, options.weft, pathlib.Path(directory))
    print(f"{len(OPS)} functions, {len(problems)} problems")
    sys.exit("\n".join(problems) if problems else 0)


if __name__ == "__main__":
    main()
