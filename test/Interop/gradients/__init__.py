"""Functions whose derivatives are compared with JAX's, by op family."""

from . import contraction, control_flow, elementwise, gather, linear_algebra, models, movement, reduction, window
from .registry import CASES
