"""Whether results are the decomposition of a matrix that they should be.

Eigenvectors may have any phase, singular vectors of equal values may be mixed, and so on:
what defines a decomposition is that its factors have their form and give the matrix
again. Errors are in units of the last place of the largest element of the matrix times
its size, which is what a stable algorithm promises.

    RESIDUALS[group](matrix, results, params)    pairs of what and its error
"""

import numpy as np


def wide(array):
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def adjoint(array):
    return np.conj(np.swapaxes(array, -1, -2))


class Scale:
    """The unit of the errors."""

    def __init__(self, matrix):
        self.eps = np.finfo(matrix.dtype).eps * max(*matrix.shape[-2:], 1)
        self.size = np.max(np.abs(wide(matrix)), initial=0) or 1.0

    def of(self, difference, size=None):
        """NaN is as far off as can be."""
        error = np.max(np.abs(difference), initial=0) / (self.eps * (self.size if size is None else size))
        return np.inf if np.isnan(error) else float(error)


def orthonormal(scale, columns):
    return scale.of(adjoint(columns) @ columns - np.eye(columns.shape[-1]), 1.0)


def cholesky(matrix, results, params):
    scale, lower = Scale(matrix), np.tril(wide(results[0]))  # the rest may be anything
    yield "L L^H", scale.of(lower @ adjoint(lower) - wide(matrix))
    yield "the sign of the diagonal", scale.of(np.minimum(np.diagonal(lower, axis1=-2, axis2=-1).real, 0))


def qr(matrix, results, params):
    scale, (q, r) = Scale(matrix), map(wide, results)
    yield "Q R", scale.of(q @ r - wide(matrix))
    yield "Q^H Q", orthonormal(scale, q)
    yield "the lower triangle", scale.of(np.tril(r, -1))


def svd(matrix, results, params):
    scale, values = Scale(matrix), wide(results[0])
    yield "a singular value", scale.of(values - np.linalg.svd(wide(matrix), compute_uv=False))
    if len(results) > 1:
        u, v = map(wide, results[1:])
        count = values.shape[-1]
        yield "U S V", scale.of(u[..., :count] * values[..., None, :] @ v[..., :count, :] - wide(matrix))
        yield "U^H U", orthonormal(scale, u)
        yield "V V^H", orthonormal(scale, adjoint(v))


def eigh(matrix, results, params):
    scale, (vectors, values) = Scale(matrix), map(wide, results)
    yield "A V - V W", scale.of(wide(matrix) @ vectors - vectors * values[..., None, :])
    yield "V^H V", orthonormal(scale, vectors)
    yield "the order", scale.of(np.minimum(np.diff(values, axis=-1), 0))
    yield "an eigenvalue", scale.of(values - np.linalg.eigvalsh(wide(matrix)))


def eig(matrix, results, params):
    scale, values, a = Scale(matrix), wide(results[0]), wide(matrix)
    vectors = [wide(one) for one in results[1:]]
    # The smallest singular value of A - w says how near w is to an eigenvalue of A.
    shifted = a[..., None, :, :] - values[..., :, None, None] * np.eye(a.shape[-1])
    smallest = np.linalg.svd(shifted, compute_uv=False)[..., -1] if a.size else np.zeros(0)
    yield "an eigenvalue", scale.of(smallest)
    yield "the trace", scale.of(values.sum(-1) - np.trace(a, axis1=-2, axis2=-1))
    yield "the trace of the square", scale.of((values**2).sum(-1) - np.trace(a @ a, axis1=-2, axis2=-1), scale.size**2 * max(a.shape[-1], 1))
    if params["compute_left_eigenvectors"]:
        left = vectors.pop(0)
        yield "V^H A - W V^H", scale.of(adjoint(left) @ a - values[..., :, None] * adjoint(left))
        yield "the length of V", scale.of(np.linalg.norm(left, axis=-2) - 1, 1.0)
    if params["compute_right_eigenvectors"]:
        right = vectors.pop(0)
        yield "A V - V W", scale.of(a @ right - right * values[..., None, :])
        yield "the length of V", scale.of(np.linalg.norm(right, axis=-2) - 1, 1.0)


RESIDUALS = {"cholesky": cholesky, "qr": qr, "svd": svd, "eigh": eigh, "eig": eig}
