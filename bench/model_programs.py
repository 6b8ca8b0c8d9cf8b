"""Models as people write them, in the layouts in which they run them.

More programs for `bench/bytes.py`, of the same form as those of
`named_programs.py`. A model is a function of a `Grid` and of the specs of its
weights and activations; the table at the end of each lists the layouts.
"""

import functools

import jax
import jax.numpy as jnp
import optax
from flax import nnx
from jax import lax

from named_programs import Grid, lower, transformer, transformer_block

PROGRAMS = {}


def model(**layouts):
    """Adds the decorated model once per layout: `name=(axes, arguments)`."""

    def add(function):
        for name, (axes, *arguments) in layouts.items():
            PROGRAMS[f"{function.__name__}-{name}"] = functools.partial(
                lambda axes, arguments: function(Grid(**axes), *arguments), axes, arguments
            )
        return function

    return add


def train_step(optimiser, loss, weights, *batch):
    """Lowers a step that keeps weights and optimiser state where they are."""
    state = jax.eval_shape(optimiser.init, weights)
    placed = jax.tree.map(lambda leaf: leaf.sharding, weights)
    same = lambda tree: jax.tree.structure(tree) == jax.tree.structure(weights)

    def spread(tree):
        if not same(tree):
            return tree
        return jax.tree.map(
            lambda a, w, s: jax.ShapeDtypeStruct(
                a.shape, a.dtype, sharding=s if a.shape == w.shape else None
            ),
            tree, weights, placed,
        )  # fmt: skip

    state = jax.tree.map(spread, state, is_leaf=same)

    def step(weights, state, *batch):
        value, gradients = jax.value_and_grad(loss)(weights, *batch)
        updates, state = optimiser.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    out = (placed, jax.tree.map(lambda leaf: getattr(leaf, "sharding", None), state), None)
    return lower(step, weights, state, *batch, donate_argnums=(0, 1), out_shardings=out)


# Language models


@model(
    tensor=({"model": 4}, None, "model"),
    fsdp=({"data": 4}, "data", None),
    both=({"data": 2, "model": 2}, "data", "model"),
)
def low_rank_adapters(grid, embed, hidden):
    """Only small factors are trained; the large weights stay as they are."""
    data = "data" if "data" in grid.mesh.shape else None
    frozen = {
        "up": grid.array((256, 1024), embed, hidden),
        "down": grid.array((1024, 256), hidden, embed),
    }
    adapters = {
        "up": (grid.array((256, 8), embed), grid.array((8, 1024), None, hidden)),
        "down": (grid.array((1024, 8), hidden), grid.array((8, 256), None, embed)),
    }

    def loss(adapters, frozen, x):
        h = x @ frozen["up"] + (x @ adapters["up"][0]) @ adapters["up"][1]
        h = jax.nn.gelu(h)
        y = h @ frozen["down"] + (h @ adapters["down"][0]) @ adapters["down"][1]
        return jnp.mean((y - x) ** 2)

    x = grid.array((64, 256), data)
    return train_step(optax.adam(1e-3), loss, adapters, frozen, x)


@model(
    vocabulary=({"model": 8}, None),
    data_vocabulary=({"data": 2, "model": 4}, "data"),
)
def softmax_over_split_vocabulary(grid, data):
    weights = {
        "table": grid.array((4096, 128), "model"),
        "head": grid.array((128, 4096), None, "model"),
    }

    def loss(weights, tokens, targets):
        x = jnp.tanh(weights["table"][tokens])
        logits = x @ weights["head"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, targets).mean()

    tokens = grid.array((8, 64), data, dtype=jnp.int32)
    return train_step(optax.sgd(0.1), loss, weights, tokens, tokens)


@model(
    tensor=({"model": 4}, None),
    data_tensor=({"data": 2, "model": 4}, "data"),
)
def next_token_of_split_vocabulary(grid, data):
    """The choice of the next token from logits that are split."""
    head = grid.array((256, 8192), None, "model")

    def sample(head, x):
        logits = x @ head
        best, places = lax.top_k(logits, 8)
        return jnp.argmax(logits, -1), jax.nn.softmax(best), places

    return lower(sample, head, grid.array((16, 256), data))


@model(
    fsdp=({"data": 8}, "data", None),
    fsdp_tensor=({"data": 2, "model": 4}, "data", "model"),
    tensor=({"model": 4}, None, "model"),
)
def scanned_transformer(grid, embed, hidden):
    """Layers in a loop, each computed again on the way back, in bf16 with f32
    weights."""
    data = "data" if "data" in grid.mesh.shape else None
    width, heads, wide, layers, vocabulary = 128, 8, 512, 4, 1024
    block = {n: grid.array((layers, width, heads, width // heads), None, embed, hidden) for n in "qkv"}
    block |= {
        "o": grid.array((layers, heads, width // heads, width), None, hidden, None, embed),
        "gate": grid.array((layers, width, wide), None, embed, hidden),
        "up": grid.array((layers, width, wide), None, embed, hidden),
        "down": grid.array((layers, wide, width), None, hidden, embed),
    }
    weights = {"embed": grid.array((vocabulary, width), hidden, embed), "blocks": block}

    def loss(weights, tokens):
        weights = jax.tree.map(lambda w: w.astype(jnp.bfloat16), weights)
        constrain = lambda x: grid.constrain(x, data)

        @jax.checkpoint
        def layer(x, block):
            return transformer_block(block, x, constrain), None

        x = constrain(weights["embed"][tokens])
        x, _ = lax.scan(layer, x, weights["blocks"])
        logits = (x @ weights["embed"].T).astype(jnp.float32)
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens).mean()

    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3))
    return train_step(optimiser, loss, weights, grid.array((16, 64), data, dtype=jnp.int32))


@model(
    fsdp=({"data": 4}, "data", None),
    fsdp_tensor=({"data": 4, "model": 2}, "data", "model"),
    data=({"data": 8}, None, None),
)
def accumulated_mixed_precision(grid, embed, hidden):
    """Several small batches per step, in bf16, with gradients summed in f32."""
    weights = {
        "up": grid.array((256, 512), embed, hidden),
        "down": grid.array((512, 256), hidden, embed),
    }

    def loss(weights, x):
        up, down = (weights[n].astype(jnp.bfloat16) for n in ("up", "down"))
        x = x.astype(jnp.bfloat16)
        return jnp.mean((jax.nn.gelu(x @ up) @ down - x).astype(jnp.float32) ** 2)

    def total(weights, batches):
        def body(sum, x):
            value, gradients = jax.value_and_grad(loss)(weights, x)
            return jax.tree.map(jnp.add, sum, (value, gradients)), None

        zero = (jnp.zeros(()), jax.tree.map(jnp.zeros_like, weights))
        return lax.scan(body, zero, batches)[0]

    def step(weights, momentum, batches):
        value, gradients = total(weights, batches)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradients)
        return jax.tree.map(lambda w, m: w - 0.1 * m, weights, momentum), momentum, value

    placed = jax.tree.map(lambda leaf: leaf.sharding, weights)
    return lower(
        step, weights, weights, grid.array((8, 64, 256), None, "data"), donate_argnums=(0, 1),
        out_shardings=(placed, placed, None),
    )  # fmt: skip


# Decoding


@model(
    heads=({"model": 4}, None, None, "model"),
    batch_heads=({"data": 2, "model": 4}, "data", None, "model"),
    sequence=({"seq": 8}, None, "seq", None),
    batch_sequence=({"data": 2, "seq": 4}, "data", "seq", None),
)
def decode_loop(grid, data, sequence, heads):
    """Tokens one by one against caches of two layers, grouped queries."""
    width, length, groups = 256, 1024, 4
    layer = {
        "q": grid.array((width, 8, 32), None, heads),
        "k": grid.array((width, groups, 32), None, heads),
        "v": grid.array((width, groups, 32), None, heads),
        "o": grid.array((8, 32, width), heads),
        "up": grid.array((width, 1024), None, heads),
        "down": grid.array((1024, width), heads),
    }
    cache = grid.array((8, length, groups, 32), data, sequence, heads, dtype=jnp.bfloat16)

    def block(weights, keys, values, x, position):
        q, k, v = (jnp.einsum("bd,dhk->bhk", x, weights[n]) for n in "qkv")
        keys = lax.dynamic_update_slice_in_dim(keys, k[:, None].astype(keys.dtype), position, 1)
        values = lax.dynamic_update_slice_in_dim(values, v[:, None].astype(keys.dtype), position, 1)
        q = q.reshape(q.shape[0], groups, -1, 32).astype(keys.dtype)
        scores = jnp.einsum("bgrk,bsgk->bgrs", q, keys).astype(jnp.float32)
        scores = jnp.where(jnp.arange(length) <= position, scores, -1e30)
        mixed = jnp.einsum("bgrs,bsgk->bgrk", jax.nn.softmax(scores).astype(keys.dtype), values)
        mixed = mixed.reshape(x.shape[0], 8, 32).astype(x.dtype)
        x = x + jnp.einsum("bhk,hkd->bd", mixed, weights["o"])
        return keys, values, x + jax.nn.silu(x @ weights["up"]) @ weights["down"]

    def decode(layers, caches, x, first):
        def body(step, carry):
            caches, x = carry
            new = []
            for weights, (keys, values) in zip(layers, caches):
                keys, values, x = block(weights, keys, values, x, first + step)
                new.append((keys, values))
            return new, x

        return lax.fori_loop(0, 8, body, (caches, x))

    caches = [(cache, cache)] * 2
    out = ([(cache.sharding, cache.sharding)] * 2, grid.place(data))
    return lower(
        decode, [layer] * 2, caches, grid.array((8, width), data), grid.array((), dtype=jnp.int32),
        donate_argnums=1, out_shardings=out,
    )  # fmt: skip


@model(
    sequence=({"seq": 4}, None),
    data_sequence=({"data": 2, "seq": 4}, "data"),
)
def attention_over_split_sequence(grid, data):
    """Long sequences: queries stay, keys and values come by."""
    x = grid.array((4, 512, 128), data, "seq")
    weights = {n: grid.array((128, 4, 32)) for n in "qkv"} | {"o": grid.array((4, 32, 128))}

    def loss(weights, x):
        q, k, v = (jnp.einsum("btd,dhk->bthk", x, weights[n]) for n in "qkv")
        scores = jnp.einsum("bthk,bshk->bhts", q, k) / 6.0
        scores = jnp.where(jnp.tril(jnp.ones((512, 512), bool)), scores, -1e9)
        mixed = jnp.einsum("bhts,bshk->bthk", jax.nn.softmax(scores), v)
        y = jnp.einsum("bthk,hkd->btd", mixed, weights["o"])
        return jnp.mean(grid.constrain(x + y, data, "seq") ** 2)

    return train_step(optax.sgd(0.1), loss, weights, x)


# Experts


@model(
    expert=({"expert": 8}, "expert"),
    data_expert=({"data": 2, "expert": 4}, ("data", "expert")),
)
def experts_by_one_all_to_all(grid, tokens):
    """Top-1 routing inside groups of tokens; groups go to experts and back."""
    experts, capacity, groups = 8, 32, 8
    weights = {
        "router": grid.array((128, experts)),
        "up": grid.array((experts, 128, 256), "expert"),
        "down": grid.array((experts, 256, 128), "expert"),
    }

    def loss(weights, x):
        gates = jax.nn.softmax(x @ weights["router"])
        chosen = jax.nn.one_hot(jnp.argmax(gates, -1), experts)
        order = jnp.cumsum(chosen, axis=1) * chosen
        slots = jax.nn.one_hot((order - 1).astype(jnp.int32), capacity) * chosen[..., None]
        inside = jnp.einsum("gsec,gsd->egcd", slots, x)
        inside = grid.constrain(inside, "expert", "data" if "data" in grid.mesh.shape else None)
        hidden = jax.nn.relu(jnp.einsum("egcd,edf->egcf", inside, weights["up"]))
        outside = jnp.einsum("egcf,efd->egcd", hidden, weights["down"])
        gate = jnp.max(gates, -1)
        y = jnp.einsum("gsec,egcd->gsd", slots, outside) * gate[..., None]
        return jnp.mean(grid.constrain(y, tokens) ** 2)

    return train_step(optax.adam(1e-3), loss, weights, grid.array((groups, 128, 128), tokens))


@model(
    rows=({"data": 8}, "data"),
    columns=({"data": 8}, None, "data"),
)
def recommender(grid, rows=None, columns=None):
    """Large tables that are split, small layers that are not."""
    weights = {
        "tables": [grid.array((8192, 64), rows, columns) for _ in range(2)],
        "layers": [grid.array((128, 256)), grid.array((256, 1))],
    }

    def loss(weights, ids, labels):
        x = jnp.concatenate([t[i] for t, i in zip(weights["tables"], ids)], -1)
        logit = (jax.nn.relu(x @ weights["layers"][0]) @ weights["layers"][1])[:, 0]
        return optax.sigmoid_binary_cross_entropy(logit, labels).mean()

    ids = [grid.array((256,), "data", dtype=jnp.int32)] * 2
    return train_step(optax.adagrad(0.1), loss, weights, ids, grid.array((256,), "data"))


# Convolutions and recurrences


class Residual(nnx.Module):
    def __init__(self, features, rngs):
        self.first = nnx.Conv(features, features, (3, 3), rngs=rngs)
        self.second = nnx.Conv(features, features, (3, 3), rngs=rngs)
        self.norm = nnx.GroupNorm(features, num_groups=4, rngs=rngs)

    def __call__(self, x):
        return x + self.second(jax.nn.silu(self.norm(self.first(x))))


class ConvNet(nnx.Module):
    def __init__(self, rngs):
        self.stem = nnx.Conv(4, 16, (3, 3), rngs=rngs)
        self.blocks = nnx.List([Residual(16, rngs) for _ in range(2)])
        self.down = nnx.Conv(16, 32, (3, 3), strides=(2, 2), rngs=rngs)
        self.head = nnx.Linear(32, 10, rngs=rngs)

    def __call__(self, x):
        x = jax.nn.relu(self.stem(x))
        for block in self.blocks:
            x = block(x)
        x = jax.nn.relu(self.down(nnx.max_pool(x, (2, 2), (2, 2))))
        return self.head(x.mean((1, 2)))


def flax_step(grid, make, loss, *batch, place=lambda path, leaf: ()):
    graph, weights = nnx.split(nnx.eval_shape(lambda: make(nnx.Rngs(0))))
    weights = jax.tree_util.tree_map_with_path(
        lambda path, leaf: grid.array(leaf.shape, *place(path, leaf), dtype=leaf.dtype), weights
    )
    objective = lambda weights, *batch: loss(nnx.merge(graph, weights), *batch)
    return train_step(optax.adam(1e-3), objective, weights, *batch)


@model(
    data=({"data": 8}, "data", None),
    rows=({"rows": 4}, None, "rows"),
    data_rows=({"data": 2, "rows": 4}, "data", "rows"),
)
def residual_network(grid, data, rows):
    def loss(model, x, labels):
        return optax.softmax_cross_entropy_with_integer_labels(model(x), labels).mean()

    x = grid.array((16, 32, 32, 4), data, rows)
    return flax_step(grid, ConvNet, loss, x, grid.array((16,), data, dtype=jnp.int32))


def first_dimension(axis, size):
    """Splits what is large enough along its first dimension."""
    return lambda path, leaf: (axis,) if leaf.ndim and leaf.shape[0] % size == 0 and leaf.size > 64 else ()


@model(
    data=({"data": 8}, "data", None),
    fsdp=({"data": 8}, "data", "data"),
    tensor=({"model": 4}, None, "model"),
)
def long_short_term_memory(grid, data, axis):
    class Recurrent(nnx.Module):
        def __init__(self, rngs):
            self.cell = nnx.RNN(nnx.OptimizedLSTMCell(64, 128, rngs=rngs))
            self.head = nnx.Linear(128, 16, rngs=rngs)

        def __call__(self, x):
            return self.head(self.cell(x))

    def loss(model, x):
        return jnp.mean(model(x) ** 2)

    size = 8 if axis == "data" else 4
    place = first_dimension(axis, size) if axis == "data" else (
        lambda path, leaf: (None, axis) if leaf.ndim == 2 and leaf.shape[1] % size == 0 else ()
    )  # fmt: skip
    place = place if axis else (lambda path, leaf: ())
    return flax_step(grid, Recurrent, loss, grid.array((32, 16, 64), data), place=place)


@model(
    data=({"data": 4}, "data", None),
    fsdp=({"data": 4}, "data", "data"),
)
def image_transformer(grid, data, axis):
    """Patches by a strided convolution, then Flax's own attention."""

    class Vision(nnx.Module):
        def __init__(self, rngs):
            self.patches = nnx.Conv(3, 64, (8, 8), strides=(8, 8), padding="VALID", rngs=rngs)
            self.norm = nnx.LayerNorm(64, rngs=rngs)
            self.attention = nnx.MultiHeadAttention(4, 64, decode=False, rngs=rngs)
            self.head = nnx.Linear(64, 16, rngs=rngs)

        def __call__(self, x):
            x = self.patches(x).reshape(x.shape[0], 16, 64)
            x = x + self.attention(self.norm(x))
            return self.head(x.mean(1))

    def loss(model, x, labels):
        return optax.softmax_cross_entropy_with_integer_labels(model(x), labels).mean()

    place = first_dimension(axis, 4) if axis else (lambda path, leaf: ())
    x = grid.array((16, 32, 32, 3), data)
    return flax_step(grid, Vision, loss, x, grid.array((16,), data, dtype=jnp.int32), place=place)


# Large transformers in small: the same step on more meshes


@model(
    cube=({"replica": 2, "data": 2, "model": 2}, "data", "model", (("replica", "data"),), ("replica", "data")),
    square=({"data": 4, "model": 4}, "data", "model", ("data",), "data"),
    tall=({"data": 8, "model": 2}, "data", "model", ("data",), "data"),
    sequence=({"data": 2, "model": 8}, None, "model", ("data", "model"), "data"),
    fsdp_sequence=({"data": 4, "model": 4}, "data", "model", ("data", "model"), "data"),
)
def transformer_step(grid, embed, hidden, activations, batch):
    return transformer(grid, embed, hidden, activations, batch=batch, layers=1)
