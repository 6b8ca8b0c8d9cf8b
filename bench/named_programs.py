"""Programs on which partitioners are known to waste bytes, at sizes that show it.

Each is a function without parameters that returns what JAX lowered. Nothing is
executed: all arguments are shapes. `bench/bytes.py` compares them, together
with those of `test/Interop`.
"""

import functools

import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


class Grid:
    """A mesh, and arguments and constraints on it."""

    def __init__(self, **axes):
        self.mesh = jax.make_mesh(
            tuple(axes.values()), tuple(axes), axis_types=(AxisType.Auto,) * len(axes)
        )

    def place(self, *spec):
        return NamedSharding(self.mesh, P(*spec))

    def array(self, shape, *spec, dtype=jnp.float32):
        return jax.ShapeDtypeStruct(shape, dtype, sharding=self.place(*spec))

    def constrain(self, x, *spec):
        return lax.with_sharding_constraint(x, self.place(*spec))


def lower(function, *arguments, **options):
    return jax.jit(function, **options).lower(*arguments)


def sgd(weights, gradients):
    return jax.tree.map(lambda w, g: w - 0.1 * g.astype(w.dtype), weights, gradients)


# Loops


def accumulate(grid, weights, loss, batches):
    """A train step that sums the gradients of several batches in a loop."""

    def step(weights, batches):
        def body(total, batch):
            return jax.tree.map(jnp.add, total, jax.grad(loss)(weights, batch)), None

        zero = jax.tree.map(jnp.zeros_like, weights)
        total, _ = lax.scan(body, zero, batches)
        return sgd(weights, total)

    return lower(step, weights, batches, donate_argnums=0)


def mlp_loss(weights, x):
    h = jax.nn.relu(x @ weights["up"])
    return jnp.mean((h @ weights["down"] - x) ** 2)


@program
def gradient_accumulation_data():
    grid = Grid(data=8)
    weights = {"up": grid.array((256, 1024)), "down": grid.array((1024, 256))}
    batches = grid.array((8, 64, 256), None, "data")
    return accumulate(grid, weights, mlp_loss, batches)


@program
def gradient_accumulation_fsdp():
    grid = Grid(data=8)
    weights = {
        "up": grid.array((256, 1024), "data"),
        "down": grid.array((1024, 256), None, "data"),
    }
    batches = grid.array((8, 64, 256), None, "data")
    return accumulate(grid, weights, mlp_loss, batches)


@program
def gradient_accumulation_2d():
    grid = Grid(data=2, model=4)
    weights = {
        "up": grid.array((256, 1024), None, "model"),
        "down": grid.array((1024, 256), "model"),
    }
    batches = grid.array((8, 64, 256), None, "data")
    return accumulate(grid, weights, mlp_loss, batches)


def recurrent(weights, x):
    """The last state of a gated unit that reads `x`, time first."""

    def cell(state, x):
        both = jnp.concatenate([x, state], axis=-1)
        gate = jax.nn.sigmoid(both @ weights["gate"])
        new = jnp.tanh(both @ weights["new"])
        return gate * state + (1 - gate) * new, None

    state = jnp.zeros((x.shape[1], weights["new"].shape[1]))
    return lax.scan(cell, state, x)[0]


def recurrent_loss(weights, x):
    return jnp.mean(recurrent(weights, x) ** 2)


def recurrent_weights(grid, *spec):
    return {name: grid.array((512, 256), *spec) for name in ("gate", "new")}


@program
def recurrent_forward_fsdp():
    grid = Grid(data=8)
    return lower(recurrent, recurrent_weights(grid, "data"), grid.array((32, 64, 256), None, "data"))


@program
def recurrent_gradient_data():
    grid = Grid(data=8)
    x = grid.array((32, 64, 256), None, "data")
    return lower(jax.value_and_grad(recurrent_loss), recurrent_weights(grid), x)


@program
def recurrent_gradient_fsdp():
    grid = Grid(data=8)
    x = grid.array((32, 64, 256), None, "data")
    out = (grid.place(), {name: grid.place("data") for name in ("gate", "new")})
    return lower(
        jax.value_and_grad(recurrent_loss), recurrent_weights(grid, "data"), x, out_shardings=out
    )


@program
def recurrent_gradient_2d():
    grid = Grid(data=4, model=2)
    x = grid.array((32, 64, 256), None, "data")
    return lower(jax.value_and_grad(recurrent_loss), recurrent_weights(grid, None, "model"), x)


@program
def loop_with_an_invariant_gather():
    """A fixed-point iteration over a matrix that is split by rows."""
    grid = Grid(x=8)

    def f(a, b):
        return lax.fori_loop(0, 20, lambda _, v: jnp.tanh(v @ a) + b, b)

    return lower(f, grid.array((512, 512), "x"), grid.array((64, 512), "x"))


# Decoding


def attend(query, keys, values):
    scores = jnp.einsum("bhk,bshk->bhs", query, keys) / 8.0
    return jnp.einsum("bhs,bshk->bhk", jax.nn.softmax(scores), values)


@program
def decode_cache_split_by_sequence():
    grid = Grid(seq=8)
    cache = grid.array((4, 2048, 8, 64), None, "seq")
    return lower(attend, grid.array((4, 8, 64)), cache, cache)


@program
def decode_cache_batch_and_sequence():
    grid = Grid(data=2, seq=4)
    cache = grid.array((4, 2048, 8, 64), "data", "seq")
    return lower(attend, grid.array((4, 8, 64), "data"), cache, cache)


def decode_step(weights, keys, values, x, position):
    q, k, v = (jnp.einsum("bd,dhk->bhk", x, weights[n]) for n in "qkv")
    keys = lax.dynamic_update_slice_in_dim(keys, k[:, None], position, 1)
    values = lax.dynamic_update_slice_in_dim(values, v[:, None], position, 1)
    seen = jnp.arange(keys.shape[1]) <= position
    scores = jnp.einsum("bhk,bshk->bhs", q, keys) / 8.0
    scores = jnp.where(seen, scores, -1e30)
    mixed = jnp.einsum("bhs,bshk->bhk", jax.nn.softmax(scores), values)
    return keys, values, x + jnp.einsum("bhk,hkd->bd", mixed, weights["o"])


def decode_arguments(grid, cache, heads=None):
    weights = {n: grid.array((256, 8, 64), None, heads) for n in "qkv"}
    weights["o"] = grid.array((8, 64, 256), heads)
    return weights, cache, cache, grid.array((4, 256)), grid.array((), dtype=jnp.int32)


@program
def decode_step_sequence():
    grid = Grid(seq=8)
    cache = grid.array((4, 2048, 8, 64), None, "seq")
    out = (cache.sharding, cache.sharding, grid.place())
    return lower(
        decode_step, *decode_arguments(grid, cache), donate_argnums=(1, 2), out_shardings=out
    )


@program
def decode_step_heads_and_sequence():
    grid = Grid(seq=4, model=2)
    cache = grid.array((4, 2048, 8, 64), None, "seq", "model")
    out = (cache.sharding, cache.sharding, grid.place())
    return lower(
        decode_step, *decode_arguments(grid, cache, "model"), donate_argnums=(1, 2),
        out_shardings=out,
    )


@program
def decode_loop_sequence():
    grid = Grid(seq=8)
    cache = grid.array((4, 2048, 8, 64), None, "seq")

    def decode(weights, keys, values, x, first):
        def body(step, carry):
            return decode_step(weights, *carry, first + step)

        return lax.fori_loop(0, 16, body, (keys, values, x))

    return lower(decode, *decode_arguments(grid, cache), donate_argnums=(1, 2))


# Transformers


def transformer_block(weights, x, constrain):
    norm = lambda x: x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6)
    h = norm(x)
    q, k, v = (jnp.einsum("btd,dhk->bthk", h, weights[n]) for n in "qkv")
    scores = jnp.einsum("bthk,bshk->bhts", q, k) / 8.0
    mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    scores = jax.nn.softmax(jnp.where(mask, scores, -1e9).astype(jnp.float32))
    mixed = jnp.einsum("bhts,bshk->bthk", scores.astype(x.dtype), v)
    x = constrain(x + jnp.einsum("bthk,hkd->btd", mixed, weights["o"]))
    h = norm(x)
    hidden = jax.nn.silu(h @ weights["gate"]) * (h @ weights["up"])
    return constrain(x + hidden @ weights["down"])


def transformer(grid, embed, model, activations, dtype=jnp.float32, layers=2, batch="data"):
    """A train step. `embed` and `model` are the axes of the two sides of every
    weight, `activations` the spec of what goes from block to block."""
    width, heads, hidden, vocabulary, length = 256, 8, 1024, 2048, 128
    block = {n: grid.array((width, heads, width // heads), embed, model) for n in "qkv"}
    block |= {
        "o": grid.array((heads, width // heads, width), model, None, embed),
        "gate": grid.array((width, hidden), embed, model),
        "up": grid.array((width, hidden), embed, model),
        "down": grid.array((hidden, width), model, embed),
    }
    weights = {
        "embed": grid.array((vocabulary, width), model, embed),
        "blocks": [block] * layers,
    }
    tokens = grid.array((16, length), batch, dtype=jnp.int32)
    targets = tokens
    constrain = lambda x: grid.constrain(x, *activations)

    def loss(weights, tokens, targets):
        weights = jax.tree.map(lambda w: w.astype(dtype), weights)
        x = constrain(weights["embed"][tokens])
        for block in weights["blocks"]:
            x = transformer_block(block, x, constrain)
        logits = (x @ weights["embed"].T).astype(jnp.float32)
        return optax.softmax_cross_entropy_with_integer_labels(logits, targets).mean()

    optimiser = optax.adamw(1e-3)
    state = jax.eval_shape(optimiser.init, weights)

    def step(weights, state, tokens, targets):
        value, gradients = jax.value_and_grad(loss)(weights, tokens, targets)
        updates, state = optimiser.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    placed = jax.tree.map(lambda leaf: leaf.sharding, weights)
    is_weights = lambda tree: jax.tree.structure(tree) == jax.tree.structure(weights)
    spread = lambda leaf: jax.tree.map(
        lambda a, s: jax.ShapeDtypeStruct(a.shape, a.dtype, sharding=s), leaf, placed
    ) if is_weights(leaf) else leaf
    state = jax.tree.map(spread, state, is_leaf=is_weights)
    out = (placed, jax.tree.map(lambda leaf: getattr(leaf, "sharding", None), state), None)
    return lower(step, weights, state, tokens, targets, donate_argnums=(0, 1), out_shardings=out)


@program
def transformer_data():
    return transformer(Grid(data=8), None, None, ("data",))


@program
def transformer_tensor():
    return transformer(Grid(model=8), None, "model", (), batch=None)


@program
def transformer_data_tensor():
    return transformer(Grid(data=2, model=4), None, "model", ("data",))


@program
def transformer_fsdp():
    return transformer(Grid(data=8), "data", None, ("data",))


@program
def transformer_fsdp_bf16():
    return transformer(Grid(data=8), "data", None, ("data",), jnp.bfloat16)


@program
def transformer_fsdp_tensor():
    return transformer(Grid(data=2, model=4), "data", "model", ("data",))


@program
def transformer_fsdp_tensor_bf16():
    return transformer(Grid(data=4, model=2), "data", "model", ("data",), jnp.bfloat16)


@program
def transformer_sequence_parallel():
    """Activations between blocks are split along the sequence over the axis
    that splits the weights inside them."""
    return transformer(Grid(data=2, model=4), None, "model", ("data", "model"))


@program
def transformer_sequence_parallel_bf16():
    return transformer(Grid(data=2, model=4), None, "model", ("data", "model"), jnp.bfloat16)


@program
def transformer_data_two_axes():
    return transformer(Grid(replica=2, data=4), None, None, (("replica", "data"),), batch=("replica", "data"))


# Others


@program
def mixture_of_experts():
    """Top-2 routing with a capacity; experts and tokens split over one axis."""
    grid = Grid(expert=8)
    experts, capacity = 8, 160
    weights = {
        "router": grid.array((256, experts)),
        "up": grid.array((experts, 256, 512), "expert"),
        "down": grid.array((experts, 512, 256), "expert"),
    }

    def loss(weights, x):
        gates = jax.nn.softmax(x @ weights["router"])
        values, chosen = lax.top_k(gates, 2)
        picked = jax.nn.one_hot(chosen, experts)
        order = jnp.cumsum(picked.reshape(-1, experts), axis=0).reshape(picked.shape) - 1
        slots = jax.nn.one_hot(order, capacity) * picked[..., None]
        dispatch, combine = slots.sum(1), (slots * values[..., None, None]).sum(1)
        inside = jnp.einsum("tec,td->ecd", dispatch, x)
        inside = grid.constrain(inside, "expert")
        hidden = jax.nn.relu(jnp.einsum("ecd,edf->ecf", inside, weights["up"]))
        outside = jnp.einsum("ecf,efd->ecd", hidden, weights["down"])
        y = grid.constrain(jnp.einsum("tec,ecd->td", combine, outside), "expert")
        return jnp.mean(y**2)

    def step(weights, x):
        return sgd(weights, jax.grad(loss)(weights, x))

    return lower(step, weights, grid.array((512, 256), "expert"), donate_argnums=0)


@program
def mixture_of_experts_dense():
    """Every token visits every expert; tokens over one axis, experts over the other."""
    grid = Grid(data=2, expert=4)
    up = grid.array((8, 256, 512), "expert")
    down = grid.array((8, 512, 256), "expert")

    def loss(weights, x, gates):
        hidden = jax.nn.relu(jnp.einsum("td,edf->etf", x, weights[0]))
        return jnp.mean(jnp.einsum("etf,efd,te->td", hidden, weights[1], gates) ** 2)

    x, gates = grid.array((512, 256), "data"), grid.array((512, 8), "data", "expert")
    return lower(jax.grad(loss), (up, down), x, gates)


@program
def slice_after_reduce():
    """Only the first few rows of a sum are used."""
    grid = Grid(x=8)

    def f(a, b):
        return jnp.sin((a @ b)[:32])

    return lower(f, grid.array((512, 2048), None, "x"), grid.array((2048, 512), "x"))


@program
def slices_after_reduce():
    """A product is cut in two halves that go different ways (fused gate and up)."""
    grid = Grid(x=8)

    def f(a, b):
        y = a @ b
        return jnp.tanh(y[:, :256]) * y[:, 256:512]

    return lower(f, grid.array((512, 2048), None, "x"), grid.array((2048, 1024), "x"))


@program
def scatter_after_reduce():
    """The sum is wanted transposed, in bf16 and split."""
    grid = Grid(x=8)

    def f(a, b):
        return grid.constrain((a @ b).T.reshape(8, 64, 512).astype(jnp.bfloat16), "x")

    return lower(f, grid.array((512, 2048), None, "x"), grid.array((2048, 512), "x"))


@program
def sums_of_products():
    """Partial sums that are added need one reduction."""
    grid = Grid(x=8)

    def f(a, b, c, d):
        return (a @ b + c @ d) * 2.0

    left, right = grid.array((512, 1024), None, "x"), grid.array((1024, 512), "x")
    return lower(f, left, right, left, right)


@program
def narrow_gather():
    """A weight is kept in f32 and used in bf16."""
    grid = Grid(x=8)

    def f(w, x):
        return x @ w.astype(jnp.bfloat16)

    return lower(f, grid.array((1024, 1024), "x"), grid.array((64, 1024), "x", dtype=jnp.bfloat16))


@program
def one_gather_for_many_uses():
    grid = Grid(x=8)

    def f(w, a, b, c):
        return a @ w + b @ w + jnp.tanh(c @ w)

    x = grid.array((64, 1024), "x")
    return lower(f, grid.array((1024, 1024), "x"), x, x, x)


@program
def convolutions_data():
    grid = Grid(data=8)
    kernels = [grid.array((3, 3, 16, 64)), grid.array((3, 3, 64, 64)), grid.array((3, 3, 64, 128))]

    def loss(kernels, x):
        dims = ("NHWC", "HWIO", "NHWC")
        for kernel in kernels:
            x = jax.nn.relu(lax.conv_general_dilated(x, kernel, (2, 2), "SAME", dimension_numbers=dims))
        return jnp.mean(x**2)

    def step(kernels, x):
        return sgd(kernels, jax.grad(loss)(kernels, x))

    return lower(step, kernels, grid.array((32, 32, 32, 16), "data"), donate_argnums=0)


@program
def convolutions_spatial():
    grid = Grid(data=2, rows=4)
    kernels = [grid.array((3, 3, 16, 64)), grid.array((3, 3, 64, 64))]

    def loss(kernels, x):
        dims = ("NHWC", "HWIO", "NHWC")
        for kernel in kernels:
            x = jax.nn.relu(lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=dims))
        return jnp.mean(x**2)

    return lower(jax.grad(loss), kernels, grid.array((8, 32, 32, 16), "data", "rows"))


@program
def layers_scanned_fsdp():
    grid = Grid(data=8)
    weights = (
        grid.array((4, 256, 1024), None, "data"),
        grid.array((4, 1024, 256), None, None, "data"),
    )

    def loss(weights, x):
        @jax.checkpoint
        def layer(x, weights):
            return x + jax.nn.relu(x @ weights[0]) @ weights[1], None

        return jnp.mean(lax.scan(layer, x, weights)[0] ** 2)

    def step(weights, x):
        return sgd(weights, jax.grad(loss)(weights, x))

    return lower(step, weights, grid.array((256, 256), "data"), donate_argnums=0)


@program
def layers_scanned_data_tensor():
    grid = Grid(data=2, model=4)
    weights = (
        grid.array((4, 256, 1024), None, None, "model"),
        grid.array((4, 1024, 256), None, "model"),
    )

    def loss(weights, x):
        def layer(x, weights):
            return x + jax.nn.relu(x @ weights[0]) @ weights[1], None

        return jnp.mean(lax.scan(layer, x, weights)[0] ** 2)

    def step(weights, x):
        return sgd(weights, jax.grad(loss)(weights, x))

    return lower(step, weights, grid.array((256, 256), "data"), donate_argnums=0)
