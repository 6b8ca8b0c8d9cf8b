"""Programs of one op each, with every kind of sharding around it.

`generate(seed)` returns the text of one module: an op of some family with random
attributes and sizes (even, uneven, smaller than the axis, zero), a mesh, and a
random sharding of every operand and result. The text states the sharding of every
value, so that partitioning is tested without propagation. The same seed always gives
the same text.
"""

import argparse
import math
import random

MESHES = [
    {"a": 2},
    {"a": 3},
    {"a": 4},
    {"a": 2, "b": 2},
    {"a": 2, "b": 3},
    {"a": 2, "b": 2, "c": 2},
    {"a": 2, "b": 4},
]
SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 12]
FLOATS = ["f32", "f64"]
INTEGERS = ["i32", "ui32", "i8", "i64"]


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Case:
    """One op and what stands around it."""

    def __init__(self, seed, families=None):
        self.random = random.Random(seed)
        self.mesh = self.random.choice(MESHES)
        self.operands = []  # types
        self.before = []  # lines before the op
        family = self.random.choice(families or sorted(FAMILIES))
        self.family = family
        getattr(self, family)()

    # Pieces -----------------------------------------------------------------

    def shape(self, rank=None, low=0, high=3, sizes=SIZES):
        if rank is None:
            rank = self.random.randint(low, high)
        return [self.random.choice(sizes) for _ in range(rank)]

    def chance(self, p):
        return self.random.random() < p

    def element(self):
        if self.chance(0.6):
            return "f32"
        return self.random.choice(FLOATS + INTEGERS + ["bf16"])

    def operand(self, shape, element="f32"):
        self.operands.append((list(shape), element))
        return f"%arg{len(self.operands) - 1}"

    def scalar(self, value, element):
        name = f"%c{len(self.before)}"
        if element in ("f32", "f64", "bf16", "f16"):
            value = f"{float(value):e}"
        self.before.append(
            f"    {name} = stablehlo.constant dense<{value}> : {tensor([], element)}"
        )
        return name

    def axis(self, used):
        names = [name for name in self.mesh if name not in used]
        if not names:
            return None
        name = self.random.choice(names)
        used.add(name)
        size = self.mesh[name]
        if size == 4 and self.chance(0.25):
            return self.random.choice([f'"{name}":(1)2', f'"{name}":(2)2'])
        return f'"{name}"'

    def sharding(self, shape):
        used, dims = set(), [[] for _ in shape]
        for dim in self.random.sample(range(len(shape)), len(shape)):
            while shape[dim] and self.chance(0.5):
                axis = self.axis(used)
                if axis is None:
                    break
                dims[dim].append(axis)
        def spell(axes):
            if not axes:
                return "_"
            return axes[0] if len(axes) == 1 else f"({', '.join(axes)})"
        return f"<@mesh, [{', '.join(map(spell, dims))}]>"

    def finish(self, text, results, operands=None, form="pretty", region=""):
        """`text` is the op up to its types; `results` are (shape, element)."""
        self.results = [(list(s), e) for s, e in results]
        self.text = text
        self.form = form
        self.region = region
        self.types = operands if operands is not None else None

    def __str__(self):
        shardings = [self.sharding(s) for s, _ in self.results]
        attribute = f"weft.shardings = #weft.shardings<[{', '.join(shardings)}]>"
        text = self.text.replace("@ATTR@", attribute)
        arguments = ", ".join(
            f"%arg{i}: {tensor(s, e)} {{weft.sharding = #weft.sharding{self.sharding(s)}}}"
            for i, (s, e) in enumerate(self.operands)
        )
        outs = ", ".join(
            f"{tensor(s, e)} {{weft.sharding = #weft.sharding{self.sharding(s)}}}"
            for s, e in self.results
        )
        mesh = ", ".join(f'"{name}" = {size}' for name, size in self.mesh.items())
        count = len(self.results)
        names = [f"%r#{i}" for i in range(count)] if count > 1 else ["%r"]
        types = ", ".join(tensor(s, e) for s, e in self.results)
        bind = f"%r:{count}" if count > 1 else "%r"
        lines = "\n".join(self.before)
        return (
            f"// {self.family}\n"
            f"weft.mesh @mesh <{mesh}>\n"
            f"func.func @main({arguments}) -> ({outs}) {{\n"
            f"{lines}\n    {bind} = {text}\n"
            f"    return {', '.join(names)} : {types}\n}}\n"
        )

    def signature(self, types, results):
        ins = ", ".join(tensor(s, e) for s, e in types)
        outs = ", ".join(tensor(s, e) for s, e in results)
        outs = outs if len(results) == 1 else f"({outs})"
        return f"({ins}) -> {outs}"

    # Families ---------------------------------------------------------------

    def elementwise(self):
        shape, e = self.shape(), self.element()
        a, b = self.operand(shape, e), self.operand(shape, e)
        op = self.random.choice(["add", "multiply", "subtract", "maximum", "minimum"])
        self.finish(
            f"stablehlo.{op} {a}, {b} {{@ATTR@}} : {tensor(shape, e)}", [(shape, e)]
        )

    def select(self):
        shape, e = self.shape(), self.element()
        scalar = self.chance(0.5)
        p = self.operand([] if scalar else shape, "i1")
        a, b = self.operand(shape, e), self.operand(shape, e)
        types = [([] if scalar else shape, "i1"), (shape, e), (shape, e)]
        self.finish(
            f'"stablehlo.select"({p}, {a}, {b}) {{@ATTR@}} : '
            + self.signature(types, [(shape, e)]),
            [(shape, e)],
        )

    def iota(self):
        shape, e = self.shape(low=1), self.element()
        dim = self.random.randrange(len(shape))
        self.finish(
            f"stablehlo.iota dim = {dim} {{@ATTR@}} : {tensor(shape, e)}", [(shape, e)]
        )

    def constant(self):
        shape = self.shape()
        count = math.prod(shape)
        if self.chance(0.3) or count == 0:
            values = "7"
        else:
            numbers = iter(range(count))
            def nest(dims):
                if not dims:
                    return str(next(numbers))
                return "[" + ", ".join(nest(dims[1:]) for _ in range(dims[0])) + "]"
            values = nest(shape)
        self.finish(
            f"stablehlo.constant {{@ATTR@}} dense<{values}> : {tensor(shape, 'i32')}",
            [(shape, "i32")],
        )

    def transpose(self):
        shape = self.shape(low=1, high=4)
        order = list(range(len(shape)))
        self.random.shuffle(order)
        result = [shape[i] for i in order]
        a = self.operand(shape)
        self.finish(
            f"stablehlo.transpose {a}, dims = {order} {{@ATTR@}} : "
            + self.signature([(shape, "f32")], [(result, "f32")]),
            [(result, "f32")],
        )

    def reshape(self):
        shape = self.shape(low=1, high=3, sizes=[1, 2, 3, 4, 6, 8, 12])
        flat = []
        for size in shape:
            divisors = [d for d in range(2, size) if size % d == 0]
            if divisors and self.chance(0.5):
                d = self.random.choice(divisors)
                flat += [d, size // d]
            else:
                flat.append(size)
        result = []
        for size in flat:
            if result and self.chance(0.4):
                result[-1] *= size
            else:
                result.append(size)
        a = self.operand(shape)
        self.finish(
            f"stablehlo.reshape {a} {{@ATTR@}} : "
            + self.signature([(shape, "f32")], [(result, "f32")]),
            [(result, "f32")],
        )

    def broadcast(self):
        shape = self.shape(high=2)
        rank = self.random.randint(len(shape), 4)
        dims = self.random.sample(range(rank), len(shape))
        if self.chance(0.7):
            dims.sort()
        result = [self.random.choice(SIZES[:6]) for _ in range(rank)]
        for dim, size in zip(dims, shape):
            if size != 1:
                result[dim] = size
        a = self.operand(shape)
        self.finish(
            f"stablehlo.broadcast_in_dim {a}, dims = {dims} {{@ATTR@}} : "
            + self.signature([(shape, "f32")], [(result, "f32")]),
            [(result, "f32")],
        )

    def reverse(self):
        shape = self.shape(low=1)
        dims = sorted(
            self.random.sample(range(len(shape)), self.random.randint(1, len(shape)))
        )
        a = self.operand(shape)
        self.finish(
            f"stablehlo.reverse {a}, dims = {dims} {{@ATTR@}} : {tensor(shape)}",
            [(shape, "f32")],
        )

    def slice(self):
        shape, e = self.shape(low=1), self.element()
        parts, result = [], []
        for size in shape:
            if self.chance(0.3):
                low, high, stride = 0, size, 1
            else:
                low = self.random.randint(0, size)
                high = self.random.randint(low, size)
                stride = self.random.choice([1, 1, 2, 3])
            parts.append(f"{low}:{high}:{stride}")
            result.append(max(0, -(-(high - low) // stride)))
        a = self.operand(shape, e)
        self.finish(
            f"stablehlo.slice {a} [{', '.join(parts)}] {{@ATTR@}} : "
            + self.signature([(shape, e)], [(result, e)]),
            [(result, e)],
        )

    def pad(self):
        shape = self.shape(low=1)
        a = self.operand(shape)
        v = self.scalar(7, "f32")
        low, high, interior, result = [], [], [], []
        for size in shape:
            l, h = self.random.choice([0, 1, 3, -1]), self.random.choice([0, 2, -1])
            i = self.random.choice([0, 0, 1, 2])
            total = l + size + h + max(size - 1, 0) * i
            if total < 0:
                l, h, i, total = 0, 0, 0, size
            low.append(l), high.append(h), interior.append(i), result.append(total)
        self.finish(
            f"stablehlo.pad {a}, {v}, low = {low}, high = {high}, interior = {interior}"
            " {@ATTR@} : " + self.signature([(shape, "f32"), ([], "f32")], [(result, "f32")]),
            [(result, "f32")],
        )

    def concatenate(self):
        shape, e = self.shape(low=1), self.element()
        dim = self.random.randrange(len(shape))
        shapes = []
        for _ in range(self.random.randint(1, 4)):
            each = list(shape)
            each[dim] = self.random.choice([0, 1, 2, 3, 4, 5, 8])
            shapes.append(each)
        names = [self.operand(each, e) for each in shapes]
        result = list(shape)
        result[dim] = sum(each[dim] for each in shapes)
        self.finish(
            f"stablehlo.concatenate {', '.join(names)}, dim = {dim} {{@ATTR@}} : "
            + self.signature([(s, e) for s in shapes], [(result, e)]),
            [(result, e)],
        )

    def indices(self, shape, block):
        """Start indices as constants, some out of bounds."""
        element = self.random.choice(["i32", "i64", "i8", "ui32"])
        names = []
        for size, part in zip(shape, block):
            low = 0 if element.startswith("u") else -2
            names.append(self.scalar(self.random.randint(low, size + 1), element))
        return names, element

    def dynamic_slice(self):
        shape, e = self.shape(low=1), self.element()
        block = [s if self.chance(0.3) else self.random.randint(0, s) for s in shape]
        a = self.operand(shape, e)
        starts, i = self.indices(shape, block)
        self.finish(
            f"stablehlo.dynamic_slice {a}, {', '.join(starts)}, sizes = {block} {{@ATTR@}} : "
            + self.signature([(shape, e)] + [([], i)] * len(shape), [(block, e)]),
            [(block, e)],
        )

    def dynamic_update_slice(self):
        shape, e = self.shape(low=1), self.element()
        block = [s if self.chance(0.3) else self.random.randint(0, s) for s in shape]
        a, b = self.operand(shape, e), self.operand(block, e)
        starts, i = self.indices(shape, block)
        self.finish(
            f"stablehlo.dynamic_update_slice {a}, {b}, {', '.join(starts)} {{@ATTR@}} : "
            + self.signature([(shape, e), (block, e)] + [([], i)] * len(shape), [(shape, e)]),
            [(shape, e)],
        )

    def dot(self):
        numbers = lambda n: [self.random.choice(SIZES[:7]) for _ in range(n)]
        batch = numbers(self.random.choice([0, 0, 1, 2]))
        contract = numbers(self.random.choice([0, 1, 1, 2]))
        left, right = numbers(self.random.randint(0, 2)), numbers(self.random.randint(0, 1))
        def arrange(groups):
            dims = [(kind, i, s) for kind, sizes in groups for i, s in enumerate(sizes)]
            self.random.shuffle(dims)
            where = {(k, i): at for at, (k, i, _) in enumerate(dims)}
            return [s for *_, s in dims], where
        lhs, wl = arrange([("b", batch), ("c", contract), ("f", left)])
        rhs, wr = arrange([("b", batch), ("c", contract), ("f", right)])
        free_l = [s for at, s in enumerate(lhs) if at not in
                  [wl[k] for k in wl if k[0] != "f"]]
        free_r = [s for at, s in enumerate(rhs) if at not in
                  [wr[k] for k in wr if k[0] != "f"]]
        result = batch + free_l + free_r
        e = self.random.choice(["f32", "f32", "i32"])
        a, b = self.operand(lhs, e), self.operand(rhs, e)
        text = f"stablehlo.dot_general {a}, {b}, "
        if batch:
            text += (f"batching_dims = {[wl['b', i] for i in range(len(batch))]} x "
                     f"{[wr['b', i] for i in range(len(batch))]}, ")
        text += (f"contracting_dims = {[wl['c', i] for i in range(len(contract))]} x "
                 f"{[wr['c', i] for i in range(len(contract))]}")
        self.finish(
            text + " {@ATTR@} : " + self.signature([(lhs, e), (rhs, e)], [(result, e)]),
            [(result, e)],
        )

    def reduce(self):
        shape = self.shape(low=1)
        dims = sorted(
            self.random.sample(range(len(shape)), self.random.randint(1, len(shape)))
        )
        op, e = self.random.choice([
            ("add", "f32"), ("maximum", "f32"), ("minimum", "f32"), ("multiply", "f32"),
            ("add", "i32"), ("maximum", "i8"), ("minimum", "ui32"), ("and", "i32"),
            ("or", "i32"), ("xor", "i32"), ("and", "i1"), ("or", "i1"),
        ])
        a = self.operand(shape, e)
        init = self.scalar({"i1": "true"}.get(e, self.random.choice([0, 1, 3])), e)
        result = [s for i, s in enumerate(shape) if i not in dims]
        self.finish(
            f"stablehlo.reduce({a} init: {init}) applies stablehlo.{op} across"
            f" dimensions = {dims} {{@ATTR@}} : "
            + self.signature([(shape, e), ([], e)], [(result, e)]),
            [(result, e)],
        )

    def argmax(self):
        shape = self.shape(low=1)
        dims = [self.random.randrange(len(shape))]
        a, i = self.operand(shape), self.operand(shape, "i32")
        zero, none = self.scalar(-1e30, "f32"), self.scalar(0, "i32")
        result = [s for d, s in enumerate(shape) if d not in dims]
        types = [(shape, "f32"), (shape, "i32"), ([], "f32"), ([], "i32")]
        results = [(result, "f32"), (result, "i32")]
        self.finish(
            f'"stablehlo.reduce"({a}, {i}, {zero}, {none}) ({{\n'
            "    ^bb0(%a: tensor<f32>, %ai: tensor<i32>, %b: tensor<f32>, %bi: tensor<i32>):\n"
            "      %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "      %1 = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "      %2 = stablehlo.compare LT, %ai, %bi : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "      %3 = stablehlo.and %1, %2 : tensor<i1>\n"
            "      %4 = stablehlo.or %0, %3 : tensor<i1>\n"
            "      %5 = stablehlo.select %4, %a, %b : tensor<i1>, tensor<f32>\n"
            "      %6 = stablehlo.select %4, %ai, %bi : tensor<i1>, tensor<i32>\n"
            "      stablehlo.return %5, %6 : tensor<f32>, tensor<i32>\n"
            f"    }}) {{dimensions = array<i64: {dims[0]}>, @ATTR@}} : "
            + self.signature(types, results),
            results,
        )

    def reduce_window(self):
        shape = self.shape(low=1, high=2)
        op, init = self.random.choice([("add", 0), ("maximum", -1e30), ("add", 0)])
        a, v = self.operand(shape), self.scalar(init, "f32")
        window, stride, base, dilation, pads, result = [], [], [], [], [], []
        for size in shape:
            if self.chance(0.3):
                w, s, b, d, l, h = 1, 1, 1, 1, 0, 0
            elif self.chance(0.2):
                w, s, b, d, l, h = size, 1, 1, 1, size - 1, 0  # cumulative
            else:
                w, s = self.random.randint(1, 3), self.random.randint(1, 3)
                b, d = self.random.choice([1, 1, 2]), self.random.choice([1, 1, 2])
                l, h = self.random.randint(0, 2), self.random.randint(0, 2)
            span = (w - 1) * d + 1
            total = l + h + (0 if size == 0 else (size - 1) * b + 1)
            count = 0 if total < span or total == 0 else (total - span) // s + 1
            window.append(max(w, 1)), stride.append(s), base.append(b)
            dilation.append(d), pads.append([l, h]), result.append(count)
        arr = lambda xs: "array<i64: " + ", ".join(map(str, xs)) + ">"
        self.finish(
            f'"stablehlo.reduce_window"({a}, {v}) <{{window_dimensions = {arr(window)}, '
            f"window_strides = {arr(stride)}, base_dilations = {arr(base)}, "
            f"window_dilations = {arr(dilation)}, padding = dense<{pads}> : "
            f"tensor<{len(shape)}x2xi64>}}> ({{\n"
            "    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
            f"      %0 = stablehlo.{op} %a, %b : tensor<f32>\n"
            "      stablehlo.return %0 : tensor<f32>\n"
            "    }) {@ATTR@} : "
            + self.signature([(shape, "f32"), ([], "f32")], [(result, "f32")]),
            [(result, "f32")],
        )

    def convolution(self):
        spatial = self.random.randint(1, 2)
        groups = self.random.choice([1, 1, 2, 4])
        batch_groups = self.random.choice([1, 1, 2]) if groups == 1 else 1
        batch = self.random.choice([1, 2, 3, 4]) * batch_groups
        per_in, per_out = self.random.choice([1, 2, 3]), self.random.choice([1, 2, 3])
        size_in = [self.random.choice([3, 4, 5, 8]) for _ in range(spatial)]
        kernel = [self.random.choice([1, 2, 3]) for _ in range(spatial)]
        stride = [self.random.choice([1, 1, 2]) for _ in range(spatial)]
        lhs_d = [self.random.choice([1, 1, 2]) for _ in range(spatial)]
        rhs_d = [self.random.choice([1, 1, 2]) for _ in range(spatial)]
        pads = [[self.random.randint(0, 2), self.random.randint(0, 2)] for _ in range(spatial)]
        reversal = [self.chance(0.2) for _ in range(spatial)]
        out = []
        for i in range(spatial):
            total = sum(pads[i]) + (size_in[i] - 1) * lhs_d[i] + 1
            span = (kernel[i] - 1) * rhs_d[i] + 1
            out.append(0 if total < span else (total - span) // stride[i] + 1)
        features_out = per_out * groups * batch_groups
        names = ["b", "f"] + list(range(spatial))
        knames = ["i", "o"] + list(range(spatial))
        size_of = {"b": batch, "f": per_in * groups, **dict(enumerate(size_in))}
        ksize = {"i": per_in, "o": features_out, **dict(enumerate(kernel))}
        osize = {"b": batch // batch_groups, "f": features_out, **dict(enumerate(out))}
        def order(xs):
            xs = list(xs)
            self.random.shuffle(xs)
            return xs
        lo, ko, oo = order(names), order(knames), order(names)
        lhs, rhs = [size_of[n] for n in lo], [ksize[n] for n in ko]
        result = [osize[n] for n in oo]
        a, b = self.operand(lhs), self.operand(rhs)
        spell = lambda xs: "[" + ", ".join(map(str, xs)) + "]"
        self.finish(
            f"stablehlo.convolution({a}, {b}) dim_numbers = {spell(lo)}x{spell(ko)}->{spell(oo)}, "
            f"window = {{stride = {stride}, pad = {pads}, lhs_dilate = {lhs_d}, "
            f"rhs_dilate = {rhs_d}, reverse = {[str(r).lower() for r in reversal]}}} ".replace("'", "")
            + f"{{batch_group_count = {batch_groups} : i64, feature_group_count = {groups} : i64, @ATTR@}} : "
            + self.signature([(lhs, "f32"), (rhs, "f32")], [(result, "f32")]),
            [(result, "f32")],
        )

    def gather(self):
        table = self.shape(low=1, high=3, sizes=[2, 3, 4, 5, 8])
        rank = len(table)
        batching = sorted(self.random.sample(range(rank), 1)) if rank > 1 and self.chance(0.3) else []
        rest = [d for d in range(rank) if d not in batching]
        collapsed = [d for d in rest if self.chance(0.5)]
        mapped = self.random.sample(rest, self.random.randint(1, len(rest)))
        sizes = []
        for d in range(rank):
            if d in collapsed or d in batching:
                sizes.append(1)
            elif self.chance(0.6):
                sizes.append(table[d])
            else:
                sizes.append(self.random.choice([1, self.random.randint(1, table[d])]))
        rows = self.shape(low=0, high=2, sizes=[1, 2, 3, 4, 5])
        index_batch = []
        for d in batching:
            at = self.random.randint(0, len(rows))
            rows.insert(at, table[d])
            index_batch = [at]
        vector = self.random.randint(0, len(rows))
        shape = list(rows)
        shape.insert(vector, len(mapped))
        index_batch = [b + (b >= vector) for b in index_batch]
        windows = [sizes[d] for d in rest if d not in collapsed]
        total = len(rows) + len(windows)
        offset = sorted(self.random.sample(range(total), len(windows)))
        result, wi, ri = [], iter(windows), iter(rows)
        for d in range(total):
            result.append(next(wi) if d in offset else next(ri))
        e, i = self.element(), self.random.choice(["i32", "i64", "ui8", "i8"])
        a, b = self.operand(table, e), self.operand(shape, i)
        numbers = (f"offset_dims = {offset}, collapsed_slice_dims = {collapsed}, "
                   f"operand_batching_dims = {batching}, start_indices_batching_dims = {index_batch}, "
                   f"start_index_map = {mapped}, index_vector_dim = {vector}")
        arr = "array<i64: " + ", ".join(map(str, sizes)) + ">"
        self.finish(
            f'"stablehlo.gather"({a}, {b}) <{{dimension_numbers = #stablehlo.gather<{numbers}>, '
            f"slice_sizes = {arr}}}> {{@ATTR@}} : "
            + self.signature([(table, e), (shape, i)], [(result, e)]),
            [(result, e)],
        )

    def scatter(self):
        table = self.shape(low=1, high=3, sizes=[2, 3, 4, 5, 8])
        rank = len(table)
        batching = sorted(self.random.sample(range(rank), 1)) if rank > 1 and self.chance(0.3) else []
        rest = [d for d in range(rank) if d not in batching]
        inserted = [d for d in rest if self.chance(0.6)]
        mapped = self.random.sample(rest, self.random.randint(1, len(rest)))
        windows = [table[d] if self.chance(0.7) else self.random.randint(1, table[d])
                   for d in rest if d not in inserted]
        rows = self.shape(low=0, high=2, sizes=[1, 2, 3, 4, 5])
        index_batch = []
        for d in batching:
            at = self.random.randint(0, len(rows))
            rows.insert(at, table[d])
            index_batch = [at]
        vector = self.random.randint(0, len(rows))
        shape = list(rows)
        shape.insert(vector, len(mapped))
        index_batch = [b + (b >= vector) for b in index_batch]
        total = len(rows) + len(windows)
        window_dims = sorted(self.random.sample(range(total), len(windows)))
        updates, wi, ri = [], iter(windows), iter(rows)
        for d in range(total):
            updates.append(next(wi) if d in window_dims else next(ri))
        op = self.random.choice(["add", "maximum", "minimum", "multiply", "second", "subtract"])
        e = self.random.choice(["f32", "i32"])
        i = self.random.choice(["i32", "i64", "ui8", "i8"])
        a, b, c = self.operand(table, e), self.operand(shape, i), self.operand(updates, e)
        body = ("      stablehlo.return %b : " if op == "second" else
                f"      %0 = stablehlo.{op} %a, %b : {tensor([], e)}\n      stablehlo.return %0 : ")
        numbers = (f"update_window_dims = {window_dims}, inserted_window_dims = {inserted}, "
                   f"input_batching_dims = {batching}, scatter_indices_batching_dims = {index_batch}, "
                   f"scatter_dims_to_operand_dims = {mapped}, index_vector_dim = {vector}")
        self.finish(
            f'"stablehlo.scatter"({a}, {b}, {c}) <{{scatter_dimension_numbers = '
            f"#stablehlo.scatter<{numbers}>}}> ({{\n"
            f"    ^bb0(%a: {tensor([], e)}, %b: {tensor([], e)}):\n{body}{tensor([], e)}\n"
            "    }) {@ATTR@} : "
            + self.signature([(table, e), (shape, i), (updates, e)], [(table, e)]),
            [(table, e)],
        )

    def sort(self):
        shape = self.shape(low=1)
        dim = self.random.randrange(len(shape))
        a, b = self.operand(shape), self.operand(shape, "i32")
        results = [(shape, "f32"), (shape, "i32")]
        self.finish(
            f'"stablehlo.sort"({a}, {b}) <{{dimension = {dim} : i64, is_stable = true}}> ({{\n'
            "    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):\n"
            "      %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "      stablehlo.return %0 : tensor<i1>\n"
            "    }) {@ATTR@} : " + self.signature(results, results),
            results,
        )


FAMILIES = [
    name for name, value in vars(Case).items()
    if callable(value) and not name.startswith("_") and name not in
    ("shape", "chance", "element", "operand", "scalar", "axis", "sharding", "finish",
     "signature", "indices")
]


def generate(seed, families=None):
    return str(Case(seed, families))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 100])
    parser.add_argument("--family", action="append", choices=FAMILIES)
    parser.add_argument("--fresh", type=int, help="this many seeds nobody tried")
    arguments = parser.parse_args()
    if arguments.fresh:
        first = random.SystemRandom().randrange(1 << 40)
        arguments.seeds = [first, first + arguments.fresh]
    print("// seeds", *arguments.seeds)
    print("// -----\n".join(
        generate(seed, arguments.family) for seed in range(*arguments.seeds)
    ))


if __name__ == "__main__":
    main()
