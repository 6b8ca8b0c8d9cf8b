"""Factorisations, triangular systems, Fourier transforms."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import case, complexes, reals


def add(name, function, *arguments, **options):
    case("linear_algebra", name, function, *arguments, **{"bound": 1e-9, **options})


a = reals(2, 3, 3) + 4 * np.eye(3)
b, row = reals(2, 3, 2), reals(2, 2, 3)
spd = a @ a.transpose(0, 2, 1)
c = complexes(2, 3, 3) + 4 * np.eye(3)

add("cholesky", lambda x: jnp.linalg.cholesky(x), spd)
add("cholesky_upper", lambda x: jnp.linalg.cholesky(x, upper=True), spd)
add("cholesky_complex", lambda x: jnp.linalg.cholesky(x @ jnp.conj(jnp.swapaxes(x, 1, 2))), c)
for left in (True, False):
    for lower in (True, False):
        for transpose in (True, False):
            for unit in (True, False):
                name = f"triangular_{'left' if left else 'right'}_{'lower' if lower else 'upper'}{'_transposed' * transpose}{'_unit' * unit}"
                options = dict(left_side=left, lower=lower, transpose_a=transpose, unit_diagonal=unit)
                add(name, lambda a, b, o=options: lax.linalg.triangular_solve(a, b, **o), a, b if left else row)
add("triangular_adjoint", lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True, transpose_a=True, conjugate_a=True), c, complexes(2, 3, 2))
add("cho_solve", lambda x, b: jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(x), True), b), spd[0], b[0])

add("solve", lambda a, b: jnp.linalg.solve(a, b), a, b)
add("inverse", jnp.linalg.inv, a[:, ::-1])
add("determinant", jnp.linalg.det, a[:, [1, 2, 0]])
add("slogdet", lambda a: jnp.linalg.slogdet(a)[1], a[:, [1, 2, 0]])
add("solve_complex", lambda a, b: jnp.linalg.solve(a, b), c[:, ::-1], complexes(2, 3, 2))
add("eigenvalues", lambda x: jnp.linalg.eigvalsh(x), spd)
add("eigenvectors", lambda x: jnp.linalg.eigh(x)[1] ** 2, spd, bound=1e-8)
add("eigen_both", lambda x: (lambda w, v: (jnp.log(w), (v * w[:, None, :]) @ jnp.swapaxes(v, 1, 2)))(*jnp.linalg.eigh(x)), spd, bound=1e-8)

x = reals(3, 8)
add("fft", lambda z: jnp.fft.fft(z * z), complexes(3, 5))
add("ifft2", lambda z: jnp.fft.ifft2(z * z), complexes(2, 4, 3))
add("rfft", lambda x: jnp.fft.rfft(x * x), x)
add("rfft_odd", lambda x: jnp.fft.rfft(x * x), reals(3, 7))
add("rfft2", lambda x: jnp.fft.rfft2(x * x), reals(2, 4, 6))
add("irfft", lambda z: jnp.fft.irfft(z * z), complexes(3, 5))
add("irfft_odd", lambda z: jnp.fft.irfft(z * z, 7), complexes(3, 4))
add("irfft2", lambda z: jnp.fft.irfft2(z * z), complexes(2, 4, 4))
add("convolution_by_fft", lambda x, k: jnp.fft.irfft(jnp.fft.rfft(x) * jnp.fft.rfft(k)), x, reals(3, 8, seed=1))
