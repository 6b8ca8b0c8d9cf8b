"""Trains whole models beside Flax and Optax, five steps from the same weights.

    flax-training.py [--only TEXT] [--verbose]

Each model is written twice, as a flax.nnx.Module and as a weft.module: a
perceptron, a convolutional network and a transformer. Weft starts from Flax's
weights and runs `Trainer.step` partitioned, on two devices that share the
batch; nnx.value_and_grad and Optax do the same steps. Losses and, in the end,
all weights are compared, relative to the largest element of each leaf.
"""

import json
import subprocess
import sys

import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx

from weft_models import Weft, tensor_type

STEPS = 5
# Relative to a loss, and to the largest element of a leaf. The largest measured
# are 3.6e-7 and, by Adam, 2.9e-6; XLA rounds differently from one processor to
# the next.
LOSS_BOUND = 2e-6
BOUND = 1e-5
# A softmax stays as it is when all its inputs move alike, so the true gradient
# of the bias of keys is zero. What both sides compute is a rounding error,
# which Adam makes a whole step of.
UNDETERMINED = "key.bias"

CLIP = optax.clip_by_global_norm(0.5)
WARM_UP = optax.warmup_cosine_decay_schedule(0.0, 0.02, 2, 8, 0.001)
# Each with how Optax spells it; all of them for the perceptron.
OPTIMISERS = {
    "sgd @o for @model learning_rate 0.1": optax.sgd(0.1),
    "sgd @o for @model learning_rate cosine<0.1 to 0.0 in 6>": optax.sgd(optax.cosine_decay_schedule(0.1, 6)),
    "sgd @o for @model learning_rate 0.1 clip_norm 0.5": optax.chain(CLIP, optax.sgd(0.1)),
    "momentum @o for @model learning_rate 0.05 decay 0.9": optax.sgd(0.05, 0.9),
    "momentum @o for @model learning_rate 0.05 decay 0.9 nesterov": optax.sgd(0.05, 0.9, nesterov=True),
    "adam @o for @model learning_rate 0.01": optax.adam(0.01),
    "adam @o for @model learning_rate linear<0.0 to 0.02 in 4>": optax.adam(optax.linear_schedule(0.0, 0.02, 4)),
    "adamw @o for @model learning_rate 0.01 weight_decay 0.1": optax.adamw(0.01, weight_decay=0.1),
    "adamw @o for @model learning_rate cosine<0.02 to 0.001 in 8 warmup 0.0 in 2> weight_decay 0.1 clip_norm 0.5":
        optax.chain(CLIP, optax.adamw(WARM_UP, weight_decay=0.1)),
}  # fmt: skip
# For the larger models one of each kind.
FEWER = [text for text in OPTIMISERS if "clip" in text or "momentum @o for @model learning_rate 0.05 decay 0.9" == text]


# ----------------------------------------------------------------------------
# A perceptron
# ----------------------------------------------------------------------------


class Perceptron(nnx.Module):
    def __init__(self, rngs):
        self.up = nnx.Linear(8, 32, rngs=rngs)
        self.norm = nnx.LayerNorm(32, rngs=rngs)
        self.down = nnx.Linear(32, 4, rngs=rngs)

    def loss(self, x, y):
        hidden = self.norm(jnp.tanh(self.up(x)))
        return optax.squared_error(self.down(hidden), y).mean()


PERCEPTRON = """
weft.module @Model {
  weft.linear @up 8 -> 32
  weft.layer_norm @norm 32
  weft.linear @down 32 -> 4
  weft.method @loss(%x: tensor<6x8xf32>, %y: tensor<6x4xf32>) -> tensor<f32> {
    %0 = weft.call @up(%x) : (tensor<6x8xf32>) -> tensor<6x32xf32>
    %1 = stablehlo.tanh %0 : tensor<6x32xf32>
    %2 = weft.call @norm(%1) : (tensor<6x32xf32>) -> tensor<6x32xf32>
    %3 = weft.call @down(%2) : (tensor<6x32xf32>) -> tensor<6x4xf32>
    %4 = weft.mean_squared_error mean %3, %y : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<f32>
    weft.return %4 : tensor<f32>
  }
}
"""


# ----------------------------------------------------------------------------
# A convolutional network: strides, padding of all kinds, groups, pooling
# ----------------------------------------------------------------------------


class ConvNet(nnx.Module):
    def __init__(self, rngs):
        self.first = nnx.Conv(3, 8, (3, 3), rngs=rngs)
        self.second = nnx.Conv(8, 8, (3, 2), strides=(2, 1), padding="VALID", feature_group_count=2, rngs=rngs)
        self.out = nnx.Linear(8, 5, rngs=rngs)

    def loss(self, x, labels):
        x = nnx.max_pool(jnp.tanh(self.first(x)), (2, 2), (2, 2))
        x = jnp.tanh(self.second(x)).sum((1, 2))
        return optax.softmax_cross_entropy_with_integer_labels(self.out(x), labels).mean()


CONV_NET = """
weft.module @Model {
  weft.conv @first 3 -> 8 window [3, 3]
  weft.conv @second 8 -> 8 window [3, 2] strides [2, 1] padding valid groups 2
  weft.linear @out 8 -> 5
  weft.method @loss(%x: tensor<4x10x8x3xf32>, %labels: tensor<4xi32>) -> tensor<f32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = weft.call @first(%x) : (tensor<4x10x8x3xf32>) -> tensor<4x10x8x8xf32>
    %1 = stablehlo.tanh %0 : tensor<4x10x8x8xf32>
    %2 = "stablehlo.reduce_window"(%1, %low) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<4x10x8x8xf32>, tensor<f32>) -> tensor<4x5x4x8xf32>
    %3 = weft.call @second(%2) : (tensor<4x5x4x8xf32>) -> tensor<4x2x3x8xf32>
    %4 = stablehlo.tanh %3 : tensor<4x2x3x8xf32>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x2x3x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %6 = weft.call @out(%5) : (tensor<4x8xf32>) -> tensor<4x5xf32>
    %7 = weft.softmax_cross_entropy mean %6, %labels : (tensor<4x5xf32>, tensor<4xi32>) -> tensor<f32>
    weft.return %7 : tensor<f32>
  }
}
"""


# ----------------------------------------------------------------------------
# A transformer: shared embedding, causal attention, both norms, two blocks
# ----------------------------------------------------------------------------


class Block(nnx.Module):
    def __init__(self, rngs):
        self.first_norm = nnx.RMSNorm(16, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(4, 16, decode=False, rngs=rngs)
        self.second_norm = nnx.LayerNorm(16, rngs=rngs)
        self.up = nnx.Linear(16, 32, rngs=rngs)
        self.down = nnx.Linear(32, 16, use_bias=False, rngs=rngs)

    def __call__(self, x):
        x = x + self.attention(self.first_norm(x), is_causal=True)
        return x + self.down(jnp.tanh(self.up(self.second_norm(x))))


class Transformer(nnx.Module):
    def __init__(self, rngs):
        self.tokens = nnx.Embed(11, 16, rngs=rngs)
        self.blocks = nnx.List([Block(rngs) for _ in range(2)])
        self.norm = nnx.RMSNorm(16, rngs=rngs)

    def loss(self, ids, following):
        x = self.tokens(ids)
        for block in self.blocks:
            x = block(x)
        logits = self.tokens.attend(self.norm(x))
        return optax.softmax_cross_entropy_with_integer_labels(logits, following).mean()


TRANSFORMER = """
weft.module @Block {
  weft.rms_norm @first_norm 16
  weft.multi_head_attention @attention 16 heads 4 causal
  weft.layer_norm @second_norm 16
  weft.linear @up 16 -> 32
  weft.linear @down 32 -> 16 no_bias
  weft.method @apply(%x: tensor<4x6x16xf32>) -> tensor<4x6x16xf32> {
    %0 = weft.call @first_norm(%x) : (tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
    %1 = weft.call @attention(%0) : (tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
    %2 = stablehlo.add %x, %1 : tensor<4x6x16xf32>
    %3 = weft.call @second_norm(%2) : (tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
    %4 = weft.call @up(%3) : (tensor<4x6x16xf32>) -> tensor<4x6x32xf32>
    %5 = stablehlo.tanh %4 : tensor<4x6x32xf32>
    %6 = weft.call @down(%5) : (tensor<4x6x32xf32>) -> tensor<4x6x16xf32>
    %7 = stablehlo.add %2, %6 : tensor<4x6x16xf32>
    weft.return %7 : tensor<4x6x16xf32>
  }
}
weft.module @Model {
  weft.embed @tokens 11 x 16
  weft.submodule @blocks x 2 : @Block
  weft.rms_norm @norm 16
  weft.method @loss(%ids: tensor<4x6xi32>, %next: tensor<4x6xi32>) -> tensor<f32> {
    %0 = weft.call @tokens(%ids) : (tensor<4x6xi32>) -> tensor<4x6x16xf32>
    %1 = weft.call @blocks(%0) : (tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
    %2 = weft.call @norm(%1) : (tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
    %3 = weft.call @tokens::@attend(%2) : (tensor<4x6x16xf32>) -> tensor<4x6x11xf32>
    %4 = weft.softmax_cross_entropy mean %3, %next : (tensor<4x6x11xf32>, tensor<4x6xi32>) -> tensor<f32>
    weft.return %4 : tensor<f32>
  }
}
"""


def reals(random, *shape):
    return random.standard_normal(shape).astype(np.float32)


def perceptron_batch(random):
    return reals(random, 6, 8), reals(random, 6, 4)


def conv_batch(random):
    return reals(random, 4, 10, 8, 3), random.integers(0, 5, 4).astype(np.int32)


def token_batch(random):
    ids = random.integers(0, 11, (4, 7)).astype(np.int32)
    return ids[:, :-1].copy(), ids[:, 1:].copy()


MODELS = {
    "perceptron": (Perceptron, PERCEPTRON, perceptron_batch, list(OPTIMISERS)),
    "conv net": (ConvNet, CONV_NET, conv_batch, FEWER),
    "transformer": (Transformer, TRANSFORMER, token_batch, FEWER),
}


def flat_state(model):
    state = nnx.to_flat_state(nnx.state(model, nnx.Param))
    return {".".join(map(str, path)): np.asarray(variable.get_value()) for path, variable in state}


def train_flax(make, optimiser, batches):
    model = make(nnx.Rngs(3))
    first = flat_state(model)
    parameters = nnx.state(model, nnx.Param)
    state = optimiser.init(parameters)
    losses = []
    for batch in batches:
        loss, gradients = nnx.value_and_grad(lambda m: m.loss(*map(jnp.asarray, batch)))(model)
        parameters = nnx.state(model, nnx.Param)
        updates, state = optimiser.update(gradients, state, parameters)
        nnx.update(model, optax.apply_updates(parameters, updates))
        losses.append(float(loss))
    return first, losses, flat_state(model)


def program_of(model, optimiser, batch):
    types = [tensor_type(array) for array in batch]
    layouts = ['{weft.sharding = #weft.sharding<@mesh, ["data"%s]>}' % (", _" * (a.ndim - 1)) for a in batch]
    return f"""weft.mesh @mesh <"data" = 2>
{model}
weft.module @Trainer {{
  weft.submodule @model : @Model
  weft.{optimiser}
  weft.method @step(%x: {types[0]} {layouts[0]}, %y: {types[1]} {layouts[1]}) -> tensor<f32> {{
    %loss, %g = weft.value_and_grad @model::@loss(%x, %y) state @model
        : ({types[0]}, {types[1]}) -> (tensor<f32>, !weft.state<@model>)
    weft.apply_gradients @o(%g) : !weft.state<@model>
    weft.return %loss : tensor<f32>
  }}
}}
"""


def list_leaves(weft, program):
    done = subprocess.run(
        [weft.weft, "specs", "-", "--module", "Trainer", "--json"],
        input=program, text=True, capture_output=True, check=True)  # fmt: skip
    return json.loads(done.stdout)["leaves"]


def train_weft(weft, program, first, batches):
    leaves = list_leaves(weft, program)
    state = []
    for leaf in leaves:
        path = leaf["path"]
        if path.startswith("model."):
            state.append(first[path.removeprefix("model.")])
        else:
            dtype = {"f32": np.float32, "i32": np.int32}[leaf["type"]]
            state.append(np.zeros(leaf["shape"], dtype))
    missing = set(first) - {leaf["path"].removeprefix("model.") for leaf in leaves}
    assert not missing, missing
    losses = []
    for batch in batches:
        dtypes = [np.float32, *(array.dtype for array in state)]
        loss, *state = weft.run(program, "Trainer.step", [*state, *batch], dtypes, whole=False)
        losses.append(float(loss))
    last = {
        leaf["path"].removeprefix("model."): array
        for leaf, array in zip(leaves, state)
        if leaf["path"].startswith("model.")
    }
    return losses, last


def distance(ours, theirs):
    return float(np.abs(ours - theirs).max() / max(np.abs(theirs).max(), 1e-3))


def main():
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    weft, failures, total, worst = Weft(), 0, 0, [0.0, 0.0]
    for name, (make, text, make_batch, optimisers) in MODELS.items():
        for optimiser in optimisers:
            label = f"{name}, {optimiser.replace(' @o for @model', '')}"
            if only not in label:
                continue
            random = np.random.default_rng(5)
            batches = [make_batch(random) for _ in range(STEPS)]
            first, losses, wanted = train_flax(make, OPTIMISERS[optimiser], batches)
            program = program_of(text, optimiser, batches[0])
            ours, last = train_weft(weft, program, first, batches)
            loss_error = max(abs(a - b) / abs(b) for a, b in zip(ours, losses))
            errors = {
                path: distance(last[path], array)
                for path, array in wanted.items()
                if not path.endswith(UNDETERMINED)
            }
            path = max(errors, key=errors.get)
            moved = max(distance(array, first[p]) for p, array in wanted.items())
            # A run that does not move would agree, too.
            good = loss_error <= LOSS_BOUND and errors[path] <= BOUND and moved > 0.01
            total += 1
            failures += not good
            worst = [max(worst[0], loss_error), max(worst[1], errors[path])]
            if not good or "--verbose" in sys.argv:
                print(f"{label}: loss {losses[0]:.4f} to {losses[-1]:.4f}, off by {loss_error:.2g}; "
                      f"{path} off by {errors[path]:.2g}, {BOUND:.2g} allowed; moved by {moved:.2g}")
    print(f"{total - failures} of {total} agree after {STEPS} steps; losses are off by at most "
          f"{worst[0]:.2g}, weights by {worst[1]:.2g}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
