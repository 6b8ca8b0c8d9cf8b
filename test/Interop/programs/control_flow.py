"""Loops, branches and calls, and what differentiation makes of them."""

import functools

import jax
import jax.numpy as jnp
from jax import lax

from .registry import f32, i32, lower, program


@program
def scan():
    def step(carry, x):
        carry = jnp.tanh(carry @ x)
        return carry, carry.sum()

    return lower(lambda c, xs: lax.scan(step, c, xs), f32(4, 4), f32(7, 4, 4))


@program
def scan_gradient():
    def loss(c, xs):
        step = lambda carry, x: (jnp.sin(carry * x), None)
        return lax.scan(step, c, xs)[0].sum()

    return lower(jax.grad(loss, (0, 1)), f32(4), f32(7, 4))


@program
def scan_reversed_and_unrolled():
    step = lambda carry, x: (carry + x, carry * x)
    return lower(
        lambda c, xs: lax.scan(step, c, xs, reverse=True, unroll=2), f32(), f32(9)
    )


@program
def fori():
    return lower(lambda x: lax.fori_loop(0, 5, lambda i, x: x * i, x), f32(3))


@program
def fori_with_dynamic_bounds():
    return lower(
        lambda n, x: lax.fori_loop(n, n * 2, lambda i, x: x.at[i].set(0), x), i32(), f32(9)
    )


@program
def while_loop():
    def run(x):
        return lax.while_loop(
            lambda state: (state[0] < 10) & (state[1].sum() > 0),
            lambda state: (state[0] + 1, state[1] * 0.5),
            (0, x),
        )

    return lower(run, f32(4))


@program
def vmapped_while():
    """The predicate becomes batched: a reduction inside the condition."""
    run = lambda x: lax.while_loop(lambda v: v < 10, lambda v: v * 2, x)
    return lower(jax.vmap(run), f32(4))


@program
def cond():
    return lower(lambda p, x: lax.cond(p > 0, jnp.sin, jnp.cos, x), f32(), f32(4))


@program
def cond_gradient():
    def loss(p, x):
        return lax.cond(p > 0, lambda x: x @ x, lambda x: jnp.exp(x).sum(), x)

    return lower(jax.grad(loss, 1), f32(), f32(4))


@program
def switch():
    branches = [jnp.sin, jnp.cos, lambda x: x, lambda x: x * 2]
    return lower(lambda i, x: lax.switch(i, branches, x), i32(), f32(4))


@program
def switch_inside_scan():
    branches = [lambda c: (c, c.sum()), lambda c: (c * 2, c.max())]
    step = lambda carry, i: lax.switch(i, branches, carry)
    return lower(lambda c, xs: lax.scan(step, c, xs), f32(4), i32(6))


@program
def associative_scan():
    return lower(lambda x: lax.associative_scan(jnp.multiply, x), f32(13))


@program
def map_with_batches():
    return lower(lambda x: lax.map(jnp.linalg.norm, x, batch_size=2), f32(5, 3))


@program
def nested_calls():
    inner = jax.jit(lambda x: jnp.where(x > 0, x, 0.0))
    named = jax.jit(inner, inline=False)

    @jax.jit
    def outer(x):
        return inner(x) + named(inner(x * 2))

    return lower(lambda x: outer(outer(x)), f32(4))


@program
def lambda_is_a_quoted_symbol():
    return lower(jax.jit(lambda x: jax.jit(lambda y: y * 2)(x) + 1), f32(4))


@program
def remat():
    @functools.partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_saveable)
    def block(x, w):
        return jnp.sin(jnp.sin(x @ w) @ w)

    return lower(jax.grad(lambda x, w: block(block(x, w), w).sum(), (0, 1)), f32(4, 4), f32(4, 4))


@program
def custom_vjp():
    @jax.custom_vjp
    def clip_gradient(x):
        return x

    clip_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1, 1),))
    return lower(jax.grad(lambda x: (clip_gradient(x) ** 2).sum()), f32(4))


@program
def custom_jvp():
    @jax.custom_jvp
    def f(x):
        return jnp.log1p(jnp.exp(x))

    f.defjvp(lambda primals, tangents: (f(*primals), jax.nn.sigmoid(primals[0]) * tangents[0]))
    return lower(jax.jacfwd(f), f32(4))


@program
def custom_root():
    def solve(x):
        f = lambda y: y**3 - x
        newton = lambda f, y0: lax.fori_loop(0, 8, lambda _, y: y - f(y) / (3 * y**2), y0)
        return lax.custom_root(f, 1.0, newton, lambda g, y: y / g(1.0))

    return lower(jax.grad(solve), f32())


@program
def optimization_barrier():
    return lower(lambda x, y: lax.optimization_barrier((x, y)), f32(4), f32(2, 2))


@program
def composite():
    @functools.partial(lax.composite, name="weft.test", version=2)
    def gated(x, *, scale):
        return jax.nn.silu(x) * scale

    return lower(lambda x: gated(x, scale=2.0), f32(4))


@program
def transpose_of_linear():
    transpose = lambda y: jax.linear_transpose(lambda x: jnp.cumsum(x[::2]), f32(8))(y)
    return lower(transpose, f32(4))
