"""What collectives compute, for every element type: two devices with two rows
of an array each."""

from dataclasses import dataclass
from typing import Callable

import numpy as np

from numbers_of import exact, kind, special
from structured import POWERS, lexicographic_max, lexicographic_min, make_inputs, plus, times

PRELUDE = 'weft.mesh @mesh <"x" = 2>'
ATTRIBUTES = "attributes {weft.local}"
FLAGS = []

SHARDED = '{{weft.sharding = #weft.sharding<@mesh, [{0}]>, weft.whole = tensor<{1}>}}'


@dataclass
class Case:
    name: str
    element: str
    program: str
    shape: tuple
    # Of the whole result: where it is split, and its shape.
    sharding: str
    whole: tuple
    meaning: Callable
    kinds: str = "biufc"
    exactly: bool = True

    def __str__(self):
        return f"{self.name} on {self.element}"

    def arguments(self):
        return f"%a: tensor<2x4x{self.element}>, %s: tensor<2x4x{self.element}>"

    def text(self, result):
        return f"  {result} = {self.program}".replace("xT>", f"x{self.element}>")

    def result_element(self):
        return self.element

    def result_type(self):
        return f"tensor<{'x'.join(map(str, self.shape))}x{self.element}>"

    def result_attributes(self):
        return SHARDED.format(self.sharding, "x".join(map(str, self.whole)) + f"x{self.element}")

    def has_meaning(self):
        return kind(self.element) in self.kinds

    def is_refused(self):
        return False

    def is_exact(self):
        return self.exactly

    def is_scaled(self):
        return False

    def allowed(self):
        return 0.0

    def expect(self, inputs):
        array = inputs["a"][1]
        return self.meaning(array) if self.exactly else self.meaning(exact(array, self.element))

    def describe(self, inputs, place):
        return "the op"


def combine(function):
    def meaning(a):
        result = [[function(x, y) for x, y in zip(*rows)] for rows in zip(a[:2], a[2:])]
        return np.array(result, a.dtype)

    return meaning


REDUCERS = [
    ("add", plus, "biufc"), ("mul", times, "biufc"), ("max", lexicographic_max, "biuf"), ("min", lexicographic_min, "biuf"),
    ("and", lambda a, b: a & b, "biu"), ("or", lambda a, b: a | b, "biu"), ("xor", lambda a, b: a ^ b, "biu"),
]  # fmt: skip

MOVING = [
    ("all_gather", 'weft.all_gather %a over ["x"] dim 0 : tensor<2x4xT> -> tensor<4x4xT>', (4, 4), "_, _", (4, 4), lambda a: a),
    ("all_to_all", 'weft.all_to_all %a over ["x"] split 1 concat 0 : tensor<2x4xT> -> tensor<4x2xT>', (4, 2), '_, "x"', (4, 4), lambda a: a),
    ("permute", 'weft.permute %a over ["x"] rotate 1 : tensor<2x4xT>', (2, 4), '"x", _', (4, 4), lambda a: np.concatenate([a[2:], a[:2]])),
    ("broadcast", 'weft.broadcast %a over ["x"] from 1 : tensor<2x4xT>', (2, 4), "_, _", (2, 4), lambda a: a[2:]),
    ("all_slice", 'weft.all_slice %a over ["x"] dim 1 : tensor<2x4xT> -> tensor<2x2xT>', (2, 2), '"x", _', (4, 2),
     lambda a: np.concatenate([a[:2, :2], a[2:, 2:]])),
]  # fmt: skip


def make(name, generator):
    small = np.resize(make_inputs(name, generator)["t"][1], (4, 4))
    array = np.resize(special(name, generator), (4, 4))
    inputs = {"a": (f"tensor<2x4x{name}> " + SHARDED.format('"x", _', f"4x4x{name}"), array),
              "s": (f"tensor<2x4x{name}> " + SHARDED.format('"x", _', f"4x4x{name}"), small)}
    cases = [Case(op, name, program, shape, sharding, whole, meaning) for op, program, shape, sharding, whole, meaning in MOVING]
    for op, function, kinds in REDUCERS:
        if name == POWERS and op == "add":
            continue
        for_small = lambda a, function=function: combine(function)(exact(small, name))
        cases.append(Case(f"all_reduce {op}", name, f'weft.all_reduce {op} %s over ["x"] : tensor<2x4xT>', (2, 4), "_, _", (2, 4),
                          for_small, kinds, exactly=False))
        cases.append(Case(f"reduce_scatter {op}", name, f'weft.reduce_scatter {op} %s over ["x"] dim 1 : tensor<2x4xT> -> tensor<2x2xT>',
                          (2, 2), '_, "x"', (2, 4), for_small, kinds, exactly=False))
    return inputs, cases
