"""Moving windows; the values are small integers, so sums are exact."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import EVERYTHING, FLOATS, INTEGERS, case, dtype, numbers, reals


def add(name, function, *arguments, **options):
    case("window", name, function, *arguments, **options)


def window(init, body, sizes, strides, padding, **options):
    return lambda x: lax.reduce_window(x, jnp.array(init, x.dtype), body, sizes, strides, padding, **options)


for name in INTEGERS + FLOATS:
    x = numbers(dtype(name), 5, 6)
    add(f"sum_{name}", window(0, lax.add, (2, 3), (1, 2), "SAME"), x)
    add(f"max_{name}", window(0, lax.max, (2, 3), (2, 1), "VALID"), x)
add("or_bool", window(False, lax.bitwise_or, (2, 3), (1, 2), "SAME"), numbers("bool", 5, 6))
for name in ("complex64", "complex128"):
    add(f"sum_{name}", window(0, lax.add, (2, 3), (1, 2), "SAME"), numbers(name, 5, 6))
x = numbers("float32", 7, 8)
add("padding", window(0, lax.add, (3, 2), (1, 1), ((1, 2), (3, 0))), x)
add("stride_over_size", window(0, lax.add, (2, 2), (3, 4), "VALID"), x)
add("base_dilation", window(0, lax.add, (3, 2), (2, 1), ((1, 1), (0, 2)), base_dilation=(2, 3)), x)
add("window_dilation", window(0, lax.add, (3, 2), (1, 1), "VALID", window_dilation=(2, 3)), x)
add("all_options", window(1, lax.mul, (2, 3), (3, 2), ((2, 0), (1, 4)), base_dilation=(3, 2), window_dilation=(2, 2)), x)
add("negative_padding", window(0, lax.add, (2, 2), (1, 1), ((-1, 2), (1, -2))), x)
add("size_one", window(0, lax.add, (1, 1), (1, 1), "VALID"), x)
add("empty", window(0, lax.add, (2, 2), (1, 1), "SAME"), numbers("float32", 0, 4))
add("pair", lambda x, y: lax.reduce_window((x, y), (jnp.float32(0), jnp.int32(1)), lambda a, b: (a[0] + b[0], a[1] * b[1]), (3,), (1,), "SAME"), numbers("float32", 9), numbers("int32", 9))
add("argmax", lambda x: lax.reduce_window((x, jnp.arange(9)), (-jnp.float32(jnp.inf), jnp.int64(-1)), lambda a, b: (jnp.maximum(a[0], b[0]), jnp.where(a[0] >= b[0], a[1], b[1])), (3,), (2,), "VALID"), numbers("float32", 9))
add("cumulative", lambda x: (lax.cumsum(x), lax.cumprod(x), lax.cummax(x), lax.cummin(x, reverse=True)), numbers("int32", 40))
add("cumulative_log", lambda x: lax.cumlogsumexp(x), reals("float32", 30), ulps=8)
add("nan_max", window(-jnp.inf, lax.max, (2,), (1,), "VALID"), jnp.array([1, jnp.nan, 3, -jnp.inf, 5], jnp.float32))


def pool(x, sizes, strides, padding):
    return lax.reduce_window(x, -np.inf, lax.max, sizes, strides, padding)


def pool_gradient(*window):
    return lambda x, g: jax.vjp(lambda y: pool(y, *window), x)[1](g)[0]


for name in FLOATS:
    add(f"pool_gradient_{name}", pool_gradient((2, 2), (2, 2), "VALID"), numbers(dtype(name), 6, 4), numbers(dtype(name), 3, 2))
add("pool_gradient_overlapping", pool_gradient((3, 3), (1, 1), "SAME"), numbers("float32", 6, 5), numbers("float32", 6, 5))
add("pool_gradient_padded", pool_gradient((3, 2), (2, 1), ((1, 1), (1, 0))), numbers("float32", 7, 4), numbers("float32", 4, 4))
