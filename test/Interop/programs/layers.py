"""Flax layers, forwards and with the gradient of their parameters."""

import jax
import jax.numpy as jnp
from flax import nnx

from .registry import f32, i32, lower, lower_flax, program


@program
def linear():
    return lower_flax(lambda rngs: nnx.Linear(8, 16, rngs=rngs), f32(4, 8))


@program
def linear_gradient():
    return lower_flax(
        lambda rngs: nnx.Linear(8, 16, rngs=rngs), f32(4, 8), gradient=True
    )


@program
def linear_general():
    make = lambda rngs: nnx.LinearGeneral((4, 8), (2, 6), axis=(-2, -1), rngs=rngs)
    return lower_flax(make, f32(3, 4, 8))


@program
def einsum():
    make = lambda rngs: nnx.Einsum("nta,hab->nthb", (4, 8, 6), (4, 6), rngs=rngs)
    return lower_flax(make, f32(2, 5, 8), gradient=True)


@program
def conv():
    make = lambda rngs: nnx.Conv(3, 8, kernel_size=(3, 3), rngs=rngs)
    return lower_flax(make, f32(2, 8, 8, 3))


@program
def conv_gradient():
    make = lambda rngs: nnx.Conv(4, 8, (3, 3), strides=2, feature_group_count=2, rngs=rngs)
    return lower_flax(make, f32(2, 8, 8, 4), gradient=True)


@program
def conv_circular():
    make = lambda rngs: nnx.Conv(4, 8, (3,), padding="CIRCULAR", rngs=rngs)
    return lower_flax(make, f32(2, 8, 4))


@program
def conv_transpose():
    make = lambda rngs: nnx.ConvTranspose(3, 8, (3, 3), strides=(2, 2), rngs=rngs)
    return lower_flax(make, f32(2, 8, 8, 3), gradient=True)


@program
def layer_norm():
    return lower_flax(
        lambda rngs: nnx.LayerNorm(16, rngs=rngs), f32(4, 16), gradient=True
    )


@program
def rms_norm():
    return lower_flax(
        lambda rngs: nnx.RMSNorm(16, rngs=rngs), f32(4, 16), gradient=True
    )


@program
def group_norm():
    return lower_flax(
        lambda rngs: nnx.GroupNorm(16, 4, rngs=rngs), f32(4, 6, 16), gradient=True
    )


@program
def batch_norm():
    """Training mode: the running averages are state that the call changes."""
    make = lambda rngs: nnx.BatchNorm(16, rngs=rngs)
    graph, state = nnx.split(nnx.eval_shape(lambda: make(nnx.Rngs(0))))

    def apply(state, x):
        module = nnx.merge(graph, state)
        y = module(x)
        return y, nnx.state(module)

    return lower(apply, state, f32(4, 16), donate_argnums=0)


@program
def batch_norm_inference():
    make = lambda rngs: nnx.BatchNorm(16, use_running_average=True, rngs=rngs)
    return lower_flax(make, f32(4, 16))


@program
def attention():
    make = lambda rngs: nnx.MultiHeadAttention(4, 16, decode=False, rngs=rngs)
    return lower_flax(make, f32(2, 6, 16), gradient=True)


@program
def attention_with_mask():
    make = lambda rngs: nnx.MultiHeadAttention(4, 16, decode=False, rngs=rngs)
    graph, state = nnx.split(nnx.eval_shape(lambda: make(nnx.Rngs(0))))

    def apply(state, x, tokens):
        mask = nnx.make_causal_mask(tokens)
        return nnx.merge(graph, state)(x, mask=mask)

    return lower(apply, state, f32(2, 6, 16), i32(2, 6))


@program
def attention_decode():
    """One step of decoding: a cache that is updated at a running index."""

    def make(rngs):
        module = nnx.MultiHeadAttention(4, 16, decode=True, rngs=rngs)
        module.init_cache((2, 6, 16))
        return module

    graph, state = nnx.split(nnx.eval_shape(lambda: make(nnx.Rngs(0))))

    def apply(state, x):
        module = nnx.merge(graph, state)
        y = module(x)
        return y, nnx.state(module)

    return lower(apply, state, f32(2, 1, 16), donate_argnums=0)


@program
def fused_attention():
    query = f32(2, 6, 4, 8)
    attend = lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=True)
    return lower(attend, query, query, query)


@program
def embed():
    return lower_flax(lambda rngs: nnx.Embed(32, 8, rngs=rngs), i32(4, 5))


@program
def embed_gradient():
    make = lambda rngs: nnx.Embed(32, 8, dtype=jnp.bfloat16, rngs=rngs)
    return lower_flax(make, i32(4, 5), gradient=True)


@program
def dropout():
    return lower_flax(
        lambda rngs: nnx.Dropout(0.5, rngs=rngs), f32(4, 5), gradient=True
    )


@program
def lstm_cell():
    make = lambda rngs: nnx.OptimizedLSTMCell(8, 16, rngs=rngs)
    return lower_flax(make, (f32(4, 16), f32(4, 16)), f32(4, 8), gradient=True)


@program
def gru_scanned():
    make = lambda rngs: nnx.RNN(nnx.GRUCell(8, 16, rngs=rngs))
    return lower_flax(make, f32(4, 7, 8), gradient=True)


@program
def bidirectional():
    make = lambda rngs: nnx.Bidirectional(
        nnx.RNN(nnx.SimpleCell(8, 16, rngs=rngs)),
        nnx.RNN(nnx.SimpleCell(8, 16, rngs=rngs)),
    )
    return lower_flax(make, f32(4, 7, 8))


@program
def lora():
    return lower_flax(
        lambda rngs: nnx.LoRA(8, 2, 16, rngs=rngs), f32(4, 8), gradient=True
    )


@program
def instance_norm():
    return lower_flax(lambda rngs: nnx.InstanceNorm(16, rngs=rngs), f32(4, 6, 16))


@program
def activations():
    def all_of_them(x):
        names = "relu relu6 sigmoid softplus silu swish log_sigmoid leaky_relu elu celu selu gelu hard_tanh hard_swish glu softmax log_softmax standardize soft_sign mish squareplus"
        return [getattr(jax.nn, name)(x) for name in names.split()]

    return lower(all_of_them, f32(4, 8))


@program
def initialisers():
    def all_of_them(key):
        makers = [
            nnx.initializers.lecun_normal(),
            nnx.initializers.glorot_uniform(),
            nnx.initializers.he_normal(),
            nnx.initializers.orthogonal(),
            nnx.initializers.delta_orthogonal(),
            nnx.initializers.truncated_normal(),
            nnx.initializers.variance_scaling(2.0, "fan_avg", "uniform"),
        ]
        return [make(key, (3, 4, 8), jnp.float32) for make in makers]

    return lower(all_of_them, jax.eval_shape(lambda: jax.random.key(0)))
