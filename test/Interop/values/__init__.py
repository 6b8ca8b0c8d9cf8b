"""JAX functions to be evaluated, by group; see registry.py."""

from . import (
    chlo,
    contraction,
    fourier,
    gather,
    linear_algebra,
    random,
    sort,
    window,
)
from .registry import CASES
