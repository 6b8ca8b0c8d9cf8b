"""Convolutions: exact on small integers, else relative to the largest sum."""

from jax import lax
import jax.numpy as jnp

from .registry import COMPLEX, FLOATS, INTEGERS, case, dtype, numbers, reals


def conv(**options):
    options.setdefault("window_strides", (1, 1))
    options.setdefault("padding", "SAME")
    return lambda x, w: lax.conv_general_dilated(x, w, **options)


def add(name, function, x, w, **options):
    case("contraction", "conv_" + name, function, numbers("float32", *x), numbers("float32", *w, seed=1), **options)


for name in INTEGERS + FLOATS + COMPLEX:
    x, w = numbers(dtype(name), 2, 3, 5, 5), numbers(dtype(name), 4, 3, 3, 3, seed=1)
    case("contraction", f"conv_{name}", conv(), x, w)
for name in FLOATS + COMPLEX:
    x, w = reals(dtype(name), 2, 3, 6, 5), reals(dtype(name), 4, 3, 3, 3, seed=1)
    case("contraction", f"conv_real_{name}", conv(), x, w, scaled=4)

add("nhwc", conv(dimension_numbers=("NHWC", "HWIO", "NHWC")), (2, 6, 5, 3), (3, 2, 3, 4))
add("chwn", conv(dimension_numbers=("CHWN", "IHWO", "HWNC")), (3, 6, 5, 2), (3, 3, 2, 4))
add("strides", conv(window_strides=(2, 3), padding=((1, 2), (0, 1))), (2, 3, 9, 9), (6, 3, 3, 3))
add("negative_padding", conv(padding=((-1, 2), (3, -2))), (2, 3, 9, 9), (6, 3, 3, 3))
add("all_negative_padding", conv(padding=((-2, -2), (-1, -3))), (1, 2, 9, 9), (2, 2, 3, 2))
add("kernel_dilation", conv(rhs_dilation=(2, 3)), (2, 3, 9, 9), (6, 3, 3, 3))
add("input_dilation", conv(lhs_dilation=(2, 3), padding=((1, 1), (0, 2))), (2, 3, 5, 5), (6, 3, 3, 3))
add("both_dilations", conv(lhs_dilation=(3, 2), rhs_dilation=(2, 3), window_strides=(2, 2), padding=((2, 1), (4, -1))), (2, 3, 5, 6), (6, 3, 3, 3))
add("feature_groups", conv(feature_group_count=3), (2, 6, 5, 5), (9, 2, 3, 3))
add("depthwise", conv(feature_group_count=6), (2, 6, 5, 5), (12, 1, 3, 3))
add("batch_groups", conv(batch_group_count=2), (4, 3, 5, 5), (6, 3, 3, 3))
add("one_dimension", conv(window_strides=(2,)), (2, 3, 8), (4, 3, 3))
add("three_dimensions", conv(window_strides=(1, 2, 1)), (1, 2, 4, 5, 3), (3, 2, 2, 3, 2))
add("no_dimension", conv(window_strides=(), padding=()), (5, 3), (4, 3))
add("empty_batch", conv(), (0, 3, 5, 5), (4, 3, 3, 3))
add("no_features", conv(), (2, 0, 5, 5), (4, 0, 3, 3))
add("transposed", lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), (2, 4, 4, 3), (3, 3, 3, 6))
add("larger", conv(), (4, 16, 12, 12), (32, 16, 3, 3))
case("contraction", "conv_preferred_i32", conv(preferred_element_type=jnp.int32), numbers("int8", 2, 3, 5, 5, low=-100, high=100), numbers("int8", 4, 3, 3, 3, seed=1, low=-100, high=100))
case("contraction", "conv_preferred_f32", conv(preferred_element_type=jnp.float32), reals(dtype("bfloat16"), 2, 3, 5, 5), reals(dtype("bfloat16"), 4, 3, 3, 3), scaled=4)
case("contraction", "conv_wraps", conv(), numbers("int8", 1, 2, 4, 4, low=-128, high=127), numbers("int8", 2, 2, 3, 3, low=-128, high=127))
