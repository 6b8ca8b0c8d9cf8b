"""Products and convolutions, all dimension numbers."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import case, complexes, reals


def add(name, function, *arguments, **options):
    case("contraction", name, function, *arguments, **options)


add("matmul", jnp.matmul, reals(3, 4), reals(4, 5))
add("vector", jnp.dot, reals(4), reals(4, seed=1))
add("matrix_vector", jnp.matmul, reals(3, 4), reals(4))
add("batched", jnp.matmul, reals(2, 3, 4), reals(2, 4, 5))
add("outer", lambda x, y: lax.dot_general(x, y, (((), ()), ((), ()))), reals(3), reals(2, 2))
add("two_contracting", lambda x, y: lax.dot_general(x, y, (((2, 0), (0, 1)), ((), ()))), reals(2, 3, 4), reals(4, 2, 5))
add("batch_inside", lambda x, y: lax.dot_general(x, y, (((0, 3), (2, 1)), ((2, 1), (0, 3)))), reals(2, 3, 4, 5), reals(4, 5, 2, 3, 6))
add("all_batched", lambda x, y: lax.dot_general(x, y, (((), ()), ((1, 0), (0, 1)))), reals(2, 3), reals(3, 2))
add("einsum", lambda x, y: jnp.einsum("bthd,bshd->bhts", x, y), reals(2, 3, 2, 4), reals(2, 5, 2, 4))
add("wide_result", lambda x, y: lax.dot(x, y, preferred_element_type=jnp.float64), reals(3, 4, dtype="float32"), reals(4, 2, dtype="float32"), bound=1e-5)
add("bfloat16", lambda x, y: lax.dot(x, y, preferred_element_type=jnp.float32), jnp.asarray(reals(3, 4), "bfloat16"), jnp.asarray(reals(4, 2), "bfloat16"), bound=2e-2)
add("complex", jnp.matmul, complexes(3, 4), complexes(4, 2))
add("complex_real", lambda x, y: jnp.matmul(x, y.astype(jnp.complex128)), complexes(3, 4), reals(4, 2))
add("empty", jnp.matmul, reals(3, 0), reals(0, 2))
add("attention", lambda q, k, v: jax.nn.softmax(q @ k.T / 2) @ v, reals(3, 4), reals(5, 4), reals(5, 2))


def convolution(name, lhs, rhs, spec=("NCHW", "OIHW", "NCHW"), **options):
    def function(x, k):
        return lax.conv_general_dilated(jnp.sin(x), k, dimension_numbers=spec, **{"window_strides": (1, 1), "padding": "VALID", **options})

    case("convolution", name, function, reals(*lhs), reals(*rhs, seed=1))


convolution("plain", (2, 3, 6, 5), (4, 3, 3, 2))
convolution("same", (2, 3, 6, 5), (4, 3, 3, 2), padding="SAME")
convolution("strides", (2, 3, 7, 8), (4, 3, 3, 2), window_strides=(2, 3), padding=((1, 2), (0, 1)))
convolution("negative_padding", (2, 3, 7, 8), (4, 3, 3, 2), window_strides=(2, 1), padding=((-1, 2), (2, -2)))
convolution("kernel_dilation", (2, 3, 9, 8), (4, 3, 3, 2), rhs_dilation=(2, 3), padding=((1, 0), (2, 1)))
convolution("input_dilation", (2, 3, 4, 5), (4, 3, 3, 2), lhs_dilation=(2, 3), padding=((1, 2), (1, 0)))
convolution("all_dilations", (2, 3, 5, 6), (4, 3, 3, 2), lhs_dilation=(2, 1), rhs_dilation=(1, 3), window_strides=(3, 2), padding=((2, 1), (3, 2)))
convolution("features", (2, 6, 6, 5), (4, 3, 3, 2), feature_group_count=2)
convolution("depthwise", (2, 3, 6, 5), (6, 1, 3, 2), feature_group_count=3, window_strides=(2, 1), padding="SAME")
convolution("batches", (4, 3, 6, 5), (6, 3, 3, 2), batch_group_count=2)
convolution("batches_strided", (6, 2, 6, 5), (6, 2, 3, 2), batch_group_count=3, window_strides=(2, 1), lhs_dilation=(1, 2), padding=((1, 1), (0, 2)))
convolution("channels_last", (2, 6, 5, 3), (3, 2, 3, 4), ("NHWC", "HWIO", "NHWC"), padding="SAME", window_strides=(2, 2))
convolution("mixed_layouts", (6, 3, 2, 5), (3, 4, 2, 3), ("HCNW", "HOWI", "WNHC"), padding="SAME")
convolution("window_larger", (1, 1, 3, 3), (1, 1, 5, 5), padding=((2, 2), (3, 3)))
convolution("no_output", (1, 1, 2, 2), (1, 1, 3, 3))
case("convolution", "one_dimension", lambda x, k: lax.conv_general_dilated(x, k, (2,), "SAME"), reals(2, 3, 7), reals(4, 3, 3))
case("convolution", "three_dimensions", lambda x, k: lax.conv_general_dilated(x, k, (1, 2, 1), "SAME"), reals(1, 2, 3, 4, 3), reals(2, 2, 2, 3, 2))
case("convolution", "no_dimension", lambda x, k: lax.conv_general_dilated(x, k, (), []), reals(2, 3), reals(4, 3))
case("convolution", "transposed", lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), reals(1, 4, 4, 2), reals(3, 3, 2, 3))
case("convolution", "complex_numbers", lambda x, k: lax.conv_general_dilated(x, k, (1,), "SAME"), complexes(2, 3, 7), complexes(4, 3, 3))
