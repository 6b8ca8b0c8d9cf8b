"""What ops on elements compute, by kind of number: b, i, u, f, c.

Each function takes exact operands (see numbers_of.exact) and gives exact
results, before they are rounded to the type of the result.
"""

import math
from dataclasses import dataclass, field
from typing import Callable

import ml_dtypes
import numpy as np
import scipy.special

from numbers_of import DTYPES, Complex, Real, all_pairs, bits, exact, kind, limits, part, special


@dataclass
class Op:
    """An op with its meaning by kind of number."""

    name: str
    arity: int
    meaning: dict
    attributes: str = ""
    # The element type of the result.
    result: Callable = lambda name: name
    # Allowed error in units of the last place for f64, and for complex numbers
    # in units of the larger part; narrower floats are rounded right.
    ulp: float = 0.0
    complex_ulp: float = 0.0
    tag: str = ""
    # The error of a complex function is measured against 1 at least.
    is_scaled: bool = False


def ints(function):
    """A function of Python integers and the type, element by element."""
    return lambda name, *operands: [function(name, *(int(x) for x in xs)) for xs in zip(*operands)]


def reals(function):
    return lambda name, *operands: function(*operands)


def every(kinds, function):
    return {one: function for one in kinds}


# Division rounds towards zero. What XLA gives for division by zero is kept.
def divide(name, a, b):
    if b == 0:
        return -1
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(name, a, b):
    return a if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1)


def power(name, a, b):
    if b < 0:
        return {1: 1, -1: 1 if b % 2 == 0 else -1}.get(a, 0)
    return pow(a, b, 2 ** bits(name))


def raw(name, x):
    """The bits of an integer as a number."""
    return x % 2 ** bits(name)


def shift_left(name, a, b):
    return a << b if 0 <= b < bits(name) else 0


def shift_logical(name, a, b):
    return raw(name, a) >> b if 0 <= b < bits(name) else 0


def shift_arithmetic(name, a, b):
    signed = raw(name, a) - (2 ** bits(name) if raw(name, a) >> (bits(name) - 1) else 0)
    return signed >> (b if 0 <= b < bits(name) else bits(name) - 1)


def larger(a, b):
    zeros = np.where(np.signbit(a), b, a)
    return np.where(np.isnan(a) | np.isnan(b), np.nan, np.where((a == 0) & (b == 0), zeros, np.maximum(a, b)))


def smaller(a, b):
    return -larger(-a, -b)


def lexicographic(a, b, wants_larger):
    is_larger = (a.real > b.real) | ((a.real == b.real) & (a.imag > b.imag))
    return np.where(is_larger == wants_larger, a, b)


def sign_complex(z):
    size = np.hypot(z.real, z.imag)
    return np.where(size == 0, z, z / np.where(size == 0, 1, size))


def multiply_complex(a, b):
    return a.real * b.real - a.imag * b.imag + 1j * (a.real * b.imag + a.imag * b.real)


def round_away(x):
    return np.copysign(np.floor(np.abs(x) + Real(0.5)), x)


def power_complex(a, b):
    with np.errstate(all="ignore"):
        powers = np.exp(b * np.log(np.where(a == 0, 1, a)))
    return np.where(a == 0, np.where(b == 0, 1, 0), powers)


def atan2_complex(y, x):
    i = Complex(1j)
    return -i * np.log((x + i * y) / np.sqrt(x * x + y * y))


def rounded_up(function):
    """What is positive stays so in a format without zero."""
    def meaning(name, *operands):
        value = function(*operands)
        is_positive = np.logical_and.reduce([np.isfinite(x) & (x > 0) for x in operands]) & (value == 0)
        return np.where(is_positive, np.ldexp(Real(1), -200), value) if name == "f8E8M0FNU" else value

    return meaning


ARITHMETIC = [
    Op("add", 2, {"b": reals(np.logical_or), **every("iu", ints(lambda t, a, b: a + b)), **every("fc", reals(np.add))}),
    Op("subtract", 2, {**every("iu", ints(lambda t, a, b: a - b)), **every("fc", reals(np.subtract))}),
    Op("multiply", 2, {"b": reals(np.logical_and), **every("iu", ints(lambda t, a, b: a * b)), "f": reals(np.multiply),
                       "c": reals(multiply_complex)}, complex_ulp=2),
    Op("divide", 2, {**every("iu", ints(divide)), **every("fc", reals(np.divide))}, complex_ulp=4),
    Op("remainder", 2, {**every("iu", ints(remainder)), "f": reals(np.fmod)}),
    Op("maximum", 2, {"b": reals(np.logical_or), **every("iu", ints(lambda t, a, b: max(a, b))), "f": reals(larger),
                      "c": reals(lambda a, b: lexicographic(a, b, True))}),
    Op("minimum", 2, {"b": reals(np.logical_and), **every("iu", ints(lambda t, a, b: min(a, b))), "f": reals(smaller),
                      "c": reals(lambda a, b: lexicographic(a, b, False))}),
    Op("power", 2, {**every("iu", ints(power)), "f": rounded_up(np.power), "c": reals(power_complex)}, ulp=1, complex_ulp=512),
    Op("atan2", 2, {"f": reals(np.arctan2), "c": reals(atan2_complex)}, ulp=1, complex_ulp=16, is_scaled=True),
    Op("abs", 1, {"i": ints(lambda t, a: abs(a)), "f": reals(np.abs), "c": reals(np.abs)}, result=part, complex_ulp=1, ulp=0),
    Op("negate", 1, {**every("iu", ints(lambda t, a: -a)), **every("fc", reals(np.negative))}),
    Op("sign", 1, {"i": ints(lambda t, a: (a > 0) - (a < 0)), "f": reals(lambda x: np.where(x == 0, x, np.sign(x))),
                   "c": reals(sign_complex)}, complex_ulp=2),
    Op("clamp", 3, {"b": reals(lambda l, x, h: (l | x) & h), **every("iu", ints(lambda t, l, x, h: min(max(l, x), h))),
                    "f": reals(lambda l, x, h: smaller(larger(l, x), h)),
                    "c": reals(lambda l, x, h: lexicographic(lexicographic(l, x, True), h, False))}),
]  # fmt: skip

BITS = [
    Op("and", 2, {"b": reals(np.logical_and), **every("iu", ints(lambda t, a, b: a & b))}),
    Op("or", 2, {"b": reals(np.logical_or), **every("iu", ints(lambda t, a, b: a | b))}),
    Op("xor", 2, {"b": reals(np.logical_xor), **every("iu", ints(lambda t, a, b: a ^ b))}),
    Op("not", 1, {"b": reals(np.logical_not), **every("iu", ints(lambda t, a: ~a))}),
    Op("popcnt", 1, every("iu", ints(lambda t, a: bin(raw(t, a)).count("1")))),
    Op("count_leading_zeros", 1, every("iu", ints(lambda t, a: bits(t) - raw(t, a).bit_length()))),
    Op("shift_left", 2, every("iu", ints(shift_left))),
    Op("shift_right_logical", 2, every("iu", ints(shift_logical))),
    Op("shift_right_arithmetic", 2, every("iu", ints(shift_arithmetic))),
    Op("chlo.mulhi", 2, every("iu", ints(lambda t, a, b: (a * b) >> bits(t)))),
]

ROUNDING = [
    Op("ceil", 1, {"f": reals(np.ceil)}),
    Op("floor", 1, {"f": reals(np.floor)}),
    Op("round_nearest_afz", 1, {"f": reals(round_away)}),
    Op("round_nearest_even", 1, {"f": reals(np.rint)}),
    Op("is_finite", 1, {"f": reals(np.isfinite)}, result=lambda name: "i1"),
    Op("chlo.is_inf", 1, {"f": reals(np.isinf)}, result=lambda name: "i1"),
    Op("chlo.is_pos_inf", 1, {"f": reals(np.isposinf)}, result=lambda name: "i1"),
    Op("chlo.is_neg_inf", 1, {"f": reals(np.isneginf)}, result=lambda name: "i1"),
    Op("real", 1, {"f": reals(lambda x: x), "c": reals(np.real)}, result=part),
    Op("imag", 1, {"f": reals(np.zeros_like), "c": reals(np.imag)}, result=part),
    Op("complex", 2, {"f": reals(lambda a, b: a + 1j * b)}, result=lambda name: f"complex<{name}>"),
    Op("chlo.conj", 1, {"f": reals(lambda x: x), "c": reals(np.conj)}),
]


def analytic(name, function, complex_function=None, ulp=1, complex_ulp=16):
    meaning = {"f": reals(function)}
    if complex_function is not False:
        meaning["c"] = reals(complex_function or function)
    return Op(name, 1, meaning, ulp=ulp, complex_ulp=complex_ulp)


def log_plus_one_complex(z):
    """1 + z without losing the sign of a zero."""
    sum = np.empty_like(z)
    sum.real, sum.imag = 1 + z.real, z.imag
    return np.log(sum)


def cube_root_complex(z):
    angle = np.arctan2(z.imag, z.real) / 3
    return np.where(z == 0, z, np.cbrt(np.abs(z)) * (np.cos(angle) + 1j * np.sin(angle)))


def doubles(function):
    """A function of scipy's, which computes in double precision."""
    return lambda *operands: np.asarray(function(*(x.astype(np.float64) for x in operands))).astype(Real)


def odd(function):
    """scipy forgets the sign of zero."""
    return lambda x: np.where(x == 0, x, function(x))


def bessel_i1e(x):
    return np.where(np.abs(x) < 1e-30, x / 2, scipy.special.i1e(x))


def log_gamma(x):
    small = -np.log(np.where(x > 0, x, 1))
    return np.where(np.isinf(x), np.inf, np.where((0 < x) & (x < 1e-300), small, scipy.special.gammaln(x)))


def digamma(x):
    """Not a number at the poles, as XLA has it."""
    return np.where((x <= 0) & (x == np.floor(x)), np.nan, scipy.special.psi(x))


FUNCTIONS = [
    analytic("exponential", np.exp), analytic("exponential_minus_one", np.expm1, lambda z: np.exp(z) - 1, complex_ulp=64),
    analytic("log", np.log), analytic("log_plus_one", np.log1p, log_plus_one_complex, complex_ulp=64),
    analytic("logistic", lambda x: 1 / (1 + np.exp(-x)), ulp=2), analytic("sine", np.sin), analytic("cosine", np.cos),
    analytic("tan", np.tan), analytic("tanh", np.tanh, ulp=2), analytic("sqrt", np.sqrt, ulp=0.5),
    analytic("rsqrt", lambda x: 1 / np.sqrt(x)), analytic("cbrt", np.cbrt, cube_root_complex),
    analytic("chlo.acos", np.arccos), analytic("chlo.acosh", np.arccosh), analytic("chlo.asin", np.arcsin),
    analytic("chlo.asinh", np.arcsinh), analytic("chlo.atan", np.arctan), analytic("chlo.atanh", np.arctanh, ulp=2),
    analytic("chlo.cosh", np.cosh, ulp=2), analytic("chlo.sinh", np.sinh, ulp=2), analytic("chlo.tan", np.tan),
    analytic("chlo.square", lambda x: x * x, lambda z: multiply_complex(z, z), ulp=0),
    analytic("chlo.erf", doubles(scipy.special.erf), False, ulp=2), Op("chlo.erfc", 1, {"f": rounded_up(doubles(scipy.special.erfc))}, ulp=16),
    analytic("chlo.erf_inv", doubles(odd(scipy.special.erfinv)), False, ulp=4),
    analytic("chlo.lgamma", doubles(log_gamma), False, ulp=64),
    analytic("chlo.digamma", doubles(digamma), False, ulp=16),
    analytic("chlo.bessel_i1e", doubles(odd(bessel_i1e)), False, ulp=8),
]  # fmt: skip


def next_after(name, x, y):
    """The neighbour among all numbers of the format."""
    if name in ("f32", "f64"):
        return np.nextafter(x.astype(DTYPES[name]), y.astype(DTYPES[name])).astype(Real)
    width = np.dtype(DTYPES[name]).itemsize
    codes = np.arange(2 ** (bits(name)), dtype=f"u{width}").view(DTYPES[name]).astype(np.float64)
    numbers = np.unique(codes[~np.isnan(codes)])
    up = np.searchsorted(numbers, x.astype(np.float64), side="right").clip(0, len(numbers) - 1)
    down = (np.searchsorted(numbers, x.astype(np.float64), side="left") - 1).clip(0)
    moved = np.where(y > x, numbers[up], numbers[down])
    # From the smallest number to zero: the sign stays.
    moved = np.where(moved == 0, np.copysign(0.0, x.astype(np.float64)), moved)
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x == y, y, moved)).astype(Real)


def zeta(x, q):
    """The sum of (q + k)^-x. At the poles, where x is even, both sides grow; XLA
    leaves all else that has no real value undefined."""
    x, q = x.astype(np.float64), q.astype(np.float64)
    # What is left of the pole, and two terms that may cancel some of it.
    steps = np.where((q < 0) & (q > -1000), np.ceil(-q) + 2, 0)
    terms = [np.where(k < steps, np.power((q + k).astype(Real), -x), 0) for k in range(int(steps.max(initial=0)))]
    rest = np.where(steps > 0, q + steps, np.where(q > 0, q, 1))
    tail = np.where((x > 1e5) & (rest > 1), 0, scipy.special.zeta(x, rest)).astype(Real)
    # Of what is too small for a double, the first terms are the sum.
    tail = np.where(tail == 0, sum(np.power(rest.astype(Real) + k, -x) for k in range(200)), tail)
    value = sum(terms, Real(0)) + tail
    value = np.where((steps > 0) & (x != np.floor(x)), np.nan, value)
    pole = (q <= 0) & (q == np.floor(q))
    value = np.where(pole, np.where(np.fmod(x, 2) == 0, np.inf, np.nan), value)
    value = np.where(np.isposinf(x), np.where(pole, np.nan, np.where(q < 1, np.inf, np.where(q == 1, 1, 0))), value)
    value = np.where(np.isposinf(q) & (x > 1), 0, value)
    return np.where(np.isnan(x) | np.isnan(q) | (x < 1), np.nan, np.where(x == 1, np.inf, value))


def polygamma(n, x):
    is_order = np.isfinite(n) & (n > 0) & (n == np.floor(n))
    factorial = np.array([Real(math.factorial(int(one))) if one < 1700 else Real(np.inf) for one in np.where(is_order, n, 1)])
    value = np.where(np.fmod(np.where(is_order, n, 1), 2) == 0, -1, 1) * factorial * zeta(np.where(is_order, n, 1) + 1, x)
    return np.where(n == 0, digamma(x.astype(np.float64)), np.where(is_order, value, np.nan))


def kernel(z):
    """Of the arc sine of the first quadrant: u and v with asin(z) = atan2(x, u) + i v."""
    minus, plus = np.sqrt(1 - (np.abs(z.real) + 1j * np.abs(z.imag))), np.sqrt(1 + (np.abs(z.real) + 1j * np.abs(z.imag)))
    return (minus * plus).real + 1j * np.abs(np.arcsinh((np.conj(minus) * plus).imag))


CHLO_BINARY = [
    Op("chlo.next_after", 2, {"f": next_after}),
    Op("chlo.zeta", 2, {"f": rounded_up(zeta)}, ulp=64),
    Op("chlo.polygamma", 2, {"f": reals(polygamma)}, ulp=64),
    Op("chlo._asin_acos_kernel", 1, {"c": reals(kernel)}, complex_ulp=16),
]


def comparisons():
    directions = {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater, "GE": np.greater_equal}
    for direction, function in directions.items():
        for compare_type, kinds in {"SIGNED": "i", "UNSIGNED": "bu", "FLOAT": "f"}.items():
            meaning = every(kinds, reals(function))
            if compare_type == "FLOAT":
                meaning["c"] = reals(lexicographically(function))
            yield comparison(direction, compare_type, meaning)
        yield comparison(direction, "TOTALORDER", {"f": total(function)})


def comparison(direction, compare_type, meaning):
    return Op("compare", 2, meaning, result=lambda name: "i1", tag=f"{direction} {compare_type}",
              attributes=f"comparison_direction = #stablehlo<comparison_direction {direction}>, "
                         f"compare_type = #stablehlo<comparison_type {compare_type}>")


def lexicographically(function):
    def compare(a, b):
        if function in (np.equal, np.not_equal):
            return function(a, b)
        return np.where(a.real == b.real, function(a.imag, b.imag), function(a.real, b.real))

    return compare


def total(function):
    """-NaN < -inf < ... < -0 < +0 < ... < inf < NaN."""
    def order(x):
        size = np.where(np.isnan(x), np.inf, np.abs(x))
        key = [(2 if np.isnan(v) else 1, s) for v, s in zip(x, size)]
        return [(-1, tuple(-k for k in one)) if np.signbit(v) else (1, one) for v, one in zip(x, key)]

    def compare(name, a, b):
        keys = list(zip(order(a), order(b)))
        ranks = [int(x > y) - int(x < y) for x, y in keys]
        return function(np.array(ranks), 0)

    return compare


EXPONENT_BITS = {"f4E2M1FN": 2, "f6E2M3FN": 2, "f6E3M2FN": 3, "f8E3M4": 3, "f8E4M3": 4, "f8E4M3FN": 4, "f8E4M3FNUZ": 4,
                 "f8E4M3B11FNUZ": 4, "f8E5M2": 5, "f8E5M2FNUZ": 5, "f8E8M0FNU": 8, "bf16": 8, "f16": 5, "f32": 8, "f64": 11}


def reduced(exponent_bits, fraction_bits):
    """Rounded to fewer digits; a format with fewer exponents has no subnormals."""
    def function(name, x):
        info = ml_dtypes.finfo(DTYPES[name])
        exponent = np.maximum(np.frexp(np.where(np.isfinite(x), x, 0))[1] - 1, int(info.minexp))
        unit = np.ldexp(Real(1), exponent - min(fraction_bits, int(info.nmant)))
        rounded = np.where(np.isfinite(x), np.rint(x / unit) * unit, x)
        rounded = np.where(rounded == 0, np.copysign(Real(0), x), rounded)
        if exponent_bits >= EXPONENT_BITS[name]:
            return rounded
        bias = 2 ** (exponent_bits - 1) - 1
        rounded = np.where(np.abs(rounded) >= np.ldexp(Real(1), bias + 1), np.copysign(np.inf, x), rounded)
        tiny = np.abs(rounded) < np.ldexp(Real(1), 1 - bias)
        return np.where(np.isnan(x), x, np.where(tiny, np.copysign(Real(0), x), rounded))

    return function


PRECISIONS = [
    Op("reduce_precision", 1, {"f": reduced(e, m)}, tag=f"{e}_{m}",
       attributes=f"exponent_bits = {e} : i32, mantissa_bits = {m} : i32")
    for e, m in ((5, 10), (8, 7), (4, 3), (2, 1), (5, 2))
]


def converted(source, target):
    """From exact operands of one type to exact results of another."""
    def function(name, x):
        if kind(target) == "b":
            return [v != 0 for v in x]
        if kind(source) == "c" and kind(target) != "c":
            x = x.real
        if kind(target) in "iu":
            if kind(source) in "biu":
                return [int(v) for v in x]
            low, high = limits(target)
            return [0 if math.isnan(v) else low if v <= low else high if v >= high else int(v) for v in x]
        return x if kind(source) != "b" else x.astype(Real)

    return function


def conversions():
    for target in DTYPES:
        yield Op("convert", 1, {one: None for one in "biufc"}, result=lambda name, target=target: target, tag=target)


OPS = [*ARITHMETIC, *BITS, *ROUNDING, *FUNCTIONS, *CHLO_BINARY, *comparisons(), *PRECISIONS, *conversions()]


class Case:
    """An op on operands of one type."""

    def __init__(self, op, name):
        self.op, self.name = op, name
        self.dialect_op = op.name if "." in op.name else f"stablehlo.{op.name}"

    def __str__(self):
        return f"{self.op.name}{' ' + self.op.tag if self.op.tag else ''} on {self.name}"

    def size(self):
        return SIZES[self.name, self.op.arity == 1]

    def operands(self):
        return ["x"] if self.op.arity == 1 else ["a", "b", "c"][: self.op.arity]

    def arguments(self):
        return ", ".join(f"%{operand}: {self.type(self.name)}" for operand in self.operands())

    def type(self, element):
        return f"tensor<{self.size()}x{element}>"

    def result_element(self):
        return self.op.result(self.name)

    def result_type(self):
        return self.type(self.result_element())

    def text(self, result):
        names = ", ".join(f"%{operand}" for operand in self.operands())
        attributes = f" <{{{self.op.attributes}}}>" if self.op.attributes else ""
        types = ", ".join([self.type(self.name)] * self.op.arity)
        return f'  {result} = "{self.dialect_op}"({names}){attributes} : ({types}) -> {self.result_type()}'

    def is_refused(self):
        """Accepted by the verifier, as the specification has it, but without a
        meaning that anybody has written down."""
        return kind(self.name) == "c" and self.op.name in ("remainder", "chlo.bessel_i1e")

    @property
    def refusal(self):
        return f"'{self.dialect_op}' is not defined for elements of type {self.name}"

    def result_attributes(self):
        return ""

    def has_meaning(self):
        if self.op.name == "complex":
            return self.name in ("f32", "f64")
        return kind(self.name) in self.op.meaning

    def is_exact(self):
        return False

    def is_scaled(self):
        return self.op.is_scaled

    def allowed(self):
        if kind(self.name) == "c":
            return self.op.complex_ulp
        return self.op.ulp if self.name == "f64" else 0.0

    def expect(self, inputs):
        operands = [exact(inputs[operand][1], self.name) for operand in self.operands()]
        meaning = self.op.meaning[kind(self.name)]
        if self.op.name == "convert":
            meaning = converted(self.name, self.result_element())
        value = meaning(self.name, *operands)
        return np.array(value, object) if isinstance(value, list) else value

    def describe(self, inputs, place):
        return ", ".join(str(inputs[operand][1][place]) for operand in self.operands())


# How the programs of these cases look, and how they are run.
PRELUDE, ATTRIBUTES, FLAGS = "", "", ["--whole"]

SIZES = {}


def make(name, generator):
    """The inputs and cases of one type."""
    values = special(name, generator)
    a, b = all_pairs(values)
    arrays = {"x": values, "a": a, "b": b, "c": generator.permutation(b)}
    SIZES[name, True], SIZES[name, False] = len(values), len(a)
    inputs = {key: (f"tensor<{len(array)}x{name}>", array) for key, array in arrays.items()}
    return inputs, [Case(op, name) for op in OPS]
