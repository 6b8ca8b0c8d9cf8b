"""Whole training steps: what people really hand to a partitioner."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

from .registry import f32, i32, lower, program


class Block(nnx.Module):
    def __init__(self, width, heads, rngs, shard):
        split = (lambda spec: nnx.with_partitioning(nnx.initializers.lecun_normal(), spec)) if shard else (lambda spec: nnx.initializers.lecun_normal())
        self.norm1 = nnx.LayerNorm(width, rngs=rngs)
        self.norm2 = nnx.LayerNorm(width, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(heads, width, decode=False, rngs=rngs)
        self.up = nnx.Linear(width, 4 * width, kernel_init=split((None, "model")), rngs=rngs)
        self.down = nnx.Linear(4 * width, width, kernel_init=split(("model", None)), rngs=rngs)
        self.dropout = nnx.Dropout(0.1, rngs=rngs)

    def __call__(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.dropout(self.down(jax.nn.gelu(self.up(self.norm2(x)))))


class Transformer(nnx.Module):
    def __init__(self, rngs, shard=False, vocabulary=64, width=16, heads=4, layers=2):
        self.embed = nnx.Embed(vocabulary, width, rngs=rngs)
        self.blocks = nnx.List([Block(width, heads, rngs, shard) for _ in range(layers)])
        self.norm = nnx.RMSNorm(width, rngs=rngs)

    def __call__(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        return self.embed.attend(self.norm(x))


def train_step(make, optimiser, loss, *arguments, **options):
    graph, parameters, rest = nnx.split(nnx.eval_shape(lambda: make(nnx.Rngs(0))), nnx.Param, ...)
    state = jax.eval_shape(optimiser.init, parameters)

    def step(parameters, rest, state, *batch):
        def objective(parameters):
            model = nnx.merge(graph, parameters, rest, copy=True)
            value = loss(model, *batch)
            return value, nnx.split(model, nnx.Param, ...)[2]

        (value, rest_), gradients = jax.value_and_grad(objective, has_aux=True)(parameters)
        updates, state_ = optimiser.update(gradients, state, parameters)
        return optax.apply_updates(parameters, updates), rest_, state_, value

    return lower(step, parameters, rest, state, *arguments, donate_argnums=(0, 1, 2), **options)


def next_token_loss(model, tokens):
    logits = model(tokens[:, :-1])
    return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()


@program
def transformer():
    return train_step(Transformer, optax.adamw(1e-3), next_token_loss, i32(4, 9))


@program
def transformer_sharded():
    mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    tokens = jax.ShapeDtypeStruct((4, 9), jnp.int32, sharding=NamedSharding(mesh, P("data")))

    def loss(model, tokens):
        constrain = lambda x, *spec: jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P(*spec)))
        logits = constrain(model(tokens[:, :-1]), "data", None, "model")
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    with jax.set_mesh(mesh):
        return train_step(lambda rngs: Transformer(rngs, shard=True), optax.adamw(1e-3), loss, tokens)


@program
def convolutional():
    class Network(nnx.Module):
        def __init__(self, rngs):
            self.conv1 = nnx.Conv(1, 8, (3, 3), rngs=rngs)
            self.norm = nnx.BatchNorm(8, rngs=rngs)
            self.conv2 = nnx.Conv(8, 16, (3, 3), strides=2, rngs=rngs)
            self.out = nnx.Linear(16 * 2 * 2, 10, rngs=rngs)

        def __call__(self, x):
            x = nnx.max_pool(jax.nn.relu(self.norm(self.conv1(x))), (2, 2), (2, 2))
            return self.out(jax.nn.relu(self.conv2(x)).reshape(x.shape[0], -1))

    def loss(model, images, labels):
        return optax.softmax_cross_entropy_with_integer_labels(model(images), labels).mean()

    return train_step(Network, optax.sgd(0.1, momentum=0.9), loss, f32(4, 8, 8, 1), i32(4))


@program
def recurrent():
    class Network(nnx.Module):
        def __init__(self, rngs):
            self.rnn = nnx.RNN(nnx.OptimizedLSTMCell(8, 16, rngs=rngs))
            self.out = nnx.Linear(16, 1, rngs=rngs)

        def __call__(self, x):
            return self.out(self.rnn(x)[:, -1])

    loss = lambda model, x, y: jnp.mean((model(x) - y) ** 2)
    return train_step(Network, optax.rmsprop(1e-3), loss, f32(4, 6, 8), f32(4, 1))


@program
def mixture_of_experts():
    """Top-k routing with capacity, the dispatch written as einsums."""

    def loss(parameters, x):
        gates = jax.nn.softmax(x @ parameters["router"])
        weights, experts = jax.lax.top_k(gates, 2)
        chosen = jax.nn.one_hot(experts, 4)
        position = jnp.cumsum(chosen.reshape(-1, 4), axis=0).reshape(chosen.shape) - 1
        slots = jax.nn.one_hot(position, 6) * chosen[..., None]
        dispatch = slots.sum(1)
        inside = jnp.einsum("tec,td->ecd", dispatch, x)
        hidden = jax.nn.silu(jnp.einsum("ecd,edf->ecf", inside, parameters["up"]))
        outside = jnp.einsum("ecf,efd->ecd", hidden, parameters["down"])
        combine = (slots * weights[..., None, None]).sum(1)
        return jnp.sum(jnp.einsum("tec,ecd->td", combine, outside) ** 2)

    parameters = {"router": f32(8, 4), "up": f32(4, 8, 16), "down": f32(4, 16, 8)}
    return lower(jax.value_and_grad(loss), parameters, f32(12, 8))


@program
def layers_scanned_and_rematerialised():
    @jax.checkpoint
    def layer(x, w):
        return jnp.tanh(x @ w["a"]) @ w["b"] + x, None

    def loss(weights, x):
        return jax.lax.scan(layer, x, weights)[0].sum()

    weights = {"a": f32(6, 8, 16), "b": f32(6, 16, 8)}
    return lower(jax.value_and_grad(loss), weights, f32(4, 8))
