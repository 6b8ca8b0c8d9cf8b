"""Reads and writes at computed places, sorts."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import case, complexes, reals


def add(name, function, *arguments, **options):
    case("gather", name, function, *arguments, **options)


table = reals(5, 6)
rows = np.array([2, 0, 4, 2], np.int32)
updates = reals(4, 6, seed=1)
add("take", lambda t, i: jnp.sin(t)[i], table, rows)
add("take_clip", lambda t, i: jnp.take(jnp.sin(t), i, axis=1, mode="clip"), table, np.array([-3, 9, 2, 2], np.int32))
add("take_fill", lambda t, i: jnp.sin(t).at[i].get(mode="fill", fill_value=0.0), table, np.array([-9, 7, 2, 3], np.int32))
add("promised", lambda t, i: lax.gather(jnp.sin(t), i, lax.GatherDimensionNumbers((1,), (0,), (0,)), (1, 4), mode="clip"), table, np.array([[4], [9], [-2]], np.int32))
add("take_along", lambda t, i: jnp.take_along_axis(jnp.sin(t), i, axis=1), table, np.array([[0, 5, 5], [1, 2, 3], [4, 4, 4], [0, 1, 0], [5, 0, 2]]))
add("batched", jax.vmap(lambda t, i: jnp.sin(t)[i]), reals(3, 5, 2), np.array([[0, 4], [2, 2], [1, 3]]))
add("windows", lambda t, i: jax.vmap(lambda j: lax.dynamic_slice(jnp.sin(t), (j, j), (2, 3)))(i), table, np.array([0, 3, 9], np.int32))
add("points", lambda t, i, j: jnp.sin(t)[i, j], table, np.array([1, 3, 1]), np.array([0, 5, 0]))
add("twice_read", lambda t, i: jnp.sin(t)[i] * t[i[::-1]], table, rows)
add("complex", lambda t, i: t[i] * t[i], complexes(5, 3), rows)
add("embedding", lambda t, i: jnp.take(t, i, axis=0).sum(1) ** 2, table, np.array([[0, 1], [4, 4]]))
for name in ("add", "set", "multiply", "min", "max"):
    add(f"unique_{name}", lambda t, u, i, n=name: getattr(jnp.sin(t).at[i], n)(jnp.cos(u), unique_indices=True, mode="promise_in_bounds"), table, updates[:3], np.array([2, 0, 4]))
for name in ("add", "set", "min", "max"):
    add(f"repeated_{name}", lambda t, u, i, n=name: getattr(jnp.sin(t).at[i], n)(jnp.cos(u)), table, updates, rows)
add("repeated_multiply_operand", lambda t, i: jnp.sin(t).at[i].multiply(updates), table, rows)
add("set_scalar", lambda t, i: jnp.sin(t).at[i].set(0.5), table, rows)
add("dropped_add", lambda t, u: jnp.sin(t).at[np.array([-9, 2, 5, 100])].add(jnp.cos(u), mode="drop"), table, updates)
add("dropped_set", lambda t, u: jnp.sin(t).at[np.array([-9, 2, 5, 2])].set(jnp.cos(u), mode="drop"), table, updates)
add("dropped_max", lambda t, u: jnp.sin(t).at[np.array([-9, 2, 5, 2])].max(jnp.cos(u), mode="drop"), table, updates)
add("max_ties", lambda t, u, i: t.at[i].max(u), np.array([1.0, 2.0, 0.0]), np.array([1.0, 3.0, 3.0, -1.0]), np.array([0, 1, 1, 2]), smooth=False, twice=False)
add("columns", lambda t, u: jnp.sin(t).at[:, np.array([1, 5, 1])].add(u), table, reals(5, 3))
add("columns_set", lambda t, u: jnp.sin(t).at[:, np.array([1, 5, 1])].set(jnp.sin(u)), table, reals(5, 3))
add("batched_scatter", jax.vmap(lambda t, i, u: jnp.sin(t).at[i].set(u * u)), reals(3, 5, 2), np.array([[0, 4], [2, 2], [1, 3]]), reals(3, 2, 2))
add("windows_drop", lambda t, u: lax.scatter_add(jnp.sin(t), np.array([[0, 0], [3, 3], [4, 0], [2, 1]], np.int32), u * u, lax.ScatterDimensionNumbers((0, 2), (), (0, 1)), mode="drop"), table, reals(2, 4, 3))
add("segment_sum", lambda u: jax.ops.segment_sum(u * u, np.array([0, 2, 2, 1]), 3), updates)

add("sort", lambda x: jnp.sort(jnp.sin(x), axis=1), table)
add("sort_first", lambda x: jnp.sort(jnp.sin(x), axis=0), table)
add("sort_descending", lambda x: jnp.sort(jnp.sin(x), axis=1, descending=True), table)
add("sort_pairs", lambda x, y: lax.sort((jnp.sin(x), y * y), dimension=1, num_keys=1), table, reals(5, 6, seed=1))
add("sort_by_integers", lambda k, x, y: lax.sort((k, x * y, y), dimension=0, num_keys=1), np.array([3, 1, 2, 1]), reals(4), reals(4, seed=1))
add("sort_ties", lambda x, y: lax.sort((x, y * y), num_keys=1), np.array([1.0, 0.0, 1.0, 0.0]), reals(4), smooth=False)
add("argsort", lambda x: jnp.sin(x)[jnp.argsort(x)], reals(6))
add("median", lambda x: jnp.median(x * x), reals(7))
add("top_k", lambda x: lax.top_k(jnp.sin(x), 3), table)
add("top_k_batched", lambda x: lax.top_k(jnp.sin(x), 2)[0], reals(2, 3, 5))
