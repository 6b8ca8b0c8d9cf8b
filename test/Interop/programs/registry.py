"""The list of programs and the helpers that write one in a line or two.

A program is a function without parameters that returns what JAX lowered (a
`jax.stages.Lowered`, or a `jax.export.Exported`). It belongs to the group named
after its file. Nothing is executed: all arguments are shapes.
"""

import os

# Eight host devices are enough for every mesh below, and must be asked for
# before JAX is imported.
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
from flax import nnx

PROGRAMS = {}


def program(function):
    """Adds `function` to the group of the file it is written in."""
    group = function.__module__.rsplit(".", 1)[-1]
    PROGRAMS.setdefault(group, {})[function.__name__] = function
    return function


def lowers(group, name, function, *arguments, **options):
    """Adds a program that is no more than `jit(function)` of `arguments`."""
    PROGRAMS.setdefault(group, {})[name] = lambda: lower(
        function, *arguments, **options
    )


def lower(function, *arguments, **options):
    return jax.jit(function, **options).lower(*arguments)


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def i32(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.int32)


def shaped(dtype, *shape):
    return jax.ShapeDtypeStruct(shape, dtype)


def key():
    return jax.eval_shape(lambda: jax.random.key(0))


def scalar_loss(function):
    """The sum of everything `function` returns: something to differentiate."""

    def loss(*arguments):
        leaves = jax.tree.leaves(function(*arguments))
        return sum(jnp.sum(leaf.astype(jnp.float32)) for leaf in leaves)

    return loss


def flax_module(make):
    """The structure and the abstract state of `make(rngs)`, without running it."""
    return nnx.split(nnx.eval_shape(lambda: make(nnx.Rngs(0))))


def lower_flax(make, *arguments, gradient=False):
    """A call of the module `make(rngs)` as a function of its state."""
    graph, state = flax_module(make)

    def apply(state, *arguments):
        return nnx.merge(graph, state)(*arguments)

    if not gradient:
        return lower(apply, state, *arguments)
    graph, parameters, rest = nnx.split(
        nnx.eval_shape(lambda: make(nnx.Rngs(0))), nnx.Param, ...
    )

    def loss(parameters, rest, *arguments):
        return scalar_loss(nnx.merge(graph, parameters, rest, copy=True))(*arguments)

    return lower(jax.value_and_grad(loss), parameters, rest, *arguments)
