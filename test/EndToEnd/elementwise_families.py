"""Op families: elementwise ops, and those that move elements."""

import math

from program_text import (COMPLEX, ELEMENTS, FLOATS, INTEGERS, SIGNED, SIZES, UNSIGNED,
                          array)

WIDTH = {"i8": 8, "ui8": 8, "i16": 16, "ui16": 16, "i32": 32, "ui32": 32, "i64": 64,
         "ui64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}


def direction(word):
    return f"comparison_direction = #stablehlo<comparison_direction {word}>"


class ElementwiseFamilies:
    def unary(self):
        value = self.pick()
        e = value.element
        if e == "i1":
            ops = ["not"]
        elif e in INTEGERS:
            ops = ["negate", "not", "popcnt", "count_leading_zeros"]
            ops += ["abs", "sign"] if e in SIGNED else []
        elif e in COMPLEX:
            ops = ["negate", "exponential"]
        else:
            ops = ["negate", "abs", "tanh", "cosine", "sine", "logistic", "exponential",
                   "exponential_minus_one", "cbrt"]
            ops += ["floor", "ceil", "sign", "round_nearest_even", "round_nearest_afz",
                    "sqrt", "rsqrt", "log", "log_plus_one", "tan"] if value.exact else []
        return self.op(f"stablehlo.{self.choice(ops)}", [value], [(value.shape, e)])

    def binary(self):
        value = self.pick()
        e = value.element
        other = self.operand(value.shape, e)
        if e == "i1":
            ops = ["and", "or", "xor"]
        elif e in COMPLEX:
            ops = ["add", "subtract", "multiply"]
        else:
            ops = ["add", "subtract", "multiply", "maximum", "minimum"]
            if e in INTEGERS:
                ops += ["and", "or", "xor", "shift_left", "shift_right_logical",
                        "shift_right_arithmetic"]
            elif value.exact and other.exact:
                ops += ["atan2", "power", "divide", "remainder"]
        operands = self.shuffled([value, other])
        return self.op(f"stablehlo.{self.choice(ops)}", operands, [(value.shape, e)])

    def chlo_unary(self):
        value = self.pick(elements=["f32", "f64", "complex<f32>"], exact=True)
        e, result = value.element, value.element
        if e in COMPLEX:
            op, result = "conj", e
        elif self.chance(0.2):
            op, result = self.choice(["is_inf", "is_neg_inf", "is_pos_inf"]), "i1"
        else:
            op = self.choice(["acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e",
                              "cosh", "digamma", "erf", "erf_inv", "erfc", "lgamma", "sinh",
                              "square", "tan"])
        return self.op(f"chlo.{op}", [value], [(value.shape, result)])

    def chlo_binary(self):
        value = self.pick(elements=["f32", "f64", "i32", "ui8"], exact=True)
        other = self.operand(value.shape, value.element, exact=True)
        ops = ["mulhi"] if value.element in INTEGERS else ["next_after", "polygamma", "zeta"]
        return self.op(f"chlo.{self.choice(ops)}", [value, other],
                       [(value.shape, value.element)])

    def chlo_broadcast(self):
        """A binary op whose smaller operand is broadcast first."""
        value = self.pick(low=1, elements=["f32", "i32"])
        shape, rank = value.shape, len(value.shape)
        dims = self.some(range(rank), low=0)
        small = self.operand([shape[d] if self.chance(0.7) else 1 for d in dims], value.element)
        return self.op(f"chlo.broadcast_{self.choice(['add', 'multiply', 'maximum', 'subtract'])}",
                       self.shuffled([value, small]), [(shape, value.element)],
                       f"broadcast_dimensions = {array(dims)}")

    def comparison(self):
        value = self.pick(exact=True)
        other = self.operand(value.shape, value.element, exact=True)
        words = ["EQ", "NE"]
        words += [] if value.element in COMPLEX else ["LT", "LE", "GT", "GE"]
        return self.op("stablehlo.compare", [value, other], [(value.shape, "i1")],
                       direction(self.choice(words)))

    def select(self):
        value = self.pick()
        other = self.operand(value.shape, value.element)
        where = self.operand([] if self.chance(0.4) else value.shape, "i1", exact=True)
        return self.op("stablehlo.select", [where, value, other],
                       [(value.shape, value.element)])

    def predicate_or_precision(self):
        """Ops whose result is of another type, or that drop precision."""
        value = self.pick(elements=["f32", "f64", "bf16"], exact=True)
        if self.chance(0.5):
            return self.op("stablehlo.is_finite", [value], [(value.shape, "i1")])
        bits = f"exponent_bits = {self.choice([4, 8])} : i32, mantissa_bits = 3 : i32"
        return self.op("stablehlo.reduce_precision", [value],
                       [(value.shape, value.element)], bits)

    def clamp(self):
        value = self.pick(elements=FLOATS + INTEGERS)
        shape = [] if self.chance(0.5) else value.shape
        low, high = (self.operand(shape, value.element) for _ in range(2))
        return self.op("stablehlo.clamp", [low, value, high],
                       [(value.shape, value.element)])

    def convert(self):
        value = self.pick(exact=True)
        # From a float to a narrow integer what does not fit is not defined.
        wide = [e for e in ELEMENTS if e in SIGNED + FLOATS and e != value.element]
        targets = ["i32", "i64", "f64"] if value.element in FLOATS + COMPLEX else wide
        return self.op("stablehlo.convert", [value],
                       [(value.shape, self.choice(targets))])

    def complex(self):
        value = self.pick(elements=["f32", "f64"])
        other = self.operand(value.shape, value.element)
        pair = self.op("stablehlo.complex", [value, other],
                       [(value.shape, f"complex<{value.element}>")])
        if self.chance(0.5):
            return pair
        part = self.choice(["real", "imag"])
        return self.op(f"stablehlo.{part}", pair, [(value.shape, value.element)])

    def bitcast(self):
        value = self.pick(elements=list(WIDTH), exact=True)
        width = WIDTH[value.element]
        target = self.choice([e for e in INTEGERS if e in WIDTH])
        shape, ratio = list(value.shape), WIDTH[target] / width
        if ratio < 1:
            shape.append(int(1 / ratio))
        elif ratio > 1:
            if not shape or shape[-1] != ratio:
                return self.unary()
            shape.pop()
        return self.op("stablehlo.bitcast_convert", [value], [(shape, target)])

    def batch_norm(self):
        value = self.pick(low=1, elements=["f32", "f64"])
        e, dim = value.element, self.random.randrange(len(value.shape))
        if math.prod(value.shape) == 0:
            return self.unary()
        feature = [value.shape[dim]]
        attrs = f"epsilon = 1.000000e-01 : f32, feature_index = {dim} : i64"
        kind = self.choice(["inference", "training", "grad"])
        if kind == "training":
            scale, offset = (self.operand(feature, e) for _ in range(2))
            return self.op("stablehlo.batch_norm_training", [value, scale, offset],
                           [(value.shape, e), (feature, e), (feature, e)], attrs, exact=False)
        scale, offset, mean = (self.operand(feature, e) for _ in range(3))
        one = self.op("stablehlo.abs", [self.operand(feature, e)], [(feature, e)])
        if kind == "grad":
            return self.op("stablehlo.batch_norm_grad",
                           [value, scale, mean, *one, self.operand(value.shape, e)],
                           [(value.shape, e), (feature, e), (feature, e)], attrs, exact=False)
        return self.op("stablehlo.batch_norm_inference", [value, scale, offset, mean, *one],
                       [(value.shape, e)], attrs)

    def iota(self):
        shape, e = self.pick(low=1).shape, self.choice(FLOATS[:2] + INTEGERS + COMPLEX)
        dim = self.random.randrange(len(shape))
        return self.op("stablehlo.iota", [], [(shape, e)], f"iota_dimension = {dim} : i64")

    def constant(self):
        shape, e = self.pick().shape, self.choice(["i32", "ui8", "f32"])
        numbers = iter(range(math.prod(shape)))
        def nest(dims):
            if not dims:
                return str(next(numbers) % 128) + ("" if e != "f32" else ".0")
            return "[" + ", ".join(nest(dims[1:]) for _ in range(dims[0])) + "]"
        values = nest(shape) if math.prod(shape) and self.chance(0.7) else (
            "7" + ("" if e != "f32" else ".0"))
        kind = "x".join(map(str, [*shape, e]))
        return self.op("stablehlo.constant", [], [(shape, e)],
                       f"value = dense<{values}> : tensor<{kind}>")


class MovementFamilies:
    def transpose(self):
        value = self.pick(low=1, high=4)
        order = self.shuffled(range(len(value.shape)))
        return self.op("stablehlo.transpose", [value],
                       [([value.shape[i] for i in order], value.element)],
                       f"permutation = {array(order)}")

    def reshape(self):
        value = self.pick(high=4)
        flat = []
        for size in value.shape:
            divisors = [d for d in range(2, size) if size % d == 0]
            if divisors and self.chance(0.5):
                part = self.choice(divisors)
                flat += [part, size // part]
            else:
                flat.append(size)
        result = []
        for size in flat:
            if result and self.chance(0.4):
                result[-1] *= size
            else:
                result.append(size)
        if len(result) < 4 and self.chance(0.2):
            result.insert(self.random.randint(0, len(result)), 1)
        return self.op("stablehlo.reshape", [value], [(result, value.element)])

    def broadcast(self):
        value = self.pick(high=2)
        rank = self.random.randint(len(value.shape), 4)
        dims = self.random.sample(range(rank), len(value.shape))
        if self.chance(0.7):
            dims.sort()
        result = [self.choice(SIZES[:6]) for _ in range(rank)]
        for dim, size in zip(dims, value.shape):
            if size != 1 or self.chance(0.3):
                result[dim] = size
        return self.op("stablehlo.broadcast_in_dim", [value], [(result, value.element)],
                       f"broadcast_dimensions = {array(dims)}")

    def old_broadcast(self):
        value = self.pick(high=2)
        sizes = [self.choice(SIZES[:6]) for _ in range(self.random.randint(0, 2))]
        return self.op("stablehlo.broadcast", [value],
                       [(sizes + value.shape, value.element)],
                       f"broadcast_sizes = {array(sizes)}")

    def reverse(self):
        value = self.pick(low=1)
        dims = self.some(range(len(value.shape)))
        return self.op("stablehlo.reverse", [value], [(value.shape, value.element)],
                       f"dimensions = {array(dims)}")

    def slice(self):
        value = self.pick(low=1)
        lows, highs, strides, result = [], [], [], []
        for size in value.shape:
            low, high, stride = 0, size, 1
            if self.chance(0.7):
                low = self.random.randint(0, size)
                high = self.random.randint(low, size)
                stride = self.choice([1, 1, 1, 2, 3])
            lows.append(low), highs.append(high), strides.append(stride)
            result.append(-(-(high - low) // stride))
        return self.op("stablehlo.slice", [value], [(result, value.element)],
                       f"start_indices = {array(lows)}, limit_indices = {array(highs)}, "
                       f"strides = {array(strides)}")

    def pad(self):
        value = self.pick(low=1)
        fill = (self.operand([], value.element) if self.chance(0.5)
                else self.scalar(1, value.element))
        low, high, interior, result = [], [], [], []
        for size in value.shape:
            l, h = self.choice([0, 0, 1, 3, -1]), self.choice([0, 0, 2, -1])
            i = self.choice([0, 0, 0, 1, 2])
            total = l + size + h + max(size - 1, 0) * i
            if total < 0:
                l, h, i, total = 0, 0, 0, size
            low.append(l), high.append(h), interior.append(i), result.append(total)
        return self.op("stablehlo.pad", [value, fill], [(result, value.element)],
                       f"edge_padding_low = {array(low)}, edge_padding_high = {array(high)}, "
                       f"interior_padding = {array(interior)}")

    def concatenate(self):
        value = self.pick(low=1)
        dim = self.random.randrange(len(value.shape))
        operands = [value]
        for _ in range(self.random.randint(0, 3)):
            shape = list(value.shape)
            if self.chance(0.6):
                shape[dim] = self.choice([0, 1, 2, 3, 4, 5, 8])
            operands.append(self.operand(shape, value.element))
        operands = self.shuffled(operands)
        result = list(value.shape)
        result[dim] = sum(v.shape[dim] for v in operands)
        return self.op("stablehlo.concatenate", operands, [(result, value.element)],
                       f"dimension = {dim} : i64")

    def get_dimension_size(self):
        value = self.pick(low=1)
        dim = self.random.randrange(len(value.shape))
        return self.op("stablehlo.get_dimension_size", [value], [([], "i32")],
                       f"dimension = {dim} : i64")
