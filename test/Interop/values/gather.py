"""Gather, scatter and slices at computed places: all exact."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import EVERYTHING, case, dtype, numbers


def add(name, function, *arguments, **options):
    case("gather", name, function, *arguments, **options)


ROWS = np.array([2, 0, 4, 2], np.int32)
for name in EVERYTHING:
    table, rows = numbers(dtype(name), 5, 3), numbers(dtype(name), 4, 3, seed=1)
    add(f"take_{name}", lambda t: jnp.take(t, ROWS, axis=0), table)
    add(f"set_{name}", lambda t, r: t.at[ROWS].set(r), table, rows)
    if name != "bool":
        add(f"add_{name}", lambda t, r: t.at[ROWS].add(r), table, rows)
    add(f"slice_{name}", lambda t: lax.dynamic_slice(t, (1, 1), (2, 2)), table)
    add(f"update_slice_{name}", lambda t, r: lax.dynamic_update_slice(t, r[:2, :2], (1, 1)), table, rows)
for name in ("int8", "int16", "int64", "uint8", "uint32", "uint64"):
    add(f"index_{name}", lambda t, i: jnp.take(t, i, axis=1, mode="clip"), numbers("float32", 5, 3), np.array([0, 2, 1, 7], name))

table = numbers("float32", 5, 6)
add("gather_out_of_bounds", lambda t, i: t.at[i, i].get(mode="clip"), table, np.array([-1, 7, 2, -100, 3], np.int32))
add("gather_fill", lambda t, i: t.at[i].get(mode="fill", fill_value=-1), table, np.array([-9, 7, 2, 3], np.int32))
add("gather_huge", lambda t, i: lax.dynamic_slice(t, (i, i), (2, 3)), table, np.uint64(2**64 - 1))
add("take_along_axis", lambda t, i: jnp.take_along_axis(t, i, axis=1), table, numbers("int32", 5, 3, low=0, high=6))
add("gather_batched", jax.vmap(lambda t, i: t[i]), numbers("float32", 4, 5, 3), numbers("int32", 4, 2, low=0, high=5))
add("gather_twice_batched", jax.vmap(jax.vmap(lambda t, i: lax.dynamic_slice(t, (i, np.int32(1)), (2, 2)))), numbers("float32", 2, 3, 5, 4), numbers("int32", 2, 3, low=-2, high=7))
add("gather_columns", lambda t, i: t[:, i], table, np.array([[1, 3], [5, 0]], np.int32))
add("gather_middle", lambda t, i, j: t[i, :, j], numbers("float32", 4, 5, 6), np.array([1, 3, 0], np.int32), np.array([2, 2, 5], np.int32))
add("gather_none", lambda t: t[np.zeros((0,), np.int32)], table)

add("scatter_duplicates", lambda t, r: t.at[np.array([1, 1, 1, 3, 1])].add(r), table, numbers("float32", 5, 6, seed=2))
add("scatter_last_wins", lambda t, r: t.at[np.array([1, 1, 1, 3, 1])].set(r), table, numbers("float32", 5, 6, seed=2))
add("scatter_multiply", lambda t, r: t.at[np.array([1, 1, 4])].multiply(r), table, numbers("float32", 3, 6, seed=2))
add("scatter_min", lambda t, r: t.at[np.array([1, 1, 4])].min(r), table, numbers("float32", 3, 6, seed=2))
add("scatter_apply", lambda t: t.at[np.array([1, 1, 4])].apply(lambda x: x * 2 + 1), table)
add("scatter_drops", lambda t, r: t.at[np.array([-9, 2, 5, 100])].add(r, mode="drop"), table, numbers("float32", 4, 6, seed=2))
add("scatter_clips", lambda t, r: t.at[np.array([-9, 2, 5, 100])].add(r, mode="clip"), table, numbers("float32", 4, 6, seed=2))
add("scatter_columns", lambda t, r: t.at[:, np.array([1, 5, 1])].add(r), table, numbers("float32", 5, 3, seed=2))
add("scatter_points", lambda t, r: t.at[np.array([1, 3, 1]), np.array([0, 5, 0])].add(r), table, numbers("float32", 3, seed=2))
add("scatter_batched", jax.vmap(lambda t, i, r: t.at[i].add(r)), numbers("float32", 4, 5, 3), numbers("int32", 4, 2, low=0, high=5), numbers("float32", 4, 2, 3, seed=1))
add("scatter_none", lambda t: t.at[np.zeros((0,), np.int32)].add(1.0), table)


def scatter_windows(mode):
    numbers = lax.ScatterDimensionNumbers(update_window_dims=(0, 2), inserted_window_dims=(), scatter_dims_to_operand_dims=(0, 1))
    return lambda t, i, r: lax.scatter_add(t, i, r, numbers, mode=mode)


# A window of 2x3 that lies partly outside is left out as a whole.
STARTS = np.array([[0, 0], [3, 3], [4, 0], [0, 4], [2, 1]], np.int32)
add("scatter_windows_drop", scatter_windows("drop"), table, STARTS, numbers("float32", 2, 5, 3, seed=3))
add("scatter_windows_clip", scatter_windows("clip"), table, STARTS, numbers("float32", 2, 5, 3, seed=3))

add("slice_clamped", lambda t, i: lax.dynamic_slice(t, (i, -i), (3, 2)), table, np.int32(9))
add("update_slice_clamped", lambda t, r, i: lax.dynamic_update_slice(t, r, (i, -i)), table, numbers("float32", 3, 2), np.int32(9))
add("gradient_of_take", jax.grad(lambda t: jnp.sum(t[ROWS] * jnp.arange(24.0, dtype=jnp.float32).reshape(4, 6))), table)
