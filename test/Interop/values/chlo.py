"""The functions of the chlo dialect.

XLA computes these in the precision of their type, and the interpreter rounds
once, so the bounds are XLA's errors: the f64 results are within 3 ulp of
SciPy's, but for erfc, where glibc's is the more exact one.
"""

import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import FLOATS, case, dtype

WIDE = np.concatenate([np.linspace(-20, 20, 81), [0.0, -0.0, 1e-3, -1e-3, 1e-7, 30, -30, 100, np.inf, -np.inf, np.nan]])
UNIT = np.concatenate([np.linspace(-1, 1, 41), [0.0, -0.0, 1e-3, -1e-7, 0.999, -0.9999, 1.5, -2, np.nan]])
POSITIVE = np.concatenate([np.linspace(0.05, 20, 60), [1e-3, 100, 1e4, np.inf, np.nan]])
NEGATIVE = np.concatenate([np.linspace(-9.95, -0.05, 34), [-1, -2, 0]])


def add(name, function, values, ulps, types=FLOATS):
    for type in types:
        bound = ulps.get(type, ulps["float32"]) if isinstance(ulps, dict) else ulps
        case("chlo", f"{name}_{type}", function, values.astype(dtype(type)), ulps=bound)


add("acos", lax.acos, UNIT, 4)
add("acosh", lax.acosh, np.abs(WIDE) + 1, 4)
add("asin", lax.asin, UNIT, 4)
add("asinh", lax.asinh, WIDE, 4)
add("atan", lax.atan, WIDE, 4)
add("atanh", lax.atanh, UNIT, {"float32": 4, "float64": 32})
add("bessel_i1e", lax.bessel_i1e, WIDE, 16)
add("cosh", lax.cosh, WIDE, 16)
add("digamma", lax.digamma, POSITIVE[POSITIVE > 2], 8)
add("digamma_near_zero", lambda x: lax.digamma(x) + 100, np.linspace(1.2, 1.8, 13), 4)
add("digamma_negative", lambda x: lax.digamma(x), NEGATIVE[-3:], 4)
add("erf", lax.erf, WIDE, 8)
add("erf_inv", lax.erf_inv, UNIT, {"float32": 32, "float64": 128})
add("erfc", lax.erfc, np.linspace(-5, 8, 50), {"float32": 64, "float64": 64, "float16": 4, "bfloat16": 4})
add("lgamma", lax.lgamma, POSITIVE[POSITIVE > 2.5], 32)
add("lgamma_near_zeros", lambda x: lax.lgamma(x) + 100, np.linspace(0.5, 2.5, 21), 4)
add("sinh", lax.sinh, WIDE, 16)
add("square", lax.square, WIDE, 0)
add("tan", lax.tan, WIDE, 8)
# On a branch cut, JAX does not tell -0 from 0.
GRID = np.array([complex(x, y) for x in (-3, -0.7, 0.0, 0.3, 2) for y in (-2, -0.4, 0.2, 1.5)])
for name in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan", "square", "conj"):
    add(f"{name}_of", getattr(lax, name), GRID, 8, types=["complex64", "complex128"])


def add2(name, function, x, y, ulps, types=FLOATS):
    x, y = np.broadcast_arrays(x, y)
    for type in types:
        case("chlo", f"{name}_{type}", function, x.astype(dtype(type)), y.astype(dtype(type)), ulps=ulps)


add2("next_after", lax.nextafter, np.array([0, -0.0, 1, -1, 1, np.nan, np.inf, 0, 3, -2])[:, None], np.array([1, -1, 0, np.inf, -np.inf, np.nan, 3, -0.0])[None, :], 0)
add2("zeta", lax.zeta, np.array([1.5, 2, 3, 5.5, 1, 0.5])[:, None], np.array([0.3, 1, 2.5, 10, 0, -1])[None, :], 32)
add2("polygamma", lax.polygamma, np.array([0, 1, 2, 3, 5])[:, None], np.array([0.7, 2.5, 10, 3])[None, :], 64)
