"""Op families: contractions, reductions and windows."""

from program_text import COMPLEX, FLOATS, INTEGERS, array, pairs

SUMS = ["f32", "f64", "i32", "ui8", "complex<f32>"]
REDUCERS = (
    [("add", e) for e in ["f32", "f64", "i32", "ui8", "complex<f32>", "i8"]]
    + [("multiply", e) for e in ["f32", "i32", "complex<f64>"]]
    + [(op, e) for op in ("maximum", "minimum") for e in ["f32", "bf16", "i8", "ui32", "i1"]]
    + [(op, e) for op in ("and", "or", "xor") for e in ["i32", "i1", "ui8"]]
)


def is_exact(op, element):
    """Whether the order in which elements are combined does not matter."""
    return op not in ("add", "multiply") or element not in FLOATS + COMPLEX


class ContractionFamilies:
    def tame(self, results):
        """Keeps rounding errors of long sums small: what follows is bounded."""
        return [v if v.element not in FLOATS else
                self.op("stablehlo.tanh", [v], [(v.shape, v.element)])[0] for v in results]

    def dot(self):
        value = self.pick(elements=SUMS)
        e, rank = value.element, len(value.shape)
        roles = [self.choice("bccf") for _ in range(rank)]
        batch = self.shuffled([d for d in range(rank) if roles[d] == "b"])
        contract = self.shuffled([d for d in range(rank) if roles[d] == "c"])
        free = [d for d in range(rank) if roles[d] == "f"]
        others = [self.choice([1, 2, 3, 4, 5, 6]) for _ in range(self.random.randint(0, 2))]
        dims = self.shuffled([("b", d) for d in batch] + [("c", d) for d in contract]
                             + [("f", i) for i in range(len(others))])
        right = [others[d] if kind == "f" else value.shape[d] for kind, d in dims]
        other = self.operand(right, e)
        where = {key: at for at, key in enumerate(dims)}
        result = [value.shape[d] for d in batch] + [value.shape[d] for d in free]
        result += [others[d] for kind, d in dims if kind == "f"]
        numbers = (f"lhs_batching_dimensions = {batch}, "
                   f"rhs_batching_dimensions = {[where['b', d] for d in batch]}, "
                   f"lhs_contracting_dimensions = {contract}, "
                   f"rhs_contracting_dimensions = {[where['c', d] for d in contract]}")
        return self.tame(self.op(
            "stablehlo.dot_general", [value, other], [(result, e)],
            f"dot_dimension_numbers = #stablehlo.dot<{numbers}>", exact=e in INTEGERS))

    def einsum(self):
        value = self.pick(high=3, elements=["f32", "i32"])
        e, left = value.element, "abc"[:len(value.shape)]
        sizes = dict(zip(left, value.shape))
        right = "".join(self.shuffled([c for c in left if self.chance(0.6)] + ["d"]))
        sizes["d"] = self.choice([1, 2, 3, 5])
        other = self.operand([sizes[c] for c in right], e)
        out = "".join(self.shuffled([c for c in sorted(sizes) if self.chance(0.6)]))
        return self.tame(self.op("stablehlo.einsum", [value, other],
                                 [([sizes[c] for c in out], e)],
                                 f'einsum_config = "{left},{right}->{out}"', exact=e in INTEGERS))

    def unary_einsum(self):
        value = self.pick(high=3, elements=["f32", "i32"])
        letters = "abc"[:len(value.shape)]
        out = self.shuffled([c for c in letters if self.chance(0.6)])
        shape = [value.shape[letters.index(c)] for c in out]
        return self.tame(self.op("stablehlo.unary_einsum", [value], [(shape, value.element)],
                                 f'einsum_config = "{letters}->{"".join(out)}"',
                                 exact=value.element in INTEGERS))

    def wide_dot(self):
        """A product whose sums are wider than its factors."""
        e, wide = self.choice([("bf16", "f32"), ("f16", "f32"), ("i8", "i32"), ("f32", "f64")])
        m, k, n = (self.choice([1, 2, 3, 4, 5, 8]) for _ in range(3))
        numbers = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]"
        return self.tame(self.op(
            "stablehlo.dot_general", [self.operand([m, k], e), self.operand([k, n], e)],
            [([m, n], wide)], f"dot_dimension_numbers = #stablehlo.dot<{numbers}>",
            exact=wide in INTEGERS))

    def ragged_dot(self):
        """Groups of rows, of summed elements, or of batches."""
        m, k, n, b, g = (self.choice([1, 2, 3, 4, 5, 7, 8]) for _ in range(5))
        mode = self.choice(["rows", "summed", "batch"])
        e = self.choice(["f32", "i32"])
        lhs, rhs = [b, m, k], [b, k, n]
        ragged = {"rows": 1, "summed": 2, "batch": 0}[mode]
        result, groups = [b, m, n], []
        batch, contract = "[0]", ("[2]", "[1]")
        if mode == "rows":
            rhs, groups, contract = [g, b, k, n], [0], ("[2]", "[2]")
        elif mode == "summed":
            result = [g, b, m, n]
        numbers = (f"lhs_batching_dimensions = {batch}, "
                   f"rhs_batching_dimensions = {'[1]' if groups else batch}, "
                   f"lhs_contracting_dimensions = {contract[0]}, "
                   f"rhs_contracting_dimensions = {contract[1]}, "
                   f"lhs_ragged_dimensions = [{ragged}], rhs_group_dimensions = {groups}")
        # Sizes that fit, in part and not at all.
        kind = self.choice(["i32", "i64", "i8"])
        sizes = self.op("stablehlo.remainder",
                        [self.operand([g], kind, exact=True), *self.op(
                            "stablehlo.broadcast_in_dim", [self.scalar(5, kind)], [([g], kind)],
                            "broadcast_dimensions = array<i64>")], [([g], kind)])
        return self.tame(self.op(
            "chlo.ragged_dot", [self.operand(lhs, e), self.operand(rhs, e), *sizes],
            [(result, e)], f"ragged_dot_dimension_numbers = #chlo.ragged_dot<{numbers}>",
            exact=e in INTEGERS))

    def convolution(self):
        r = self.random
        spatial = r.randint(0, 2)
        groups = r.choice([1, 1, 2, 3, 4])
        batch_groups = r.choice([1, 1, 2, 3]) if groups == 1 else 1
        batch = r.choice([1, 2, 3, 4]) * batch_groups
        per_in, per_out = r.choice([1, 2, 3]), r.choice([1, 2, 3])
        size_in = [r.choice([1, 3, 4, 5, 8, 9]) for _ in range(spatial)]
        kernel = [r.choice([1, 2, 3, 4]) for _ in range(spatial)]
        stride = [r.choice([1, 1, 2, 3]) for _ in range(spatial)]
        lhs_d = [r.choice([1, 1, 2, 3]) for _ in range(spatial)]
        rhs_d = [r.choice([1, 1, 2]) for _ in range(spatial)]
        pads = [[r.choice([0, 0, 1, 2, -1]), r.choice([0, 0, 1, 2])] for _ in range(spatial)]
        reversal = ", ".join(r.choice(["false", "false", "true"]) for _ in range(spatial))
        out = []
        for i in range(spatial):
            total = sum(pads[i]) + (size_in[i] - 1) * lhs_d[i] + 1
            span = (kernel[i] - 1) * rhs_d[i] + 1
            out.append(0 if total < span or total <= 0 else (total - span) // stride[i] + 1)
        features = per_out * groups * batch_groups
        def arrange(first, second, sizes):
            dims = self.shuffled([first, second, *((str(i), s) for i, s in enumerate(sizes))])
            return "[" + ", ".join(d for d, _ in dims) + "]", [s for _, s in dims]
        lhs_text, lhs = arrange(("b", batch), ("f", per_in * groups), size_in)
        rhs_text, rhs = arrange(("i", per_in), ("o", features), kernel)
        out_text, result = arrange(("b", batch // batch_groups), ("f", features), out)
        e = r.choice(["f32", "f32", "f64", "i32"])
        window = "" if not spatial else (
            f", window_strides = {array(stride)}, padding = {pairs(pads)}, "
            f"lhs_dilation = {array(lhs_d)}, rhs_dilation = {array(rhs_d)}, "
            f"window_reversal = array<i1: {reversal}>")
        return self.tame(self.op(
            "stablehlo.convolution", [self.operand(lhs, e), self.operand(rhs, e)],
            [(result, e)],
            f"batch_group_count = {batch_groups} : i64, feature_group_count = {groups} : i64, "
            f"dimension_numbers = #stablehlo.conv<{lhs_text}x{rhs_text}->{out_text}>{window}",
            exact=e in INTEGERS))


class ReductionFamilies:
    def init(self, op, element):
        """Mostly the identity, sometimes another number, sometimes a computed one."""
        if self.chance(0.3):
            return self.operand([], element)
        return self.scalar(self.choice([0, 1, 1, 3]), element)

    def reduce(self):
        op, e = self.choice(REDUCERS)
        value = self.pick(low=1, elements=[e])
        dims = self.some(range(len(value.shape)))
        result = [s for d, s in enumerate(value.shape) if d not in dims]
        init = self.init(op, e)
        return self.tame(self.op(
            "stablehlo.reduce", [value, init], [(result, e)],
            f"dimensions = {array(dims)}", [self.combine(op, e)], is_exact(op, e)))

    def reduce_pair(self):
        """Several operands under one body: an argmax, or the product of affine maps."""
        value = self.pick(low=1, elements=["i32", "f32"], exact=True)
        e, shape = value.element, value.shape
        other = self.operand(shape, "i32", exact=True)
        dims = self.some(range(len(shape)))
        result = [s for d, s in enumerate(shape) if d not in dims]
        affine = e == "i32" and self.chance(0.5)
        body = self.affine() if affine else self.argmax(e)
        inits = ([self.scalar(1, e), self.scalar(0, "i32")] if affine else
                 [self.scalar(-100, e), self.scalar(-1, "i32")])
        return self.op("stablehlo.reduce", [value, other, *inits],
                       [(result, e), (result, "i32")], f"dimensions = {array(dims)}", [body])

    def argmax(self, e):
        def build(args):
            a, ai, b, bi = args
            flag = lambda word, x, y: self.inner(
                "compare", [x, y], "i1",
                f"comparison_direction = #stablehlo<comparison_direction {word}>")
            tie = self.inner("and", [flag("EQ", a, b), flag("LT", ai, bi)], "i1")
            first = self.inner("or", [flag("GT", a, b), tie], "i1")
            return [self.inner("select", [first, a, b], e),
                    self.inner("select", [first, ai, bi], "i32")]
        return self.region([([], e), ([], "i32")] * 2, build)

    def affine(self):
        """(a, b) then (c, d): x -> c * (a * x + b) + d. Not commutative."""
        def build(args):
            a, b, c, d = args
            shifted = self.inner("multiply", [c, b], "i32")
            return [self.inner("multiply", [a, c], "i32"),
                    self.inner("add", [shifted, d], "i32")]
        return self.region([([], "i32")] * 4, build)

    # Windows ------------------------------------------------------------------

    def window(self, shape, dilate=True):
        """Attributes of a window on each dimension, and the shape of the result."""
        r, rows, result = self.random, [], []
        for size in shape:
            row = (1, 1, 1, 1, 0, 0)
            if self.chance(0.15) and size:
                row = self.choice([(size, 1, 1, 1, size - 1, 0), (size, 1, 1, 1, 0, size - 1)])
            elif self.chance(0.7):
                row = (r.randint(1, 3), r.randint(1, 3),
                       r.choice([1, 1, 2]) if dilate else 1,
                       r.choice([1, 1, 2]) if dilate else 1,
                       r.choice([0, 0, 1, 2, -1]), r.randint(0, 2))
            w, s, b, d, l, h = row
            total = l + h + (0 if size == 0 else (size - 1) * b + 1)
            if total < 0:
                w, s, b, d, l, h = row = (1, 1, 1, 1, 0, 0)
                total = size
            span = (w - 1) * d + 1
            result.append(0 if total < span or total == 0 else (total - span) // s + 1)
            rows.append(row)
        return [list(column) for column in zip(*rows)] or [[]] * 6, result

    def reduce_window(self):
        op, e = self.choice(REDUCERS)
        value = self.pick(low=1, elements=[e])
        (w, s, b, d, l, h), result = self.window(value.shape)
        # Padding is the init value, which is combined again and again.
        init = self.init(op, e)
        attrs = (f"window_dimensions = {array(w)}, window_strides = {array(s)}, "
                 f"base_dilations = {array(b)}, window_dilations = {array(d)}, "
                 f"padding = {pairs([list(p) for p in zip(l, h)])}")
        return self.tame(self.op("stablehlo.reduce_window", [value, init], [(result, e)],
                                 attrs, [self.combine(op, e)], is_exact(op, e)))

    def window_pair(self):
        value = self.pick(low=1, high=2, elements=["i32"], exact=True)
        other = self.operand(value.shape, "i32", exact=True)
        (w, s, b, d, l, h), result = self.window(value.shape)
        attrs = (f"window_dimensions = {array(w)}, window_strides = {array(s)}, "
                 f"base_dilations = {array(b)}, window_dilations = {array(d)}, "
                 f"padding = {pairs([list(p) for p in zip(l, h)])}")
        inits = [self.scalar(1, "i32"), self.scalar(0, "i32")]
        return self.op("stablehlo.reduce_window", [value, other, *inits],
                       [(result, "i32")] * 2, attrs, [self.affine()])

    def select_and_scatter(self):
        value = self.pick(low=1, elements=["f32", "i32", "bf16"], exact=True)
        e = value.element
        (w, s, _, _, l, h), shape = self.window(value.shape, dilate=False)
        source = self.operand(shape, e)
        attrs = (f"window_dimensions = {array(w)}, window_strides = {array(s)}, "
                 f"padding = {pairs([list(p) for p in zip(l, h)])}")
        op = self.choice(["add", "add", "maximum"])
        return self.op("stablehlo.select_and_scatter",
                       [value, source, self.scalar(self.choice([0, 0, 1]), e)],
                       [(value.shape, e)], attrs,
                       [self.compare(self.choice(["GE", "GT", "LE"]), e), self.combine(op, e)],
                       is_exact(op, e))
