"""jax.export, symbolic shapes, callbacks, and the forms of arguments and results."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax

from .registry import f32, i32, key, lower, program


def symbolic(text, dtype=jnp.float32, **options):
    return jax.ShapeDtypeStruct(export.symbolic_shape(text, **options), dtype)


@program
def exported():
    return export.export(jax.jit(lambda x: jnp.sin(x) @ x.T))(f32(4, 8))


@program
def exported_for_two_platforms():
    platforms = ["cpu", "tpu"]
    dependent = lambda x: lax.platform_dependent(x, cpu=jnp.sin, tpu=jnp.cos, default=jnp.tan)
    return export.export(jax.jit(dependent), platforms=platforms)(f32(4))


@program
def exported_gradient():
    return export.export(jax.jit(lambda x: jnp.sin(x) * x))(f32(4)).vjp()


@program
def symbolic_batch():
    softmax = jax.jit(lambda x: jax.nn.softmax(x @ x.T))
    return export.export(softmax)(symbolic("b, 8"))


@program
def symbolic_arithmetic():
    def f(x):
        padded = jnp.pad(x, ((0, x.shape[0]), (1, 1)))
        return padded.reshape(-1, 2), jnp.arange(x.shape[0] * 2 + 1), jnp.concatenate([x, x])

    return export.export(jax.jit(f))(symbolic("2*n, 4", constraints=["n >= 2"]))


@program
def symbolic_layers():
    def f(x, w, k):
        h = jax.nn.relu(x @ w)
        return (h - h.mean(0)) / h.std(0), jnp.argmax(h, axis=1), jnp.sort(h, axis=0), jax.random.normal(k, h.shape)

    scope = export.SymbolicScope()
    x, w = symbolic("b, d", scope=scope), symbolic("d, 16", scope=scope)
    return export.export(jax.jit(f))(x, w, key())


@program
def symbolic_indexing():
    def f(x, i):
        return x[i], x.at[i].add(1.0), lax.dynamic_slice_in_dim(x, i[0], 2), x[::2], x[::-1]

    scope = export.SymbolicScope(["n >= 4", "m >= 1"])
    x, i = symbolic("n, 4", scope=scope), symbolic("m", jnp.int32, scope=scope)
    return export.export(jax.jit(f))(x, i)


@program
def symbolic_convolution():
    f = lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME")
    return export.export(jax.jit(f))(symbolic("b, 3, h, 8", constraints=["h >= 3"]), f32(6, 3, 3, 3))


@program
def symbolic_loop():
    def f(x):
        return lax.fori_loop(0, x.shape[0], lambda i, c: c + x[i], jnp.zeros(x.shape[1:]))

    return export.export(jax.jit(f))(symbolic("n, m"))


@program
def argument_trees_and_names():
    def f(state, *, scale, names):
        return {"out": [leaf * scale for leaf in state["a"]], "n": names["k"], "none": None}

    arguments = {"a": [f32(4), (f32(2, 2))], "b": f32(1)}
    return jax.jit(f).lower(arguments, scale=f32(), names={"k": i32(3)})


@program
def unused_and_kept_arguments():
    return lower(lambda x, y, z: z * 2, f32(4), f32(5), f32(6), keep_unused=True)


@program
def donation():
    return lower(lambda x, y: (x * 2, y[:2]), f32(4), f32(5), donate_argnums=(0, 1))


@program
def static_arguments():
    return jax.jit(lambda n, x: jnp.tile(x, n), static_argnums=0).lower(3, f32(4))


@program
def closed_over_constants():
    table = np.linspace(0, 1, 32, dtype=np.float32)
    return lower(lambda i: jnp.asarray(table)[i], i32(4))


@program
def pure_callback():
    f = lambda x: jax.pure_callback(np.sin, f32(4), x)
    return lower(f, f32(4))


@program
def io_callback_in_order():
    f = lambda x: jax.experimental.io_callback(lambda x: x, f32(4), x, ordered=True)
    return lower(f, f32(4))


@program
def debug_print():
    def f(x):
        jax.debug.print("x is {x}", x=x)
        return x + 1

    return lower(f, f32(4))


@program
def ordered_debug_print():
    """Ordered effects thread a token through the function."""

    def f(x):
        jax.debug.print("{}", x, ordered=True)
        return x

    return lower(f, f32(4))


@program
def named_scopes():
    @functools.partial(jax.named_call, name="inner block")
    def inner(x):
        with jax.named_scope('quote"d\\scope'):
            return jnp.sin(x) * 2

    return lower(inner, f32(4))


@program
def layouts():
    from jax.experimental.layout import Format, Layout
    from jax.sharding import SingleDeviceSharding

    transposed = Format(Layout((0, 1)), SingleDeviceSharding(jax.devices()[0]))
    return lower(lambda x: x.T, f32(4, 8), in_shardings=transposed, out_shardings=transposed)


@program
def foreign_call():
    call = jax.ffi.ffi_call("weft_test", f32(4), has_side_effect=True)
    return lower(lambda x: call(x, scale=np.float32(2), name="a \"name\"", flags=np.asarray([1, 2])), f32(4))


@program
def compiler_options_and_inline_names():
    @jax.jit
    def very_special(x):
        return jnp.where(x > 0, jnp.log1p(x), jnp.expm1(x))

    return lower(jax.vmap(jax.grad(lambda x: very_special(x) * 2)), f32(4))
