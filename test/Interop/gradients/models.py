"""Layers of Flax and losses of optax, with respect to all their parameters."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx

from .registry import case, reals


def layer(name, make, *arguments, **options):
    graph, parameters, rest = nnx.split(make(nnx.Rngs(0)), nnx.Param, ...)
    parameters = jax.tree.map(lambda p: np.asarray(p, np.float64), parameters)

    def apply(parameters, *arguments):
        model = nnx.merge(graph, parameters, rest, copy=True)
        return model(*arguments)

    case("models", name, apply, parameters, *arguments, **{"bound": 1e-6, "smooth": False, "twice": False, **options})


def loss(name, function, *arguments, **options):
    case("models", name, function, *arguments, **options)


double = dict(dtype=jnp.float64, param_dtype=jnp.float64)
image = reals(2, 8, 8, 3)
tokens = np.array([[1, 5, 2, 0], [3, 3, 7, 1]], np.int32)
sequence = reals(2, 4, 8)
layer("linear", lambda rngs: nnx.Linear(4, 3, rngs=rngs, **double), reals(5, 4), twice=True, smooth=True)
layer("linear_general", lambda rngs: nnx.LinearGeneral((4, 2), (3, 2), axis=(-2, -1), rngs=rngs, **double), reals(5, 4, 2))
layer("einsum", lambda rngs: nnx.Einsum("nta,ab->ntb", (8, 3), (3,), rngs=rngs, **double), sequence)
layer("embed", lambda rngs: nnx.Embed(10, 4, rngs=rngs, **double), tokens)
layer("conv", lambda rngs: nnx.Conv(3, 4, (3, 3), strides=2, rngs=rngs, **double), image)
layer("conv_depthwise", lambda rngs: nnx.Conv(3, 6, (3, 3), feature_group_count=3, rngs=rngs, **double), image)
layer("conv_transpose", lambda rngs: nnx.ConvTranspose(3, 4, (3, 3), strides=(2, 2), rngs=rngs, **double), image)
layer("batch_norm", lambda rngs: nnx.BatchNorm(3, rngs=rngs, **double), image)
layer("layer_norm", lambda rngs: nnx.LayerNorm(8, rngs=rngs, **double), sequence, twice=True)
layer("rms_norm", lambda rngs: nnx.RMSNorm(8, rngs=rngs, **double), sequence)
layer("group_norm", lambda rngs: nnx.GroupNorm(8, num_groups=2, rngs=rngs, **double), sequence)
layer("attention", lambda rngs: nnx.MultiHeadAttention(2, 8, decode=False, rngs=rngs, **double), sequence, twice=True, bound=1e-4)  # its softmax is in f32
layer("lstm", lambda rngs: nnx.RNN(nnx.LSTMCell(8, 5, rngs=rngs, **double)), sequence)
layer("gru", lambda rngs: nnx.RNN(nnx.GRUCell(8, 5, rngs=rngs, **double)), sequence)
layer("pooled", lambda rngs: nnx.Sequential(nnx.Conv(3, 4, (3, 3), rngs=rngs, **double), lambda x: nnx.max_pool(jax.nn.gelu(x), (2, 2), (2, 2))), image)


class Block(nnx.Module):
    def __init__(self, rngs):
        self.norm1, self.norm2 = nnx.LayerNorm(8, rngs=rngs, **double), nnx.LayerNorm(8, rngs=rngs, **double)
        self.attention = nnx.MultiHeadAttention(2, 8, decode=False, rngs=rngs, **double)
        self.up, self.down = nnx.Linear(8, 16, rngs=rngs, **double), nnx.Linear(16, 8, rngs=rngs, **double)

    def __call__(self, x):
        x = x + self.attention(self.norm1(x), mask=nnx.make_causal_mask(x[..., 0]))
        return x + self.down(jax.nn.gelu(self.up(self.norm2(x))))


class Transformer(nnx.Module):
    def __init__(self, rngs):
        self.embed = nnx.Embed(10, 8, rngs=rngs, **double)
        self.blocks = nnx.List([Block(rngs) for _ in range(3)])

    def __call__(self, tokens):
        x = self.embed(tokens[:, :-1])
        for block in self.blocks:
            x = block(x)
        logits = self.embed.attend(x)
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()


layer("transformer", Transformer, tokens)

logits, labels = reals(4, 5), np.array([1, 0, 4, 2], np.int32)
loss("integer_labels", lambda x: optax.softmax_cross_entropy_with_integer_labels(x, labels), logits)
loss("soft_labels", lambda x, y: optax.softmax_cross_entropy(x, jax.nn.softmax(y)), logits, reals(4, 5, seed=1))
loss("sigmoid", lambda x: optax.sigmoid_binary_cross_entropy(x, (logits > 0).astype(float)), logits)
loss("squared", lambda x, y: optax.squared_error(x, y).mean(), logits, reals(4, 5, seed=1))
loss("huber", lambda x: optax.huber_loss(x, delta=0.7), logits, smooth=False)
loss("cosine", optax.cosine_similarity, logits, reals(4, 5, seed=1))
loss("ctc", lambda x: optax.ctc_loss(x, np.zeros((2, 6)), np.array([[1, 2], [2, 3]]), np.zeros((2, 2))), reals(2, 6, 4), bound=1e-8, twice=False)
