"""Real programs from JAX, Flax and Optax, by group; see registry.py."""

from . import (
    control_flow,
    elementwise,
    exporting,
    indexing,
    layers,
    losses,
    numerics,
    optimisers,
    random_numbers,
    sharding,
    sorting,
    training,
    types,
    windows,
)
from .registry import PROGRAMS
