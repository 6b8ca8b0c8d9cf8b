"""Compares derivatives of jax.shard_map with jax.grad's.

    shard-map-gradients.py [--only NAME] [--verbose]

Each function has a manual region with collectives inside, is printed by JAX
without its derivative, differentiated by Weft and run partitioned, on 2x2
devices, as JAX runs its own. In f64, once and, as the gradient of the squared
gradients, twice.
"""

import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

from weft_models import Weft, tensor_type

jax.config.update("jax_enable_x64", True)

# Relative to the largest element of a gradient; the largest measured is
# 8.1e-16.
BOUND = 1e-13

MESH = Mesh(np.array(jax.devices()).reshape(2, 2), ("a", "b"))
CASES = {}


def case(in_specs, out_specs, *shapes, **options):
    """A body on shards becomes a case; `shapes` are of the whole arguments."""

    def add(body):
        mapped = jax.shard_map(body, mesh=MESH, in_specs=in_specs, out_specs=out_specs, **options)
        CASES[body.__name__] = (mapped, shapes or ((8, 4),))
        return body

    return add


@case(P("a", "b"), P("a", "b"))
def no_collective(x):
    return jnp.sin(x) * x


@case(P("a", "b"), P("a", None))
def psum(x):
    return jnp.sin(lax.psum(x * x, "b"))


@case(P("a", "b"), P())
def psum_over_both(x):
    return jnp.tanh(lax.psum(jnp.sin(x), ("a", "b")))


@case(P("a", "b"), P(None, "b"))
def pmean(x):
    return jnp.exp(lax.pmean(jnp.sin(x), "a"))


@case(P("a", "b"), P("a", None), check_vma=False)
def psum_unchecked(x):
    return jnp.sin(lax.psum(x * x, "b"))


@case(P("a", "b"), P("a", None), check_vma=False)
def all_gather_tiled(x):
    return jnp.sin(lax.all_gather(x * x, "b", axis=1, tiled=True))


@case(P("a", "b"), P(None, "a", None), check_vma=False)
def all_gather_stacked(x):
    return jnp.sin(lax.all_gather(x * x, "b"))


@case(P("a", None), P("a", "b"))
def psum_scatter_tiled(x):
    return jnp.tanh(lax.psum_scatter(jnp.sin(x) * (1.0 + lax.axis_index("b")), "b", scatter_dimension=1, tiled=True))


@case(P("a", None), P("a", None))
def psum_scatter_stacked(x):
    return jnp.tanh(lax.psum_scatter(jnp.sin(x), "a", scatter_dimension=0, tiled=True).repeat(2, 0))


@case(P("a", "b"), P(("a", "b"), None))
def all_to_all(x):
    return jnp.sin(lax.all_to_all(x * x, "b", split_axis=0, concat_axis=1, tiled=True))


@case(P("a", "b"), P("a", "b"))
def ppermute_ring(x):
    return jnp.sin(lax.ppermute(x * x, "b", [(0, 1), (1, 0)])) * x


@case(P("a", "b"), P("a", "b"))
def ppermute_partial(x):
    return jnp.cos(lax.ppermute(x * x, "a", [(0, 1)])) + x


@case(P("a", "b"), P("a", "b"))
def axis_index(x):
    return jnp.sin(x * (1.0 + lax.axis_index("a") + 2 * lax.axis_index("b")))


@case((P("a", "b"), P("b", None)), P("a", None), (8, 4), (4, 6))
def row_parallel_product(x, w):
    return jnp.tanh(lax.psum(x @ w, "b"))


@case((P("a", None), P(None, "b")), P("a", None), (8, 4), (4, 6), check_vma=False)
def column_parallel_product(x, w):
    return lax.all_gather(jnp.tanh(x @ w), "b", axis=1, tiled=True)


@case((P(("a", "b"), None), P(("a", "b"), None)), P(("a", "b"), None), (8, 4), (4, 6), check_vma=False)
def fully_sharded_product(x, w):
    return jnp.tanh(x @ lax.all_gather(w, ("a", "b"), axis=0, tiled=True))


@case((P("a", None), P()), P("a", None), (8, 4), (4,))
def replicated_argument(x, w):
    return jnp.sin(x * w)


@case((P("a", None), P("a", None)), P("a", None), (8, 4), (8, 4))
def ring_attention(q, k):
    def turn(carry, _):
        k, total, norm = carry
        scores = jnp.exp(q @ k.T)
        k = lax.ppermute(k, "a", [(0, 1), (1, 0)])
        return (k, total + scores @ k, norm + scores.sum(1, keepdims=True)), None

    zeros = lax.pcast(jnp.zeros((4, 5)), "a", to="varying")
    (_, total, norm), _ = lax.scan(turn, (k, zeros[:, :4], zeros[:, :1]), length=2)
    return total / norm


@case(P("a", "b"), P("a", "b"))
def loop_with_psum(x):
    return lax.scan(lambda c, _: (jnp.sin(c + lax.psum(c, "b") * x), None), x, length=3)[0]


@case(P("a", "b"), P("a", "b"))
def branch_with_collective(x):
    return lax.cond(lax.psum(x, ("a", "b")).sum() > 0, lambda v: jnp.sin(v) * v, lambda v: jnp.cos(v), x)


@case(P("a"), P("a"), axis_names={"a"})
def partly_manual(x):
    return jnp.sin(lax.psum(x, "a") * x)


@case(P("a", "b"), P("a", "b"))
def batch_norm(x):
    mean = lax.pmean(x.mean(0, keepdims=True), "a")
    variance = lax.pmean(((x - mean) ** 2).mean(0, keepdims=True), "a")
    return (x - mean) / jnp.sqrt(variance + 1e-3)


def loss_of(function):
    def loss(*arguments):
        result = function(*arguments)
        return jnp.sum(result * np.cos(1.0 + 0.7 * np.arange(result.size)).reshape(result.shape))

    return loss


def signature(names, types):
    return ", ".join(f"%{name}: {type}" for name, type in zip(names, types))


def program_of(loss, arguments):
    """JAX's text of the loss, with functions for both gradients behind it."""
    text = jax.jit(loss).lower(*arguments).as_text()
    text = text.replace("func.func public @main(", "func.func private @loss(")
    types = [tensor_type(array) for array in arguments]
    names = [f"a{i}" for i in range(len(types))]
    listed, numbers = ", ".join(f"%{name}" for name in names), ", ".join(map(str, range(len(types))))
    results = ", ".join(["tensor<f64>", *types])
    gradients = ", ".join(f"%g{i}" for i in range(len(types)))
    ask = lambda callee: (
        f"    %v, {gradients} = weft.value_and_grad @{callee}({listed}) wrt [{numbers}] : ({', '.join(types)}) -> ({results})"
    )
    squares = ["    %t = stablehlo.constant dense<0.0> : tensor<f64>"]
    total = "%t"
    for i, (type, array) in enumerate(zip(types, arguments)):
        dims = ", ".join(map(str, range(array.ndim)))
        squares += [
            f"    %s{i} = stablehlo.multiply %g{i}, %g{i} : {type}",
            f"    %t{i} = stablehlo.reduce(%s{i} init: {total}) applies stablehlo.add across dimensions = [{dims}]"
            f" : ({type}, tensor<f64>) -> tensor<f64>",
        ]
        total = f"%t{i}"
    functions = [
        f"  func.func private @square({signature(names, types)}) -> tensor<f64> {{",
        ask("loss"), *squares, f"    return {total} : tensor<f64>", "  }",
    ]  # fmt: skip
    for name, callee in (("first", "loss"), ("second", "square")):
        functions += [
            f"  func.func public @{name}({signature(names, types)}) -> ({results}) {{",
            ask(callee), f"    return %v, {gradients} : {results}", "  }",
        ]  # fmt: skip
    end = text.rindex("}")
    return text[:end] + "\n".join(functions) + "\n}\n"


def expected(loss, arguments):
    numbers = tuple(range(len(arguments)))
    gradient = jax.value_and_grad(loss, argnums=numbers)

    def square(*arguments):
        return sum(jnp.sum(g * g) for g in gradient(*arguments)[1])

    for function in (gradient, jax.value_and_grad(square, argnums=numbers)):
        value, gradients = jax.jit(function)(*arguments)
        yield [np.asarray(array) for array in (value, *gradients)]


def distance(ours, theirs):
    return float(np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max()))


def main():
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    weft, failures, worst, total = Weft(), 0, 0.0, 0
    for name, (function, shapes) in CASES.items():
        if only not in name:
            continue
        random = np.random.default_rng(1)
        arguments = [random.uniform(-1.2, 1.2, shape) for shape in shapes]
        loss = loss_of(function)
        program = weft.lower(program_of(loss, arguments), "--weft-import-sdy", "--weft-value-and-grad")
        for order, theirs in zip(("first", "second"), expected(loss, arguments)):
            try:
                ours = weft.run(program, order, arguments, [np.float64] * len(theirs), whole=False)
                error = max(distance(a, b) for a, b in zip(ours, theirs))
            except RuntimeError as failure:
                print(str(failure)[:800])
                error = float("inf")
            total += 1
            failures += not error <= BOUND
            worst = max(worst, error)
            if not error <= BOUND or "--verbose" in sys.argv:
                print(f"{name}, {order}: off by {error:.3g}, {BOUND:.3g} allowed")
    print(f"{total - failures} of {total} agree; the largest distance is {worst:.3g}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
