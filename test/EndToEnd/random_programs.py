"""Programs of many ops, with annotations here and there.

`generate(seed)` returns the text of one module: a function over all op families, with
loops, branches, calls and manual regions, several element types and several results; a
mesh of up to 16 devices; and annotations as JAX prints them, on some arguments, results
and values. The same seed always gives the same text, and fewer ops (`--ops`) the
beginning of the same program, which is how a failure is made small.
"""

import argparse
import math
import random

from elementwise_families import ElementwiseFamilies, MovementFamilies
from indexed_families import IndexedFamilies
from program_text import ELEMENTS, MESHES, SIZES, Host, Layout, Value, literal, tensor
from reduction_families import ContractionFamilies, ReductionFamilies
from region_families import RegionFamilies

# How often a family is taken.
WEIGHTS = {
    "unary": 2, "binary": 5, "comparison": 1, "select": 1, "predicate_or_precision": 0.5, "clamp": 0.5, "convert": 1,
    "complex": 0.5, "bitcast": 0.3, "batch_norm": 0.5, "iota": 0.5, "constant": 0.5,
    "transpose": 2, "reshape": 3, "broadcast": 2, "old_broadcast": 0.3, "reverse": 1,
    "slice": 2, "pad": 2, "concatenate": 2, "get_dimension_size": 0.1, "dot": 4,
    "convolution": 1, "reduce": 3, "reduce_pair": 1, "reduce_window": 1.5,
    "window_pair": 0.4, "select_and_scatter": 1, "dynamic_slice": 1.5,
    "dynamic_update_slice": 1.5, "gather": 2, "scatter": 2, "sort": 1, "top_k": 0.7,
    "fft": 0.5, "cholesky": 0.3, "triangular_solve": 0.4, "rng_bits": 0.5, "map": 0.3,
    "chlo_unary": 0.5, "chlo_binary": 0.3, "chlo_broadcast": 0.5, "einsum": 0.5,
    "unary_einsum": 0.3, "wide_dot": 0.5, "ragged_dot": 0.4, "torch_index_select": 0.4,
    "loop": 1.5, "case": 0.7, "conditional": 0.5, "optimization_barrier": 0.5,
    "constraint": 2, "call": 1, "manual_region": 0.8,
}
LARGEST = 2048  # elements of a value


class Program(ElementwiseFamilies, MovementFamilies, ContractionFamilies,
              ReductionFamilies, IndexedFamilies, RegionFamilies, Host):
    def __init__(self, seed, num_ops=None, families=None):
        super().__init__(seed)
        self.mesh = self.choice(MESHES)
        self.families = families
        self.annotate = self.choice([0.1, 0.3, 0.6])
        self.layout = Layout(self.random, self.mesh, self.choice([0.3, 0.5]))
        self.values, self.given, self.arguments = [], [], []
        self.texts, self.functions = [], []
        self.manual, self.closed, self.depth = [], False, 0
        drawn = self.random.randint(2, 14)
        self.num_ops = drawn if num_ops is None else num_ops

    # Values -------------------------------------------------------------------------

    def pick(self, low=0, high=4, elements=ELEMENTS, exact=False):
        fits = [v for v in self.visible() if low <= len(v.shape) <= high
                and v.element in elements and (v.exact or not exact)]
        if fits and self.chance(0.85):
            # Recent values more often, so that programs are deep.
            return self.choice(fits[-5:] if self.chance(0.6) else fits)
        sizes = [0, *SIZES] if self.chance(0.05) else SIZES
        rank = self.random.randint(low, max(low, min(high, 3)))
        element = "f32" if "f32" in elements and self.chance(0.4) else self.choice(elements)
        return self.operand([self.choice(sizes) for _ in range(rank)], element, exact)

    def operand(self, shape, element="f32", exact=False):
        fits = [v for v in self.visible() if v.shape == list(shape)
                and v.element == element and (v.exact or not exact)]
        if fits and self.chance(0.85):
            return self.choice(fits)
        if self.closed:
            return self.from_nothing(shape, element)
        name = f"%arg{len(self.arguments)}"
        attribute = ""
        if self.chance(self.annotate):
            attribute = f" {{sdy.sharding = #sdy.sharding{self.layout.sdy(shape)}}}"
        self.arguments.append(f"{name}: {tensor(shape, element)}{attribute}")
        value = Value(name, list(shape), element, True)
        self.given.append(value)
        return value

    def visible(self):
        """What an op may use here. Functions and manual regions see no arguments."""
        return self.values if self.closed else self.given + self.values

    def from_nothing(self, shape, element):
        name = self.name()
        if shape and element != "i1":
            self.line(f"{name} = stablehlo.iota dim = {self.random.randrange(len(shape))}"
                      f" : {tensor(shape, element)}")
        else:
            self.line(f"{name} = stablehlo.constant dense<{literal(1, element)}>"
                      f" : {tensor(shape, element)}")
        return Value(name, list(shape), element, True)

    def annotation(self, results):
        if not self.chance(self.annotate / 4):
            return ""
        each = ", ".join(self.layout.sdy(s, used=self.manual) for s, _ in results)
        return f" {{sdy.sharding = #sdy.sharding_per_value<[{each}]>}}"

    # Programs -----------------------------------------------------------------------

    def body(self, count):
        names = self.families or list(WEIGHTS)
        weights = [WEIGHTS[name] for name in names]
        for _ in range(count):
            family = self.random.choices(names, weights)[0]
            for value in getattr(self, family)():
                if math.prod(value.shape) <= LARGEST and len(value.shape) <= 5:
                    self.values.append(value)

    def __str__(self):
        self.body(self.num_ops)
        last = random.Random(f"{self.counter}")
        made = self.values or [self.pick()]
        count = min(len(made), last.randint(1, 4))
        results = [*last.sample(made[:-1], count - 1), made[-1]]
        declared = []
        for value in results:
            text = tensor(value.shape, value.element)
            if last.random() < self.annotate:
                layout = Layout(last, self.mesh)
                text += f" {{sdy.sharding = #sdy.sharding{layout.sdy(value.shape)}}}"
            declared.append(text)
        mesh = ", ".join(f'"{name}"={size}' for name, size in self.mesh.items())
        lines = "\n".join(self.lines)
        names = ", ".join(v.name for v in results)
        types = ", ".join(tensor(v.shape, v.element) for v in results)
        return (f"sdy.mesh @mesh = <[{mesh}]>\n{''.join(self.texts)}"
                f"func.func public @main({', '.join(self.arguments)})"
                f" -> ({', '.join(declared)}) {{\n{lines}\n"
                f"    return {names} : {types}\n}}\n")


def generate(seed, num_ops=None, families=None):
    return f"// seed {seed}\n" + str(Program(seed, num_ops, families))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 100])
    parser.add_argument("--fresh", type=int, help="this many seeds nobody tried")
    parser.add_argument("--ops", type=int, help="how many ops, instead of 2 to 14")
    parser.add_argument("--family", action="append", choices=sorted(WEIGHTS))
    arguments = parser.parse_args()
    if arguments.fresh:
        first = random.SystemRandom().randrange(1 << 40)
        arguments.seeds = [first, first + arguments.fresh]
    print("// seeds", *arguments.seeds)
    for seed in range(*arguments.seeds):
        print(generate(seed, arguments.ops, arguments.family) + "// -----")


if __name__ == "__main__":
    main()
