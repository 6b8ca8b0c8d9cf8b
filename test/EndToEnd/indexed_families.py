"""Op families: what is read, written or ordered by index; algebra and random bits."""

import math

from program_text import ELEMENTS, FLOATS, INTEGERS, array

INDICES = ["i32", "i64", "i8", "ui8", "ui32"]


class IndexedFamilies:
    # Slices at computed places ----------------------------------------------------

    def starts(self, shape):
        """Start indices, some out of bounds, some computed."""
        element = self.choice(INDICES)
        def one(size):
            if self.chance(0.4):
                return self.operand([], element, exact=True)
            low = 0 if element.startswith("u") else -2
            return self.scalar(self.random.randint(low, size + 1), element)
        return [one(size) for size in shape]

    def block(self, shape):
        return [s if self.chance(0.3) else self.random.randint(0, s) for s in shape]

    def dynamic_slice(self):
        value = self.pick(low=1)
        block = self.block(value.shape)
        return self.op("stablehlo.dynamic_slice", [value, *self.starts(value.shape)],
                       [(block, value.element)], f"slice_sizes = {array(block)}")

    def dynamic_update_slice(self):
        value = self.pick(low=1)
        update = self.operand(self.block(value.shape), value.element)
        return self.op("stablehlo.dynamic_update_slice",
                       [value, update, *self.starts(value.shape)],
                       [(value.shape, value.element)])

    # Gather and scatter -------------------------------------------------------------

    def roles(self, shape):
        """Which dimensions of an indexed tensor are batching, dropped, indexed."""
        rank = range(len(shape))
        batching = [d for d in rank if self.chance(0.2)]
        rest = [d for d in rank if d not in batching]
        dropped = [d for d in rest if shape[d] and self.chance(0.5)]
        indexed = self.shuffled(self.some(rest, low=0)) if rest else []
        return batching, dropped, indexed

    def index_tensor(self, shape, batching, indexed):
        """The rows of the indices, the operand, its vector dimension, and where the
        batching dimensions are in it."""
        rows = [shape[d] for d in batching]
        places = list(range(len(rows)))
        for _ in range(self.random.randint(0, 2)):
            at = self.random.randint(0, len(rows))
            rows.insert(at, self.choice([1, 2, 3, 4, 5, 6]))
            places = [p + (p >= at) for p in places]
        if len(places) == 2 and self.chance(0.3):
            # Batching dimensions may be paired in any order.
            if shape[batching[0]] == shape[batching[1]]:
                places.reverse()
        vector = self.random.randint(0, len(rows))
        full = rows[:vector] + [len(indexed)] + rows[vector:]
        if len(indexed) == 1 and self.chance(0.4):
            full, vector = rows, len(rows)
        indices = self.operand(full, self.choice(INDICES), exact=True)
        return rows, indices, vector, [p + (p >= vector) for p in places]

    def interleave(self, windows, rows):
        """Where windows go among rows: their places, and the shape."""
        rank = len(windows) + len(rows)
        places = sorted(self.random.sample(range(rank), len(windows)))
        w, r = iter(windows), iter(rows)
        return places, [next(w) if d in places else next(r) for d in range(rank)]

    def gather(self):
        value = self.pick(low=1)
        shape = value.shape
        batching, dropped, indexed = self.roles(shape)
        sizes = []
        for d, size in enumerate(shape):
            if d in batching or d in dropped:
                sizes.append(1)
            else:
                sizes.append(self.choice([size, size, min(1, size), self.random.randint(0, size)]))
        if any(shape[d] == 0 for d in batching):
            return self.unary()
        rows, indices, vector, places = self.index_tensor(shape, batching, indexed)
        kept = [d for d in range(len(shape)) if d not in batching + dropped]
        offsets, result = self.interleave([sizes[d] for d in kept], rows)
        numbers = (f"offset_dims = {offsets}, collapsed_slice_dims = {dropped}, "
                   f"operand_batching_dims = {batching}, start_indices_batching_dims = {places}, "
                   f"start_index_map = {indexed}, index_vector_dim = {vector}")
        return self.op("stablehlo.gather", [value, indices], [(result, value.element)],
                       f"dimension_numbers = #stablehlo.gather<{numbers}>, "
                       f"slice_sizes = {array(sizes)}")

    def scatter(self):
        op = self.choice(["add", "maximum", "minimum", "multiply", "second", "subtract"])
        e = self.choice(["f32", "i32", "i8"] + (["complex<f32>", "i1"] if op == "second" else []))
        value = self.pick(low=1, elements=[e])
        shape = value.shape
        batching, dropped, indexed = self.roles(shape)
        kept = [d for d in range(len(shape)) if d not in batching + dropped]
        windows = [shape[d] if self.chance(0.6) else self.random.randint(0, shape[d])
                   for d in kept]
        rows, indices, vector, places = self.index_tensor(shape, batching, indexed)
        window_dims, updates = self.interleave(windows, rows)
        count = 2 if self.chance(0.2) else 1
        values = [value] + [self.operand(shape, e) for _ in range(count - 1)]
        new = [self.operand(updates, e) for _ in range(count)]
        numbers = (f"update_window_dims = {window_dims}, inserted_window_dims = {dropped}, "
                   f"input_batching_dims = {batching}, scatter_indices_batching_dims = {places}, "
                   f"scatter_dims_to_operand_dims = {indexed}, index_vector_dim = {vector}")
        def build(args):
            if op == "second":
                return args[count:]
            return [self.inner(op, [args[i], args[count + i]], e) for i in range(count)]
        return self.op("stablehlo.scatter", [*values, indices, *new], [(shape, e)] * count,
                       f"scatter_dimension_numbers = #stablehlo.scatter<{numbers}>",
                       [self.region([([], e)] * (2 * count), build)],
                       exact=e not in FLOATS or op in ("maximum", "minimum", "second"))

    def torch_index_select(self):
        value = self.pick(low=1)
        if 0 in value.shape:
            return self.unary()
        dim = self.random.randrange(len(value.shape))
        batch = self.random.randint(0, dim)
        rows = [self.choice([1, 2, 3, 5]) for _ in range(self.random.randint(0, 2))]
        index = self.operand(value.shape[:batch] + rows, self.choice(["i32", "i64"]), exact=True)
        shape = value.shape[:dim] + rows + value.shape[dim + 1:]
        return self.op("stablehlo.torch_index_select", [value, index], [(shape, value.element)],
                       f"dim = {dim} : i64, batch_dims = {batch} : i64")

    # Order ----------------------------------------------------------------------------

    def sort(self):
        value = self.pick(low=1, elements=FLOATS + INTEGERS, exact=True)
        dim = self.random.randrange(len(value.shape))
        others = [self.operand(value.shape, self.choice(["i32", "f32", "i1"]))
                  for _ in range(self.random.randint(0, 2))]
        everything = [value, *others]
        return self.op("stablehlo.sort", everything,
                       [(v.shape, v.element) for v in everything],
                       f"dimension = {dim} : i64, is_stable = true",
                       [self.compare(self.choice(["LT", "GT"]), value.element,
                                     [v.element for v in others])])

    def top_k(self):
        value = self.pick(low=1, elements=["f32", "i32", "bf16"], exact=True)
        k = self.random.randint(0, value.shape[-1])
        shape = [*value.shape[:-1], k]
        return self.op("chlo.top_k", [value], [(shape, value.element), (shape, "i32")],
                       f"k = {k} : i64")

    # Algebra --------------------------------------------------------------------------

    def fft(self):
        value = self.pick(low=1, elements=["f32", "complex<f32>"])
        shape, count = value.shape, self.random.randint(1, min(3, len(value.shape)))
        if math.prod(shape) == 0:
            return self.unary()
        length = shape[-count:]
        kind, result, e = self.choice(["FFT", "IFFT"]), list(shape), "complex<f32>"
        if value.element == "f32":
            kind, result = "RFFT", [*shape[:-1], shape[-1] // 2 + 1]
        elif self.chance(0.3) and shape[-1] > 1:
            kind, e = "IRFFT", "f32"
            result[-1] = 2 * (shape[-1] - 1)
            length = result[-count:]
        return self.op("stablehlo.fft", [value], [(result, e)],
                       f"fft_type = #stablehlo<fft_type {kind}>, "
                       f"fft_length = {array(length)}", exact=False)

    def batches(self):
        return [self.choice([1, 2, 3, 4, 5]) for _ in range(self.random.randint(0, 2))]

    def cholesky(self):
        """Of x * x^T + 4, whose factor is well conditioned."""
        size = self.choice([1, 2, 3, 4])
        shape = [*self.batches(), size, size]
        value = self.operand(shape, "f32")
        rank = len(shape)
        batch = list(range(rank - 2))
        numbers = (f"lhs_batching_dimensions = {batch}, rhs_batching_dimensions = {batch}, "
                   f"lhs_contracting_dimensions = [{rank - 1}], "
                   f"rhs_contracting_dimensions = [{rank - 1}]")
        bounded = self.op("stablehlo.tanh", [value], [(shape, "f32")])
        square = self.op("stablehlo.dot_general", bounded * 2, [(shape, "f32")],
                         f"dot_dimension_numbers = #stablehlo.dot<{numbers}>", exact=False)
        rows = self.op("stablehlo.iota", [], [(shape, "i32")], f"iota_dimension = {rank - 1} : i64")
        columns = self.op("stablehlo.iota", [], [(shape, "i32")],
                          f"iota_dimension = {rank - 2} : i64")
        equal = self.op("stablehlo.compare", rows + columns, [(shape, "i1")],
                        "comparison_direction = #stablehlo<comparison_direction EQ>")
        four = self.op("stablehlo.broadcast_in_dim", [self.scalar(4, "f32")], [(shape, "f32")],
                       "broadcast_dimensions = array<i64>")
        large = self.op("stablehlo.add", square + four, [(shape, "f32")])
        definite = self.op("stablehlo.select", equal + large + square, [(shape, "f32")])
        return self.op("stablehlo.cholesky", definite, [(shape, "f32")],
                       f"lower = {self.choice(['true', 'false'])}")

    def triangular_solve(self):
        size, other, batch = self.choice([1, 2, 3]), self.choice([1, 2, 3, 4]), self.batches()
        left = self.chance(0.5)
        a = self.operand([*batch, size, size], "f32")
        b = self.operand([*batch, *([size, other] if left else [other, size])], "f32")
        word = self.choice(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
        bounded = self.op("stablehlo.tanh", [a], [(a.shape, "f32")])
        return self.op("stablehlo.triangular_solve", [*bounded, b], [(b.shape, "f32")],
                       f"left_side = {str(left).lower()}, "
                       f"lower = {self.choice(['true', 'false'])}, unit_diagonal = true, "
                       f"transpose_a = #stablehlo<transpose {word}>", exact=False)

    def rng_bits(self):
        shape = self.pick().shape
        algorithm, length = self.choice(
            [("THREE_FRY", 2), ("PHILOX", 2), ("PHILOX", 3), ("DEFAULT", 2)])
        state = self.operand([length], "ui64", exact=True)
        e = self.choice(["ui8", "ui16", "ui32", "ui64", "i32"])
        return self.op("stablehlo.rng_bit_generator", [state],
                       [([length], "ui64"), (shape, e)],
                       f"rng_algorithm = #stablehlo<rng_algorithm {algorithm}>")

    def map(self):
        value = self.pick(low=1, elements=["i32", "f32"])
        other = self.operand(value.shape, value.element)
        dims = list(range(len(value.shape)))
        return self.op("stablehlo.map", [value, other], [(value.shape, value.element)],
                       f"dimensions = {array(dims)}",
                       [self.combine(self.choice(["add", "maximum"]), value.element)])
