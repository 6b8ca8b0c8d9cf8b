"""Programs that weft-opt can run by itself, and how far its results are off.

The arguments of a lowered function become constants of a function that calls
it; `weft-opt --weft-evaluate` prints the results with all their digits.
"""

import json
import re

import ml_dtypes
import numpy as np

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
NAMES = {np.dtype(dtype): name for name, dtype in DTYPES.items()}


def parse_type(text):
    """`tensor<2x3xf32>` as a shape and an element type."""
    inner = re.fullmatch(r"tensor<(.*)>", text).group(1)
    sizes = re.match(r"((?:\d+x)*)(.*)", inner)
    shape = tuple(int(size) for size in sizes.group(1).split("x")[:-1])
    return shape, sizes.group(2)


def type_of(array):
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + NAMES[np.dtype(array.dtype)] + ">"


def constant(array):
    """An array as a constant of a program."""
    array = np.asarray(array)
    name = NAMES[np.dtype(array.dtype)]
    if array.size == 0:
        body = ""
    elif name in ("i1", "i2", "i4", "ui2", "ui4"):
        body = json.dumps((array if name == "i1" else array.astype(np.int32)).tolist())
    else:
        body = '"0x' + np.ascontiguousarray(array).tobytes().hex().upper() + '"'
    return f"stablehlo.constant dense<{body}> : {type_of(array)}"


def self_contained(module, entry, arrays, result_types):
    """A module with a public @main, which becomes private, and a function
    @`entry` that calls it on constants."""
    text = module.replace("func.func public @main(", "func.func private @main(", 1)
    lines = [f"    %in{i} = {constant(array)}" for i, array in enumerate(arrays)]
    names = ", ".join(f"%in{i}" for i in range(len(arrays)))
    types = ", ".join(type_of(np.asarray(array)) for array in arrays)
    count, results = len(result_types), ", ".join(result_types)
    returned = ", ".join(f"%out#{i}" for i in range(count)) if count > 1 else "%out"
    lines.append(f"    %out{f':{count}' if count > 1 else ''} = func.call @main({names}) : ({types}) -> ({results})")
    lines.append(f"    return {returned} : {results}")
    function = f"  func.func @{entry}() -> ({results}) {{\n" + "\n".join(lines) + "\n  }\n}\n"
    return text.rstrip()[:-1] + function


def parse_result(text):
    """What weft-opt prints for one result, its type and its elements."""
    type_text, _, body = text.partition(" ")
    shape, element = parse_type(type_text)
    body = re.sub(r"\binf\b", "Infinity", re.sub(r"\bnan\b", "NaN", body))
    numbers = json.loads(body.replace("(", "[").replace(")", "]")) if body else []
    if element.startswith("complex"):
        parts = np.array(numbers, dtype=np.float64).reshape(shape + (2,))
        array = np.empty(shape, np.complex128)
        array.real, array.imag = parts[..., 0], parts[..., 1]
        return array.astype(DTYPES[element])
    wide = object if element in ("i64", "ui64") else np.float64
    return np.array(numbers, dtype=wide).reshape(shape).astype(DTYPES[element])


def units_off(actual, expected, is_scaled, largest=0.0):
    """The largest difference in units of the last place: of each element, or
    with `is_scaled`, where sums cancel, of the largest of the array and of
    `largest`. Infinite if one is NaN or infinite where the other is not, or if
    integers differ."""
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
        if is_scaled:
            return units_off(*both, True, largest)
        columns = (x.reshape(2, -1).T for x in both)
        return max(units_off(a, b, True) for a, b in zip(*columns))
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
    if is_scaled:
        scale = np.maximum(scale, max(np.max(np.abs(b)), largest))
    return float(np.max(np.abs(a - b) / (scale * unit)))
