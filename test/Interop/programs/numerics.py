"""Fourier transforms, linear algebra, contractions and special functions."""

import jax
import jax.numpy as jnp
import jax.scipy as jsp
from jax import lax

from .registry import f32, i32, lowers, scalar_loss, shaped


def add(name, function, *arguments, gradient=False):
    lowers("numerics", name, function, *arguments)
    if gradient:
        real = lambda *arguments: jax.tree.map(jnp.abs, function(*arguments))
        lowers("numerics", name + "_gradient", jax.grad(scalar_loss(real)), *arguments)


add("fft", lambda x: jnp.fft.ifft(jnp.fft.fft(x)), shaped(jnp.complex64, 4, 8))
add("rfft", lambda x: jnp.fft.irfft(jnp.fft.rfft(x), 8), f32(4, 8), gradient=True)
add("fft_2d", lambda x: jnp.fft.fftshift(jnp.fft.rfft2(x)), f32(4, 8), gradient=True)
add("fft_3d", lambda x: jnp.fft.ifftn(x), shaped(jnp.complex64, 4, 4, 4))

add("cholesky", jnp.linalg.cholesky, f32(2, 4, 4), gradient=True)
add("qr", jnp.linalg.qr, f32(5, 3), gradient=True)
add("svd", lambda x: jnp.linalg.svd(x, full_matrices=False), f32(5, 3), gradient=True)
add("eigh", jnp.linalg.eigh, f32(2, 4, 4), gradient=True)
add("eig", jnp.linalg.eig, f32(4, 4))
add("solve", jnp.linalg.solve, f32(4, 4), f32(4, 2), gradient=True)
add("inverse", jnp.linalg.inv, f32(4, 4), gradient=True)
add("determinant", lambda x: (jnp.linalg.det(x), jnp.linalg.slogdet(x)), f32(4, 4), gradient=True)
add("lu", jsp.linalg.lu, f32(4, 4), gradient=True)
add("least_squares", jnp.linalg.lstsq, f32(5, 3), f32(5))
add("pseudo_inverse", jnp.linalg.pinv, f32(5, 3), gradient=True)
add("triangular_solve", lambda a, b: jsp.linalg.solve_triangular(a, b, lower=True, trans=1), f32(4, 4), f32(4, 2), gradient=True)
add("triangular_solve_batched", lambda a, b: lax.linalg.triangular_solve(a, b, left_side=False, conjugate_a=True, transpose_a=True), shaped(jnp.complex64, 2, 4, 4), shaped(jnp.complex64, 2, 3, 4))
add("expm", jsp.linalg.expm, f32(4, 4))
add("schur", jsp.linalg.schur, f32(4, 4))
add("hessenberg", jsp.linalg.hessenberg, f32(4, 4))
add("sqrtm", jsp.linalg.sqrtm, f32(4, 4))
add("toeplitz", jsp.linalg.toeplitz, f32(4))
add("matrix_power", lambda x: jnp.linalg.matrix_power(x, 5), f32(4, 4), gradient=True)
add("conjugate_gradient", lambda a, b: jsp.sparse.linalg.cg(lambda x: a @ x, b)[0], f32(4, 4), f32(4))

add("einsum_batch", lambda x, y: jnp.einsum("bij,bkj->bik", x, y), f32(2, 3, 4), f32(2, 5, 4), gradient=True)
add("einsum_transposed", lambda x, y: jnp.einsum("abc,cd->dba", x, y), f32(2, 3, 4), f32(4, 5), gradient=True)
add("dot_precision", lambda x, y: jnp.dot(x, y, precision="highest"), f32(3, 4), f32(4, 5))
add("dot_algorithm", lambda x, y: lax.dot(x, y, precision=lax.DotAlgorithmPreset.BF16_BF16_F32_X3), f32(3, 4), f32(4, 5))
add("dot_outer", lambda x, y: (jnp.outer(x, y), jnp.inner(x, x), jnp.kron(x, y), jnp.tensordot(x, x, 1)), f32(4), f32(5))
add("ragged_dot", lax.ragged_dot, f32(8, 4), f32(3, 4, 5), i32(3))

UNARY = "abs cbrt ceil cos cosh exp exp2 expm1 floor log log10 log1p log2 negative reciprocal rint sign sin sinc sinh sqrt square tan tanh trunc arccos arccosh arcsin arcsinh arctan arctanh isfinite isnan isinf signbit deg2rad nan_to_num i0 frexp modf"
add("elementwise", lambda x: [getattr(jnp, name)(x) for name in UNARY.split()], f32(4))
BINARY = "add arctan2 copysign divide equal floor_divide float_power fmax fmin fmod greater heaviside hypot less logaddexp logaddexp2 maximum minimum mod multiply nextafter not_equal power remainder subtract divmod ldexp"
add("elementwise_pairs", lambda x, y: [getattr(jnp, name)(x, y) for name in BINARY.replace("ldexp", "").split()], f32(4), f32(4))
BITS = "bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm"
add("integers", lambda x, y: ([getattr(jnp, name)(x, y) for name in BITS.split()], ~x, lax.population_count(x), lax.clz(x), lax.shift_right_logical(x, y), jnp.invert(x)), i32(4), i32(4))
SPECIAL = "erf erfc erfinv expit logit gammaln digamma i0e i1e i1 ndtr log_ndtr entr spence"
add("special", lambda x: [getattr(jsp.special, name)(x) for name in SPECIAL.split()], f32(4), gradient=True)
add("special_pairs", lambda x, y: (jsp.special.betainc(x, y, y), jsp.special.gammainc(x, y), jsp.special.gammaincc(x, y), jsp.special.zeta(x, y), jsp.special.polygamma(1, x), jsp.special.xlogy(x, y), jsp.special.betaln(x, y)), f32(4), f32(4))
add("bessel", lambda x: lax.random_gamma_grad(x, x) + jsp.special.bessel_jn(x, v=2)[2], f32(4))
add("polynomials", lambda p, x: (jnp.polyval(p, x), jnp.polyder(p), jnp.polyint(p), jnp.roots(p, strip_zeros=False)), f32(4), f32(3))
add("statistics", lambda x: (jsp.stats.norm.logpdf(x), jsp.stats.gamma.logpdf(x, 2.0), jsp.stats.t.logpdf(x, 3.0), jsp.stats.beta.logpdf(x, 2.0, 3.0)), f32(4), gradient=True)
