"""Models that the benchmarks export from JAX."""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import optax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

WIDTH, HEADS, HIDDEN, VOCABULARY = 512, 8, 2048, 8192


def parameters(layers):
    """The shape and the layout of every weight of the transformer."""
    f32 = lambda *shape: jax.ShapeDtypeStruct(shape, jnp.float32)
    block = {
        "query": (f32(WIDTH, HEADS, WIDTH // HEADS), P("data", "model")),
        "key": (f32(WIDTH, HEADS, WIDTH // HEADS), P("data", "model")),
        "value": (f32(WIDTH, HEADS, WIDTH // HEADS), P("data", "model")),
        "out": (f32(HEADS, WIDTH // HEADS, WIDTH), P("model", None, "data")),
        "gate": (f32(WIDTH, HIDDEN), P("data", "model")),
        "up": (f32(WIDTH, HIDDEN), P("data", "model")),
        "down": (f32(HIDDEN, WIDTH), P("model", "data")),
        "norm1": (f32(WIDTH), P()),
        "norm2": (f32(WIDTH), P()),
    }
    embed = (f32(VOCABULARY, WIDTH), P("model", "data"))
    return {"embed": embed, "norm": (f32(WIDTH), P()), "blocks": [block] * layers}


def norm(x, scale):
    return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6) * scale


def attention(block, x, constrain):
    project = lambda name: constrain(
        jnp.einsum("btd,dhk->bthk", x, block[name]), "data", None, "model", None
    )
    query, key, value = project("query"), project("key"), project("value")
    scores = jnp.einsum("bthk,bshk->bhts", query, key) / jnp.sqrt(query.shape[-1])
    mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e30))
    mixed = jnp.einsum("bhts,bshk->bthk", weights, value)
    return jnp.einsum("bthk,hkd->btd", mixed, block["out"])


def feed_forward(block, x, constrain):
    hidden = jax.nn.silu(x @ block["gate"]) * (x @ block["up"])
    return constrain(hidden, "data", None, "model") @ block["down"]


def transformer_step(layers=64, batch=16, length=128):
    """One AdamW step of a decoder, unrolled, on a mesh of 2 x 4; lowered only."""
    mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    optimiser = optax.adamw(optax.warmup_cosine_decay_schedule(0.0, 1e-3, 100, 10000))

    def constrain(x, *spec):
        return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P(*spec)))

    def loss(weights, tokens):
        x = constrain(weights["embed"][tokens[:, :-1]], "data", None, None)
        for block in weights["blocks"]:
            x = x + attention(block, norm(x, block["norm1"]), constrain)
            x = x + feed_forward(block, norm(x, block["norm2"]), constrain)
            x = constrain(x, "data", None, None)
        logits = norm(x, weights["norm"]) @ weights["embed"].T
        losses = optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:])
        return losses.mean()

    def step(weights, state, tokens):
        value, gradients = jax.value_and_grad(loss)(weights, tokens)
        updates, state = optimiser.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    is_leaf = lambda leaf: isinstance(leaf, tuple)
    place = lambda leaf: jax.ShapeDtypeStruct(
        leaf[0].shape, leaf[0].dtype, sharding=NamedSharding(mesh, leaf[1])
    )
    weights = jax.tree.map(place, parameters(layers), is_leaf=is_leaf)
    state = jax.eval_shape(optimiser.init, weights)
    tokens = jax.ShapeDtypeStruct(
        (batch, length + 1), jnp.int32, sharding=NamedSharding(mesh, P("data"))
    )
    return jax.jit(step, donate_argnums=(0, 1)).lower(weights, state, tokens)
