"""Loops, branches, calls."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .registry import case, complexes, reals


def add(name, function, *arguments, **options):
    case("control_flow", name, function, *arguments, **options)


x, w = reals(4), reals(4, 4, seed=1)
xs, ws = reals(5, 4), reals(5, 4, 4, seed=1)

add("fori", lambda x, w: lax.fori_loop(0, 5, lambda i, x: jnp.sin(w @ x) + i, x), x, w)
add("fori_from", lambda x: lax.fori_loop(3, 11, lambda i, x: jnp.sin(x) * (i / 7), x), x)
add("fori_unused", lambda x: lax.fori_loop(0, 3, lambda i, c: (c[0] * 2, jnp.sin(c[1])), (x, x))[1], x)
add("fori_never", lambda x: lax.fori_loop(0, 0, lambda i, x: jnp.sin(x), x * x), x)
add("fori_integers", lambda x: lax.fori_loop(0, 4, lambda i, c: (c[0] + 2, c[1] * jnp.cos(c[0] * x)), (1, x))[1], x)
add("scan", lambda x, ws: lax.scan(lambda x, w: (jnp.tanh(w @ x), x.sum()), x, ws), x, ws)
add("scan_reverse", lambda x, xs: lax.scan(lambda c, x: (jnp.sin(c * x), c), x, xs, reverse=True), x, xs)
add("scan_no_inputs", lambda x: lax.scan(lambda c, _: (jnp.sin(c), c * c), x, None, length=4), x)
add("scan_captured", lambda x, w: lax.scan(lambda c, _: (jnp.sin(w @ c) + x, None), x, None, length=4)[0], x, w)
add("scan_outputs_only", lambda xs: lax.scan(lambda c, x: (c + 1, jnp.sin(x) * c), 0.0, xs)[1], xs)
add("scan_masks", lambda x, xs: lax.scan(lambda c, x: (jnp.where(x > 0, c * x, c), jnp.maximum(c, x)), x, xs), x, xs)
add("scan_nested", lambda x, ws: lax.scan(lambda c, w: (lax.fori_loop(0, 3, lambda i, c: jnp.sin(w @ c), c), c.sum()), x, ws), x, ws)
add("scan_in_scan", lambda x, ws: lax.scan(lambda c, w: lax.scan(lambda c, r: (jnp.sin(c * r), c.sum()), c, w), x, ws), x, ws)
add("scan_float32", lambda x, ws: lax.scan(lambda x, w: (jnp.tanh(w @ x), x.sum()), x, ws), x.astype(np.float32), ws.astype(np.float32), bound=1e-5, smooth=False)
add("scan_complex", lambda z: lax.scan(lambda c, _: (c * c + z, c), z, None, length=3), 0.3 * complexes(3))
add("scan_updates", lambda x: lax.fori_loop(0, 4, lambda i, c: c.at[i].set(jnp.sin(c[i - 1]) * c[i]), x), x)
add("scan_long", lambda x: lax.scan(lambda c, _: (jnp.sin(c) + 0.1 * c, None), x, None, length=100)[0], x, twice=False)
add("scan_checkpointed", lambda x, ws: lax.scan(jax.checkpoint(lambda x, w: (jnp.tanh(w @ x), x.sum())), x, ws), x, ws)
add("scan_integers", lambda x: lax.scan(lambda c, n: (c * jnp.sin(n * x), n), x, np.arange(4))[0], x)
add("while_counter", lambda x: lax.while_loop(lambda c: c[0] < 6, lambda c: (c[0] + 2, jnp.sin(c[1])), (0, x))[1], x, known=False)
add("scan_branch", lambda x, xs: lax.scan(lambda c, x: (lax.cond(x[0] > 0, lambda: jnp.sin(c * x), lambda: c), None), x, xs)[0], x, xs)

for n in (0, 1, 2, 7):
    add(f"switch_{n}", lambda i, x, w: lax.switch(i, [lambda: jnp.sin(x), lambda: w @ x, lambda: (w * w) @ jnp.cos(x)]), np.int32(n), x, w)
add("cond_true", lambda x, w: lax.cond(x[0] < 9, lambda x: jnp.sin(w @ x), lambda x: x * x, x), x, w)
add("cond_false", lambda x, w: lax.cond(x[0] > 9, lambda x: jnp.sin(w @ x), lambda x: x * x, x), x, w)
add("cond_pairs", lambda p, x: lax.cond(p, lambda: (x * x, x.sum()), lambda: (jnp.exp(x), x[0])), True, x)
add("cond_nested", lambda x: lax.cond(x[0] < 9, lambda: lax.cond(x[1] > 9, lambda: x, lambda: jnp.sin(x)), lambda: x * x), x)
add("cond_with_loop", lambda x: lax.cond(x[0] < 9, lambda: lax.fori_loop(0, 3, lambda i, x: jnp.sin(x) * x, x), lambda: x * x), x)

layer = jax.jit(lambda x, w: jnp.tanh(w @ x))
add("call", lambda x, w: layer(x, w), x, w)
add("calls", lambda x, w: layer(layer(layer(x, w), w), w.T), x, w)
add("call_partly_varied", lambda x: layer(x, jnp.eye(4)) + layer(jnp.ones(4), jnp.diag(x)), x)
add("call_unused_result", lambda x: jax.jit(lambda x: (jnp.sin(x), jnp.exp(x)))(x)[0], x)
add("call_in_loop", lambda x, w: lax.fori_loop(0, 3, lambda i, x: layer(x, w), x), x, w)
add("call_of_loop", lambda x: jax.jit(lambda x: lax.fori_loop(0, 3, lambda i, x: jnp.sin(x) * x, x))(x) * 2, x)
add("checkpoint", lambda x, w: jax.checkpoint(lambda x: jnp.sin(w @ jnp.sin(w @ x)))(x), x, w)
