"""Compares Weft's layers with Flax's: the first values of their parameters for
the same seed, and what they compute with the same parameters.

    flax-layers.py init|call [--verbose] [--only TEXT]

Each case is a layer of flax.nnx and the same layer in Weft. `init` compares
`@M.init`, which `weft-split` makes, with the layer that nnx.Rngs(seed) makes;
`call` gives both the same random parameters and inputs. Distances are in units
of the last place of the largest number of a tensor.
"""

import re
import sys
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import scipy.special
from flax import nnx
from flax.nnx import initializers as init

from weft_models import Weft, tensor_type, units_apart

# The largest measured are 8 and 6 units. Uniform numbers agree in every bit. For
# others XLA contracts a multiplication and an addition, and its inverse error
# function is good to a few units, more where the distribution is cut off far out.
BOUNDS = {"init": 16, "call": 8}
# In f64 XLA's inverse error function loses digits towards both ends, up to
# 5e5 units; what falls there by chance decides about this one, 286 units. That
# Weft's is right is checked against SciPy's.
XLA_NORMAL = 512
INVERSE_ERF = 4


@dataclass
class Case:
    name: str
    make: Any  # rngs -> layer
    layer: str  # in Weft
    inputs: list = field(default_factory=list)  # shapes, with or without a type
    call: Any = lambda layer, *inputs: layer(*inputs)
    method: str = ""
    # Reference and XLA round bf16 and f16 at other places.
    bound: int | None = None


def f32(*shape):
    return (shape, jnp.float32)


def of(dtype, *shape):
    return (shape, dtype)


def linear_cases():
    yield Case("Linear", lambda r: nnx.Linear(6, 5, rngs=r), "weft.linear @m 6 -> 5", [f32(3, 6)])
    yield Case("Linear of a vector", lambda r: nnx.Linear(6, 5, rngs=r), "weft.linear @m 6 -> 5", [f32(6)])
    yield Case("Linear, two batch dimensions, no bias", lambda r: nnx.Linear(6, 5, use_bias=False, rngs=r),
               "weft.linear @m 6 -> 5 no_bias", [f32(2, 3, 6)])
    for dtype, name in ((jnp.bfloat16, "bf16"), (jnp.float16, "f16"), (jnp.float64, "f64"), (jnp.complex64, "complex<f32>")):
        yield Case(f"Linear, parameters of {name}", lambda r, d=dtype: nnx.Linear(6, 5, param_dtype=d, rngs=r),
                   f"weft.linear @m 6 -> 5 param_dtype {name}", [of(dtype, 3, 6)])
        yield Case(f"Linear, f32 parameters and inputs of {name}", lambda r: nnx.Linear(6, 5, rngs=r),
                   "weft.linear @m 6 -> 5", [of(dtype, 3, 6)])
    yield Case("Linear computed in bf16", lambda r: nnx.Linear(6, 5, dtype=jnp.bfloat16, rngs=r),
               "weft.linear @m 6 -> 5 dtype bf16", [f32(3, 6)])
    yield Case("Linear on integers", lambda r: nnx.Linear(6, 5, rngs=r), "weft.linear @m 6 -> 5", [of(jnp.int32, 3, 6)])


def initializer_cases():
    pairs = {
        "normal<0.5>": init.normal(0.5),
        "truncated_normal<0.5>": init.truncated_normal(0.5),
        "truncated_normal<0.5, -1.0, 3.0>": init.truncated_normal(0.5, lower=-1.0, upper=3.0),
        "uniform<0.5>": init.uniform(0.5),
        "constant<0.3>": init.constant(0.3),
        "lecun_uniform": init.lecun_uniform(),
        "glorot_normal": init.glorot_normal(),
        "glorot_uniform": init.glorot_uniform(),
        "he_normal": init.he_normal(),
        "he_uniform": init.he_uniform(),
        "variance_scaling<1.5, fan_out, normal>": init.variance_scaling(1.5, "fan_out", "normal"),
        "variance_scaling<1.5, fan_geo_avg, normal>": init.variance_scaling(1.5, "fan_geo_avg", "normal"),
    }  # fmt: skip
    pairs["lecun_normal"] = init.lecun_normal()
    types = ((jnp.float32, "f32"), (jnp.bfloat16, "bf16"), (jnp.float16, "f16"), (jnp.float64, "f64"))
    for text, maker in pairs.items():
        every = text in ("normal<0.5>", "uniform<0.5>", "glorot_uniform", "lecun_normal")
        for dtype, name in types if every else types[:1]:
            yield Case(f"{text}, {name}", lambda r, d=dtype, k=maker: nnx.Linear(33, 65, kernel_init=k, param_dtype=d, rngs=r),
                       f"weft.linear @m 33 -> 65 kernel_init {text} param_dtype {name}",
                       bound=0 if "uniform" in text or "constant" in text else 32 if "3.0" in text else None)
    for dtype, name in ((jnp.complex64, "complex<f32>"), (jnp.complex128, "complex<f64>")):
        for text, maker in (("normal<0.5>", init.normal(0.5)), ("lecun_normal", init.lecun_normal()),
                            ("lecun_uniform", init.lecun_uniform())):
            yield Case(f"{text}, {name}", lambda r, d=dtype, k=maker: nnx.Linear(33, 65, kernel_init=k, param_dtype=d, rngs=r),
                       f"weft.linear @m 33 -> 65 kernel_init {text} param_dtype {name}",
                       bound=XLA_NORMAL if (text, name) == ("normal<0.5>", "complex<f64>") else 16)
    for rows, columns in ((7, 7), (12, 5), (5, 12)):
        for dtype, name in ((jnp.float32, "f32"), (jnp.float64, "f64"), (jnp.complex64, "complex<f32>"), (jnp.complex128, "complex<f64>")):
            yield Case(f"orthogonal, {rows}x{columns}, {name}",
                       lambda r, m=rows, n=columns, d=dtype: nnx.Linear(m, n, kernel_init=init.orthogonal(1.5), param_dtype=d, rngs=r),
                       f"weft.linear @m {rows} -> {columns} kernel_init orthogonal<1.5> param_dtype {name}", bound=64)
    yield Case("orthogonal, columns first", lambda r: nnx.Conv(4, 6, (3,), kernel_init=init.orthogonal(1.5, column_axis=0), rngs=r),
               "weft.conv @m 4 -> 6 window [3] kernel_init orthogonal<1.5, column_axis = 0>", bound=64)


def norm_cases():
    for dtype, name in ((jnp.float32, "f32"), (jnp.bfloat16, "bf16"), (jnp.float16, "f16"), (jnp.float64, "f64"), (jnp.complex64, "complex<f32>")):
        yield Case(f"LayerNorm, {name}", lambda r, d=dtype: nnx.LayerNorm(8, param_dtype=d, rngs=r),
                   f"weft.layer_norm @m 8 param_dtype {name}", [of(dtype, 2, 3, 8)])
        yield Case(f"RMSNorm, {name}", lambda r, d=dtype: nnx.RMSNorm(8, param_dtype=d, rngs=r),
                   f"weft.rms_norm @m 8 param_dtype {name}", [of(dtype, 2, 3, 8)])
    yield Case("LayerNorm, f32 parameters, bf16 input", lambda r: nnx.LayerNorm(8, rngs=r),
               "weft.layer_norm @m 8", [of(jnp.bfloat16, 3, 8)])
    yield Case("LayerNorm computed in bf16", lambda r: nnx.LayerNorm(8, dtype=jnp.bfloat16, rngs=r),
               "weft.layer_norm @m 8 dtype bf16", [f32(3, 8)])
    yield Case("LayerNorm, no bias, epsilon", lambda r: nnx.LayerNorm(8, use_bias=False, epsilon=0.1, rngs=r),
               "weft.layer_norm @m 8 no_bias epsilon 0.1", [f32(3, 8)])
    yield Case("LayerNorm, no scale", lambda r: nnx.LayerNorm(8, use_scale=False, rngs=r),
               "weft.layer_norm @m 8 no_scale", [f32(3, 8)])
    yield Case("LayerNorm without parameters, bf16", lambda r: nnx.LayerNorm(8, use_scale=False, use_bias=False, rngs=r),
               "weft.layer_norm @m 8 no_scale no_bias", [of(jnp.bfloat16, 3, 8)])
    yield Case("RMSNorm, no scale", lambda r: nnx.RMSNorm(8, use_scale=False, rngs=r),
               "weft.rms_norm @m 8 no_scale", [f32(3, 8)])


def embed_cases():
    rows = np.array([[0, 9, -1], [10, -10, -11]])
    for dtype in (jnp.int32, jnp.int8, jnp.int64, jnp.uint8):
        yield Case(f"Embed, {np.dtype(dtype).name}", lambda r: nnx.Embed(10, 4, rngs=r),
                   "weft.embed @m 10 x 4", [(rows, dtype)])
    yield Case("Embed of one row", lambda r: nnx.Embed(1, 4, rngs=r), "weft.embed @m 1 x 4", [(rows, jnp.int32)])
    yield Case("Embed in bf16", lambda r: nnx.Embed(10, 4, dtype=jnp.bfloat16, rngs=r),
               "weft.embed @m 10 x 4 dtype bf16", [(rows, jnp.int32)])
    attend = lambda layer, x: layer.attend(x)
    yield Case("Embed.attend", lambda r: nnx.Embed(10, 4, rngs=r), "weft.embed @m 10 x 4", [f32(2, 3, 4)], attend, "attend")
    yield Case("Embed.attend, bf16 table", lambda r: nnx.Embed(10, 4, param_dtype=jnp.bfloat16, rngs=r),
               "weft.embed @m 10 x 4 param_dtype bf16", [f32(2, 3, 4)], attend, "attend")


def conv_cases():
    conv = lambda text, **settings: (lambda r: nnx.Conv(4, 6, rngs=r, **settings), f"weft.conv @m 4 -> 6 {text}")
    for padding in ("same", "valid", "circular", "reflect"):
        for stride, dilation in ((1, 1), (1, 2), (3, 2)):
            make, text = conv(
                f"window [3, 4] strides [{stride}, 1] padding {padding} kernel_dilation [1, {dilation}]",
                kernel_size=(3, 4), strides=(stride, 1), padding=padding.upper(), kernel_dilation=(1, dilation))
            yield Case(f"Conv, {padding}, stride {stride}, dilation {dilation}", make, text, [f32(2, 7, 9, 4)])
    make, text = conv("window [5] padding circular", kernel_size=(5,), padding="CIRCULAR")
    yield Case("Conv, circular, window larger than the input", make, text, [f32(2, 2, 4)])
    make, text = conv("window [6] padding reflect", kernel_size=(6,), padding="REFLECT")
    yield Case("Conv, reflect, window larger than the input", make, text, [f32(2, 2, 4)])
    make, text = conv("window [3] padding causal kernel_dilation [2]", kernel_size=(3,), padding="CAUSAL", kernel_dilation=2)
    yield Case("Conv, causal", make, text, [f32(2, 7, 4)])
    make, text = conv("window [3, 2] pads [2, 0, 1, 3] input_dilation [2, 3]", kernel_size=(3, 2), padding=((2, 0), (1, 3)), input_dilation=(2, 3))
    yield Case("Conv, explicit padding, dilated input", make, text, [f32(2, 5, 6, 4)])
    make, text = conv("window [3] groups 2", kernel_size=(3,), feature_group_count=2)
    yield Case("Conv, groups", make, text, [f32(2, 7, 4)])
    make, text = conv("window [2, 2, 2] no_bias", kernel_size=(2, 2, 2), use_bias=False)
    yield Case("Conv, three dimensions, no bias", make, text, [f32(2, 3, 4, 5, 4)])
    make, text = conv("window [3]", kernel_size=(3,))
    yield Case("Conv without a batch", make, text, [f32(7, 4)])
    yield Case("Conv, two batch dimensions", make, text, [f32(2, 3, 7, 4)])
    make, text = conv("window [3] param_dtype bf16", kernel_size=(3,), param_dtype=jnp.bfloat16)
    yield Case("Conv, bf16", make, text, [of(jnp.bfloat16, 2, 7, 4)])


def attention_cases():
    def attention(text="", **settings):
        make = lambda r: nnx.MultiHeadAttention(4, 12, decode=False, rngs=r, **settings)
        return make, f"weft.multi_head_attention @m 12 heads 4 {text}"

    causal = lambda layer, *inputs: layer(*inputs, is_causal=True)
    masked = lambda layer, x, mask: layer(x, mask=mask)
    for dtype, name in ((jnp.float32, "f32"), (jnp.bfloat16, "bf16"), (jnp.float16, "f16"), (jnp.float64, "f64")):
        make, text = attention(f"param_dtype {name}", param_dtype=dtype)
        # The softmax is f32 even then, and each of its values is off by units of
        # f32; of their weighted sum the largest measured is 0.29 of a unit.
        bound = 2**29 if dtype == jnp.float64 else 12
        yield Case(f"attention, {name}", make, text, [of(dtype, 2, 5, 12)], bound=bound)
    make, text = attention()
    yield Case("attention without a batch", make, text, [f32(5, 12)])
    yield Case("attention, two batch dimensions", make, text, [f32(2, 3, 5, 12)])
    yield Case("attention, queries and keys", make, text, [f32(2, 5, 12), f32(2, 7, 12)])
    yield Case("attention, queries, keys and values", make, text, [f32(2, 5, 12), f32(2, 7, 12), f32(2, 7, 12)])
    yield Case("attention, masked", make, text, [f32(2, 5, 12), of(jnp.bool, 2, 4, 5, 5)], masked)
    yield Case("attention, mask for all heads", make, text, [f32(2, 5, 12), of(jnp.bool, 2, 1, 5, 5)], masked)
    make, text = attention("causal")
    yield Case("attention, causal", make, text, [f32(2, 5, 12)], causal)
    yield Case("attention, causal, other length of keys", make, text, [f32(2, 5, 12), f32(2, 7, 12)], causal)
    yield Case("attention, causal and masked", make, text, [f32(2, 5, 12), of(jnp.bool, 2, 4, 5, 5)],
               lambda layer, x, mask: layer(x, mask=mask, is_causal=True))
    make, text = attention("kv_heads 2", num_kv_heads=2)
    yield Case("attention, shared key heads", make, text, [f32(2, 5, 12)])
    yield Case("attention, shared key heads, masked", make, text, [f32(2, 5, 12), of(jnp.bool, 2, 4, 5, 5)], masked)
    make, text = attention("kv_features 6 qkv_features 24 out_features 9 normalize_qk",
                           in_kv_features=6, qkv_features=24, out_features=9, normalize_qk=True)
    yield Case("attention, all sizes", make, text, [f32(2, 5, 12), f32(2, 7, 6)])
    make, text = attention("no_bias", use_bias=False)
    yield Case("attention, no bias", make, text, [f32(2, 5, 12)])
    # As Flax does, keys are drawn for the dropout, too: the layers that follow
    # get others.
    for rate in (0.25, 0.9):
        make, text = attention(f"dropout {rate} kv_heads 2", dropout_rate=rate, num_kv_heads=2)
        yield Case(f"attention, dropout {rate}", make, text, [f32(2, 5, 12), "key"],
                   lambda layer, x, key: layer(x, rngs=fixed(key), deterministic=False))
        yield Case(f"attention, dropout {rate} switched off", make, text, [f32(2, 5, 12)],
                   lambda layer, x: layer(x, deterministic=True))


def fixed(key):
    """A stream that gives exactly this key."""
    return lambda: jax.random.wrap_key_data(key)


def dropout_cases():
    drop = lambda layer, x, key: layer(x, rngs=jax.random.wrap_key_data(key), deterministic=False)
    for rate in (0.0, 0.1, 0.75, 1.0):
        for dtype in (jnp.float32, jnp.bfloat16):
            yield Case(f"Dropout {rate}, {np.dtype(dtype).name}", lambda r, p=rate: nnx.Dropout(p, rngs=r),
                       f"weft.dropout @m {rate}", [of(dtype, 9, 7), "key"], drop)
    yield Case("Dropout, broadcast", lambda r: nnx.Dropout(0.5, broadcast_dims=(-1,), rngs=r),
               "weft.dropout @m 0.5 broadcast [-1]", [f32(9, 7), "key"], drop)
    yield Case("Dropout switched off", lambda r: nnx.Dropout(0.5, rngs=r), "weft.dropout @m 0.5", [f32(9, 7)],
               lambda layer, x: layer(x, deterministic=True))


GROUPS = {
    "init": (initializer_cases,),
    "call": (linear_cases, norm_cases, embed_cases, conv_cases, attention_cases, dropout_cases),
}


def flax_state(layer):
    """The parameters by path."""
    state = nnx.to_flat_state(nnx.state(layer, nnx.Param))
    return {".".join(map(str, path)): variable for path, variable in state}


def leaf_paths(lowered):
    """The leaves of a split module, in the order of its state."""
    return list(dict.fromkeys(re.findall(r'weft.path = "([^"]*)"', lowered)))


def needs_x64(case):
    """Only then: with it JAX draws the numbers of a dropout in f64."""
    types = [np.dtype(wanted[1]) for wanted in case.inputs if not isinstance(wanted, str)]
    return "64" in case.layer or any("64" in dtype.name and dtype.kind != "c" for dtype in types)


def make_input(generator, wanted):
    if isinstance(wanted, str):
        return generator.integers(0, 2**32, 2, dtype=np.uint32)
    shape, dtype = wanted
    if isinstance(shape, np.ndarray):
        return shape.astype(dtype)
    numbers = generator.standard_normal(shape)
    if np.dtype(dtype) == np.bool_:
        mask = numbers > 0
        mask[..., 0] = True
        return mask
    if np.dtype(dtype).kind == "c":
        numbers = numbers + 1j * generator.standard_normal(shape)
    return np.asarray(3 * numbers).astype(dtype)


def compare_init(weft, case, seed=7):
    # A second layer behind it: the number of keys that the first draws counts.
    layers = [case.make, lambda r: nnx.Linear(3, 4, kernel_init=init.uniform(1.0), rngs=r)]
    rngs = nnx.Rngs(seed)
    states = [flax_state(make(rngs)) for make in layers]
    program = f"weft.module @M {{\n  {case.layer}\n  weft.linear @z 3 -> 4 kernel_init uniform<1.0>\n}}\n"
    lowered = weft.lower(program, "--weft-split", "--weft-drop-modules")
    wanted = [
        np.asarray(states[path.startswith("z.")][path[2:]].get_value())
        for path in leaf_paths(lowered)
    ]
    inputs = [np.array(seed, np.uint64)]
    values = weft.run(lowered, "M.init", inputs, [array.dtype for array in wanted])
    return max(units_apart(a, b) for a, b in zip(values, wanted))


def compare_call(weft, case):
    generator = np.random.default_rng(len(case.name))
    layer = case.make(nnx.Rngs(0))
    state = flax_state(layer)
    for variable in state.values():
        value = variable.get_value()
        numbers = generator.standard_normal(value.shape)
        if value.dtype.kind == "c":
            numbers = numbers + 1j * generator.standard_normal(value.shape)
        # As initialisers do it. With larger kernels the logits of an attention
        # are large, and its exponentials magnify the rounding of both sides.
        if value.ndim > 1:
            numbers = numbers / np.sqrt(value.size / value.shape[-1])
        variable.set_value(jnp.asarray(np.asarray(numbers).astype(value.dtype)))
    nnx.update(layer, nnx.from_flat_state([(tuple(p.split(".")), v) for p, v in state.items()]))
    inputs = [make_input(generator, wanted) for wanted in case.inputs]
    theirs = np.asarray(case.call(layer, *map(jnp.asarray, inputs)))

    arguments = ", ".join(f"%a{i}: {tensor_type(a)}" for i, a in enumerate(inputs))
    types = ", ".join(tensor_type(a) for a in inputs)
    callee = "@m" + (f"::@{case.method}" if case.method else "")
    result = tensor_type(theirs)
    program = f"""weft.module @M {{
  {case.layer}
  weft.method @apply({arguments}) -> {result} {{
    %0 = weft.call {callee}({", ".join(f"%a{i}" for i in range(len(inputs)))}) : ({types}) -> {result}
    weft.return %0 : {result}
  }}
}}
"""
    lowered = weft.lower(program, "--weft-split", "--weft-drop-modules")
    paths = [path.removeprefix("m.") for path in leaf_paths(lowered)]
    leaves = [np.asarray(state[path].get_value()) for path in paths]
    (ours,) = weft.run(lowered, "M.apply", [*leaves, *inputs], [theirs.dtype])
    return units_apart(ours, theirs)


def check_inverse_erf(weft):
    """The distance between Weft's inverse error function and SciPy's, both near
    zero and near one."""
    random = np.random.default_rng(0)
    near_one = 1 - 10 ** -random.uniform(0, 15.5, 500)
    x = np.concatenate([random.uniform(-1, 1, 500), near_one, -near_one, 10 ** -random.uniform(0, 300, 100)])
    text = tensor_type(x)
    program = f"func.func @f(%x: {text}) -> {text} {{\n  %0 = chlo.erf_inv %x : {text} -> {text}\n  return %0 : {text}\n}}"
    (ours,) = weft.run(program, "f", [x], [x.dtype])
    theirs = scipy.special.erfinv(x)
    distance = float(np.max(np.abs(ours / theirs - 1)) / np.finfo(x.dtype).eps)
    print(f"erf_inv is within {distance:.1f} units of SciPy's, {INVERSE_ERF} allowed")
    return distance <= INVERSE_ERF


def main():
    mode, weft = sys.argv[1], Weft()
    compare = {"init": compare_init, "call": compare_call}[mode]
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    failures, total, exact, worst = 0, 0, 0, 0.0
    for group in GROUPS[mode]:
        for case in group():
            if only not in case.name or (mode == "call" and not case.inputs):
                continue
            bound = BOUNDS[mode] if case.bound is None else case.bound
            try:
                with jax.enable_x64(needs_x64(case)):
                    distance = compare(weft, case)
            except Exception as error:
                print(f"{case.name}: {error}")
                distance = float("inf")
            total += 1
            exact += distance == 0.0
            failures += not distance <= bound
            worst = max(worst, distance)
            if not distance <= bound or "--verbose" in sys.argv:
                print(f"{case.name}: {distance:.2f} units, at most {bound} allowed")
    print(f"{mode}: {total - failures} of {total} agree, {exact} of them in every bit; "
          f"the largest distance is {worst:.2f} units")
    if mode == "init":
        failures += not check_inverse_erf(weft)
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
