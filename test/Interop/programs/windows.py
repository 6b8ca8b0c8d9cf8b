"""Convolutions, pooling and other windowed ops with their gradients."""

import jax
import jax.numpy as jnp
from flax import nnx
from jax import lax

from .registry import f32, lowers, scalar_loss, shaped


def add(name, function, *arguments, gradient=True):
    lowers("windows", name, function, *arguments)
    if gradient:
        both = jax.grad(scalar_loss(function), tuple(range(len(arguments))))
        lowers("windows", name + "_gradient", both, *arguments)


def conv(**options):
    options.setdefault("window_strides", (1, 1))
    options.setdefault("padding", "SAME")
    return lambda x, w: lax.conv_general_dilated(x, w, **options)


NHWC = ("NHWC", "HWIO", "NHWC")
add("conv_nchw", conv(), f32(2, 3, 8, 8), f32(6, 3, 3, 3))
add("conv_nhwc", conv(dimension_numbers=NHWC), f32(2, 8, 8, 3), f32(3, 3, 3, 6))
add("conv_strided", conv(window_strides=(2, 3), padding=((1, 2), (0, 1))), f32(2, 3, 9, 9), f32(6, 3, 3, 3))
add("conv_dilated", conv(rhs_dilation=(2, 2)), f32(2, 3, 9, 9), f32(6, 3, 3, 3))
add("conv_input_dilated", conv(lhs_dilation=(2, 1), padding=((1, 1), (0, 0))), f32(2, 3, 5, 5), f32(6, 3, 3, 3))
add("conv_grouped", conv(feature_group_count=3), f32(2, 6, 8, 8), f32(9, 2, 3, 3))
add("conv_depthwise", conv(feature_group_count=6), f32(2, 6, 8, 8), f32(6, 1, 3, 3))
add("conv_batch_grouped", conv(batch_group_count=2), f32(4, 3, 8, 8), f32(6, 3, 3, 3), gradient=False)
add("conv_mixed_precision", conv(preferred_element_type=jnp.float32, precision=lax.Precision.HIGHEST), shaped(jnp.bfloat16, 2, 3, 8, 8), shaped(jnp.bfloat16, 6, 3, 3, 3), gradient=False)
add("conv_1d", lambda x, w: jnp.convolve(x, w), f32(16), f32(5))
add("conv_3d", lambda x, w: lax.conv(x, w, (1, 1, 1), "VALID"), f32(1, 2, 5, 5, 5), f32(4, 2, 2, 2, 2))
add("conv_transposed", lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), f32(2, 4, 4, 3), f32(3, 3, 3, 6))
add("conv_complex", conv(), shaped(jnp.complex64, 1, 2, 5, 5), shaped(jnp.complex64, 3, 2, 3, 3), gradient=False)
add("patches", lambda x: lax.conv_general_dilated_patches(x, (2, 2), (2, 2), "VALID"), f32(2, 3, 6, 6))
add("max_pool", lambda x: nnx.max_pool(x, (2, 2), (2, 2)), f32(2, 8, 8, 3))
add("average_pool", lambda x: nnx.avg_pool(x, (3, 3), (2, 2), "SAME"), f32(2, 8, 8, 3))
add("min_pool_overlapping", lambda x: nnx.min_pool(x, (3, 3), (1, 1), "SAME"), f32(2, 8, 8, 3))
add("reduce_window_dilated", lambda x: lax.reduce_window(x, 0.0, lax.add, (3,), (2,), "VALID", base_dilation=(2,), window_dilation=(2,)), f32(9), gradient=False)
add("reduce_window_custom", lambda x: lax.reduce_window(x, 1.0, lambda a, b: a * b + 1, (3,), (1,), "SAME"), f32(9), gradient=False)
add("reduce_window_pair", lambda x, y: lax.reduce_window((x, y), (0.0, 1.0), lambda a, b: (a[0] + b[0], a[1] * b[1]), (3,), (1,), "SAME"), f32(9), f32(9), gradient=False)
add("cumulative", lambda x: (jnp.cumsum(x), jnp.cumprod(x), lax.cummax(x), lax.cummin(x, reverse=True), lax.cumlogsumexp(x)), f32(9))
add("resize", lambda x: jax.image.resize(x, (2, 12, 12, 3), "bilinear"), f32(2, 8, 8, 3))
add("correlate", lambda x, y: jnp.correlate(x, y, mode="same"), f32(16), f32(5), gradient=False)
