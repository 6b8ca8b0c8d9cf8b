"""What ops compute that are whole algorithms, that take shapes as operands or
that call others, for every element type."""

import jax
import numpy as np

from numbers_of import DTYPES, Complex, Real, bits, kind, part
from structured import ATTRIBUTES, FLAGS, POWERS, Case, constant_case, exact_inputs, make_inputs, plus, product

PRELUDE = """weft.mesh @mesh <"x" = 2>
func.func private @identity(%x: tensor<4x6xT>) -> tensor<4x6xT> {
  return %x : tensor<4x6xT>
}"""

# ---------------------------------------------------------------------------
# Moving
# ---------------------------------------------------------------------------

INDEX = "stablehlo.constant dense<{}> : tensor<{}xi32>"


def index(name, values):
    return f"%_{name} = {INDEX.format(values, len(values))}\n  "


def shifted(a):
    result = np.full((5, 11), a["u"], a["e"].dtype)
    result[0:3, 0::2] = a["e"][1:]
    return result


DYNAMIC_GATHER = ('%r = "stablehlo.dynamic_gather"(%e, %i, %_n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
                  'collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> '
                  ': (tensor<4x6xT>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x6xT>')

# By their bits, on edge values.
MOVEMENT = [
    ("broadcast", "%r = stablehlo.broadcast %e, sizes = [2] : (tensor<4x6xT>) -> tensor<2x4x6xT>", (2, 4, 6), lambda a: np.stack([a["e"]] * 2)),
    ("dynamic_reshape", index("n", [3, 8]) + "%r = stablehlo.dynamic_reshape %e, %_n : (tensor<4x6xT>, tensor<2xi32>) -> tensor<3x8xT>",
     (3, 8), lambda a: a["e"].reshape(3, 8)),
    ("dynamic_broadcast_in_dim", index("n", [4, 2, 6]) + "%r = stablehlo.dynamic_broadcast_in_dim %e, %_n, dims = [0, 2] "
     ": (tensor<4x6xT>, tensor<3xi32>) -> tensor<4x2x6xT>", (4, 2, 6), lambda a: np.repeat(a["e"][:, None], 2, 1)),
    ("dynamic_pad", index("l", [-1, 0]) + index("h", [2, 0]) + index("n", [0, 1]) + "%r = stablehlo.dynamic_pad %e, %u, %_l, %_h, %_n "
     ": (tensor<4x6xT>, tensor<T>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<5x11xT>", (5, 11), shifted),
    ("real_dynamic_slice", index("l", [1, 0]) + index("h", [4, 6]) + index("n", [2, 3]) + "%r = stablehlo.real_dynamic_slice %e, %_l, %_h, %_n "
     ": (tensor<4x6xT>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xT>", (2, 2), lambda a: a["e"][1:4:2, ::3]),
    ("dynamic_gather", index("n", [1, 6]) + DYNAMIC_GATHER, (3, 6), lambda a: a["e"][np.clip(a["i"][:, 0], 0, 3)]),
    ("set_dimension_size", "%_n = stablehlo.constant dense<4> : tensor<i32>\n  %r = stablehlo.set_dimension_size %e, %_n, dim = 0 "
     ": (tensor<4x6xT>, tensor<i32>) -> tensor<4x6xT>", (4, 6), lambda a: a["e"]),
    ("if", '%_p = stablehlo.constant dense<false> : tensor<i1>\n  %r = "stablehlo.if"(%_p) ({\n    stablehlo.return %e : tensor<4x6xT>\n'
     '  }, {\n    stablehlo.return %f : tensor<4x6xT>\n  }) : (tensor<i1>) -> tensor<4x6xT>', (4, 6), lambda a: a["f"]),
    ("composite", '%r = stablehlo.composite "test.identity" %e {decomposition = @identity} : (tensor<4x6xT>) -> tensor<4x6xT>', (4, 6),
     lambda a: a["e"]),
    ("custom_call", '%r = stablehlo.custom_call @annotate_device_placement(%e) : (tensor<4x6xT>) -> tensor<4x6xT>', (4, 6), lambda a: a["e"]),
    ("weft.constrain", '%r = weft.constrain %e <@mesh, ["x", _]> : tensor<4x6xT>', (4, 6), lambda a: a["e"]),
    ("weft.reshard", '%r = weft.reshard %e <@mesh, ["x", _]> : tensor<4x6xT>', (4, 6), lambda a: a["e"]),
    ("weft.barrier", "weft.sharding_group %e group 7 : tensor<4x6xT>\n  %r = weft.barrier %e forward : tensor<4x6xT>", (4, 6), lambda a: a["e"]),
    ("weft.stop_gradient", "%r = weft.stop_gradient %e : tensor<4x6xT>", (4, 6), lambda a: a["e"]),
    ("weft.scope", '%r = weft.scope "s" (%e) (%x: tensor<4x6xT>) {\n    %z = stablehlo.reverse %x, dims = [0] : tensor<4x6xT>\n'
     "    weft.return %z : tensor<4x6xT>\n  } : (tensor<4x6xT>) -> tensor<4x6xT>", (4, 6), lambda a: a["e"][::-1]),
    ("weft.manual", '%r = weft.manual over ["x"] (%e) in [<@mesh, ["x", _]>] out [<@mesh, ["x", _]>] (%x: tensor<2x6xT>) {\n'
     "    %z = stablehlo.reverse %x, dims = [0] : tensor<2x6xT>\n    weft.return %z : tensor<2x6xT>\n  } : (tensor<4x6xT>) -> tensor<4x6xT>", (4, 6),
     lambda a: a["e"][[1, 0, 3, 2]]),
    ("tokens", '%_0 = stablehlo.create_token : !stablehlo.token\n  %_1 = stablehlo.after_all %_0, %_0 : !stablehlo.token\n'
     '  %_t = stablehlo.tuple %e, %_1 : tuple<tensor<4x6xT>, !stablehlo.token>\n  %r = stablehlo.get_tuple_element %_t[0] : '
     '(tuple<tensor<4x6xT>, !stablehlo.token>) -> tensor<4x6xT>', (4, 6), lambda a: a["e"]),
]  # fmt: skip

CONVOLUTION = ('%_k = stablehlo.reshape %t : (tensor<4x3xT>) -> tensor<1x4x3xT>\n  %_x = stablehlo.reshape %s : (tensor<2x4xT>) -> tensor<1x2x4xT>\n'
               '  %_p = stablehlo.constant dense<0> : tensor<1x2xi32>\n  %_r = "stablehlo.dynamic_conv"(%_x, %_k, %_p) <{dimension_numbers = '
               '#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> '
               ': (tensor<1x2x4xT>, tensor<1x4x3xT>, tensor<1x2xi32>) -> tensor<1x2x3xT>\n'
               '  %r = stablehlo.reshape %_r : (tensor<1x2x3xT>) -> tensor<2x3xT>')


def scan(a):
    """Sums along the columns of s, from u on."""
    s = a["exact s"]
    result, carry = s.copy(), np.array([a["exact u"][()]] * 2, s.dtype)
    for j in range(4):
        carry = [a["step"](plus(x, y)) for x, y in zip(s[:, j], carry)]
        result[:, j] = carry
    return result


SCAN = ('%_i = stablehlo.broadcast_in_dim %u, dims = [] : (tensor<T>) -> tensor<2xT>\n  %_r:2 = chlo.scan(%s) inits (%_i) dimension=1 {\n'
        '  ^bb0(%x: tensor<2xT>, %c: tensor<2xT>):\n    %z = stablehlo.add %x, %c : tensor<2xT>\n    stablehlo.return %z, %z : tensor<2xT>, tensor<2xT>\n'
        '  } : (tensor<2x4xT>, tensor<2xT>) -> (tensor<2x4xT>, tensor<2xT>)\n  %r = stablehlo.optimization_barrier %_r#0 : tensor<2x4xT>')

RAGGED_DOT = ('%_t = stablehlo.reshape %t : (tensor<4x3xT>) -> tensor<1x4x3xT>\n  %_n = stablehlo.constant dense<2> : tensor<1xi32>\n'
              '  %r = "chlo.ragged_dot"(%s, %_t, %_n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], '
              'rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> '
              ': (tensor<2x4xT>, tensor<1x4x3xT>, tensor<1xi32>) -> tensor<2x3xT>')


def top_k(a):
    return np.array([sorted(row, reverse=True)[:2] for row in a["exact s"]], a["exact s"].dtype)


TOP_K = '%r, %_i = chlo.top_k(%s, k = 2) : tensor<2x4xT> -> (tensor<2x2xT>, tensor<2x2xi32>)'
TOP_K_INDICES = '%_v, %r = chlo.top_k(%s, k = 2) : tensor<2x4xT> -> (tensor<2x2xT>, tensor<2x2xi32>)'


def top_k_indices(a):
    return np.array([sorted(range(4), key=lambda i: (-int(row[i]) if row.dtype == bool else -row[i], i))[:2] for row in a["exact s"]], object)


# ---------------------------------------------------------------------------
# Batch normalization: two features, the columns of m; scale and offset are v.
# ---------------------------------------------------------------------------

EPSILON = 1.0
FEATURES = "tensor<2xT>"
BATCH_NORM = '%_v = stablehlo.reshape %v : (tensor<2x1xT>) -> tensor<2xT>\n  '


def batch_norm(op, operands, types, results, picked):
    names = ", ".join(["%_y", "%_a", "%_b"][:results])
    shapes = ", ".join(["tensor<2x2xT>", FEATURES, FEATURES][:results])
    pick = ["%_y", "%_a", "%_b"][picked]
    shape = "tensor<2x2xT>" if picked == 0 else FEATURES
    return (BATCH_NORM + f'{names} = "stablehlo.{op}"({operands}) <{{epsilon = {EPSILON} : f32, feature_index = 1 : i64}}> '
            f': ({types}) -> ({shapes})\n  %r = stablehlo.optimization_barrier {pick} : {shape}')


def moments(a):
    x = a["exact m"]
    return x, x.mean(0), ((x - x.mean(0)) ** 2).mean(0), a["exact v"][:, 0]


def normalized(a):
    x, mean, variance, scale = moments(a)
    return (x - mean) / np.sqrt(variance + Real(EPSILON)) * scale + scale


def inference(a):
    """The mean and the variance are v, too."""
    x, v = a["exact m"], a["exact v"][:, 0]
    return (x - v) / np.sqrt(v + Real(EPSILON)) * v + v


def gradient(which):
    """Of the sum of (y * m) in x, scale and offset at mean and variance v."""
    def meaning(a):
        x, v = a["exact m"], a["exact v"][:, 0]
        dy, centred, deviation = x, x - v, np.sqrt(v + Real(EPSILON))
        if which == 1:
            return (dy * centred).sum(0) / deviation
        if which == 2:
            return dy.sum(0)
        # As the specification has it: mean and variance depend on x.
        count = Real(2)
        inner = count * dy - dy.sum(0) - centred * (dy * centred).sum(0) / (v + Real(EPSILON))
        return v / deviation / count * inner

    return meaning


TRAINING = "%m, %_v, %_v", f"tensor<2x2xT>, {FEATURES}, {FEATURES}"
INFERENCE = "%m, %_v, %_v, %_v, %_v", f"tensor<2x2xT>, {FEATURES}, {FEATURES}, {FEATURES}, {FEATURES}"
GRADIENT = "%m, %_v, %_v, %_v, %m", f"tensor<2x2xT>, {FEATURES}, {FEATURES}, {FEATURES}, tensor<2x2xT>"

# Program, shape, meaning, kinds of numbers.
COMPUTING = [
    ("dot", "%r = stablehlo.dot %s, %t : (tensor<2x4xT>, tensor<4x3xT>) -> tensor<2x3xT>", (2, 3), product, "biufc"),
    ("unary_einsum", '%r = stablehlo.unary_einsum %s, config = "ab->ba" : (tensor<2x4xT>) -> tensor<4x2xT>', (4, 2), lambda a: a["exact s"].T, "biufc"),
    ("dynamic_conv", CONVOLUTION, (2, 3), product, "biufc"),
    ("dynamic_iota", index("n", [2, 4]) + "%r = stablehlo.dynamic_iota %_n, dim = 1 : (tensor<2xi32>) -> tensor<2x4xT>", (2, 4),
     lambda a: np.array([[0, 1, 2, 3]] * 2, object), "iufc"),
    ("scan", SCAN, (2, 4), scan, "biufc"),
    ("ragged_dot", RAGGED_DOT, (2, 3), product, "biufc"),
    ("batch_norm_training", batch_norm("batch_norm_training", *TRAINING, 3, 0), (2, 2), normalized, "f"),
    ("batch_norm_training mean", batch_norm("batch_norm_training", *TRAINING, 3, 1), (2,), lambda a: moments(a)[1], "f"),
    ("batch_norm_training variance", batch_norm("batch_norm_training", *TRAINING, 3, 2), (2,), lambda a: moments(a)[2], "f"),
    ("batch_norm_inference", batch_norm("batch_norm_inference", *INFERENCE, 1, 0), (2, 2), inference, "f"),
    ("batch_norm_grad", batch_norm("batch_norm_grad", *GRADIENT, 3, 0), (2, 2), gradient(0), "f"),
    ("batch_norm_grad scale", batch_norm("batch_norm_grad", *GRADIENT, 3, 1), (2,), gradient(1), "f"),
    ("batch_norm_grad offset", batch_norm("batch_norm_grad", *GRADIENT, 3, 2), (2,), gradient(2), "f"),
]  # fmt: skip

# ---------------------------------------------------------------------------
# Fourier transforms and random bits, where the result has another type
# ---------------------------------------------------------------------------


def transform(s, size, length, sign):
    """The discrete Fourier transform along the rows, of `size` numbers."""
    angles = 2 * np.arccos(Real(-1)) * np.outer(np.arange(s.shape[1]), np.arange(size)) / length
    return s.astype(Complex) @ (np.cos(angles) + sign * Complex(1j) * np.sin(angles))


def from_half(s, length):
    """The numbers whose transform begins with s; what is left out is conjugate."""
    s = np.concatenate([s[:, :1].real, s[:, 1 : (length + 1) // 2], s[:, length // 2 : length // 2 + 1].real if length % 2 == 0 else s[:, :0]], 1)
    whole = np.concatenate([s, np.conj(s[:, (length - 1) // 2 : 0 : -1])], 1)
    return transform(whole, length, length, 1).real / length


def fft_cases(name):
    text = "%r = stablehlo.fft %s, type = {}, length = [{}] : (tensor<2x4xT>) -> tensor<2x{}x{}>"
    kinds = [("FFT", "c", 4, 4, "T", lambda s: transform(s, 4, 4, -1)), ("IFFT", "c", 4, 4, "T", lambda s: transform(s, 4, 4, 1) / 4),
             ("RFFT", "f", 4, 3, "complex<T>", lambda s: transform(s, 3, 4, -1)), ("IRFFT", "c", 6, 6, part(name), lambda s: from_half(s, 6)),
             ("IRFFT odd", "c", 7, 7, part(name), lambda s: from_half(s, 7))]
    for op, allowed, length, size, result, function in kinds:
        if op == "RFFT" and name not in ("f32", "f64"):
            continue  # there is no type for the result
        yield Case(f"fft {op}", name, text.format(op.split()[0], length, size, result), (2, size),
                   lambda a, function=function: function(a["s"]), allowed, result=result, exactly=False, ulp=4, narrow_ulp=1)


def random_bits(name):
    """JAX draws integers of 8 bits and more; other types have the same bits."""
    width = bits(name) if kind(name) in "iuf" else 8
    dtype = {64: np.uint64, 16: np.uint16, 32: np.uint32}.get(width, np.uint8)
    for algorithm, key in (("THREE_FRY", jax.lax.RandomAlgorithm.RNG_THREE_FRY), ("PHILOX", jax.lax.RandomAlgorithm.RNG_PHILOX)):
        def meaning(a, key=key):
            with jax.enable_x64(True):
                drawn = jax.lax.rng_bit_generator(np.array([7, 11], np.uint64), (3, 5), dtype=dtype, algorithm=key)[1]
            cut = np.asarray(drawn) & dtype(2**width - 1) if width < 8 else np.asarray(drawn)
            return cut.astype(DTYPES[name]) if kind(name) in "iu" and width < 8 else cut.view(DTYPES[name])

        program = ("%_k = stablehlo.constant dense<[7, 11]> : tensor<2xui64>\n  %_s, %r = stablehlo.rng_bit_generator %_k, "
                   f"algorithm = {algorithm} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xT>)")
        yield Case(f"rng_bit_generator {algorithm}", name, program, (3, 5), meaning, "iuf")


RNG = ('%_n = stablehlo.constant dense<[64]> : tensor<1xi64>\n  %_l = stablehlo.constant dense<{low}> : tensor<T>\n'
       '  %_h = stablehlo.constant dense<{high}> : tensor<T>\n'
       '  %_r = stablehlo.rng %_l, %_h, %_n, distribution = {distribution} : (tensor<T>, tensor<T>, tensor<1xi64>) -> tensor<64xT>\n  ')
BOUNDED = ('%_b = stablehlo.broadcast_in_dim %_{bound}, dims = [] : (tensor<T>) -> tensor<64xT>\n'
           '  %r = stablehlo.compare {direction}, %_r, %_b : (tensor<64xT>, tensor<64xT>) -> tensor<64xi1>')


def rng_cases(name):
    """Uniform numbers are in [low, high), normal ones without deviation are the mean."""
    words = {"f": ("1.0", "2.0"), "b": ("false", "true"), "c": ("(1.0, 1.0)", "(2.0, 2.0)")}
    low, high = words.get(kind(name), ("0", "1"))
    always = lambda a: np.ones(64, bool)
    bounds = [("low", "l", "GE")] if kind(name) == "b" else [("low", "l", "GE"), ("high", "h", "LT")]
    for tag, bound, direction in bounds:
        program = RNG.format(low=low, high=high, distribution="UNIFORM") + BOUNDED.format(bound=bound, direction=direction)
        yield Case(f"rng UNIFORM {tag}", name, program, (64,), always, "biuf", result="i1")
    if name == POWERS:
        return  # a deviation cannot be zero
    program = RNG.format(low=high, high={"f": "0.0"}.get(kind(name), low), distribution="NORMAL") + BOUNDED.format(bound="l", direction="EQ")
    yield Case("rng NORMAL", name, program, (64,), always, "f", result="i1")


def constant_cases(name, inputs):
    """The constant of chlo, and one like another array, of which one number is written down."""
    body = constant_case(name, inputs).program.replace("stablehlo.constant", "chlo.constant")
    yield Case("chlo.constant", name, body, (4, 6), lambda a: a["e"])
    one = {"b": "true", "f": f"1.0 : {name}", "c": f"#complex.number<:{part(name)} 1.0, 0.0>"}.get(kind(name), f"1 : {name}")
    yield Case("chlo.constant_like", name, f'%r = "chlo.constant_like"(%e) <{{value = {one}}}> : (tensor<4x6xT>) -> tensor<4x6xT>', (4, 6),
               lambda a: np.ones((4, 6)), exactly=False)


def make(name, generator):
    inputs = make_inputs(name, generator)
    exacts = exact_inputs(inputs, name)
    cases = [Case(op, name, program, shape, meaning) for op, program, shape, meaning in MOVEMENT]
    for op, program, shape, meaning, kinds in COMPUTING:
        cases.append(Case(op, name, program, shape, lambda a, meaning=meaning: meaning({**a, **exacts}), kinds, exactly=False, ulp=4))
    cases += constant_cases(name, inputs)
    unordered = dict(refused="c", refusal=f"elements of type {name} have no order")
    cases.append(Case("top_k", name, TOP_K, (2, 2), lambda a: top_k({**a, **exacts}), "biuf", exactly=False, **unordered))
    cases.append(Case("top_k indices", name, TOP_K_INDICES, (2, 2), lambda a: top_k_indices({**a, **exacts}), "biuf", result="i32", **unordered))
    cases.append(Case("get_dimension_size", name, "%r = stablehlo.get_dimension_size %e, dim = 1 : (tensor<4x6xT>) -> tensor<i32>", (),
                      lambda a: np.array(6, np.int32), result="i32"))
    return inputs, [*cases, *fft_cases(name), *random_bits(name), *rng_cases(name)]
