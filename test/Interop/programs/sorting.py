"""Sorts, selections and reductions."""

import jax
import jax.numpy as jnp
from jax import lax

from .registry import f32, i32, key, lowers, scalar_loss, shaped


def add(name, function, *arguments, gradient=False):
    lowers("sorting", name, function, *arguments)
    if gradient:
        lowers("sorting", name + "_gradient", jax.grad(scalar_loss(function)), *arguments)


add("sort", jnp.sort, f32(4, 8), gradient=True)
add("sort_descending", lambda x: jnp.sort(x, axis=0, descending=True), f32(4, 8), gradient=True)
add("sort_integers", jnp.sort, shaped(jnp.uint8, 8))
add("sort_complex", jnp.sort, shaped(jnp.complex64, 8))
add("sort_two_keys", lambda x, y, z: lax.sort((x, y, z), num_keys=2, is_stable=False), f32(8), i32(8), f32(8))
add("argsort", jnp.argsort, f32(4, 8))
add("lexsort", lambda x, y: jnp.lexsort((x, y)), f32(8), i32(8))
add("top_k", lambda x: lax.top_k(x, 3), f32(4, 8), gradient=True)
add("approximate_top_k", lambda x: lax.approx_max_k(x, 3), f32(4, 256))
add("argmax", lambda x: (jnp.argmax(x, axis=1), jnp.nanargmin(x)), f32(4, 8))
add("median_quantile", lambda x: (jnp.median(x), jnp.quantile(x, 0.3, axis=0)), f32(5, 8), gradient=True)
add("reductions", lambda x: (x.sum(0), x.prod(), x.max(1), x.min(), x.mean(), x.var(), x.std(1)), f32(4, 8), gradient=True)
add("logical_reductions", lambda x: (jnp.any(x > 0, axis=0), jnp.all(x > 0), jnp.count_nonzero(x)), f32(4, 8))
add("bitwise_reductions", lambda x: (lax.reduce_and(x, (0,)), lax.reduce_or(x, (0,)), lax.reduce_xor(x, (1,))), i32(4, 8))
add("reduce_of_a_pair", lambda x, i: lax.reduce((x, i), (-jnp.inf, 0), lambda a, b: (jnp.maximum(a[0], b[0]), a[1] + b[1]), (0,)), f32(8, 3), i32(8, 3))
add("reduce_with_a_body", lambda x: lax.reduce(x, 0.0, lambda a, b: jnp.sqrt(a * a + b * b), (1,)), f32(4, 8))
add("logsumexp_softmax", lambda x: (jax.nn.logsumexp(x, axis=1), jax.nn.softmax(x, where=x > 0, axis=1)), f32(4, 8), gradient=True)
add("norms", lambda x: (jnp.linalg.norm(x), jnp.linalg.norm(x, 1, axis=0), jnp.linalg.norm(x, jnp.inf)), f32(4, 8), gradient=True)
add("permutation", lambda k: jax.random.permutation(k, 16), key())
add("partition", lambda x: (jnp.partition(x, 3), jnp.argpartition(x, 3)), f32(8))
