"""Matrices, relative to the largest element of a result."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import case, reals

TYPES = ["float32", "float64", "complex64", "complex128"]


def add(name, function, *arguments, **options):
    options.setdefault("scaled", 64)
    case("linear_algebra", name, function, *arguments, **options)


def positive(type, *shape):
    a = reals(type, *shape)
    return (a @ np.conj(np.swapaxes(a, -1, -2)) + 3 * np.eye(shape[-1])).astype(type)


for type in TYPES:
    a, b = reals(type, 5, 5), reals(type, 5, 3)
    add(f"cholesky_{type}", lambda a: lax.linalg.cholesky(a, symmetrize_input=False), positive(type, 2, 4, 4))
    add(f"lu_{type}", lax.linalg.lu, reals(type, 3, 5, 4))
    add(f"solve_{type}", jnp.linalg.solve, a, b, scaled=1024)
    add(f"det_{type}", jnp.linalg.det, a)
    add(f"qr_{type}", jnp.linalg.qr, reals(type, 2, 5, 3))
    add(f"qr_full_{type}", lambda a: jnp.linalg.qr(a, mode="complete"), reals(type, 4, 3))
    add(f"eigh_{type}", lambda a: jnp.linalg.eigh(a), positive(type, 2, 4, 4), scaled=512)
    add(f"eigvalsh_{type}", lambda a: jnp.linalg.eigvalsh(a), positive(type, 5, 5))
    add(f"svd_{type}", lambda a: jnp.linalg.svd(a, full_matrices=False), reals(type, 2, 5, 3), scaled=512)
    add(f"svd_full_{type}", lambda a: jnp.linalg.svd(a), reals(type, 3, 5), scaled=512)
    add(f"singular_values_{type}", lambda a: jnp.linalg.svd(a, compute_uv=False), reals(type, 4, 6))
    add(f"eig_{type}", jnp.linalg.eig, reals(type, 4, 4), scaled=1024)
    for left in (True, False):
        for lower in (True, False):
            for transpose in (False, True):
                add(
                    f"triangular_{'left' if left else 'right'}_{'lower' if lower else 'upper'}_{'t' if transpose else 'n'}_{type}",
                    lambda a, b, left=left, lower=lower, transpose=transpose: lax.linalg.triangular_solve(a, b, left_side=left, lower=lower, transpose_a=transpose, conjugate_a=transpose and type.startswith("c"), unit_diagonal=lower),
                    positive(type, 2, 4, 4), reals(type, 2, 4, 3) if left else reals(type, 2, 3, 4), scaled=1024,
                )
add("cholesky_not_definite", jnp.linalg.cholesky, -np.eye(3, dtype=np.float32))
add("inverse", jnp.linalg.inv, reals("float32", 6, 6), scaled=4096)
