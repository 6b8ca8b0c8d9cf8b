"""Element types, conversions, constants of every kind."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from .registry import f32, lower, lowers, program, shaped

FLOATS = {
    "bf16": jnp.bfloat16,
    "f16": jnp.float16,
    "f8e4m3fn": jnp.float8_e4m3fn,
    "f8e5m2": jnp.float8_e5m2,
    "f8e4m3b11fnuz": jnp.float8_e4m3b11fnuz,
    "f8e4m3fnuz": jnp.float8_e4m3fnuz,
    "f8e5m2fnuz": jnp.float8_e5m2fnuz,
    "f8e3m4": jnp.float8_e3m4,
    "f8e4m3": jnp.float8_e4m3,
    "f8e8m0fnu": jnp.float8_e8m0fnu,
    "f4e2m1fn": jnp.float4_e2m1fn,
}
INTEGERS = {
    "i2": jnp.int2, "i4": jnp.int4, "i8": jnp.int8, "i16": jnp.int16, "i32": jnp.int32,
    "ui2": jnp.uint2, "ui4": jnp.uint4, "ui8": jnp.uint8, "ui16": jnp.uint16, "ui32": jnp.uint32,
}

for name, dtype in FLOATS.items():
    constant = np.asarray([[0.5, 1.0, 2.0], [1.0, 4.0, 1.0]]).astype(dtype)
    convert = lambda x, constant=constant, dtype=dtype: (
        x.astype(dtype), constant, (x.astype(dtype) > constant[0]), jnp.full((2, 3), 1, dtype)
    )
    lowers("types", name, convert, f32(2, 3))
    matmul = lambda x, y, dtype=dtype: lax.dot(
        x, y, preferred_element_type=jnp.float32
    )
    lowers("types", name + "_dot", matmul, shaped(dtype, 4, 8), shaped(dtype, 8, 4))

for name, dtype in INTEGERS.items():
    constant = np.asarray([[0, 1, 1], [1, 0, 1]]).astype(dtype)
    convert = lambda x, constant=constant, dtype=dtype: (
        x.astype(dtype) + constant, x.astype(dtype) > constant, constant.astype(np.float32)
    )
    lowers("types", name, convert, f32(2, 3))


@program
def wide_types():
    """f64, i64 and complex<f64> need a switch of JAX."""
    with jax.enable_x64(True):
        arguments = [shaped(t, 4) for t in (jnp.float64, jnp.int64, jnp.uint64, jnp.complex128)]
        f = lambda a, b, c, d: (a * b, c + 3, d * a, d.real, jnp.iinfo(jnp.int64).min + b)
        return lower(f, *arguments)


@program
def complex_numbers():
    x = shaped(jnp.complex64, 4)
    f = lambda x: (x * 2j, jnp.conj(x), jnp.abs(x), jnp.angle(x), jnp.exp(x), lax.complex(x.real, x.imag), x**2, jnp.sqrt(x), jnp.log(x), jnp.sin(x), jnp.tanh(x), x == 1)
    return lower(f, x)


@program
def complex_constants():
    return lower(lambda: (np.asarray([1 + 2j, -0.0 + 1j * np.inf], np.complex64), jnp.full(3, 1j)))


@program
def special_float_constants():
    values = np.asarray([np.nan, np.inf, -np.inf, -0.0, 1e-45, 3.4e38], np.float32)
    return lower(lambda: (values, values.astype(np.float16), values.astype(ml_dtypes.bfloat16), np.float32(np.nan)))


@program
def large_and_empty_constants():
    big = np.arange(600, dtype=np.float32).reshape(20, 30)
    return lower(lambda x: (x + big, np.zeros((0, 3), np.float32), np.ones((2, 0), np.int8)), f32(20, 30))


@program
def large_boolean_constant():
    mask = np.tril(np.ones((16, 16), bool))
    return lower(lambda x: jnp.where(mask, x, 0), f32(16, 16))


@program
def boolean_constants():
    mask = np.asarray([[True, False, True], [False, False, True]])
    return lower(lambda x: jnp.where(mask, x, 0) + jnp.where(np.True_, 1, x), f32(2, 3))


@program
def bitcasts():
    f = lambda x: (lax.bitcast_convert_type(x, jnp.uint32), lax.bitcast_convert_type(x, jnp.uint8), lax.bitcast_convert_type(x, jnp.int16), x.view(jnp.int32))
    return lower(f, f32(4))


@program
def reduce_precision():
    return lower(lambda x: lax.reduce_precision(x, exponent_bits=5, mantissa_bits=7), f32(4))


@program
def scalars_and_empty_tensors():
    return lower(lambda x, y: (x + 1, y.sum(), y.reshape(3, 0), jnp.float32(3)), f32(), f32(0, 3))


@program
def scaled_blocks():
    """Microscaling: f8 values with f8e8m0 scales per block."""
    def f(x, s):
        return (x.astype(jnp.float32).reshape(4, 2, 4) * s.astype(jnp.float32)[..., None]).reshape(4, 8)

    return lower(f, shaped(jnp.float8_e4m3fn, 4, 8), shaped(jnp.float8_e8m0fnu, 4, 2))


@program
def quantised_matmul():
    def f(x, w, scale):
        q = jnp.clip(jnp.round(x / scale), -128, 127).astype(jnp.int8)
        return lax.dot(q, w, preferred_element_type=jnp.int32).astype(jnp.float32) * scale

    return lower(f, f32(4, 8), shaped(jnp.int8, 8, 4), f32())


@program
def packed_int4():
    return lower(lambda x: lax.bitcast_convert_type(x, jnp.int4).astype(jnp.int8), shaped(jnp.uint8, 4))
