"""Programs of one op each, with every kind of sharding around it.

`generate(seed)` returns the text of one module: an op of some family with random
attributes and sizes (even, uneven, smaller than the axis, zero), a mesh, and a
random sharding of every operand and result. The text states the sharding of every
value, so that partitioning is tested without propagation. The same seed always gives
the same text.

`Enumeration(seed, mesh)` is one op under *all* shardings of its operands and results.
"""

import argparse
import itertools
import math
import random

from elementwise_families import ElementwiseFamilies, MovementFamilies
from indexed_families import IndexedFamilies
from program_text import ELEMENTS, MESHES, SIZES, Host, Layout, Value, tensor
from reduction_families import ContractionFamilies, ReductionFamilies

FAMILIES = [
    "unary", "binary", "comparison", "select", "predicate_or_precision", "clamp", "convert", "complex", "bitcast",
    "batch_norm", "iota", "constant", "transpose", "reshape", "broadcast", "old_broadcast",
    "reverse", "slice", "pad", "concatenate", "get_dimension_size", "dot", "convolution",
    "reduce", "reduce_pair", "reduce_window", "window_pair", "select_and_scatter",
    "dynamic_slice", "dynamic_update_slice", "gather", "scatter", "sort", "top_k", "fft",
    "cholesky", "triangular_solve", "rng_bits", "map",
    "chlo_unary", "chlo_binary", "chlo_broadcast", "einsum", "unary_einsum", "wide_dot",
    "ragged_dot", "torch_index_select",
]

ENUMERATED_MESHES = [{"a": 2, "b": 2}, {"a": 3}, {"a": 2, "b": 3}]


class Case(ElementwiseFamilies, MovementFamilies, ContractionFamilies, ReductionFamilies,
           IndexedFamilies, Host):
    """One op, whose operands are arguments."""

    def __init__(self, seed, families=None, mesh=None, layout=None):
        super().__init__(seed)
        self.mesh = mesh or self.choice(MESHES)
        self.layout = layout or Layout(random.Random(f"layout {seed}"), self.mesh)
        self.arguments = []
        self.family = self.choice(families or FAMILIES)
        self.returned = getattr(self, self.family)()

    def shape(self, low, high):
        sizes = [0, *SIZES] if self.chance(0.1) else SIZES
        shape = [self.choice(sizes) for _ in range(self.random.randint(low, high))]
        return shape

    def pick(self, low=0, high=3, elements=ELEMENTS, exact=False):
        element = "f32" if "f32" in elements and self.chance(0.5) else self.choice(elements)
        return self.operand(self.shape(low, high), element)

    def operand(self, shape, element="f32", exact=False):
        name = f"%arg{len(self.arguments)}"
        self.arguments.append((name, list(shape), element))
        return Value(name, list(shape), element, True)

    def tame(self, results):
        return results

    def annotation(self, results):
        each = ", ".join(self.layout.weft(shape, ("out", i))
                         for i, (shape, _) in enumerate(results))
        return f" {{weft.shardings = #weft.shardings<[{each}]>}}"

    def __str__(self):
        def port(shape, element, slot):
            return (f"{tensor(shape, element)} {{weft.sharding ="
                    f" #weft.sharding{self.layout.weft(shape, slot)}}}")
        arguments = ", ".join(f"{n}: {port(s, e, ('in', i))}"
                              for i, (n, s, e) in enumerate(self.arguments))
        outs = ", ".join(port(v.shape, v.element, ("out", i))
                         for i, v in enumerate(self.returned))
        mesh = ", ".join(f'"{name}" = {size}' for name, size in self.mesh.items())
        lines = "\n".join(self.lines)
        names = ", ".join(v.name for v in self.returned)
        types = ", ".join(tensor(v.shape, v.element) for v in self.returned)
        return (f"// {self.family}\nweft.mesh @mesh <{mesh}>\n"
                f"func.func @main({arguments}) -> ({outs}) {{\n{lines}\n"
                f"    return {names} : {types}\n}}\n")


def generate(seed, families=None):
    return f"// seed {seed}\n" + str(Case(seed, families))


# All shardings ----------------------------------------------------------------------


def assignments(mesh, shape):
    """Every way to give each axis of the mesh to one dimension, or to none."""
    found = []
    places = [None, *(d for d, size in enumerate(shape) if size)]
    for order in itertools.permutations(mesh):
        for where in itertools.product(places, repeat=len(order)):
            dims = [[] for _ in shape]
            for axis, dim in zip(order, where):
                if dim is not None:
                    dims[dim].append(f'"{axis}"')
            if dims not in found:
                found.append(dims)
    return found


class Chosen(Layout):
    """The shardings of one combination, by what they are of."""

    def __init__(self, mesh, chosen):
        super().__init__(random.Random(0), mesh)
        self.chosen = chosen

    def dims(self, shape, slot=None):
        dims = self.chosen.get(slot, [])
        return dims if len(dims) == len(shape) and all(
            size or not axes for size, axes in zip(shape, dims)) else [[] for _ in shape]


class Enumeration:
    """`len` programs: the op that `seed` gives, under each assignment of the axes to
    the dimensions of its operands and results."""

    def __init__(self, seed, mesh, families=None):
        self.seed, self.mesh, self.families = seed, mesh, families
        case = Case(seed, families, mesh)
        slots = [(("in", i), shape) for i, (_, shape, _) in enumerate(case.arguments)]
        slots += [(("out", i), v.shape) for i, v in enumerate(case.returned)]
        self.slots = [(slot, assignments(mesh, shape)) for slot, shape in slots if shape]

    def __len__(self):
        return math.prod(len(each) for _, each in self.slots)

    def __getitem__(self, index):
        number, chosen = index, {}
        for slot, each in self.slots:
            chosen[slot] = each[number % len(each)]
            number //= len(each)
        case = Case(self.seed, self.families, self.mesh, Chosen(self.mesh, chosen))
        return f"// seed {self.seed}, assignment {index}\n{case}"


def assigned(seed, spread, families=None):
    """Of all assignments on the meshes 2x2, 3 and 2x3, `spread` each (0 for all)."""
    for mesh in ENUMERATED_MESHES:
        every = Enumeration(seed, mesh, families)
        step = max(1, len(every) // (spread or len(every)))
        for index in range(seed % step, len(every), step):
            yield every[index]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 100])
    parser.add_argument("--family", action="append", choices=FAMILIES)
    parser.add_argument("--fresh", type=int, help="this many seeds nobody tried")
    parser.add_argument(
        "--assignments", type=int,
        help="for each seed and each of the meshes 2x2, 3 and 2x3, this many of all "
        "assignments of axes to dimensions, evenly spread; 0 for all")
    arguments = parser.parse_args()
    if arguments.fresh:
        first = random.SystemRandom().randrange(1 << 40)
        arguments.seeds = [first, first + arguments.fresh]
    print("// seeds", *arguments.seeds)
    for seed in range(*arguments.seeds):
        texts = ([generate(seed, arguments.family)] if arguments.assignments is None
                 else assigned(seed, arguments.assignments, arguments.family))
        for text in texts:
            print(text + "// -----")


if __name__ == "__main__":
    main()
