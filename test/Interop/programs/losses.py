"""Losses of optax with their gradient."""

import jax
import jax.numpy as jnp
import optax

from .registry import f32, i32, lower, lowers, program, scalar_loss, shaped

LOSSES = {
    "l2": (optax.l2_loss, f32(4, 8), f32(4, 8)),
    "huber": (optax.huber_loss, f32(4, 8), f32(4, 8)),
    "log_cosh": (optax.log_cosh, f32(4, 8), f32(4, 8)),
    "cosine": (optax.cosine_distance, f32(4, 8), f32(4, 8)),
    "sigmoid_cross_entropy": (optax.sigmoid_binary_cross_entropy, f32(4, 8), f32(4, 8)),
    "softmax_cross_entropy": (optax.softmax_cross_entropy, f32(4, 8), f32(4, 8)),
    "kl": (optax.kl_divergence, f32(4, 8), f32(4, 8)),
    "hinge": (optax.hinge_loss, f32(4), f32(4)),
    "focal": (optax.sigmoid_focal_loss, f32(4, 8), f32(4, 8)),
    "ranking": (optax.losses.ranking_softmax_loss, f32(4, 8), f32(4, 8)),
}

for name, (loss, *arguments) in LOSSES.items():
    gradient = jax.value_and_grad(scalar_loss(loss))
    lowers("losses", name, gradient, *arguments)


@program
def integer_labels():
    loss = scalar_loss(optax.softmax_cross_entropy_with_integer_labels)
    return lower(jax.value_and_grad(loss), f32(4, 8), i32(4))


@program
def ctc():
    return lower(
        jax.value_and_grad(scalar_loss(optax.ctc_loss)),
        f32(2, 6, 5), f32(2, 6), i32(2, 3), f32(2, 3),
    )


@program
def smoothed_labels_in_bfloat16():
    def loss(logits, labels):
        smooth = optax.smooth_labels(jax.nn.one_hot(labels, 8), 0.1)
        return optax.softmax_cross_entropy(logits.astype(jnp.float32), smooth).mean()

    return lower(jax.grad(loss), shaped(jnp.bfloat16, 4, 8), i32(4))
