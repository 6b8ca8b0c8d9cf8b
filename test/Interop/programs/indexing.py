"""Gather, scatter, slices and their gradients."""

import jax
import jax.numpy as jnp
from jax import lax

from .registry import f32, i32, lower, lowers, program, scalar_loss, shaped


def add(name, function, *arguments, gradient=False):
    lowers("indexing", name, function, *arguments)
    if gradient:
        lowers("indexing", name + "_gradient", jax.grad(scalar_loss(function)), *arguments)


add("take_rows", lambda x, i: x[i], f32(8, 4), i32(3), gradient=True)
add("take_pairs", lambda x, i, j: x[i, j], f32(8, 4), i32(3), i32(3), gradient=True)
add("take_clipped", lambda x, i: jnp.take(x, i, axis=1, mode="clip"), f32(8, 4), i32(2, 3))
add("take_filled", lambda x, i: jnp.take(x, i, mode="fill"), shaped(jnp.int32, 8), i32(3))
add("take_promised", lambda x, i: x.at[i].get(mode="promise_in_bounds", indices_are_sorted=True, unique_indices=True), f32(8), i32(3))
add("take_along_axis", lambda x, i: jnp.take_along_axis(x, i, axis=1), f32(8, 4), i32(8, 2), gradient=True)
add("batched_take", jax.vmap(lambda x, i: x[i]), f32(5, 8, 4), i32(5, 3), gradient=True)
add("mixed_indices", lambda x, i: x[:, i, None, ..., 1:], f32(3, 8, 4, 5), i32(2))
add("boolean_mask", lambda x: jnp.where(x > 0, x, -x)[::2, ::-1], f32(6, 4), gradient=True)
add("set_rows", lambda x, i, u: x.at[i].set(u), f32(8, 4), i32(3), f32(3, 4), gradient=True)
add("add_rows", lambda x, i, u: x.at[i].add(u), f32(8, 4), i32(3), f32(3, 4), gradient=True)
add("max_min_multiply", lambda x, i, u: x.at[i].max(u).at[i].min(u).at[i].multiply(u), f32(8), i32(3), f32(3))
add("apply_at", lambda x, i: x.at[i].apply(jnp.sin), f32(8), i32(3))
add("power_at", lambda x, i: x.at[i].power(2).at[i].divide(3), f32(8), i32(3))
add("scatter_dropped", lambda x, i, u: x.at[i].set(u, mode="drop", unique_indices=True), f32(8), i32(3), f32(3))
add("batched_scatter", jax.vmap(lambda x, i, u: x.at[i].add(u)), f32(5, 8), i32(5, 3), f32(5, 3), gradient=True)
add("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, 4), f32(8, 3), i32(8), gradient=True)
add("segment_max", lambda x, i: jax.ops.segment_max(x, i, 4), f32(8), i32(8))
add("bincount", lambda i: jnp.bincount(i, length=5), i32(8))
add("histogram", lambda x: jnp.histogram(x, bins=4)[0], f32(16))
add("dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i, 0), (2, 3)), f32(8, 4), i32(), gradient=True)
add("dynamic_update", lambda x, u, i: lax.dynamic_update_slice(x, u, (i, i)), f32(8, 4), f32(2, 2), i32(), gradient=True)
add("strided_slice", lambda x: lax.slice(x, (1, 0), (7, 4), (2, 3)), f32(8, 4), gradient=True)
add("interior_padding", lambda x: lax.pad(x, 0.0, ((1, 2, 1), (-1, 0, 0))), f32(4, 4), gradient=True)
add("reflect_padding", lambda x: jnp.pad(x, 2, mode="reflect"), f32(5, 5), gradient=True)
add("concatenate", lambda x, y: jnp.concatenate([x, y, x], axis=1), f32(3, 2), f32(3, 4), gradient=True)
add("stack_split", lambda x: jnp.stack(jnp.split(x, 3, axis=1)), f32(4, 6))
add("roll_flip_rot", lambda x: jnp.rot90(jnp.flip(jnp.roll(x, 2, axis=1), 0)), f32(4, 6))
add("tile_repeat", lambda x: jnp.repeat(jnp.tile(x, (2, 1)), 3, axis=1), f32(2, 3), gradient=True)
add("dynamic_roll", lambda x, i: jnp.roll(x, i, axis=0), f32(8, 3), i32())
add("nonzero", lambda x: jnp.nonzero(x, size=4, fill_value=-1), f32(8))
add("unique", lambda x: jnp.unique(x, size=4), i32(8))
add("searchsorted", jnp.searchsorted, f32(8), f32(3))
add("interp", jnp.interp, f32(5), f32(8), f32(8))
add("triangular", lambda x: (jnp.tril(x), jnp.triu(x, 1), jnp.diag(x), jnp.trace(x)), f32(5, 5), gradient=True)
add("meshgrid_iota", lambda: jnp.meshgrid(jnp.arange(3), jnp.linspace(0, 1, 4)))


@program
def gather_with_batching_dimensions():
    numbers = lax.GatherDimensionNumbers(
        offset_dims=(2,), collapsed_slice_dims=(1,), start_index_map=(1,),
        operand_batching_dims=(0,), start_indices_batching_dims=(0,),
    )
    gather = lambda x, i: lax.gather(x, i, numbers, (1, 1, 4))
    return lower(jax.grad(scalar_loss(gather)), f32(5, 8, 4), i32(5, 3, 1))


@program
def scatter_of_several_windows():
    numbers = lax.ScatterDimensionNumbers(
        update_window_dims=(1, 2), inserted_window_dims=(), scatter_dims_to_operand_dims=(0, 1)
    )
    scatter = lambda x, i, u: lax.scatter_mul(x, i, u, numbers, unique_indices=True)
    return lower(scatter, f32(8, 8), i32(3, 2), f32(3, 2, 4))
