"""Random well-typed StableHLO programs with random `sdy` annotations.

`generate(seed)` returns the text of one module. The same seed always gives the
same text. Dimension sizes come from a small set, so that axes divide some of
them and not others, and so that reshapes, contractions and broadcasts meet the
same sizes again.

This file has the programs, their annotations and the common ops; random_ops.py
has the other op families, random_regions.py what has regions.
"""

import math
import random
import re

import random_ops
import random_regions

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
    {"a": 1},
    {"a": 2, "b": 1, "c": 2},
    {"a": 6, "b": 4},
    {"a": 2, "b": 2, "c": 2, "d": 2},
]
OTHER_MESH = {"a": 4, "x": 2}


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Program(random_ops.Families, random_regions.Regions):
    """Builds one function, op by op, keeping the values made so far."""

    def __init__(self, seed, num_ops=12, annotate=0.25, families=None):
        self.random = random.Random(seed)
        self.mesh = self.random.choice(MESHES)
        self.num_ops = num_ops
        self.annotate = annotate
        self.families = families
        self.values = []  # (name, shape), all f32
        self.lines = []
        self.arguments = []  # text of each
        self.counter = 0
        self.types = {}  # of every value that may end up without a use
        self.manual = []  # axes that are manual here
        self.isolated = False  # inside a region that sees no outer values
        # Rare features are in a few programs only, so that the others go deep.
        self.use_meshes = self.random.random() < 0.15
        self.use_unreduced = self.random.random() < 0.15

    # Shardings --------------------------------------------------------------

    def axes(self, used, mesh):
        """One axis or sub-axis that does not meet one of `used`."""
        names = [name for name in mesh if name not in used]
        if not names:
            return None
        name = self.random.choice(names)
        used.add(name)
        size = mesh[name]
        divisors = [d for d in range(2, size) if size % d == 0]
        if divisors and self.random.random() < 0.2:
            part = self.random.choice(divisors)
            if self.random.random() < 0.5:
                return f'"{name}":(1){part}'
            return f'"{name}":({size // part}){part}'
        return f'"{name}"'

    def sharding(self, shape, priorities=True):
        name, mesh = "mesh", self.mesh
        if self.use_meshes and not self.manual and self.random.random() < 0.3:
            name = self.random.choice(["other", "empty", "maximal"])
            mesh = OTHER_MESH if name == "other" else {}
        if name == "maximal":
            return "<@maximal, []>"
        used, dims = set(self.manual), []
        for size in shape:
            refs = []
            while size and self.random.random() < 0.45:
                axis = self.axes(used, mesh)
                if axis is None:
                    break
                refs.append(axis)
            if self.random.random() < 0.6:
                refs.append("?")
            text = "{" + ", ".join(refs) + "}"
            if priorities and refs and self.random.random() < 0.15:
                text += f"p{self.random.randint(0, 2)}"
            dims.append(text)
        text = f"@{name}, [{', '.join(dims)}]"
        if self.random.random() < 0.1:
            axis = self.axes(used, mesh)
            if axis:
                text += f", replicated={{{axis}}}"
        if self.use_unreduced and self.random.random() < 0.4:
            axis = self.axes(used, mesh)
            if axis:
                text += f", unreduced={{{axis}}}"
        return f"<{text}>"

    def annotation(self, shapes, chance=None):
        """` {sdy.sharding = ...}` for an op with results of these shapes."""
        if self.random.random() >= (chance or self.annotate / 2):
            return ""
        each = ", ".join(self.sharding(shape) for shape in shapes)
        return f" {{sdy.sharding = #sdy.sharding_per_value<[{each}]>}}"

    # Values -----------------------------------------------------------------

    def name(self):
        self.counter += 1
        return f"%{self.counter - 1}"

    def line(self, text):
        self.lines.append("    " + text)

    def argument(self, shape, element="f32", chance=None):
        """A new argument of the function; not inside an isolated region."""
        name = f"%arg{len(self.arguments)}"
        attribute = ""
        if self.random.random() < (chance or self.annotate * 2):
            attribute = f" {{sdy.sharding = #sdy.sharding{self.outer_sharding(shape)}}}"
        self.arguments.append(f"{name}: {tensor(shape, element)}{attribute}")
        return name

    def outer_sharding(self, shape):
        manual, self.manual = self.manual, []
        text = self.sharding(shape)
        self.manual = manual
        return text

    def fresh(self, shape, element="f32"):
        """A value of just this type, whatever else there is."""
        if element == "f32":
            found = [n for n, s in self.values if list(s) == list(shape)]
            if found and self.random.random() < 0.8:
                return self.random.choice(found)
        if not self.isolated:
            return self.argument(shape, element)
        name = self.name()
        if len(shape) == 0:
            value = "0.0" if element[0] == "f" else "0"
            self.line(f"{name} = stablehlo.constant dense<{value}> : {tensor(shape, element)}")
        else:
            self.line(f"{name} = stablehlo.iota dim = 0 : {tensor(shape, element)}")
        return name

    def integers(self, shape, element="i32"):
        """Indices, computed from floats so that shardings reach them."""
        source = self.fresh(shape)
        name = self.name()
        self.line(
            f"{name} = stablehlo.convert {source} :"
            f" ({tensor(shape)}) -> {tensor(shape, element)}"
        )
        return name

    def raw(self, text, operands, results, elements=None, annotate=True):
        """Appends an op given by its text up to the type; returns its results."""
        name = self.name()
        elements = elements or ["f32"] * len(results)
        attribute = self.annotation(results) if annotate else ""
        types = ", ".join(tensor(s, *e) for s, *e in operands)
        outs = ", ".join(tensor(s, e) for s, e in zip(results, elements))
        left = name if len(results) == 1 else f"{name}:{len(results)}"
        if len(results) != 1:
            outs = f"({outs})"
        self.line(f"{left} = {text}{attribute} : ({types}) -> {outs}")
        names = [f"{name}#{i}" for i in range(len(results))]
        if len(results) == 1:
            names = [name]
        for each, shape, element in zip(names, results, elements):
            self.types[each] = tensor(shape, element)
        return names

    def keep(self, name, shape):
        self.values.append((name, list(shape)))
        self.types[name] = tensor(shape)

    def sink_unused(self, start=0, returned=()):
        """Uses what has no use: Shardy's driver erases dead ops as it goes."""
        text = "\n".join(self.lines[start:])
        for line in self.lines[start:]:
            # Only what is defined in this region, not in one inside it.
            for name, count in re.findall(r"^ *(%[\w]+)(?::(\d+))? = ", line):
                uses = len(re.findall(re.escape(name) + r"(?!\w)", text))
                value = name if not count else f"{name}#0"
                if uses > 1 or value in returned or value not in self.types:
                    continue
                self.line(
                    f"stablehlo.custom_call @sink({value}) {{has_side_effect = true}}"
                    f" : ({self.types[value]}) -> ()"
                )

    # Ops --------------------------------------------------------------------

    def emit(self, text, operands, shape):
        """Appends `%n = stablehlo.text {sharding} : (types) -> type`."""
        (name,) = self.raw(f"stablehlo.{text}", operands, [shape])
        self.keep(name, shape)
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
        name = self.name()
        self.line(f"{name} = stablehlo.constant dense<0.0> : tensor<f32>")
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
        result = self.name()
        self.line(
            f"{result} = sdy.sharding_constraint {name}"
            f" {self.sharding(shape)} : {tensor(shape)}"
        )
        self.keep(result, shape)

    def barrier(self):
        name, shape = self.pick()
        result = self.name()
        direction = self.random.choice(["FORWARD", "BACKWARD", "NONE"])
        self.line(
            f"{result} = sdy.propagation_barrier {name}"
            f" allowed_direction={direction} : {tensor(shape)}"
        )
        self.keep(result, shape)

    def group(self):
        """Puts two values of one shape into one group."""
        first = self.pick()
        second = self.pick(lambda shape: shape == first[1])
        number = self.random.randint(0, 3)
        # One group, one shape; and none across the border of a manual region.
        key = (number, tuple(first[1]), self.isolated and id(self.manual))
        number = self.groups.setdefault(key, len(self.groups))
        for name in {first[0], second[0]}:
            self.line(f"sdy.sharding_group {name} group_id={number} : {tensor(first[1])}")

    OPS = {
        "unary": 3,
        "binary": 6,
        "transpose": 2,
        "reshape": 3,
        "broadcast": 2,
        "dot": 5,
        "reduce": 2,
        "slice": 1,
        "pad": 1,
        "concatenate": 1,
        "reverse": 1,
        "constraint": 2,
        "barrier": 0.4,
        "group": 0.3,
        **random_ops.Families.OPS,
        **random_regions.Regions.OPS,
    }
    groups = None

    def body(self, num_ops):
        """Appends ops, by the weights of their families."""
        ops = self.families or self.OPS
        for _ in range(num_ops):
            getattr(self, self.random.choices(list(ops), list(ops.values()))[0])()

    def text(self):
        self.groups = {}
        for _ in range(self.random.randint(1, 4)):
            rank = self.random.choice([0, 1, 2, 2, 3, 3, 4])
            shape = [self.random.choice(SIZES) for _ in range(rank)]
            while math.prod(shape) > 2048:
                shape[self.random.randrange(rank)] = 2
            self.keep(self.argument(shape), shape)
        self.body(self.num_ops)
        self.sink_unused()
        results = self.values[-self.random.randint(1, 3) :]
        declared = []
        for _, shape in results:
            attribute = ""
            if self.random.random() < self.annotate:
                attribute = f" {{sdy.sharding = #sdy.sharding{self.sharding(shape)}}}"
            declared.append(tensor(shape) + attribute)
        body = "\n".join(self.lines)
        return (
            f"{self.meshes()}"
            f"func.func @main({', '.join(self.arguments)})"
            f" -> ({', '.join(declared)}) {{\n{body}\n"
            f"    return {', '.join(name for name, _ in results)} : "
            f"{', '.join(tensor(shape) for _, shape in results)}\n}}\n"
        )

    def meshes(self):
        def declare(name, mesh):
            axes = ", ".join(f'"{name}"={size}' for name, size in mesh.items())
            return f"sdy.mesh @{name} = <[{axes}]>\n"

        text = declare("mesh", self.mesh)
        if self.use_meshes:
            text += declare("other", OTHER_MESH) + declare("empty", {})
            text += "sdy.mesh @maximal = <[], device_ids=[1]>\n"
        return text


def generate(seed, **options):
    return Program(seed, **options).text()


if __name__ == "__main__":
    import sys

    print(generate(int(sys.argv[1])))
