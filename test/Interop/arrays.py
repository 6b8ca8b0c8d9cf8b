"""Arrays as constants of a program, and as weft-opt prints them."""

import numpy as np


def element_name(dtype):
    """The name that MLIR has for a numpy type."""
    dtype = np.dtype(dtype)
    if dtype == np.bool_:
        return "i1"
    kind, bits = dtype.kind, dtype.itemsize * 8
    if kind == "c":
        return f"complex<f{bits // 2}>"
    if kind in "iuf":
        return {"i": "i", "u": "ui", "f": "f"}[kind] + str(bits)
    if dtype.name == "bfloat16":
        return "bf16"
    family, _, format = dtype.name.partition("_")
    return {"float8": "f8", "int4": "i4", "uint4": "ui4"}[family] + format.upper()


def constant(array):
    """An array as a constant of the program."""
    array = np.asarray(array)
    dims = "".join(f"{size}x" for size in array.shape)
    type = f"tensor<{dims}{element_name(array.dtype)}>"
    if array.size == 0:
        return f"dense<> : {type}", type
    if array.dtype == np.bool_ or array.dtype.name in ("int4", "uint4"):
        values = array.astype(np.int32).tolist()
        text = str(values).lower() if array.dtype != np.bool_ else str(array.tolist()).lower()
        return f"dense<{text}> : {type}", type
    return f'dense<"0x{array.tobytes().hex()}"> : {type}', type


NUMBERS = {"nan": float("nan"), "inf": float("inf"), "true": True, "false": False}


def read(text, expected):
    """What weft-opt printed, as an array like `expected`."""
    value = np.array(eval(text, {}, NUMBERS), dtype=object)
    if expected.dtype.kind == "c":
        value = value.reshape(expected.shape + (2,)).astype(np.float64)
        return (value[..., 0] + 1j * value[..., 1]).astype(expected.dtype)
    if expected.dtype.kind in "iub":
        return value.astype(expected.dtype).reshape(expected.shape)
    return value.astype(np.float64).astype(expected.dtype).reshape(expected.shape)
