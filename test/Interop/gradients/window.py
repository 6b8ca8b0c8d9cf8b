"""Pools and cumulative ops."""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from jax import lax

from .registry import case, reals


def add(name, function, *arguments, **options):
    case("window", name, function, *arguments, **options)


x = reals(6, 7)


def pool(init, op, sizes, strides, padding, base=None, window=None):
    return lambda x: lax.reduce_window(jnp.sin(x), init, op, sizes, strides, padding, base, window)


add("sum", pool(0.0, lax.add, (2, 3), (1, 2), "VALID"), x)
add("sum_padded", pool(0.0, lax.add, (3, 2), (2, 2), ((1, 2), (0, 1))), x)
add("sum_dilated", pool(0.0, lax.add, (3, 2), (2, 3), ((1, 2), (3, 1)), (2, 1), (1, 3)), x)
add("max", pool(-np.inf, lax.max, (2, 3), (2, 2), "SAME"), x)
add("max_overlapping", pool(-np.inf, lax.max, (3, 3), (1, 1), "SAME"), x)
add("min", pool(np.inf, lax.min, (2, 3), (1, 2), ((1, 0), (2, 2))), x)
add("max_dilated", pool(-np.inf, lax.max, (2, 3), (1, 2), ((1, 0), (2, 2)), (1, 2), (2, 1)), x, known=False)
add("product", pool(1.0, lax.mul, (2, 2), (1, 2), ((1, 0), (0, 0))), x, known=False)
add("max_of_equals", lambda x: lax.reduce_window(x, -np.inf, lax.max, (2, 2), (2, 2), "VALID"), np.ones((4, 4)), smooth=False, twice=False)
add("max_pool", lambda x: nnx.max_pool(x, (2, 2), (2, 2)), reals(2, 6, 6, 3))
add("avg_pool", lambda x: nnx.avg_pool(jnp.sin(x), (3, 3), (2, 2), padding="SAME"), reals(2, 6, 6, 3))
for name in ("cumsum", "cumprod", "cummax", "cummin"):
    add(name, lambda x, f=getattr(lax, name): f(jnp.sin(x), axis=1), x)
    add(f"{name}_reverse", lambda x, f=getattr(lax, name): f(jnp.sin(x), axis=0, reverse=True), x)
add("cumlogsumexp", lambda x: lax.cumlogsumexp(x, axis=1), x)
add("associative_scan", lambda x: lax.associative_scan(lambda a, b: a * b + b, x), x)
