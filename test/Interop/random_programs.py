"""Random well-typed StableHLO programs with random `sdy` annotations.

`generate(seed)` returns the text of one module. The same seed always gives the
same text. Dimension sizes come from a small set, so that axes divide some of
them and not others, and so that reshapes, contractions and broadcasts meet the
same sizes again.
"""

import math
import random

SIZES = [1, 2, 3, 4, 6, 8, 12, 16]
MESHES = [
    {"a": 2},
    {"a": 4},
    {"a": 2, "b": 2},
    {"a": 2, "b": 4},
    {"a": 3, "b": 2},
    {"a": 2, "b": 2, "c": 2},
    {"a": 2, "b": 3, "c": 4},
    {"a": 8},
]


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Program:
    """Builds one function, op by op, keeping the values made so far."""

    def __init__(self, seed, num_ops=12, annotate=0.25):
        self.random = random.Random(seed)
        self.mesh = self.random.choice(MESHES)
        self.num_ops = num_ops
        self.annotate = annotate
        self.values = []  # (name, shape), all f32
        self.lines = []
        self.counter = 0

    # Shardings --------------------------------------------------------------

    def axes(self, used):
        """One axis or sub-axis that does not meet one of `used`."""
        names = [name for name in self.mesh if name not in used]
        if not names:
            return None
        name = self.random.choice(names)
        used.add(name)
        size = self.mesh[name]
        divisors = [d for d in range(2, size) if size % d == 0]
        if divisors and self.random.random() < 0.2:
            part = self.random.choice(divisors)
            if self.random.random() < 0.5:
                return f'"{name}":(1){part}'
            return f'"{name}":({size // part}){part}'
        return f'"{name}"'

    def sharding(self, shape, priorities=True):
        used, dims = set(), []
        for size in shape:
            refs = []
            while size and self.random.random() < 0.45:
                axis = self.axes(used)
                if axis is None:
                    break
                refs.append(axis)
            if self.random.random() < 0.6:
                refs.append("?")
            text = "{" + ", ".join(refs) + "}"
            if priorities and refs and self.random.random() < 0.15:
                text += f"p{self.random.randint(0, 2)}"
            dims.append(text)
        text = f"@mesh, [{', '.join(dims)}]"
        if self.random.random() < 0.1:
            axis = self.axes(used)
            if axis:
                text += f", replicated={{{axis}}}"
        return f"<{text}>"

    # Ops --------------------------------------------------------------------

    def emit(self, text, operands, shape, results=None):
        """Appends `%n = stablehlo.text {sharding} : (types) -> type`."""
        name = f"%{self.counter}"
        self.counter += 1
        attribute = ""
        if self.random.random() < self.annotate / 2:
            attribute = (
                " {sdy.sharding = #sdy.sharding_per_value<["
                f"{self.sharding(shape)}]>}}"
            )
        types = ", ".join(tensor(s, *e) for s, *e in operands)
        self.lines.append(
            f"    {name} = stablehlo.{text}{attribute} : ({types}) -> {tensor(shape)}"
        )
        self.values.append((name, shape))
        return name

    def pick(self, predicate=lambda shape: True):
        candidates = [v for v in self.values if predicate(v[1])]
        # Recent values more often, so that programs are deep.
        if not candidates:
            return None
        if self.random.random() < 0.6:
            candidates = candidates[-4:]
        return self.random.choice(candidates)

    def unary(self):
        name, shape = self.pick()
        op = self.random.choice(["negate", "tanh", "exponential", "abs"])
        self.emit(f"{op} {name}", [(shape,)], shape)

    def binary(self):
        lhs = self.pick()
        rhs = self.pick(lambda shape: shape == lhs[1])
        op = self.random.choice(["add", "multiply", "subtract", "maximum"])
        self.emit(f"{op} {lhs[0]}, {rhs[0]}", [(lhs[1],), (rhs[1],)], lhs[1])

    def transpose(self):
        name, shape = self.pick(lambda shape: len(shape) > 1) or (None, None)
        if name is None:
            return self.unary()
        order = list(range(len(shape)))
        self.random.shuffle(order)
        self.emit(
            f"transpose {name}, dims = {order}",
            [(shape,)],
            [shape[i] for i in order],
        )

    def reshape(self):
        name, shape = self.pick()
        flat = []
        for size in shape:
            # Split a dimension, or leave it.
            divisors = [d for d in range(2, size) if size % d == 0]
            if divisors and self.random.random() < 0.4:
                part = self.random.choice(divisors)
                flat += [part, size // part]
            else:
                flat.append(size)
        merged = []
        for size in flat:
            if merged and self.random.random() < 0.3:
                merged[-1] *= size
            else:
                merged.append(size)
        if len(merged) > 5:
            return self.unary()
        self.emit(f"reshape {name}", [(shape,)], merged)

    def broadcast(self):
        name, shape = self.pick(lambda shape: len(shape) < 4) or (None, None)
        if name is None:
            return self.unary()
        rank = self.random.randint(len(shape), 4)
        dims = sorted(self.random.sample(range(rank), len(shape)))
        result = [self.random.choice(SIZES) for _ in range(rank)]
        for dim, size in zip(dims, shape):
            if size != 1 or self.random.random() < 0.5:
                result[dim] = size
        if math.prod(result) > 4096:
            return self.unary()
        self.emit(f"broadcast_in_dim {name}, dims = {dims}", [(shape,)], result)

    def dot(self):
        lhs = self.pick(lambda shape: len(shape) > 0)
        if lhs is None:
            return self.unary()
        rhs = self.pick(lambda shape: set(shape) & set(lhs[1]))
        pairs = [
            (i, j)
            for i, a in enumerate(lhs[1])
            for j, b in enumerate(rhs[1])
            if a == b
        ]
        self.random.shuffle(pairs)
        batch, contract, left, right = [], [], set(), set()
        for i, j in pairs[: self.random.randint(1, 3)]:
            if i in left or j in right:
                continue
            left.add(i)
            right.add(j)
            (batch if self.random.random() < 0.3 else contract).append((i, j))
        shape = [lhs[1][i] for i, _ in batch]
        shape += [s for i, s in enumerate(lhs[1]) if i not in left]
        shape += [s for j, s in enumerate(rhs[1]) if j not in right]
        if len(shape) > 5 or math.prod(shape) > 4096:
            return self.unary()
        text = f"dot_general {lhs[0]}, {rhs[0]}"
        if batch:
            text += (
                f", batching_dims = {[i for i, _ in batch]}"
                f" x {[j for _, j in batch]}"
            )
        text += (
            f", contracting_dims = {[i for i, _ in contract]}"
            f" x {[j for _, j in contract]}"
        )
        self.emit(text, [(lhs[1],), (rhs[1],)], shape)

    def constant(self):
        name = f"%{self.counter}"
        self.counter += 1
        self.lines.append(
            f"    {name} = stablehlo.constant dense<0.0> : tensor<f32>"
        )
        return name

    def reduce(self):
        name, shape = self.pick(lambda shape: len(shape) > 0) or (None, None)
        if name is None:
            return self.unary()
        dims = sorted(
            self.random.sample(
                range(len(shape)), self.random.randint(1, len(shape))
            )
        )
        zero = self.constant()
        op = self.random.choice(["add", "maximum"])
        kept = [s for i, s in enumerate(shape) if i not in dims]
        self.emit(
            f"reduce({name} init: {zero}) applies stablehlo.{op}"
            f" across dimensions = {dims}",
            [(shape,), ([],)],
            kept,
        )

    def slice(self):
        name, shape = self.pick(lambda shape: len(shape) > 0) or (None, None)
        if name is None:
            return self.unary()
        parts, result = [], []
        for size in shape:
            if size > 1 and self.random.random() < 0.4:
                low = self.random.randint(0, size - 1)
                high = self.random.randint(low + 1, size)
            else:
                low, high = 0, size
            parts.append(f"{low}:{high}")
            result.append(high - low)
        self.emit(f"slice {name} [{', '.join(parts)}]", [(shape,)], result)

    def pad(self):
        name, shape = self.pick(lambda shape: len(shape) > 0) or (None, None)
        if name is None:
            return self.unary()
        zero = self.constant()
        low = [self.random.choice([0, 0, 1, 2]) for _ in shape]
        high = [self.random.choice([0, 0, 1, 2]) for _ in shape]
        result = [s + a + b for s, a, b in zip(shape, low, high)]
        if math.prod(result) > 4096:
            return self.unary()
        self.emit(
            f"pad {name}, {zero}, low = {low}, high = {high},"
            f" interior = {[0] * len(shape)}",
            [(shape,), ([],)],
            result,
        )

    def concatenate(self):
        lhs = self.pick(lambda shape: len(shape) > 0)
        if lhs is None:
            return self.unary()
        dim = self.random.randrange(len(lhs[1]))
        rhs = self.pick(
            lambda shape: len(shape) == len(lhs[1])
            and all(
                a == b
                for i, (a, b) in enumerate(zip(shape, lhs[1]))
                if i != dim
            )
        )
        shape = list(lhs[1])
        shape[dim] += rhs[1][dim]
        if math.prod(shape) > 4096:
            return self.unary()
        self.emit(
            f"concatenate {lhs[0]}, {rhs[0]}, dim = {dim}",
            [(lhs[1],), (rhs[1],)],
            shape,
        )

    def reverse(self):
        name, shape = self.pick(lambda shape: len(shape) > 0) or (None, None)
        if name is None:
            return self.unary()
        dims = sorted(
            self.random.sample(
                range(len(shape)), self.random.randint(1, len(shape))
            )
        )
        self.emit(f"reverse {name}, dims = {dims}", [(shape,)], shape)

    def constraint(self):
        name, shape = self.pick()
        result = f"%{self.counter}"
        self.counter += 1
        self.lines.append(
            f"    {result} = sdy.sharding_constraint {name}"
            f" {self.sharding(shape)} : {tensor(shape)}"
        )
        self.values.append((result, shape))

    OPS = [
        ("unary", 3),
        ("binary", 6),
        ("transpose", 2),
        ("reshape", 3),
        ("broadcast", 2),
        ("dot", 5),
        ("reduce", 2),
        ("slice", 1),
        ("pad", 1),
        ("concatenate", 1),
        ("reverse", 1),
        ("constraint", 2),
    ]

    def text(self):
        arguments = []
        for index in range(self.random.randint(1, 4)):
            rank = self.random.choice([1, 2, 2, 3, 3, 4])
            shape = [self.random.choice(SIZES) for _ in range(rank)]
            while math.prod(shape) > 2048:
                shape[self.random.randrange(rank)] = 2
            attribute = ""
            if self.random.random() < self.annotate * 2:
                attribute = f" {{sdy.sharding = #sdy.sharding{self.sharding(shape)}}}"
            arguments.append(f"%arg{index}: {tensor(shape)}{attribute}")
            self.values.append((f"%arg{index}", shape))
        names = [name for name, _ in self.OPS]
        weights = [weight for _, weight in self.OPS]
        for _ in range(self.num_ops):
            getattr(self, self.random.choices(names, weights)[0])()
        results = self.values[-self.random.randint(1, 3) :]
        declared = []
        for _, shape in results:
            attribute = ""
            if self.random.random() < self.annotate:
                attribute = f" {{sdy.sharding = #sdy.sharding{self.sharding(shape)}}}"
            declared.append(tensor(shape) + attribute)
        axes = ", ".join(f'"{name}"={size}' for name, size in self.mesh.items())
        body = "\n".join(self.lines)
        return (
            f"sdy.mesh @mesh = <[{axes}]>\n"
            f"func.func @main({', '.join(arguments)})"
            f" -> ({', '.join(declared)}) {{\n{body}\n"
            f"    return {', '.join(name for name, _ in results)} : "
            f"{', '.join(tensor(shape) for _, shape in results)}\n}}\n"
        )


def generate(seed, **options):
    return Program(seed, **options).text()


if __name__ == "__main__":
    import sys

    print(generate(int(sys.argv[1])))
