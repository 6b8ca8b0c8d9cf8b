"""Numbers of every element type, and how exact results become them.

Nothing here is shared with Weft: integers are Python's, floats are long doubles
that are rounded once by their exponent, and only the codes of narrow formats
come from ml_dtypes.
"""

import itertools

import ml_dtypes
import numpy as np

DTYPES = {
    "i1": np.bool_, "i2": ml_dtypes.int2, "i4": ml_dtypes.int4, "i8": np.int8, "i16": np.int16, "i32": np.int32,
    "i64": np.int64, "ui2": ml_dtypes.uint2, "ui4": ml_dtypes.uint4, "ui8": np.uint8, "ui16": np.uint16,
    "ui32": np.uint32, "ui64": np.uint64, "f4E2M1FN": ml_dtypes.float4_e2m1fn, "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn, "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn, "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz, "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu, "bf16": ml_dtypes.bfloat16,
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64, "complex<f64>": np.complex128,
}  # fmt: skip

Real = np.longdouble
Complex = np.clongdouble


def kind(name):
    """b, i, u, f or c."""
    return "b" if name == "i1" else "f" if name == "bf16" else name[0]


def bits(name):
    digits = "".join(itertools.takewhile(str.isdigit, name.lstrip("uibf")))
    return int(digits)


def part(name):
    """The type of the parts of a complex number; others are their own."""
    return name[len("complex<") : -1] if kind(name) == "c" else name


def limits(name):
    """The smallest and the largest integer."""
    if kind(name) == "u":
        return 0, 2 ** bits(name) - 1
    return -(2 ** (bits(name) - 1)), 2 ** (bits(name) - 1) - 1


def wrap(number, name):
    """An integer modulo the width."""
    number = int(number) % 2 ** bits(name)
    return number - 2 ** bits(name) if number > limits(name)[1] else number


def round_real(numbers, name):
    """Long doubles as the nearest numbers of a type, ties to even."""
    numbers = np.asarray(numbers, Real)
    if name in ("f32", "f64"):  # numpy rounds a long double to f16 twice
        return numbers.astype(DTYPES[name])
    doubles = np.where(np.isfinite(numbers), numbers, 0).astype(Real)
    if name == "f8E8M0FNU":  # powers of two only; what is below the smallest becomes it
        smallest = np.ldexp(Real(1), -127)
        rounded = np.where((numbers > 0) & (numbers < smallest * Real(1.5)), smallest, numbers)
    else:
        info = ml_dtypes.finfo(DTYPES[name])
        exponent = np.maximum(np.frexp(doubles)[1] - 1, int(info.minexp))
        unit = np.ldexp(Real(1), exponent - int(info.nmant))
        rounded = np.where(np.isfinite(numbers), np.rint(doubles / unit) * unit, numbers)
        rounded = np.where(rounded == 0, np.copysign(Real(0), numbers), rounded)
    return rounded.astype(np.float64).astype(DTYPES[name])


def round_to(values, name):
    """A list or array of exact results as an array of a type."""
    if kind(name) == "b":
        return np.array([bool(value) for value in np.ravel(values)], np.bool_).reshape(np.shape(values))
    if kind(name) in "iu":
        numbers = [wrap(value, name) for value in np.ravel(np.asarray(values, object))]
        return np.array(numbers, object).astype(np.int64 if kind(name) == "i" else np.uint64).astype(
            DTYPES[name]).reshape(np.shape(values))
    if kind(name) == "c":
        values = np.asarray(values, Complex)
        result = np.empty(values.shape, DTYPES[name])
        result.real, result.imag = round_real(values.real, part(name)), round_real(values.imag, part(name))
        return result
    return round_real(values, name)


def exact(array, name):
    """An array as Python integers, booleans or long doubles."""
    if kind(name) == "b":
        return array
    if kind(name) in "iu":
        return array.astype(np.int64 if kind(name) == "i" else np.uint64).astype(object)
    if kind(name) == "c":
        return array.astype(Complex)
    numbers = array.astype(np.float64).astype(Real)
    # The one NaN of these formats is neither positive nor negative.
    return np.where(np.isnan(numbers), np.abs(numbers), numbers) if name.endswith("FNUZ") else numbers


def special_integers(name):
    low, high = limits(name)
    wanted = [0, 1, -1, 2, 3, -3, 7, bits(name) - 1, bits(name), bits(name) + 1, low, low + 1, high, high - 1, high // 3, low // 5]
    return sorted({number for number in wanted if low <= number <= high})


def special_reals(name, generator):
    """Zeros, ones, halves, the extremes of the format, and random numbers."""
    info = ml_dtypes.finfo(DTYPES[name])
    wanted = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 100.0, np.inf, -np.inf, np.nan,
              float(info.max), -float(info.max), float(info.smallest_normal), float(info.smallest_subnormal)]
    wanted += list(generator.standard_normal(4) * 3)
    with np.errstate(all="ignore"):
        numbers = np.array(wanted).astype(DTYPES[name])
    _, first = np.unique(numbers.view(f"u{numbers.itemsize}"), return_index=True)
    return numbers[np.sort(first)]


def special(name, generator):
    """What is worth trying of a type: every kind of edge, and some others."""
    if kind(name) == "b":
        return np.array([False, True])
    if kind(name) in "iu":
        return round_to(special_integers(name), name)
    if kind(name) == "f":
        return special_reals(name, generator)
    parts = np.array([0.0, -0.0, 1.0, -2.5, 0.3, 1e-3, 40.0])
    pairs = np.array([complex(x, y) for x in parts for y in parts])
    random = generator.standard_normal(8) + 1j * generator.standard_normal(8)
    return np.concatenate([pairs, random]).astype(DTYPES[name])


def all_pairs(values, limit=400):
    """Two arrays that hold every pair; every n-th if these are many."""
    n = len(values)
    index = np.arange(n * n)
    if n * n > limit:
        index = index[:: -(-n * n // limit) | 1]
    return values[index // n], values[index % n]
