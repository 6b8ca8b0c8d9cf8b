"""Fourier transforms, relative to the largest element."""

import jax.numpy as jnp
from jax import lax

from .registry import case, reals


def add(name, function, *arguments, scaled=4):
    case("fourier", name, function, *arguments, scaled=scaled)


for bits in (32, 64):
    real, complex = f"float{bits}", f"complex{2 * bits}"
    for n in (1, 2, 3, 5, 8, 12, 30, 97, 128):
        add(f"fft_{n}_{bits}", jnp.fft.fft, reals(complex, 3, n), scaled=8)
        add(f"ifft_{n}_{bits}", jnp.fft.ifft, reals(complex, 3, n), scaled=8)
        add(f"rfft_{n}_{bits}", jnp.fft.rfft, reals(real, 3, n), scaled=8)
        add(f"irfft_{n}_{bits}", lambda x, n=n: jnp.fft.irfft(x, n), reals(complex, 3, n // 2 + 1), scaled=8)
    add(f"fft2_{bits}", jnp.fft.fft2, reals(complex, 2, 6, 5))
    add(f"ifft3_{bits}", jnp.fft.ifftn, reals(complex, 4, 6, 5))
    add(f"rfft2_{bits}", jnp.fft.rfft2, reals(real, 2, 6, 5))
    add(f"rfft3_{bits}", jnp.fft.rfftn, reals(real, 4, 3, 6))
    add(f"irfft2_{bits}", lambda x: jnp.fft.irfft2(x, (6, 8)), reals(complex, 2, 6, 5))
    add(f"irfft3_{bits}", lambda x: jnp.fft.irfftn(x, (4, 3, 7)), reals(complex, 4, 3, 4))
