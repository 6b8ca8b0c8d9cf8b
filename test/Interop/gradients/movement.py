"""Ops that move elements, and slices."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import case, complexes, reals


def add(name, function, *arguments, **options):
    case("movement", name, function, *arguments, **options)


x, y = reals(3, 4, 5), reals(3, 2, 5, seed=1)
v = reals(4)


def s(function):
    """Nonlinear, so that second derivatives are not zero."""
    return lambda *arguments: function(*[jnp.sin(a) if jnp.issubdtype(jnp.asarray(a).dtype, jnp.floating) else a for a in arguments])


add("broadcast_new", s(lambda v: jnp.broadcast_to(v, (2, 3, 4))), v)
add("broadcast_ones", s(lambda x: jnp.broadcast_to(x, (3, 4, 5))), reals(3, 1, 5))
add("broadcast_permuted", s(lambda x: lax.broadcast_in_dim(x, (5, 2, 3), (2, 0))), reals(3, 5), known=False)
add("broadcast_scalar", s(lambda x: jnp.full((2, 3), x)), np.float64(0.4))
add("broadcast_leading", s(lambda x: lax.broadcast(x, (2, 3))), v)
add("reshape", s(lambda x: x.reshape(12, 5)), x)
add("transpose", s(lambda x: x.transpose(2, 0, 1)), x)
add("reverse", s(lambda x: lax.rev(x, (0, 2))), x)
add("concatenate", s(lambda x, y: jnp.concatenate([x, y, x], axis=1)), x, y)
add("slice", s(lambda x: lax.slice(x, (1, 0, 1), (3, 4, 5), (1, 3, 2))), x)
add("slice_empty", s(lambda x: lax.slice(x, (1, 2, 1), (1, 4, 5))), x)
add("slice_stride_beyond", s(lambda x: lax.slice(x, (0, 0, 0), (3, 3, 5), (5, 2, 3))), x)
add("pad", s(lambda x, v: lax.pad(x, v, ((1, 2, 0), (0, 0, 1), (2, 0, 2)))), x, np.float64(0.5))
add("pad_negative", s(lambda x, v: lax.pad(x, v, ((-1, 2, 0), (1, -2, 1), (-2, -1, 2)))), x, np.float64(0.5))
add("pad_empty", s(lambda x, v: lax.pad(x, v, ((1, 2, 1), (0, 0, 0)))), np.zeros((0, 3)), np.float64(0.5))
add("pad_jnp", s(lambda x: jnp.pad(x, 2, mode="reflect")), reals(4, 5))
add("tile", s(lambda x: jnp.tile(x, (2, 1, 3))), x)
add("roll", s(lambda x: jnp.roll(x, 2, axis=1)), x)
add("dynamic_slice", s(lambda x, i: lax.dynamic_slice(x, (i, 1, i), (2, 2, 3))), x, np.int64(1))
add("dynamic_slice_clamped", s(lambda x, i: lax.dynamic_slice(x, (i, -i, i), (2, 2, 3))), x, np.int64(9))
add("dynamic_slices", s(lambda x, i: lax.dynamic_slice(x, (i, 1, i), (2, 2, 3)) * lax.dynamic_slice(x, (0, i, 1), (2, 2, 3))), x, np.int64(1))
add("dynamic_update", s(lambda x, y, i: lax.dynamic_update_slice(x, y, (0, i, 0))), x, y, np.int64(1))
add("dynamic_update_clamped", s(lambda x, y, i: lax.dynamic_update_slice(x, y, (i, i, -i))), x, y[:2, :, :3], np.int64(9))
add("barrier", s(lambda x: lax.optimization_barrier((x * x, x))), x)
add("real_parts", lambda z: jnp.concatenate([z.real, z.imag[::-1]]), complexes(3, 4))
add("complex_slices", lambda z: z[::2] * z[1::2], complexes(4, 3))
add("iota", lambda x: x * jnp.arange(5.0) * x, x)
add("diag", s(lambda v: jnp.diag(v, 1)), v)
add("tril", s(lambda x: jnp.tril(x)), reals(4, 4))
add("einsum_diagonal", s(lambda x: jnp.einsum("ii->i", x)), reals(4, 4))
