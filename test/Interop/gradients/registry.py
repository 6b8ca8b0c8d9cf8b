"""The list of cases and the helpers that write one in a line or two.

A case is a function of arrays. What is differentiated is a number made of all
its floating-point results, each element weighted differently, with respect to
all floating-point arguments.
"""

import os
from dataclasses import dataclass
from typing import Callable

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

CASES = {}


@dataclass
class Case:
    function: Callable
    arguments: tuple
    # How far a gradient may be off, relative to its largest element.
    bound: float
    # Whether finite differences make sense: no kinks, no jumps.
    is_smooth: bool
    # Whether the derivative of the squared gradient is compared, too.
    is_twice: bool
    # Whether JAX knows the derivative; else only finite differences are asked.
    is_known: bool


def case(group, name, function, *arguments, bound=1e-11, smooth=True, twice=True, known=True):
    cases = CASES.setdefault(group, {})
    assert name not in cases, name
    cases[name] = Case(function, arguments, bound, smooth, twice and known, known)


def reals(*shape, seed=0, low=-1.5, high=1.5, dtype="float64"):
    random = np.random.default_rng([seed, *shape, 3])
    return random.uniform(low, high, shape).astype(dtype)


def complexes(*shape, seed=0, dtype="complex128"):
    return (reals(*shape, seed=seed) + 1j * reals(*shape, seed=seed + 100)).astype(dtype)


def loss_of(function):
    """A number in which every element of every result has its own weight."""

    def loss(*arguments):
        total = 0.0
        for i, leaf in enumerate(jax.tree.leaves(function(*arguments))):
            if not jnp.issubdtype(leaf.dtype, jnp.inexact):
                continue
            weights = np.cos(1.0 + i + 0.7 * np.arange(leaf.size)).reshape(leaf.shape)
            if jnp.issubdtype(leaf.dtype, jnp.complexfloating):
                total += jnp.sum(jnp.real(leaf) * weights) + jnp.sum(jnp.imag(leaf) * weights[..., ::-1])
            else:
                total += jnp.sum(leaf.astype(jnp.promote_types(leaf.dtype, jnp.float32)) * weights)
        return total

    return loss
