"""The list of cases and the helpers that write one in a line or two.

A case is a function, its arguments, and how far the results may be off, in
units in the last place (ulp) of their type: of each element, or, with `scaled`,
of the largest element of the array, which is the measure for sums in which
terms cancel. Integers and booleans have to be equal.
"""

import os
from dataclasses import dataclass
from typing import Any, Callable, Optional

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

jax.config.update("jax_enable_x64", True)

CASES = {}

FLOATS = ["float32", "float64", "float16", "bfloat16"]
COMPLEX = ["complex64", "complex128"]
INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
EVERYTHING = ["bool"] + INTEGERS + FLOATS + COMPLEX


@dataclass
class Case:
    function: Callable
    arguments: tuple
    bound: float
    is_scaled: bool
    # Which results to compare; None for all.
    results: Optional[Any]


def case(group, name, function, *arguments, ulps=0.0, scaled=None, results=None):
    cases = CASES.setdefault(group, {})
    assert name not in cases, name
    bound = ulps if scaled is None else scaled
    cases[name] = Case(function, arguments, bound, scaled is not None, results)


def numbers(dtype, *shape, seed=0, low=-4, high=5):
    """Small integers of any type, for which sums and products are exact."""
    random = np.random.default_rng([seed, *shape])
    if np.dtype(dtype).kind == "c":
        parts = random.integers(low, high, (2, *shape))
        return (parts[0] + 1j * parts[1]).astype(dtype)
    if np.dtype(dtype).kind in "ub":
        low, high = 0, 2 if dtype == "bool" else high
    return random.integers(low, high, shape).astype(dtype)


def reals(dtype, *shape, seed=0, scale=1.0):
    """Normally distributed numbers."""
    random = np.random.default_rng([seed, *shape, 7])
    values = random.normal(size=shape) * scale
    if np.dtype(dtype).kind == "c":
        values = values + 1j * random.normal(size=shape) * scale
    return values.astype(dtype)


def dtype(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)
