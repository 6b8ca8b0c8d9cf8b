"""What all generated programs share: values, meshes, shardings, ops as text.

The op families (`*_families.py`) are written against `Host` and do not know where
their operands come from. `rule_programs.py` gives each op arguments of its own and
states every sharding; `random_programs.py` feeds ops with the results of others.
"""

import collections
import random

FLOATS = ["f32", "f64", "bf16", "f16", "f8E4M3FN", "f8E5M2"]
SIGNED = ["i4", "i8", "i16", "i32", "i64"]
UNSIGNED = ["ui4", "ui8", "ui16", "ui32", "ui64"]
INTEGERS = SIGNED + UNSIGNED
COMPLEX = ["complex<f32>", "complex<f64>"]
ELEMENTS = FLOATS + INTEGERS + ["i1"] + COMPLEX

LIMITS = {"i4": (-8, 7), "ui4": (0, 15), "i8": (-128, 127), "ui8": (0, 255)}

SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 12]

# `exact` values have the same bits whatever the order of sums was.
Value = collections.namedtuple("Value", "name shape element exact")


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def array(numbers):
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


def pairs(rows):
    """A two-column matrix of i64."""
    return f"dense<{rows}> : tensor<{len(rows)}x2xi64>" if rows else (
        "dense<> : tensor<0x2xi64>")


def literal(number, element):
    if element == "i1":
        return "true" if number else "false"
    if element in FLOATS:
        return f"{float(number):e}"
    if element in COMPLEX:
        return f"({float(number):e}, 0.0)"
    return str(int(number))


class Host:
    """Where a family's op stands. Subclasses say what `pick` and `operand` give."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.counter = 0
        self.lines = []

    # Chances ------------------------------------------------------------------

    def chance(self, p):
        return self.random.random() < p

    def choice(self, items):
        return self.random.choice(items)

    def some(self, items, low=1):
        """At least `low` of the items, in order."""
        count = self.random.randint(min(low, len(items)), len(items))
        return sorted(self.random.sample(items, count))

    def shuffled(self, items):
        return self.random.sample(list(items), len(items))

    # Text ---------------------------------------------------------------------

    def name(self):
        self.counter += 1
        return f"%{self.counter - 1}"

    def line(self, text):
        self.lines.append("    " + text)

    def scalar(self, number, element):
        name = self.name()
        if element in LIMITS:
            low, high = LIMITS[element]
            number = max(low, min(number, high))
        self.line(f"{name} = stablehlo.constant dense<{literal(number, element)}>"
                  f" : {tensor([], element)}")
        return Value(name, [], element, True)

    def op(self, op, operands, results, attrs="", regions=(), exact=True):
        """Appends an op in its generic form; `results` are (shape, element)."""
        exact = exact and all(value.exact for value in operands)
        name = self.name()
        names = [name] if len(results) == 1 else [
            f"{name}#{i}" for i in range(len(results))]
        left = name if len(results) == 1 else f"{name}:{len(results)}"
        attrs = f" <{{{attrs}}}>" if attrs else ""
        region = f" ({', '.join(regions)})" if regions else ""
        ins = ", ".join(tensor(v.shape, v.element) for v in operands)
        outs = ", ".join(tensor(s, e) for s, e in results)
        given = ", ".join(v.name for v in operands)
        self.line(f'{left} = "{op}"({given}){attrs}{region}'
                  f"{self.annotation(results)} : ({ins}) -> ({outs})")
        return [self.result(n, s, e, exact) for n, (s, e) in zip(names, results)]

    def result(self, name, shape, element, exact):
        return Value(name, list(shape), element, exact)

    def annotation(self, results):
        return ""

    def region(self, arguments, build):
        """A region whose ops `build(names)` appends; it returns the results."""
        outer, self.lines = self.lines, []
        names = [self.name() for _ in arguments]
        values = [Value(n, list(s), e, True) for n, (s, e) in zip(names, arguments)]
        returned = build(values)
        if arguments:
            given = ", ".join(f"{v.name}: {tensor(v.shape, v.element)}" for v in values)
            self.lines.insert(0, f"    ^bb0({given}):")
        types = ", ".join(tensor(v.shape, v.element) for v in returned)
        self.line(f"stablehlo.return {', '.join(v.name for v in returned)} : {types}")
        inside, self.lines = self.lines, outer
        return "{\n" + "\n".join("  " + row for row in inside) + "\n    }"

    def inner(self, op, operands, element, attrs=""):
        """An op on scalars inside a region."""
        name = self.name()
        attrs = f" <{{{attrs}}}>" if attrs else ""
        ins = ", ".join(tensor(v.shape, v.element) for v in operands)
        self.line(f'{name} = "stablehlo.{op}"({", ".join(v.name for v in operands)}){attrs}'
                  f" : ({ins}) -> {tensor([], element)}")
        return Value(name, [], element, True)

    def combine(self, op, element):
        """A region that applies one op to its two scalars."""
        return self.region([([], element)] * 2,
                           lambda args: [self.inner(op, args, element)])

    def compare(self, direction, element, others=()):
        """A comparator of the first two of its scalars."""
        arguments = [([], e) for e in [element, *others] for _ in range(2)]
        attrs = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
        return self.region(arguments, lambda args: [
            self.inner("compare", args[:2], "i1", attrs)])


# Meshes and shardings -----------------------------------------------------------

MESHES = [
    {"a": 2}, {"a": 3}, {"a": 4}, {"a": 2, "b": 2}, {"a": 2, "b": 3},
    {"a": 2, "b": 2, "c": 2}, {"a": 2, "b": 4}, {"a": 1, "b": 2},
    {"a": 5}, {"a": 6}, {"a": 4, "b": 3}, {"a": 3, "b": 2, "c": 2},
    {"a": 4, "b": 4}, {"a": 16}, {"a": 8, "b": 2},
]


def sub_axes(size):
    """The parts (pre-size, size) into which an axis can be cut."""
    return [(pre, part) for pre in range(1, size) if size % pre == 0
            for part in range(2, size) if size % (pre * part) == 0]


class Layout:
    """Random shardings over one mesh."""

    def __init__(self, rng, mesh, split=0.5):
        self.random = rng
        self.mesh = mesh
        self.split = split  # the chance that a dimension takes a further axis

    def axis(self, used):
        names = [name for name in self.mesh if name not in used]
        if not names:
            return None
        name = self.random.choice(names)
        used.add(name)
        parts = sub_axes(self.mesh[name])
        if parts and self.random.random() < 0.25:
            pre, size = self.random.choice(parts)
            return f'"{name}":({pre}){size}'
        return f'"{name}"'

    def dims(self, shape, slot=None, used=()):
        """The axes of each dimension. `slot` says whose they are."""
        used, dims = set(used), [[] for _ in shape]
        for dim in self.random.sample(range(len(shape)), len(shape)):
            while shape[dim] and self.random.random() < self.split:
                axis = self.axis(used)
                if axis is None:
                    break
                dims[dim].append(axis)
        return dims

    def weft(self, shape, slot=None):
        def spell(axes):
            if not axes:
                return "_"
            return axes[0] if len(axes) == 1 else f"({', '.join(axes)})"
        return f"<@mesh, [{', '.join(map(spell, self.dims(shape, slot)))}]>"

    def sdy(self, shape, used=()):
        texts = []
        for axes in self.dims(shape, used=used):
            ends = ["?"] if self.random.random() < 0.4 else []
            texts.append("{" + ", ".join(axes + ends) + "}")
        return f"<@mesh, [{', '.join(texts)}]>"
