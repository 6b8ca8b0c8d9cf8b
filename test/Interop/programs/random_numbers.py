"""Both kinds of random bits and the distributions on top of them."""

import jax
import jax.numpy as jnp
from jax import random

from .registry import f32, key, lower, lowers, program

DISTRIBUTIONS = {
    "bits": lambda k: (random.bits(k, (4,)), random.bits(k, (3,), jnp.uint8)),
    "uniform": lambda k: random.uniform(k, (4, 3)),
    "uniform_half": lambda k: random.uniform(k, (4, 3), jnp.bfloat16, -1, 1),
    "normal": lambda k: random.normal(k, (4, 3)),
    "complex_normal": lambda k: random.normal(k, (4,), jnp.complex64),
    "truncated_normal": lambda k: random.truncated_normal(k, -2, 2, (4,)),
    "integers": lambda k: random.randint(k, (4,), 0, 10),
    "bernoulli": lambda k: random.bernoulli(k, 0.3, (4,)),
    "categorical": lambda k: random.categorical(k, jnp.ones((4, 5))),
    "choice": lambda k: random.choice(k, 10, (4,), replace=False),
    "permutation": lambda k: random.permutation(k, jnp.arange(12).reshape(4, 3), independent=True),
    "gumbel": lambda k: random.gumbel(k, (4,)),
    "exponential": lambda k: random.exponential(k, (4,)),
    "gamma": lambda k: random.gamma(k, 2.0, (4,)),
    "beta": lambda k: random.beta(k, 2.0, 3.0, (4,)),
    "dirichlet": lambda k: random.dirichlet(k, jnp.ones(3), (4,)),
    "poisson": lambda k: random.poisson(k, 3.0, (4,)),
    "binomial": lambda k: random.binomial(k, 10.0, 0.3, (4,)),
    "cauchy_laplace": lambda k: (random.cauchy(k, (4,)), random.laplace(k, (4,))),
    "multivariate": lambda k: random.multivariate_normal(k, jnp.zeros(3), jnp.eye(3), (4,)),
    "orthogonal": lambda k: random.orthogonal(k, 4),
    "ball": lambda k: random.ball(k, 3, shape=(4,)),
    "splitting": lambda k: (random.key_data(random.split(k, 3)), random.key_data(random.fold_in(k, 7))),
}

for name, function in DISTRIBUTIONS.items():
    lowers("random_numbers", name, function, key())


@program
def rbg_bits():
    generator = jax.eval_shape(lambda: random.key(0, impl="rbg"))
    return lower(lambda k: (random.normal(k, (4, 3)), random.bits(k, (5,), jnp.uint16)), generator)


@program
def unsafe_rbg_split():
    generator = jax.eval_shape(lambda: random.key(0, impl="unsafe_rbg"))
    return lower(lambda k: random.uniform(random.split(k)[0], (4,)), generator)


@program
def rng_uniform():
    return lower(lambda a, b: jax.lax.rng_uniform(a, b, (4, 3)), f32(), f32())


@program
def key_as_argument():
    """A vector of keys: an extended element type that lowers to a trailing dimension."""
    keys = jax.eval_shape(lambda: random.split(random.key(0), 5))
    return lower(jax.vmap(lambda k: random.normal(k, (3,))), keys)


@program
def seed_from_integer():
    return lower(lambda seed: random.normal(random.key(seed), (4,)), jax.ShapeDtypeStruct((), jnp.int32))


@program
def old_style_key():
    return lower(lambda k: random.uniform(k, (2,)), jax.ShapeDtypeStruct((2,), jnp.uint32))
