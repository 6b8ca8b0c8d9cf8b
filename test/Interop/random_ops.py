"""The op families of random programs: what random_programs.py does not have.

A method appends one op (and what it needs) to the program. Values that are
kept are always f32, so that any op can take any other's result.
"""

import math

REDUCER = """({{
    ^bb0(%x{n}: tensor<{t}>, %y{n}: tensor<{t}>):
      %r{n} = stablehlo.{op} %x{n}, %y{n} : tensor<{t}>
      stablehlo.return %r{n} : tensor<{t}>
    }})"""
COMPARATOR = """({{
    ^bb0({args}):
      %r{n} = stablehlo.compare {direction}, %x{n}, %y{n} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %r{n} : tensor<i1>
    }})"""


def dense(dims):
    return f"array<i64: {', '.join(map(str, dims))}>" if dims else "array<i64>"


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Families:
    def reducer(self, op="add", element="f32"):
        return REDUCER.format(n=self.name()[1:] + "_", op=op, t=element)

    def comparator(self, inputs=1, direction="LT"):
        n = self.name()[1:] + "_"
        args = [f"%x{n}: tensor<f32>", f"%y{n}: tensor<f32>"]
        for i in range(1, inputs):
            args += [f"%u{n}{i}: tensor<f32>", f"%v{n}{i}: tensor<f32>"]
        return COMPARATOR.format(n=n, args=", ".join(args), direction=direction)

    # Elementwise --------------------------------------------------------------

    def select(self):
        name, shape = self.pick()
        other = self.pick(lambda s: s == shape)
        scalar = self.random.random() < 0.3
        (pred,) = self.raw(
            f"stablehlo.compare GT, {name}, {other[0]}",
            [(shape,), (shape,)],
            [shape],
            ["i1"],
        )
        where = shape
        if scalar:
            where = []
            pred = self.fresh([], "i1") if shape else pred
        result = self.name()
        attribute = self.annotation([shape])
        self.line(
            f"{result} = stablehlo.select {pred}, {name}, {other[0]}{attribute}"
            f" : ({tensor(where, 'i1')}, {tensor(shape)}, {tensor(shape)}) -> {tensor(shape)}"
        )
        self.keep(result, shape)

    def clamp(self):
        name, shape = self.pick()
        low, bounds = self.constant(), []
        if self.random.random() < 0.5:
            low, bounds = self.fresh(shape), shape
        self.emit(
            f"clamp {low}, {name}, {low}", [(bounds,), (shape,), (bounds,)], shape
        )

    def convert(self):
        name, shape = self.pick()
        (wide,) = self.raw(
            f"stablehlo.convert {name}", [(shape,)], [shape], ["f64"]
        )
        self.emit(f"convert {wide}", [(shape, "f64")], shape)

    def complex(self):
        name, shape = self.pick()
        other = self.pick(lambda s: s == shape)
        (z,) = self.raw(
            f"stablehlo.complex {name}, {other[0]}",
            [(shape,), (shape,)],
            [shape],
            ["complex<f32>"],
        )
        op = self.random.choice(["real", "imag", "abs"])
        self.emit(f"{op} {z}", [(shape, "complex<f32>")], shape)

    def bitcast(self):
        name, shape = self.pick()
        if self.random.random() < 0.5 or len(shape) > 4:
            (bits,) = self.raw(
                f"stablehlo.bitcast_convert {name}", [(shape,)], [shape], ["i32"]
            )
            self.emit(f"bitcast_convert {bits}", [(shape, "i32")], shape)
            return
        pieces = [*shape, 2]
        (bits,) = self.raw(
            f"stablehlo.bitcast_convert {name}", [(shape,)], [pieces], ["i16"]
        )
        self.emit(f"bitcast_convert {bits}", [(pieces, "i16")], shape)

    def iota(self):
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        result = self.name()
        attribute = self.annotation([shape])
        dim = self.random.randrange(len(shape))
        self.line(f"{result} = stablehlo.iota dim = {dim}{attribute} : {tensor(shape)}")
        self.keep(result, shape)

    # Gather -------------------------------------------------------------------

    def offsets(self, count):
        if self.random.random() < 0.5:
            name = self.name()
            self.line(f"{name} = stablehlo.constant dense<0> : tensor<i32>")
            return [name] * count
        return [self.fresh([], "i32") for _ in range(count)]

    def part(self, shape):
        return [
            self.random.choice([size, size, self.random.randint(1, size)])
            for size in shape
        ]

    def dynamic_slice(self):
        name, shape = self.pick()
        result = self.part(shape)
        indices = self.offsets(len(shape))
        self.emit(
            f"dynamic_slice {', '.join([name, *indices])}, sizes = {result}",
            [(shape,)] + [([], "i32")] * len(shape),
            result,
        )

    def dynamic_update_slice(self):
        name, shape = self.pick()
        part = self.part(shape)
        update = self.fresh(part)
        indices = self.offsets(len(shape))
        self.emit(
            f"dynamic_update_slice {', '.join([name, update, *indices])}",
            [(shape,), (part,)] + [([], "i32")] * len(shape),
            shape,
        )

    def roles(self, shape):
        """Each dimension of an indexed tensor: batching, dropped or kept."""
        roles = [self.random.choice("bddkkk") for _ in shape]
        indexed = [
            d for d, r in enumerate(roles) if r != "b" and self.random.random() < 0.6
        ]
        batch = [d for d, r in enumerate(roles) if r == "b"]
        dropped = [d for d, r in enumerate(roles) if r == "d"]
        kept = [d for d, r in enumerate(roles) if r == "k"]
        return batch, dropped, kept, indexed

    def index_shape(self, shape, batch, indexed):
        """Sizes of the indices without their vector, and which are batching."""
        sizes = [shape[d] for d in batch]
        places = list(range(len(batch)))
        for _ in range(self.random.randint(0, 2)):
            at = self.random.randint(0, len(sizes))
            sizes.insert(at, self.random.choice([1, 2, 3, 4, 8]))
            places = [p + (p >= at) for p in places]
        return sizes, places

    def index_tensor(self, sizes, indexed):
        if len(indexed) == 1 and self.random.random() < 0.4:
            return sizes, len(sizes)
        at = self.random.randint(0, len(sizes))
        return sizes[:at] + [len(indexed)] + sizes[at:], at

    def interleave(self, windows, batch):
        """Where `windows` go among the dimensions of `batch`: places, shape."""
        rank = len(windows) + len(batch)
        places = sorted(self.random.sample(range(rank), len(windows)))
        shape, w, b = [], list(windows), list(batch)
        for dim in range(rank):
            shape.append(w.pop(0) if dim in places else b.pop(0))
        return places, shape

    def gather(self):
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        batch, dropped, kept, indexed = self.roles(shape)
        if not indexed:
            return self.unary()
        sizes = [1 if d in batch or d in dropped else s for d, s in enumerate(shape)]
        for d in kept:
            if d in indexed:
                sizes[d] = self.random.choice([1, shape[d], max(1, shape[d] // 2)])
        counts, places = self.index_shape(shape, batch, indexed)
        index_shape, vector = self.index_tensor(counts, indexed)
        shift = [p + (p >= vector) for p in places]
        offsets, result = self.interleave([sizes[d] for d in kept], counts)
        if len(result) > 6 or math.prod(result) > 4096 or 0 in index_shape:
            return self.unary()
        indices = self.integers(index_shape)
        self.emit_generic(
            f'"stablehlo.gather"({name}, {indices}) <{{dimension_numbers ='
            f" #stablehlo.gather<offset_dims = {offsets}, collapsed_slice_dims = {dropped},"
            f" operand_batching_dims = {batch}, start_indices_batching_dims = {shift},"
            f" start_index_map = {indexed}, index_vector_dim = {vector}>,"
            f" slice_sizes = {dense(sizes)}, indices_are_sorted = false}}>",
            [(shape,), (index_shape, "i32")],
            result,
        )

    def scatter(self):
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        batch, dropped, kept, indexed = self.roles(shape)
        if not indexed:
            return self.unary()
        windows = []
        for d in kept:
            partial = d in indexed and self.random.random() < 0.5
            windows.append(max(1, shape[d] // 2) if partial else shape[d])
        counts, places = self.index_shape(shape, batch, indexed)
        index_shape, vector = self.index_tensor(counts, indexed)
        shift = [p + (p >= vector) for p in places]
        window_dims, updates = self.interleave(windows, counts)
        if len(updates) > 6 or math.prod(updates) > 4096 or 0 in index_shape:
            return self.unary()
        number = self.random.choice([1, 1, 1, 2])
        indices = self.integers(index_shape)
        update = self.fresh(updates)
        op = self.random.choice(
            ["add", "multiply", "maximum", "minimum", "subtract", "divide"]
        )
        if number == 2:
            n = self.name()[1:] + "_"
            t = "tensor<f32>"
            body = (
                f"({{\n    ^bb0(%a{n}: {t}, %b{n}: {t}, %c{n}: {t}, %d{n}: {t}):\n"
                f"      stablehlo.return %c{n}, %d{n} : {t}, {t}\n    }})"
            )
        else:
            body = self.reducer(op)
        names = ", ".join([name] * number + [indices] + [update] * number)
        operands = (
            [(shape,)] * number + [(index_shape, "i32")] + [(updates,)] * number
        )
        found = self.raw(
            f'"stablehlo.scatter"({names}) <{{scatter_dimension_numbers ='
            f" #stablehlo.scatter<update_window_dims = {window_dims},"
            f" inserted_window_dims = {dropped}, input_batching_dims = {batch},"
            f" scatter_indices_batching_dims = {shift},"
            f" scatter_dims_to_operand_dims = {indexed}, index_vector_dim = {vector}>,"
            f" indices_are_sorted = false, unique_indices = false}}> {body}",
            operands,
            [shape] * number,
        )
        for each in found:
            self.keep(each, shape)

    def emit_generic(self, text, operands, shape):
        (name,) = self.raw(text, operands, [shape])
        self.keep(name, shape)

    # Windows ------------------------------------------------------------------

    def window(self, shape):
        """Window sizes, strides, paddings and the result's shape."""
        sizes, strides, pads, result = [], [], [], []
        for size in shape:
            window = stride = 1
            low = high = 0
            if self.random.random() < 0.5:
                window = self.random.randint(1, min(size, 4))
                stride = self.random.randint(1, 3)
                low, high = self.random.choice([0, 0, 1]), self.random.choice([0, 0, 1])
            sizes.append(window)
            strides.append(stride)
            pads.append([low, high])
            result.append((size + low + high - window) // stride + 1)
        return sizes, strides, pads, result

    def reduce_window(self):
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        sizes, strides, pads, result = self.window(shape)
        number = self.random.choice([1, 1, 2])
        zero = self.constant()
        body = self.reducer()
        if number == 2:
            n, t = self.name()[1:] + "_", "tensor<f32>"
            body = (
                f"({{\n    ^bb0(%a{n}: {t}, %b{n}: {t}, %c{n}: {t}, %d{n}: {t}):\n"
                f"      stablehlo.return %c{n}, %d{n} : {t}, {t}\n    }})"
            )
        names = ", ".join([name] * number + [zero] * number)
        for each in self.raw(
            f'"stablehlo.reduce_window"({names}) <{{window_dimensions = {dense(sizes)},'
            f" window_strides = {dense(strides)}, padding = dense<{pads}> :"
            f" tensor<{len(shape)}x2xi64>}}> {body}",
            [(shape,)] * number + [([],)] * number,
            [result] * number,
        ):
            self.keep(each, result)

    def select_and_scatter(self):
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        sizes, strides, pads, source_shape = self.window(shape)
        source = self.fresh(source_shape)
        zero = self.constant()
        select, scatter = self.comparator(direction="GE"), self.reducer()
        self.emit_generic(
            f'"stablehlo.select_and_scatter"({name}, {source}, {zero}) <{{window_dimensions ='
            f" {dense(sizes)}, window_strides = {dense(strides)}, padding = dense<{pads}> :"
            f" tensor<{len(shape)}x2xi64>}}> {select[:-1]}, {scatter[1:]}",
            [(shape,), (source_shape,), ([],)],
            shape,
        )

    def convolution(self):
        r = self.random
        spatial = r.randint(0, 2)
        features, batches = r.choice([1, 1, 1, 2, 3]), 1
        if features == 1:
            batches = r.choice([1, 1, 1, 2])
        inputs = r.choice([1, 2, 4]) * features
        outputs = r.choice([1, 2, 4, 6]) * features * batches
        batch = r.choice([1, 2, 4, 8]) * batches
        sizes = [r.choice([1, 2, 4, 8, 9, 12, 16]) for _ in range(spatial)]
        kernel = [r.choice([1, 2, 3, 4, size]) for size in sizes]
        strides = [r.choice([1, 1, 2]) for _ in sizes]
        pads = [[r.choice([0, 0, 1]), r.choice([0, 0, 1, 2])] for _ in sizes]
        dilations = [r.choice([1, 1, 2]) for _ in sizes]
        windows = []
        for size, k, stride, (low, high), d in zip(sizes, kernel, strides, pads, dilations):
            padded = (size - 1) * d + 1 + low + high
            if padded < k:
                return self.unary()
            windows.append((padded - k) // stride + 1)

        def layout(first, second, sizes):
            """A permutation of two dimensions and the spatial ones."""
            dims = [first, second] + [(str(i), s) for i, s in enumerate(sizes)]
            r.shuffle(dims)
            return f"[{', '.join(d for d, _ in dims)}]", [s for _, s in dims]

        lhs_text, lhs = layout(("b", batch), ("f", inputs), sizes)
        rhs_text, rhs = layout(("i", inputs // features), ("o", outputs), kernel)
        out_text, out = layout(("b", batch // batches), ("f", outputs), windows)
        window = "" if not spatial else (
            f"stride = {strides}, pad = {pads}, lhs_dilate = {dilations}"
        )
        self.emit_conv(
            f"stablehlo.convolution({self.fresh(lhs)}, {self.fresh(rhs)}) dim_numbers ="
            f" {lhs_text}x{rhs_text}->{out_text}, window = {{{window}}}",
            f"batch_group_count = {batches} : i64, feature_group_count = {features} : i64",
            lhs, rhs, out,
        )

    def emit_conv(self, text, attributes, lhs, rhs, out):
        annotation = self.annotation([out])
        inner = attributes + (", " + annotation.strip()[1:-1] if annotation else "")
        name = self.name()
        self.line(
            f"{name} = {text} {{{inner}}} :"
            f" ({tensor(lhs)}, {tensor(rhs)}) -> {tensor(out)}"
        )
        self.keep(name, out)

    # Reductions ---------------------------------------------------------------

    def reduce_pair(self):
        """A reduction of two inputs, as an argmax is."""
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        other = self.pick(lambda s: s == shape)
        dims = sorted(self.random.sample(range(len(shape)), self.random.randint(1, len(shape))))
        kept = [s for i, s in enumerate(shape) if i not in dims]
        zero = self.constant()
        n, t = self.name()[1:] + "_", "tensor<f32>"
        for each in self.raw(
            f'"stablehlo.reduce"({name}, {other[0]}, {zero}, {zero})'
            f" <{{dimensions = {dense(dims)}}}>"
            f" ({{\n    ^bb0(%a{n}: {t}, %b{n}: {t}, %c{n}: {t}, %d{n}: {t}):\n"
            f"      stablehlo.return %c{n}, %d{n} : {t}, {t}\n    }})",
            [(shape,), (shape,), ([],), ([],)],
            [kept, kept],
        ):
            self.keep(each, kept)

    def batch_norm(self):
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        feature = self.random.randrange(len(shape))
        size = [shape[feature]]
        others = [self.fresh(size) for _ in range(4)]
        self.emit_generic(
            f'"stablehlo.batch_norm_inference"({", ".join([name, *others])})'
            f" <{{epsilon = 1.0 : f32, feature_index = {feature} : i64}}>",
            [(shape,)] + [(size,)] * 4,
            shape,
        )

    # Sort, linear algebra, random numbers ---------------------------------------

    def sort(self):
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        number = self.random.choice([1, 2])
        dim = self.random.randrange(len(shape))
        body = self.comparator(number)
        for each in self.raw(
            f'"stablehlo.sort"({", ".join([name] * number)}) <{{dimension = {dim} : i64,'
            f" is_stable = true}}> {body}",
            [(shape,)] * number,
            [shape] * number,
        ):
            self.keep(each, shape)

    def fft(self):
        name, shape = self.pick(lambda s: len(s) > 0) or (None, None)
        if name is None:
            return self.unary()
        count = self.random.randint(1, min(3, len(shape)))
        if self.random.random() < 0.5:
            result = [*shape[:-1], shape[-1] // 2 + 1]
            (z,) = self.raw(
                f"stablehlo.fft {name}, type = RFFT, length = {shape[-count:]}",
                [(shape,)], [result], ["complex<f32>"],
            )
            return self.emit(f"real {z}", [(result, "complex<f32>")], result)
        (z,) = self.raw(
            f"stablehlo.complex {name}, {name}", [(shape,), (shape,)], [shape], ["complex<f32>"]
        )
        (z,) = self.raw(
            f"stablehlo.fft {z}, type = {self.random.choice(['FFT', 'IFFT'])},"
            f" length = {shape[-count:]}",
            [(shape, "complex<f32>")], [shape], ["complex<f32>"],
        )
        self.emit(f"real {z}", [(shape, "complex<f32>")], shape)

    def batch_sizes(self):
        return [self.random.choice([1, 2, 3, 4]) for _ in range(self.random.randint(0, 2))]

    def cholesky(self):
        size = self.random.choice([1, 2, 4, 8])
        shape = [*self.batch_sizes(), size, size]
        self.emit(f"cholesky {self.fresh(shape)}, lower = true", [(shape,)], shape)

    def triangular_solve(self):
        size, other = self.random.choice([1, 2, 4, 8]), self.random.choice([1, 2, 3, 4])
        batch = self.batch_sizes()
        left = self.random.random() < 0.5
        a, b = [*batch, size, size], [*batch, *([size, other] if left else [other, size])]
        self.emit_generic(
            f'"stablehlo.triangular_solve"({self.fresh(a)}, {self.fresh(b)})'
            f" <{{left_side = {str(left).lower()}, lower = true, unit_diagonal = false,"
            " transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>",
            [(a,), (b,)],
            b,
        )

    def rng_bits(self):
        name, shape = self.pick()
        state = self.fresh([2], "ui64")
        _, bits = self.raw(
            f"stablehlo.rng_bit_generator {state}, algorithm = DEFAULT",
            [([2], "ui64")],
            [[2], shape],
            ["ui64", "ui32"],
        )
        self.emit(f"convert {bits}", [(shape, "ui32")], shape)

    # Collectives ----------------------------------------------------------------

    GROUPS = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"

    def all_reduce(self):
        name, shape = self.pick()
        self.emit_generic(
            f'"stablehlo.all_reduce"({name}) <{{{self.GROUPS}}}> {self.reducer()}',
            [(shape,)], shape,
        )

    def collective_permute(self):
        name, shape = self.pick()
        if self.random.random() < 0.3:
            return self.emit_generic(
                f'"stablehlo.collective_broadcast"({name}) <{{{self.GROUPS}}}>',
                [(shape,)], shape,
            )
        self.emit_generic(
            f'"stablehlo.collective_permute"({name}) <{{source_target_pairs ='
            " dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}>",
            [(shape,)], shape,
        )

    def all_gather(self):
        name, shape = self.pick(lambda s: len(s) > 0 and math.prod(s) < 2048) or (None, None)
        if name is None:
            return self.unary()
        dim = self.random.randrange(len(shape))
        result = [s * 2 if i == dim else s for i, s in enumerate(shape)]
        self.emit_generic(
            f'"stablehlo.all_gather"({name}) <{{all_gather_dim = {dim} : i64, {self.GROUPS}}}>',
            [(shape,)], result,
        )

    def reduce_scatter(self):
        name, shape = self.pick(lambda s: any(n % 2 == 0 for n in s)) or (None, None)
        if name is None:
            return self.unary()
        dim = self.random.choice([i for i, s in enumerate(shape) if s % 2 == 0])
        result = [s // 2 if i == dim else s for i, s in enumerate(shape)]
        self.emit_generic(
            f'"stablehlo.reduce_scatter"({name}) <{{scatter_dimension = {dim} : i64,'
            f" {self.GROUPS}}}> {self.reducer()}",
            [(shape,)], result,
        )

    def all_to_all(self):
        name, shape = self.pick(lambda s: any(n % 2 == 0 for n in s)) or (None, None)
        if name is None:
            return self.unary()
        split = self.random.choice([i for i, s in enumerate(shape) if s % 2 == 0])
        concat = self.random.randrange(len(shape))
        result = list(shape)
        result[split] //= 2
        result[concat] *= 2
        self.emit_generic(
            f'"stablehlo.all_to_all"({name}) <{{split_dimension = {split} : i64,'
            f" concat_dimension = {concat} : i64, split_count = 2 : i64, {self.GROUPS}}}>",
            [(shape,)], result,
        )

    # Custom calls ---------------------------------------------------------------

    def custom_call(self):
        name, shape = self.pick()
        target = self.random.choice(
            ["annotate_device_placement", "LayoutConstraint", "mhlo.erf", "MoveToDevice",
             "MoveToHost", "nobody_knows_this", "xla.megascale.provide_metadata"]
        )
        self.emit(f"custom_call @{target}({name})", [(shape,)], shape)

    def custom_top_k(self):
        name, shape = self.pick(lambda s: s and s[-1] > 1) or (None, None)
        if name is None:
            return self.unary()
        result = [*shape[:-1], self.random.randint(1, shape[-1] - 1)]
        values, _ = self.raw(
            f"stablehlo.custom_call @mhlo.topk({name})", [(shape,)], [result, result], ["f32", "i32"]
        )
        self.keep(values, result)

    def ruled_call(self):
        """A call whose rule the program states."""
        name, shape = self.pick(lambda s: len(s) == 2 and min(s) > 1) or (None, None)
        if name is None:
            return self.unary()
        m, n = shape
        rule = self.random.choice([
            f"([i, j])->([j, i]) {{i={m}, j={n}}}",
            f"([i, j])->([k, i]) {{i={m}, j={n}, k={n}}} need_replication={{j}}",
            f"([i, j])->([j, k]) {{i={m}, j={n}, k={m}}} reduction={{i}}",
            f"([i, j])->([j, i]) {{i={m}, j={n}}} permutation={{j}}",
            f"([i, j])->([j, i]) {{i={m}, j={n}}} blocked_propagation={{i}}",
        ])
        result = self.name()
        self.line(
            f"{result} = stablehlo.custom_call @user({name})"
            f" {{sdy.sharding_rule = #sdy.op_sharding_rule<{rule}, custom>}}"
            f" : ({tensor(shape)}) -> {tensor([n, m])}"
        )
        self.keep(result, [n, m])

    OPS = {
        "select": 1, "clamp": 0.6, "convert": 0.6, "complex": 0.6, "bitcast": 0.6,
        "iota": 0.3, "dynamic_slice": 1, "dynamic_update_slice": 1, "gather": 1.5,
        "scatter": 1.5, "reduce_window": 0.8, "select_and_scatter": 0.6, "convolution": 1.5,
        "reduce_pair": 0.6, "batch_norm": 0.6, "sort": 0.6, "fft": 0.6, "cholesky": 0.4,
        "triangular_solve": 0.5, "rng_bits": 0.3, "all_reduce": 0.3, "collective_permute": 0.3,
        "all_gather": 0.3, "reduce_scatter": 0.3, "all_to_all": 0.3, "custom_call": 0.5,
        "custom_top_k": 0.3, "ruled_call": 0.4,
    }
