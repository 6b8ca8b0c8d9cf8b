"""What ops on whole arrays compute, for every element type.

Ops that move elements are checked by their bits on edge values. Ops that compute
are checked on small numbers, whose sums and products every format holds.
"""

import re
from dataclasses import dataclass
from typing import Callable

import numpy as np

from numbers_of import DTYPES, Complex, Real, bits, exact, kind, round_to, special

# How the programs of these cases look, and how they are run.
PRELUDE, ATTRIBUTES, FLAGS = "", "", ["--whole"]

# Neither zero nor minus one.
POWERS = "f8E8M0FNU"


@dataclass
class Case:
    name: str
    element: str
    # The op with %r for its result, T for the element type and %e, %s ... for
    # the inputs.
    program: str
    shape: tuple
    # From the arrays of the inputs: bits (an array of the type), or exact
    # numbers.
    meaning: Callable
    kinds: str = "biufc"
    result: str = "T"
    exactly: bool = True
    # The allowed error of the widest types, and of the others.
    ulp: float = 0.0
    narrow_ulp: float = 0.0
    # Kinds of numbers that the verifier lets through and a run refuses, and how.
    refused: str = ""
    refusal: str = ""

    def __str__(self):
        return f"{self.name} on {self.element}"

    def arguments(self):
        names = sorted(set(re.findall(r"%([a-z]\w*)\b", self.program)) & set(TYPES))
        return ", ".join(f"%{name}: {TYPES[name]}" for name in names).replace("T", self.element)

    def text(self, result):
        # Values inside the program get names of their own.
        inner = self.program.replace("%_", result + "_")
        return "  " + re.sub(r"%r\b", result, inner).replace("xT>", f"x{self.element}>").replace("<T>", f"<{self.element}>")

    def result_element(self):
        return self.result.replace("T", self.element)

    def result_type(self):
        return f"tensor<{''.join(f'{size}x' for size in self.shape)}{self.result_element()}>"

    def result_attributes(self):
        return ""

    def has_meaning(self):
        return kind(self.element) in self.kinds

    def is_refused(self):
        return kind(self.element) in self.refused

    def is_exact(self):
        return self.exactly

    def is_scaled(self):
        return True

    def allowed(self):
        return self.ulp if self.element in ("f64", "complex<f64>", "complex<f32>") else self.narrow_ulp

    def expect(self, inputs):
        return self.meaning({name: array for name, (_, array) in inputs.items()})

    def describe(self, inputs, place):
        return "the op"


# e: edge values; s and t: small ones; u: one of them; q: booleans.
SHAPES = {"e": (4, 6), "f": (4, 6), "s": (2, 4), "t": (4, 3), "u": (), "q": (4, 6), "i": (3, 1), "j": (), "m": (2, 2), "v": (2, 1)}
ELEMENTS = {"q": "i1", "i": "i32", "j": "i32"}
TYPES = {name: f"tensor<{''.join(f'{size}x' for size in shape)}{ELEMENTS.get(name, 'T')}>" for name, shape in SHAPES.items()}


def make_inputs(name, generator):
    values = special(name, generator)
    arrays = {
        "e": np.resize(values, SHAPES["e"]),
        "f": np.resize(values[::-1], SHAPES["f"]),
        "q": generator.integers(0, 2, SHAPES["q"]).astype(bool),
        "i": np.array([[2], [-5], [9]], np.int32),
        "j": np.array(3, np.int32),
        "m": np.array([[4, 2], [2, 2]]),
        "v": np.array([[4], [3]]),
    }
    low = 0 if kind(name) in "bu" or name == POWERS else -1
    for key in "stu":
        numbers = generator.integers(low, 2, SHAPES[key])
        if name == POWERS:
            numbers = 2.0**numbers
        if kind(name) == "c":
            numbers = numbers + 1j * generator.integers(-1, 2, SHAPES[key])
        arrays[key] = np.asarray(numbers)
    for key in "stumv":
        with np.errstate(all="ignore"):
            arrays[key] = round_to(arrays[key].astype(object) if kind(name) in "iu" else arrays[key], name)
    return {key: (TYPES[key].replace("T", name), arrays[key]) for key in SHAPES}


def exact_inputs(inputs, name):
    """The inputs as exact numbers, and what becomes of a number after each step
    of a reduction: the sums of the small numbers are exact in every format but
    the one that has only powers of two."""
    def step(number):
        return exact(round_to(np.asarray(number), name), name)[()] if name == POWERS else number

    exacts = {f"exact {key}": exact(array, name) for key, (_, array) in inputs.items() if ELEMENTS.get(key) is None}
    return {**exacts, "step": step}


# ---------------------------------------------------------------------------
# Moving
# ---------------------------------------------------------------------------


def padded(a):
    """By -1 and 2 rows; one between columns."""
    e, value = a["e"], a["u"]
    result = np.full((5, 11), value, e.dtype)
    result[0:3, 0::2] = e[1:]
    return result


def updated(a):
    result = a["e"].copy()
    result[2:4, 2:6] = a["s"]  # the start is clamped
    return result


def scattered(a):
    result = a["e"].copy()
    result[2] = a["f"][0]  # rows -5 and 9 are outside
    return result


MOVEMENT = [
    ("broadcast_in_dim", '%r = stablehlo.broadcast_in_dim %e, dims = [0, 2] : (tensor<4x6xT>) -> tensor<4x2x6xT>', (4, 2, 6),
     lambda a: np.repeat(a["e"][:, None], 2, 1)),
    ("reshape", '%r = stablehlo.reshape %e : (tensor<4x6xT>) -> tensor<3x8xT>', (3, 8), lambda a: a["e"].reshape(3, 8)),
    ("transpose", '%r = stablehlo.transpose %e, dims = [1, 0] : (tensor<4x6xT>) -> tensor<6x4xT>', (6, 4), lambda a: a["e"].T),
    ("reverse", '%r = stablehlo.reverse %e, dims = [1] : tensor<4x6xT>', (4, 6), lambda a: a["e"][:, ::-1]),
    ("slice", '%r = stablehlo.slice %e [1:4:2, 0:6:3] : (tensor<4x6xT>) -> tensor<2x2xT>', (2, 2), lambda a: a["e"][1:4:2, ::3]),
    ("concatenate", '%r = stablehlo.concatenate %e, %f, dim = 0 : (tensor<4x6xT>, tensor<4x6xT>) -> tensor<8x6xT>', (8, 6),
     lambda a: np.concatenate([a["e"], a["f"]])),
    ("pad", '%r = stablehlo.pad %e, %u, low = [-1, 0], high = [2, 0], interior = [0, 1] : (tensor<4x6xT>, tensor<T>) -> tensor<5x11xT>',
     (5, 11), padded),
    ("select", '%r = stablehlo.select %q, %e, %f : (tensor<4x6xi1>, tensor<4x6xT>, tensor<4x6xT>) -> tensor<4x6xT>', (4, 6),
     lambda a: np.where(a["q"], a["e"], a["f"])),
    ("gather", '%r = "stablehlo.gather"(%e, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
     'start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xT>, tensor<3x1xi32>) -> tensor<3x6xT>',
     (3, 6), lambda a: a["e"][np.clip(a["i"][:, 0], 0, 3)]),
    ("dynamic_slice", '%r = stablehlo.dynamic_slice %e, %j, %j, sizes = [2, 4] : (tensor<4x6xT>, tensor<i32>, tensor<i32>) -> tensor<2x4xT>',
     (2, 4), lambda a: a["e"][2:4, 2:6]),
    ("dynamic_update_slice", '%r = stablehlo.dynamic_update_slice %e, %s, %j, %j : (tensor<4x6xT>, tensor<2x4xT>, tensor<i32>, tensor<i32>) '
     '-> tensor<4x6xT>', (4, 6), updated),
    ("scatter", '%_rows = stablehlo.slice %f [0:3, 0:6] : (tensor<4x6xT>) -> tensor<3x6xT>\n'
     '  %r = "stablehlo.scatter"(%e, %i, %_rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], '
     'inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n  ^bb0(%old: tensor<T>, %new: tensor<T>):\n'
     '    stablehlo.return %new : tensor<T>\n  }) : (tensor<4x6xT>, tensor<3x1xi32>, tensor<3x6xT>) -> tensor<4x6xT>', (4, 6), scattered),
    ("torch_index_select", '%_i = stablehlo.reshape %i : (tensor<3x1xi32>) -> tensor<3xi32>\n  %r = "stablehlo.torch_index_select"(%e, %_i) '
     '<{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x6xT>, tensor<3xi32>) -> tensor<3x6xT>', (3, 6),
     lambda a: a["e"][np.clip(a["i"][:, 0], 0, 3)]),
    ("case", '%r = "stablehlo.case"(%j) ({\n    stablehlo.return %e : tensor<4x6xT>\n  }, {\n    stablehlo.return %f : tensor<4x6xT>\n  }) '
     ': (tensor<i32>) -> tensor<4x6xT>', (4, 6), lambda a: a["f"]),
    ("while", '%_t = stablehlo.constant dense<true> : tensor<i1>\n  %_f = stablehlo.constant dense<false> : tensor<i1>\n'
     '  %_w:2 = stablehlo.while(%_x = %e, %_go = %_t) : tensor<4x6xT>, tensor<i1>\n  cond {\n    stablehlo.return %_go : tensor<i1>\n'
     '  } do {\n    %_y = stablehlo.reverse %_x, dims = [0] : tensor<4x6xT>\n    stablehlo.return %_y, %_f : tensor<4x6xT>, tensor<i1>\n  }\n'
     '  %r = stablehlo.optimization_barrier %_w#0 : tensor<4x6xT>', (4, 6), lambda a: a["e"][::-1]),
    ("map", '%r = "stablehlo.map"(%e, %f) <{dimensions = array<i64: 0, 1>}> ({\n  ^bb0(%x: tensor<T>, %y: tensor<T>):\n'
     '    stablehlo.return %y : tensor<T>\n  }) : (tensor<4x6xT>, tensor<4x6xT>) -> tensor<4x6xT>', (4, 6), lambda a: a["f"]),
    ("tuple", '%_t = stablehlo.tuple %e, %f : tuple<tensor<4x6xT>, tensor<4x6xT>>\n  %r = stablehlo.get_tuple_element %_t[1] : '
     '(tuple<tensor<4x6xT>, tensor<4x6xT>>) -> tensor<4x6xT>', (4, 6), lambda a: a["f"]),
]  # fmt: skip


def constant_case(name, inputs):
    """A constant written as the bytes of an array."""
    array = inputs["e"][1]
    if kind(name) == "b":
        body = str(array.tolist()).lower()
    elif kind(name) in "iu" and bits(name) < 8:
        body = str(array.astype(np.int64).tolist())
    else:
        body = '"0x' + np.ascontiguousarray(array).tobytes().hex().upper() + '"'
    return Case("constant", name, f"%r = stablehlo.constant dense<{body}> : tensor<4x6xT>", (4, 6), lambda a: a["e"])


def bitcast_case(name):
    if kind(name) == "c" or bits(name) == 6:
        return []
    wanted = f"ui{bits(name)}" if kind(name) != "b" else "i1"
    unsigned = DTYPES[wanted]
    return [Case("bitcast_convert", name, f"%r = stablehlo.bitcast_convert %e : (tensor<4x6xT>) -> tensor<4x6x{wanted}>", (4, 6),
                 lambda a: np.frombuffer(a["e"].tobytes(), unsigned if bits(name) >= 8 or kind(name) == "b" else np.uint8)
                 .reshape(4, 6).astype(unsigned), result=wanted)]  # fmt: skip


# ---------------------------------------------------------------------------
# Computing
# ---------------------------------------------------------------------------


def region(op):
    return f"({{\n  ^bb0(%x: tensor<T>, %y: tensor<T>):\n    %z = stablehlo.{op} %x, %y : tensor<T>\n    stablehlo.return %z : tensor<T>\n  }})"


def reduction(op):
    return (f'%_c = stablehlo.slice %s [0:1, 0:1] : (tensor<2x4xT>) -> tensor<1x1xT>\n  %_i = stablehlo.reshape %_c : (tensor<1x1xT>) -> tensor<T>\n'
            f'  %r = "stablehlo.reduce"(%s, %_i) <{{dimensions = array<i64: 1>}}> {region(op)} : (tensor<2x4xT>, tensor<T>) -> tensor<2xT>')


def fold(function):
    def meaning(a):
        rows = a["exact s"]
        result = []
        for row in rows:
            value = rows[0, 0]
            for x in row:
                value = a["step"](function(value, x))
            result.append(value)
        return np.array(result, object) if rows.dtype == object else np.array(result)

    return meaning


def lexicographic_max(a, b):
    if isinstance(a, np.complexfloating):
        return a if (a.real, a.imag) > (b.real, b.imag) else b
    return max(a, b)


def lexicographic_min(a, b):
    if isinstance(a, np.complexfloating):
        return a if (a.real, a.imag) < (b.real, b.imag) else b
    return min(a, b)


def plus(a, b):
    return bool(a or b) if isinstance(a, (bool, np.bool_)) else a + b


def times(a, b):
    return bool(a and b) if isinstance(a, (bool, np.bool_)) else a * b


def product(a):
    s, t = a["exact s"], a["exact t"]
    if s.dtype == bool:
        return (s[:, :, None] & t[None]).any(1)
    return s @ t if s.dtype != object else np.array([[sum(int(x) * int(y) for x, y in zip(row, column)) for column in t.T] for row in s], object)


def windows(function):
    """Windows of two columns with stride 2 over s, padded by one on the right."""
    def meaning(a):
        s = a["exact s"]
        start = s[0, 0]
        result = [[a["step"](function(a["step"](function(start, row[i])), row[i + 1])) for i in (0, 2)] for row in s]
        return np.array(result, object if s.dtype == object else None)

    return meaning


def window(op):
    return (f'%_c = stablehlo.slice %s [0:1, 0:1] : (tensor<2x4xT>) -> tensor<1x1xT>\n  %_i = stablehlo.reshape %_c : (tensor<1x1xT>) -> tensor<T>\n'
            f'  %r = "stablehlo.reduce_window"(%s, %_i) <{{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}}> {region(op)} '
            ': (tensor<2x4xT>, tensor<T>) -> tensor<2x2xT>')


def sort(a):
    return np.sort(a["exact s"], axis=1, kind="stable")


SORT = ('%r = "stablehlo.sort"(%s) <{dimension = 1 : i64, is_stable = true}> ({\n  ^bb0(%x: tensor<T>, %y: tensor<T>):\n'
        '    %z = stablehlo.compare LT, %x, %y : (tensor<T>, tensor<T>) -> tensor<i1>\n    stablehlo.return %z : tensor<i1>\n  }) '
        ': (tensor<2x4xT>) -> tensor<2x4xT>')

CONVOLUTION = ('%_k = stablehlo.reshape %t : (tensor<4x3xT>) -> tensor<1x4x3xT>\n  %_x = stablehlo.reshape %s : (tensor<2x4xT>) -> tensor<1x2x4xT>\n'
               '  %_r = stablehlo.convolution(%_x, %_k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1]} '
               '{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x4xT>, tensor<1x4x3xT>) -> tensor<1x2x3xT>\n'
               '  %r = stablehlo.reshape %_r : (tensor<1x2x3xT>) -> tensor<2x3xT>')

SCATTER_ADD = ('%_i = stablehlo.constant dense<[[1], [1], [0], [1]]> : tensor<4x1xi32>\n'
               '  %r = "stablehlo.scatter"(%m, %_i, %_t) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], '
               'inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ' + region("add") +
               ' : (tensor<2x2xT>, tensor<4x1xi32>, tensor<4x2xT>) -> tensor<2x2xT>')


def scatter_add(a):
    result = a["exact m"].copy()
    for row, update in zip((1, 1, 0, 1), a["exact t"]):
        for j in range(2):
            result[row, j] = a["step"](plus(result[row, j], update[j]))
    return result


def comes_before(a, b):
    return (a.real, a.imag) < (b.real, b.imag) if isinstance(a, np.complexfloating) else a < b


def select_and_scatter(a):
    """The first of the larger of two neighbours gets the source."""
    s, result = a["exact s"], a["exact s"].copy()
    result[...] = a["exact u"][()]
    for i in range(2):
        for j in (0, 2):
            best = j if not comes_before(s[i, j], s[i, j + 1]) else j + 1
            result[i, best] = a["step"](plus(result[i, best], a["exact m"][i, j // 2]))
    return result


SELECT_AND_SCATTER = ('%r = "stablehlo.select_and_scatter"(%s, %m, %u) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({\n'
                      '  ^bb0(%x: tensor<T>, %y: tensor<T>):\n    %z = stablehlo.compare GE, %x, %y : (tensor<T>, tensor<T>) -> tensor<i1>\n'
                      '    stablehlo.return %z : tensor<i1>\n  }, ' + region("add")[1:] +
                      ' : (tensor<2x4xT>, tensor<2x2xT>, tensor<T>) -> tensor<2x4xT>')

def solved(a):
    """m x = v for the lower triangle of m."""
    m, v = a["exact m"], a["exact v"]
    first = v[0, 0] / m[0, 0]
    return np.array([[first], [(v[1, 0] - m[1, 0] * first) / m[1, 1]]])


# With the kinds of numbers.
COMPUTING = [
    ("reduce add", reduction("add"), (2,), fold(plus), "biufc"),
    ("reduce multiply", reduction("multiply"), (2,), fold(times), "biufc"),
    ("reduce maximum", reduction("maximum"), (2,), fold(lexicographic_max), "biufc"),
    ("reduce minimum", reduction("minimum"), (2,), fold(lexicographic_min), "biufc"),
    ("reduce and", reduction("and"), (2,), fold(lambda a, b: a & b), "biu"),
    ("reduce or", reduction("or"), (2,), fold(lambda a, b: a | b), "biu"),
    ("reduce xor", reduction("xor"), (2,), fold(lambda a, b: a ^ b), "biu"),
    ("reduce_window add", window("add"), (2, 2), windows(plus), "biufc"),
    ("reduce_window maximum", window("maximum"), (2, 2), windows(lexicographic_max), "biufc"),
    ("dot_general", '%r = stablehlo.dot_general %s, %t, contracting_dims = [1] x [0] : (tensor<2x4xT>, tensor<4x3xT>) -> tensor<2x3xT>',
     (2, 3), product, "biufc"),
    ("convolution", CONVOLUTION, (2, 3), product, "biufc"),
    ("einsum", '%r = stablehlo.einsum %s, %t, config = "ab,bc->ac" : (tensor<2x4xT>, tensor<4x3xT>) -> tensor<2x3xT>', (2, 3), product, "biufc"),
    ("sort", SORT, (2, 4), sort, "biufc"),
    ("scatter add", '%_t = stablehlo.slice %t [0:4, 0:2] : (tensor<4x3xT>) -> tensor<4x2xT>\n  ' + SCATTER_ADD, (2, 2), scatter_add, "biufc"),
    ("select_and_scatter", SELECT_AND_SCATTER, (2, 4), select_and_scatter, "biufc"),
    ("iota", '%r = stablehlo.iota dim = 1 : tensor<2x4xT>', (2, 4), lambda a: np.array([[0, 1, 2, 3]] * 2, object), "iufc"),
    ("cholesky", '%r = stablehlo.cholesky %m, lower = true : tensor<2x2xT>', (2, 2), lambda a: np.array([[2, 0], [1, 1]], Real), "fc"),
    ("triangular_solve", '%r = "stablehlo.triangular_solve"(%m, %v) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = '
     '#stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xT>, tensor<2x1xT>) -> tensor<2x1xT>', (2, 1), solved, "fc"),
]  # fmt: skip


def make(name, generator):
    inputs = make_inputs(name, generator)
    exacts = exact_inputs(inputs, name)
    cases = [Case(op, name, program, shape, meaning) for op, program, shape, meaning in MOVEMENT]
    cases += [constant_case(name, inputs), *bitcast_case(name)]
    for op, program, shape, meaning, kinds in COMPUTING:
        cases.append(Case(op, name, program, shape, lambda a, meaning=meaning: meaning({**a, **exacts}), kinds, exactly=False, ulp=4))
    return inputs, cases
