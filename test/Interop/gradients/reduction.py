"""Reductions by any body, and normalisations made of them."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import case, complexes, reals


def add(name, function, *arguments, **options):
    case("reduction", name, function, *arguments, **options)


x = reals(3, 4, 5)
ties = np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])
add("sum", lambda x: jnp.sin(x).sum(1), x)
add("sum_all", lambda x: jnp.sin(x).sum(), x)
add("sum_none", lambda x: lax.reduce(jnp.sin(x), 0.0, lax.add, ()), x)
add("sum_complex", lambda x: jnp.sum(x * x, 0), complexes(3, 4))
add("sum_with_init", lambda x, i: lax.reduce(jnp.sin(x), i, lambda a, b: a + b, (0, 2)), x, np.float64(0.5), known=False)
add("max", lambda x: jnp.sin(x).max(1), x)
add("min", lambda x: jnp.sin(x).min((0, 2)), x)
add("max_ties", lambda x: x.max(1), ties, smooth=False)
add("min_ties", lambda x: x.min(0), ties, smooth=False)
add("product", lambda x: jnp.prod(x, 1), x)
add("product_all", lambda x: jnp.prod(x), reals(3, 5, low=0.5, high=1.5))
add("product_of_zeros", lambda x: jnp.prod(x, 1), np.array([[0.0, 2.0, 3.0], [0.0, 0.0, 2.0], [1.0, 2.0, 3.0]]))
add("mean_variance", lambda x: (x.mean(0), x.var(1)), x)
add("general", lambda x: lax.reduce(x, 0.0, lambda a, b: a + b + a * b, (1,)), x)
# As products of complex numbers: JAX takes bodies for commutative when it
# differentiates them.
add("general_pair", lambda x, y: lax.reduce((x, y), (1.0, 0.0), lambda a, b: (a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]), (1,)), x, reals(3, 4, 5, seed=1))
add("argmax", lambda x: jnp.take_along_axis(x * x, jnp.argmax(x, 1, keepdims=True), 1), x)
add("logsumexp", lambda x: jax.nn.logsumexp(x, 2), x)
add("softmax", lambda x: jax.nn.softmax(x, 1), x)
add("log_softmax", lambda x: jax.nn.log_softmax(x, 1), x)
add("norm", lambda x: jnp.linalg.norm(x, axis=1), x)
add("layer_norm", lambda x, g, b: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5) * g + b, x, reals(5), reals(5, seed=1))
add("cross_entropy", lambda x: -jnp.take_along_axis(jax.nn.log_softmax(x), np.array([[1], [0], [3]]), 1).mean(), reals(3, 5))
add("empty", lambda x: x.sum(1), np.zeros((3, 0)))
add("product_empty", lambda x: jnp.prod(x, 1), np.zeros((3, 0)))
add("any", lambda x: jnp.where(jnp.any(x > 0, 1, keepdims=True), x * x, x), x)
