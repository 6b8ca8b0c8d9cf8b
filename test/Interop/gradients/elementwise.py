"""Elementwise functions, on the real line, at kinks and on the complex plane."""

import jax
import jax.numpy as jnp
import jax.scipy.special as special
import numpy as np
from jax import lax

from .registry import case, complexes, reals


def add(name, function, *arguments, **options):
    case("elementwise", name, function, *arguments, **options)


x, y = reals(3, 4), reals(3, 4, seed=1)
positive = reals(3, 4, seed=2, low=0.2, high=2.5)
inside = reals(3, 4, seed=3, low=-0.9, high=0.9)
z, w = complexes(3, 4), complexes(3, 4, seed=1)

for name in ("neg", "exp", "expm1", "sin", "cos", "tan", "tanh", "logistic", "sinh", "cosh", "asinh", "atan", "abs", "sign", "floor", "ceil", "square", "erf", "erfc"):
    add(name, getattr(lax, name), x)
for name in ("log", "log1p", "sqrt", "rsqrt", "cbrt", "lgamma", "digamma"):
    add(name, getattr(lax, name), positive)
for name in ("asin", "acos", "atanh", "erf_inv"):
    add(name, getattr(lax, name), inside)
add("acosh", lax.acosh, positive + 1.1)
add("round", lambda x: x * lax.round(3 * x), x)
add("polygamma", lambda x: special.polygamma(2, x), positive, bound=1e-9)
add("zeta", lambda q: special.zeta(2.5, q), positive + 1, bound=1e-9)
for name in ("add", "sub", "mul", "div", "max", "min", "atan2"):
    add(name, getattr(lax, name), x, y)
add("power", lax.pow, positive, y)
add("power_of_negative", lambda x: x**3 + x**2, x)
add("power_of_zero", lambda x: lax.pow(x, jnp.full((3,), 2.0)), np.array([0.0, 1.0, -2.0]), smooth=False)
add("integer_power", lambda x: lax.integer_pow(x, 5) + lax.integer_pow(x, -3), positive)
add("remainder", lambda x, y: lax.rem(x, y), 5 * positive, positive + 1, smooth=False)
add("maximum_ties", lax.max, np.array([1.0, 2.0, -1.0]), np.array([1.0, 1.0, -1.0]), smooth=False, twice=False)
add("minimum_ties", lax.min, np.array([1.0, 2.0, -1.0]), np.array([1.0, 1.0, -1.0]), smooth=False, twice=False)
add("abs_at_zero", jnp.abs, np.array([0.0, -0.0, 1.0]), smooth=False, twice=False)
add("clamp", lambda x: lax.clamp(-0.5, x, 0.7), x, smooth=False)
add("clamp_elements", lax.clamp, x - 0.5, y, x + 0.5, smooth=False)
add("select", lambda p, x, y: jnp.where(p, jnp.sin(x), y * x), x > 0, x, y)
add("select_scalar", lambda x, y: lax.select(jnp.sum(x) > 0, x * y, x - y), x, y)
add("relu_like", lambda x: jnp.maximum(x, 0.3 * x), x)
add("softplus", jax.nn.softplus, x)
add("gelu", lambda x: jax.nn.gelu(x, approximate=False), x)
add("gelu_tanh", jax.nn.gelu, x)
add("silu", jax.nn.silu, x)
add("logaddexp", jnp.logaddexp, x, y)
add("hypot", jnp.hypot, x, y)
add("normal_cdf", jax.scipy.stats.norm.cdf, x)
add("convert_narrow", lambda x: jnp.sin(x.astype(jnp.float32)) * 2, x, bound=1e-5, smooth=False)
add("convert_wide", lambda x: jnp.sin(x.astype(jnp.float64)), x.astype(np.float32), bound=1e-6)
add("convert_integer", lambda x, n: x * n.astype(jnp.float64), x, np.arange(12).reshape(3, 4))
add("reduce_precision", lambda x: lax.reduce_precision(x, 8, 10) * x, x, smooth=False, bound=1e-9)
add("stop", lambda x: lax.stop_gradient(x) * 0 + x * x, x)
add("unused", lambda x, y: jnp.sin(x), x, y)
add("twice_used", lambda x: x * jnp.sin(x) + x / (1 + x * x), x)
add("empty", lambda x: jnp.sin(x), np.zeros((0, 3)))
add("scalar", lambda x: jnp.sin(x) * jnp.exp(x), np.float64(0.3))
for dtype, bound in (("float32", 2e-5), ("float16", 2e-2), ("bfloat16", 1e-1)):
    add(f"chain_{dtype}", lambda x: jnp.tanh(x) * jnp.exp(-x) + jnp.sqrt(x), jnp.asarray(positive, dtype), bound=bound, smooth=False)

for name in ("neg", "exp", "log", "sin", "cos", "tanh", "sqrt", "rsqrt", "conj", "real", "imag", "abs", "expm1", "log1p", "square", "tan", "logistic", "sinh", "cosh", "asinh", "atanh"):
    add(f"complex_{name}", getattr(lax, name), z)
for name in ("add", "sub", "mul", "div"):
    add(f"complex_{name}", getattr(lax, name), z, w)
add("complex_power", lambda z: z**2 + lax.pow(z, w), z, bound=1e-9)
add("complex_make", lambda x, y: lax.complex(x * y, jnp.sin(y)), x, y)
add("complex_from_real", lambda x: x.astype(jnp.complex128) * w, x)
add("complex_angle", lambda z: jnp.angle(z) * jnp.abs(z), z)
add("complex_of_zero", jnp.abs, np.array([0j, 1 + 1j]))
add("complex64", lambda z: jnp.exp(z) / z, z.astype(np.complex64), bound=1e-5)
