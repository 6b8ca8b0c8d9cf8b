"""Sorting: exact."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import FLOATS, INTEGERS, case, dtype, numbers, reals


def add(name, function, *arguments, **options):
    case("sort", name, function, *arguments, **options)


for name in ["bool"] + INTEGERS + FLOATS + ["complex64"]:
    add(f"sort_{name}", lambda x: lax.sort(x, dimension=1), numbers(dtype(name), 3, 11))
for name in INTEGERS + FLOATS:
    add(f"top_k_{name}", lambda x: lax.top_k(x, 4), numbers(dtype(name), 3, 9))
SPECIAL = np.array([3, np.nan, -0.0, 0.0, -np.inf, np.inf, -np.nan, 0.0, -0.0, 1e-45, -1], np.float32)
add("sort_special", lambda x: lax.sort(x), SPECIAL)
add("argsort_special", lambda x: jnp.argsort(x), SPECIAL)
add("top_k_special", lambda x: lax.top_k(x, 11), SPECIAL)
add("sort_first_dimension", lambda x: lax.sort(x, dimension=0), reals("float32", 17, 4))
add("sort_middle_dimension", lambda x: jnp.sort(x, axis=1), reals("float32", 2, 13, 3))
add("sort_descending", lambda x: jnp.sort(x, descending=True), reals("float32", 33))
add("sort_stable", lambda k, v: lax.sort((k, v), num_keys=1), numbers("int32", 100), np.arange(100, dtype=np.int32))
add("sort_two_keys", lambda a, b, c: lax.sort((a, b, c), num_keys=2), numbers("int32", 50, low=0, high=3), numbers("float32", 50, seed=1), np.arange(50))
add("sort_empty", lambda x: lax.sort(x), np.zeros((0,), np.float32))
add("sort_one", lambda x: lax.sort(x, dimension=0), np.ones((1, 4), np.float32))
add("sort_long", lambda x: lax.sort(x), reals("float32", 5000))
add("lexsort", lambda a, b: jnp.lexsort((a, b)), numbers("int32", 30), numbers("int32", 30, seed=1))
add("median", lambda x: jnp.median(x, axis=0), reals("float32", 9, 3))
add("approx_max_k", lambda x: lax.approx_max_k(x, 3), reals("float32", 4, 12))
add("approx_min_k", lambda x: lax.approx_min_k(x, 3), reals("float32", 4, 12))
add("top_k_all", lambda x: lax.top_k(x, 5), reals("float32", 2, 3, 5))
