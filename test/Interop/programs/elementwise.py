"""Every elementwise op on the edges of every type.

These are made to be run (evaluate.py): each has its inputs with it, all pairs of
the values where something happens.
"""

import itertools

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from .registry import PROGRAMS

SIGNED = ["int4", "int8", "int16", "int32", "int64"]
UNSIGNED = ["uint4", "uint8", "uint16", "uint32", "uint64"]
WIDE_FLOATS = ["float16", "bfloat16", "float32", "float64"]
NARROW_FLOATS = [
    "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz",
    "float8_e4m3b11fnuz", "float8_e4m3", "float8_e3m4",
]  # fmt: skip
COMPLEX = ["complex64", "complex128"]
ALL = ["bool", *SIGNED, *UNSIGNED, *WIDE_FLOATS, *NARROW_FLOATS, *COMPLEX]


def edges(dtype):
    if dtype == "bool":
        return np.array([False, True])
    if dtype in SIGNED + UNSIGNED:
        info = ml_dtypes.iinfo(dtype)
        low, high = int(info.min), int(info.max)
        numbers = {low, low + 1, -1, 0, 1, 2, 3, 5, high // 2, high - 1, high, info.bits, info.bits - 1}
        return np.array(sorted(n for n in numbers if low <= n <= high), dtype=object).astype(dtype)
    if dtype in COMPLEX:
        parts = [0.0, -0.0, 1.0, -2.5, 0.3, 1e-3, 20.0]
        return np.array([complex(a, b) for a in parts for b in parts]).astype(dtype)
    info = ml_dtypes.finfo(dtype)
    numbers = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 0.3, -0.7, 7.0, 100.0, -1e4, 1e-3]
    numbers += [float(info.max), float(info.min), float(info.smallest_normal), np.nan, np.inf, -np.inf]
    return np.array(numbers).astype(dtype)


def pairs(dtype):
    values = edges(dtype)
    both = list(itertools.product(range(len(values)), repeat=2))
    return values[[a for a, _ in both]], values[[b for _, b in both]]


def add(name, function, *inputs):
    def lowered():
        with jax.enable_x64(True):
            shapes = [jax.ShapeDtypeStruct(x.shape, x.dtype) for x in inputs]
            return jax.jit(function).lower(*shapes)

    lowered.inputs = list(inputs)
    PROGRAMS.setdefault("elementwise", {})[name] = lowered


def add_all(functions, dtypes, inputs):
    """One program per type with all functions, or the list gets long."""
    for dtype in dtypes:
        chosen = [getattr(lax, name) for name in functions.split()]
        add(f"{functions.split()[0]}_and_others_{dtype}", lambda *x, chosen=chosen: [f(*x) for f in chosen], *inputs(dtype))


one = lambda dtype: (edges(dtype),)
add_all("bitwise_not", ["bool", *SIGNED, *UNSIGNED], one)
add_all("neg sign abs population_count clz", SIGNED[1:], one)
add_all("population_count clz neg", UNSIGNED[1:], one)
add_all("ceil floor is_finite sign abs neg", WIDE_FLOATS + NARROW_FLOATS, one)
add_all("exp log sqrt rsqrt tanh logistic expm1 log1p cbrt", WIDE_FLOATS, one)
add_all("neg real imag conj", COMPLEX, one)
for dtype in WIDE_FLOATS:
    rounded = lambda x: [lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO)]
    add(f"round_{dtype}", rounded, *one(dtype))
    small = edges(dtype)[np.abs(edges(dtype).astype(float)) <= 1e4]
    add(f"sin_and_others_{dtype}", lambda x: [lax.sin(x), lax.cos(x), lax.tan(x)], small)
for dtype in COMPLEX:
    functions = [lax.exp, lax.log, lax.sqrt, lax.sin, lax.cos, lax.tanh, lax.abs, lax.log1p, lax.expm1]
    away = edges(dtype)[np.abs(edges(dtype)) > 0]
    for function in functions:
        # XLA's sqrt does not look at the sign of an imaginary zero.
        signed = np.signbit(away.imag) & (away.imag == 0) & (function is lax.sqrt)
        add(f"{function.__name__}_{dtype}", function, away[~signed])

add_all("bitwise_and bitwise_or bitwise_xor eq ne", ["bool", *SIGNED, *UNSIGNED], pairs)
add_all("add sub mul div rem max min lt le gt ge shift_left shift_right_logical shift_right_arithmetic", SIGNED + UNSIGNED, pairs)
add_all("add sub mul div max min eq ne lt le gt ge", WIDE_FLOATS + NARROW_FLOATS, pairs)
add_all("rem pow atan2", ["float32", "float64"], pairs)
add_all("add sub mul eq ne", COMPLEX, pairs)
add("max_and_min_bool", lambda x, y: [lax.max(x, y), lax.min(x, y)], *pairs("bool"))
for dtype in ["float32", "float64"]:
    total = lambda x, y: [lax.eq_to_p.bind(x, y), lax.lt_to_p.bind(x, y), lax.le_to_p.bind(x, y)]
    add(f"total_order_{dtype}", total, *pairs(dtype))
    add(f"clamp_{dtype}", lambda x, y: lax.clamp(jnp.asarray(-1, x.dtype), x, y), *pairs(dtype))

# Every type to every other.
for source in ALL:
    targets = [t for t in ALL if not (source in COMPLEX and t not in COMPLEX)]
    add(f"convert_{source}", lambda x, targets=targets: [lax.convert_element_type(x, t) for t in targets], *one(source))
