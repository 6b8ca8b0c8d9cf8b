"""Programs in the layouts that people use, for comparing propagation.

A model is a function of a `Layout`: it asks for the specs of its activations
and weights by role, and the layout answers with the axes of its mesh. So every
model comes in every layout that makes sense for it, on meshes of one to four
dimensions. Nothing is executed: all arguments are shapes.
"""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=16"
os.environ["JAX_PLATFORMS"] = "cpu"

import dataclasses
import functools

import jax
import jax.numpy as jnp
import optax
from flax import nnx
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P


@dataclasses.dataclass(frozen=True)
class Layout:
    """Which mesh axes split what; None splits nothing."""

    mesh: tuple  # of (name, size)
    batch: object = None
    sequence: object = None
    embed: object = None
    hidden: object = None
    heads: object = None
    vocabulary: object = None
    experts: object = None
    #: Whether activations are constrained, or only arguments annotated.
    constrain: bool = True

    def device_mesh(self):
        names, sizes = zip(*self.mesh)
        return jax.make_mesh(sizes, names, axis_types=(AxisType.Auto,) * len(names))

    def spec(self, *roles):
        """A spec by roles. An axis is used once: the first role has it."""
        used, entries = set(), []
        for role in roles:
            axes = getattr(self, role) if role else None
            axes = axes if isinstance(axes, tuple) else (axes,) if axes else ()
            axes = tuple(axis for axis in axes if axis not in used)
            used.update(axes)
            entries.append(axes[0] if len(axes) == 1 else axes or None)
        return P(*entries)

    def argument(self, shape, *roles, dtype=jnp.float32):
        sharding = NamedSharding(self.device_mesh(), self.spec(*roles))
        return jax.ShapeDtypeStruct(shape, dtype, sharding=sharding)

    def constrained(self, x, *roles):
        if not self.constrain:
            return x
        sharding = NamedSharding(self.device_mesh(), self.spec(*roles))
        return lax.with_sharding_constraint(x, sharding)


LAYOUTS = {
    "data_1d": Layout((("data", 4),), batch="data"),
    "data_1d_free": Layout((("data", 8),), batch="data", constrain=False),
    "fsdp_1d": Layout((("data", 4),), batch="data", embed="data"),
    "fsdp_1d_free": Layout((("fsdp", 8),), batch="fsdp", embed="fsdp", constrain=False),
    "tensor_1d": Layout((("model", 4),), hidden="model", heads="model", vocabulary="model"),
    "tensor_1d_free": Layout(
        (("model", 2),), hidden="model", heads="model", vocabulary="model", constrain=False
    ),
    "data_tensor_2d": Layout(
        (("data", 2), ("model", 4)),
        batch="data", hidden="model", heads="model", vocabulary="model",
    ),
    "fsdp_tensor_2d": Layout(
        (("data", 4), ("model", 2)),
        batch="data", embed="data", hidden="model", heads="model", vocabulary="model",
    ),
    "fsdp_tensor_2d_free": Layout(
        (("data", 2), ("model", 4)),
        batch="data", embed="data", hidden="model", heads="model", vocabulary="model",
        constrain=False,
    ),
    "both_axes_on_batch_2d": Layout((("x", 2), ("y", 4)), batch=("x", "y")),
    "both_axes_on_hidden_2d": Layout((("x", 2), ("y", 2)), hidden=("y", "x"), heads="x"),
    "sequence_2d": Layout((("data", 2), ("seq", 4)), batch="data", sequence="seq"),
    "sequence_2d_free": Layout(
        (("data", 2), ("seq", 4)), batch="data", sequence="seq", constrain=False
    ),
    "expert_2d": Layout((("data", 2), ("expert", 4)), batch="data", experts="expert"),
    "fsdp_data_tensor_3d": Layout(
        (("replica", 2), ("fsdp", 2), ("model", 2)),
        batch=("replica", "fsdp"), embed="fsdp", hidden="model", heads="model",
        vocabulary="model",
    ),
    "sequence_tensor_3d": Layout(
        (("data", 2), ("seq", 2), ("model", 2)),
        batch="data", sequence="seq", hidden="model", heads="model",
    ),
    "expert_tensor_3d_free": Layout(
        (("data", 2), ("expert", 2), ("model", 2)),
        batch=("data", "expert"), experts="expert", hidden="model", heads="model",
        constrain=False,
    ),
    "everything_4d": Layout(
        (("data", 2), ("fsdp", 2), ("seq", 2), ("model", 2)),
        batch=("data", "fsdp"), embed="fsdp", sequence="seq", hidden="model",
        heads="model", vocabulary="model",
    ),
    "size_one_4d": Layout(
        (("data", 4), ("fsdp", 1), ("seq", 1), ("model", 2)),
        batch=("data", "fsdp"), embed="fsdp", sequence="seq", hidden="model",
        heads="model", vocabulary="model",
    ),
    "nothing_constrained_4d": Layout(
        (("data", 2), ("fsdp", 2), ("expert", 2), ("model", 2)),
        batch="data", embed="fsdp", experts="expert", hidden="model", heads="model",
        constrain=False,
    ),
}

PROGRAMS = {}


def model(*layouts):
    """Adds the decorated model in each of `layouts`."""

    def add(function):
        for name in layouts or LAYOUTS:
            PROGRAMS[f"{function.__name__}-{name}"] = functools.partial(
                function, LAYOUTS[name]
            )
        return function

    return add


def lower(function, *arguments, **options):
    return jax.jit(function, **options).lower(*arguments)


@model()
def mlp_training(layout):
    weights = {
        "up": layout.argument((64, 256), "embed", "hidden"),
        "bias": layout.argument((256,), "hidden"),
        "down": layout.argument((256, 64), "hidden", "embed"),
    }

    def loss(weights, x, y):
        h = jax.nn.gelu(x @ weights["up"] + weights["bias"])
        h = layout.constrained(h, "batch", "hidden")
        return jnp.mean((h @ weights["down"] - y) ** 2)

    def step(weights, x, y):
        gradients = jax.grad(loss)(weights, x, y)
        return jax.tree.map(lambda w, g: w - 0.1 * g, weights, gradients)

    x = layout.argument((32, 64), "batch", None)
    return lower(step, weights, x, x)


def attention_block(layout, weights, x):
    project = lambda w: jnp.einsum("btd,dhk->bthk", x, w)
    query, key, value = (project(weights[n]) for n in ("q", "k", "v"))
    query = layout.constrained(query, "batch", "sequence", "heads", None)
    scores = jnp.einsum("bthk,bshk->bhts", query, key) / 4.0
    mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    scores = jax.nn.softmax(jnp.where(mask, scores, -1e9))
    mixed = jnp.einsum("bhts,bshk->bthk", scores, value)
    x = x + jnp.einsum("bthk,hkd->btd", mixed, weights["o"])
    hidden = layout.constrained(
        jax.nn.silu(x @ weights["up"]), "batch", "sequence", "hidden"
    )
    return layout.constrained(x + hidden @ weights["down"], "batch", "sequence", None)


def transformer_weights(layout, layers):
    block = {
        "q": layout.argument((64, 8, 16), "embed", "heads", None),
        "k": layout.argument((64, 8, 16), "embed", "heads", None),
        "v": layout.argument((64, 8, 16), "embed", "heads", None),
        "o": layout.argument((8, 16, 64), "heads", None, "embed"),
        "up": layout.argument((64, 256), "embed", "hidden"),
        "down": layout.argument((256, 64), "hidden", "embed"),
    }
    embed = layout.argument((512, 64), "vocabulary", "embed")
    return {"embed": embed, "blocks": [block] * layers}


def transformer_loss(layout, weights, tokens):
    x = weights["embed"][tokens[:, :-1]]
    x = layout.constrained(x, "batch", "sequence", None)
    for block in weights["blocks"]:
        x = attention_block(layout, block, x)
    logits = x @ weights["embed"].T
    return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()


@model()
def transformer_training(layout):
    weights = transformer_weights(layout, 2)
    tokens = layout.argument((16, 33), "batch", None, dtype=jnp.int32)
    optimiser = optax.adamw(1e-3)
    state = jax.eval_shape(optimiser.init, weights)

    def step(weights, state, tokens):
        loss = functools.partial(transformer_loss, layout)
        value, gradients = jax.value_and_grad(loss)(weights, tokens)
        updates, state = optimiser.update(gradients, state, weights)
        return optax.apply_updates(weights, updates), state, value

    return lower(step, weights, state, tokens)


@model(
    "data_1d", "fsdp_1d", "tensor_1d", "data_tensor_2d", "fsdp_tensor_2d_free",
    "sequence_tensor_3d", "everything_4d",
)
def scanned_layers(layout):
    stacked = lambda shape, *roles: layout.argument((4, *shape), None, *roles)
    weights = (
        stacked((64, 256), "embed", "hidden"),
        stacked((256, 64), "hidden", "embed"),
    )

    def loss(weights, x):
        @jax.checkpoint
        def layer(x, weights):
            up, down = weights
            return x + jax.nn.relu(x @ up) @ down, None

        x, _ = lax.scan(layer, x, weights)
        return jnp.sum(layout.constrained(x, "batch", "sequence", None) ** 2)

    return lower(jax.grad(loss), weights, layout.argument((8, 16, 64), "batch", "sequence", None))


@model(
    "data_1d", "expert_2d", "expert_tensor_3d_free", "nothing_constrained_4d",
)
def mixture_of_experts(layout):
    router = layout.argument((64, 8), None, None)
    up = layout.argument((8, 64, 256), "experts", "embed", "hidden")
    down = layout.argument((8, 256, 64), "experts", "hidden", "embed")

    def loss(router, up, down, x):
        probabilities = jax.nn.softmax(x @ router)
        values, indices = lax.top_k(probabilities, 2)
        chosen = jax.nn.one_hot(indices, 8) * values[..., None]
        dispatch = jnp.einsum("btke,btd->ebtd", chosen, x)
        hidden = jax.nn.relu(jnp.einsum("ebtd,edf->ebtf", dispatch, up))
        hidden = layout.constrained(hidden, "experts", "batch", None, "hidden")
        out = jnp.einsum("ebtf,efd->btd", hidden, down)
        return jnp.mean(out**2)

    x = layout.argument((16, 32, 64), "batch", None, None)
    return lower(jax.grad(loss, (0, 1, 2)), router, up, down, x)


@model("data_1d", "fsdp_1d_free", "data_tensor_2d", "both_axes_on_batch_2d", "fsdp_data_tensor_3d")
def convolutions(layout):
    kernels = (
        layout.argument((3, 3, 4, 16), None, None, None, "hidden"),
        layout.argument((3, 3, 16, 32), None, None, "hidden", None),
    )

    def loss(kernels, x):
        dims = ("NHWC", "HWIO", "NHWC")
        for kernel in kernels:
            x = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=dims)
            x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        return jnp.mean(jax.nn.relu(x))

    return lower(jax.grad(loss), kernels, layout.argument((8, 16, 16, 4), "batch", None, None, None))


@model("data_1d", "tensor_1d", "data_tensor_2d", "fsdp_tensor_2d", "everything_4d")
def flax_module(layout):
    class Block(nnx.Module):
        def __init__(self, rngs):
            part = lambda init, *roles: nnx.with_partitioning(init, layout.spec(*roles))
            init = nnx.initializers.lecun_normal()
            self.norm = nnx.LayerNorm(64, rngs=rngs)
            self.up = nnx.Linear(64, 256, kernel_init=init, rngs=rngs)
            self.down = nnx.Linear(256, 64, kernel_init=init, rngs=rngs)

        def __call__(self, x):
            h = nnx.gelu(self.up(self.norm(x)))
            return x + self.down(layout.constrained(h, "batch", "hidden"))

    graph, state = nnx.split(nnx.eval_shape(lambda: Block(nnx.Rngs(0))))
    specs = {"up": ("embed", "hidden"), "down": ("hidden", "embed")}

    def place(path, leaf):
        names = [str(getattr(entry, "key", getattr(entry, "name", entry))) for entry in path]
        roles = next((specs[name] for name in names if name in specs), ())
        roles = (*roles, *[None] * leaf.ndim)[-leaf.ndim:] if leaf.ndim == 1 else roles
        roles = roles[-leaf.ndim:] if len(roles) > leaf.ndim else roles
        return layout.argument(leaf.shape, *roles, dtype=leaf.dtype)

    state = jax.tree_util.tree_map_with_path(place, state)

    def loss(state, x):
        return jnp.sum(nnx.merge(graph, state)(x) ** 2)

    return lower(jax.value_and_grad(loss), state, layout.argument((32, 64), "batch", None))


@model("data_1d", "data_tensor_2d", "sequence_2d", "fsdp_data_tensor_3d")
def decoding_with_a_cache(layout):
    """One token after the other, in a loop that writes to a cache."""
    weights = [
        layout.argument((64, 8, 16), "embed", "heads", None) for _ in range(3)
    ] + [layout.argument((8, 16, 64), "heads", None, "embed")]
    cache = layout.argument((8, 32, 8, 16), "batch", "sequence", "heads", None)

    def decode(weights, keys, values, x):
        def body(step, carry):
            keys, values, x = carry
            q, k, v = (jnp.einsum("bd,dhk->bhk", x, w) for w in weights[:3])
            keys = lax.dynamic_update_slice_in_dim(keys, k[:, None], step, 1)
            values = lax.dynamic_update_slice_in_dim(values, v[:, None], step, 1)
            scores = jax.nn.softmax(jnp.einsum("bhk,bshk->bhs", q, keys))
            mixed = jnp.einsum("bhs,bshk->bhk", scores, values)
            return keys, values, x + jnp.einsum("bhk,hkd->bd", mixed, weights[3])

        return lax.fori_loop(0, 4, body, (keys, values, x))

    return lower(decode, weights, cache, cache, layout.argument((8, 64), "batch", None))


@model("data_1d", "data_tensor_2d", "both_axes_on_hidden_2d", "everything_4d")
def reshapes_and_branches(layout):
    """Axes through split, merged and moved dimensions, and a condition."""

    def f(x, w, flag):
        y = (x @ w).reshape(8, 4, 8, 16).transpose(0, 2, 1, 3).reshape(8 * 8, 4 * 16)
        y = lax.cond(flag, lambda y: jnp.sin(y), lambda y: jnp.flip(y, 1), y)
        y = jnp.concatenate([y[:, :32], jnp.pad(y[:, 32:], ((0, 0), (0, 8)))], axis=1)
        return jnp.cumsum(jnp.sort(y, axis=1), axis=0)

    x = layout.argument((32, 64), "batch", "embed")
    w = layout.argument((64, 128), "embed", "hidden")
    return lower(f, x, w, jax.ShapeDtypeStruct((), jnp.bool_))


@model("data_1d", "data_tensor_2d", "sequence_2d")
def manual_region(layout):
    mesh = layout.device_mesh()
    axis = layout.mesh[0][0]
    specs = P(axis, None)

    @functools.partial(
        jax.shard_map, mesh=mesh, in_specs=(specs, P(None, None)), out_specs=specs,
        axis_names={axis}, check_vma=False,
    )
    def inner(x, w):
        return lax.psum(x, axis) @ w

    def f(x, w):
        return jnp.sum(inner(jnp.sin(x), w) * 2, axis=0)

    return lower(f, layout.argument((32, 64), "batch", None), layout.argument((64, 128), "embed", "hidden"))
