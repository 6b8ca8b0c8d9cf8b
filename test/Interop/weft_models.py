"""What the comparisons with Flax and Optax share: programs made of Weft's model
ops, run by the reference interpreter, and distances in units of the last place.
"""

import pathlib
import subprocess
import tempfile

import ml_dtypes
import numpy as np

ELEMENTS = {
    "bool": "i1", "int8": "i8", "int32": "i32", "int64": "i64",
    "uint8": "ui8", "uint32": "ui32", "uint64": "ui64",
    "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2",
    "bfloat16": "bf16", "float16": "f16", "float32": "f32", "float64": "f64",
    "complex64": "complex<f32>", "complex128": "complex<f64>",
}  # fmt: skip


def tensor_type(array):
    """`tensor<2x3xf32>` of an array, or of anything with a shape and a dtype."""
    sizes = "".join(f"{size}x" for size in array.shape)
    return f"tensor<{sizes}{ELEMENTS[str(array.dtype)]}>"


def units_apart(ours, theirs):
    """The largest difference, in units of the last place of the largest number
    of `theirs`; infinite if shapes, types or the places of NaNs differ."""
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return float("inf")
    if theirs.size == 0:
        return 0.0
    if not np.issubdtype(theirs.dtype, np.inexact) and theirs.dtype.kind != "V":
        return 0.0 if np.array_equal(ours, theirs) else float("inf")
    wide = np.complex128 if theirs.dtype.kind == "c" else np.float64
    a, b = ours.astype(wide), theirs.astype(wide)
    if not np.array_equal(np.isfinite(a), np.isfinite(b)):
        return float("inf")
    finite = np.isfinite(b)
    if not finite.any():
        return 0.0
    part = theirs.real.dtype if theirs.dtype.kind == "c" else theirs.dtype
    unit = float(ml_dtypes.finfo(part).eps) * max(np.abs(b[finite]).max(), 1e-30)
    return float(np.abs(a[finite] - b[finite]).max()) / unit


class Weft:
    """Runs programs with the tools of the search path."""

    weft, weft_opt = "weft", "weft-opt"

    def lower(self, program, *passes):
        done = subprocess.run(
            [self.weft_opt, "-", *passes], input=program, text=True, capture_output=True
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr + "\nin\n" + program)
        return done.stdout

    def run(self, program, function, inputs, dtypes, whole=True):
        """The results of `function` as arrays of `dtypes`, run `whole` or
        partitioned."""
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            (root / "in").mkdir()
            (root / "program.mlir").write_text(program)
            for i, array in enumerate(inputs):
                np.save(root / "in" / f"in_{i}.npy", array)
            command = [self.weft, "run", str(root / "program.mlir")]
            command += ["--whole"] * whole
            command += ["--function", function, "--inputs", str(root / "in")]
            done = subprocess.run(
                command + ["--out", str(root / "out")], text=True, capture_output=True
            )
            if done.returncode != 0:
                raise RuntimeError(done.stderr + "\nin\n" + program[:4000])
            results = []
            for i, dtype in enumerate(dtypes):
                array = np.load(root / "out" / f"out_{i}.npy")
                # Narrow floats are stored as bytes without a name.
                results.append(array.view(dtype) if array.dtype.kind == "V" else array)
            return results
