"""What collectives compute, for every element type: two devices with two rows
of an array each."""

from dataclasses import dataclass
from typing import Callable

import numpy as np

from numbers_of import exact, kind, special
from structured import exact_inputs, lexicographic_max, lexicographic_min, make_inputs, plus, times

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
        # What is computed in two steps names both.
        first = result + "_f" if "%f" in self.program else result
        text = f"  {first} = {self.program}".replace("%f", first).replace("%r ", result + " ")
        return text.replace("xT>", f"x{self.element}>").replace("<T>", f"<{self.element}>")

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


# The same of stablehlo, by numbers of devices.
GROUPS = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
GLOBAL = GROUPS + ", use_global_device_ids"
IN, FUTURE = "(tensor<2x4xT>) -> tensor<{}xT>", "!stablehlo.future<tensor<2x4xT>>"
PAIRS = "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
PERMUTE = f'"stablehlo.collective_permute"({{}}) <{{{{{PAIRS}}}}}> : (tensor<2x4xT>) -> tensor<2x4xT>'


def asynchronous(program):
    return (f'"stablehlo.async_start"(%a) ({{\n  ^bb0(%x: tensor<2x4xT>):\n    %y = {program.format("%x")}\n    stablehlo.return %y : tensor<2x4xT>\n'
            f'  }}) : (tensor<2x4xT>) -> {FUTURE}\n  %r = "stablehlo.async_done"(%f) : ({FUTURE}) -> tensor<2x4xT>')


REPLICAS = [
    ("stablehlo.all_gather", f'"stablehlo.all_gather"(%a) <{{all_gather_dim = 0 : i64, {GLOBAL}}}> : {IN.format("4x4")}', (4, 4), "_, _", (4, 4), lambda a: a),
    ("stablehlo.all_to_all", f'"stablehlo.all_to_all"(%a) <{{concat_dimension = 0 : i64, split_count = 2 : i64, split_dimension = 1 : i64, {GROUPS}}}> '
     f': {IN.format("4x2")}', (4, 2), '_, "x"', (4, 4), lambda a: a),
    ("stablehlo.collective_permute", PERMUTE.format("%a"), (2, 4), '"x", _', (4, 4), lambda a: np.concatenate([a[2:], a[:2]])),
    ("stablehlo.collective_broadcast", '"stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = '
     f'#stablehlo.channel_handle<handle = 1, type = 1>}}> : {IN.format("2x4")}', (2, 4), "_, _", (2, 4), lambda a: a[2:]),
    ("stablehlo.async", asynchronous(PERMUTE), (2, 4), '"x", _', (4, 4), lambda a: np.concatenate([a[2:], a[:2]])),
]  # fmt: skip

REGION = ("({\n  ^bb0(%x: tensor<T>, %y: tensor<T>):\n    %z = stablehlo.{} %x, %y : tensor<T>\n    stablehlo.return %z : tensor<T>\n  })")
REGIONS = {"add": "add", "mul": "multiply", "max": "maximum", "min": "minimum", "and": "and", "or": "or", "xor": "xor"}


def replica_reductions(name, op, meaning, kinds):
    """all_reduce and reduce_scatter with a region."""
    region = REGION.replace("stablehlo.{}", f"stablehlo.{REGIONS[op]}")
    yield Case(f"stablehlo.all_reduce {op}", name, f'"stablehlo.all_reduce"(%s) <{{{GLOBAL}}}> {region} : {IN.format("2x4")}', (2, 4), "_, _", (2, 4),
               meaning, kinds, exactly=False)
    yield Case(f"stablehlo.reduce_scatter {op}", name,
               f'"stablehlo.reduce_scatter"(%s) <{{scatter_dimension = 1 : i64, {GLOBAL}}}> {region} : {IN.format("2x2")}', (2, 2), '_, "x"', (2, 4),
               meaning, kinds, exactly=False)


def make(name, generator):
    small = np.resize(make_inputs(name, generator)["t"][1], (4, 4))
    array = np.resize(special(name, generator), (4, 4))
    inputs = {"a": (f"tensor<2x4x{name}> " + SHARDED.format('"x", _', f"4x4x{name}"), array),
              "s": (f"tensor<2x4x{name}> " + SHARDED.format('"x", _', f"4x4x{name}"), small)}
    cases = [Case(op, name, program, shape, sharding, whole, meaning) for op, program, shape, sharding, whole, meaning in MOVING + REPLICAS]
    step = exact_inputs({}, name)["step"]
    for op, function, kinds in REDUCERS:
        for_small = lambda a, function=function: combine(lambda x, y: step(function(x, y)))(exact(small, name))
        # Maxima and minima of complex numbers only exist in a region.
        cases += replica_reductions(name, op, for_small, "biufc" if op in ("max", "min") else kinds)
        cases.append(Case(f"all_reduce {op}", name, f'weft.all_reduce {op} %s over ["x"] : tensor<2x4xT>', (2, 4), "_, _", (2, 4),
                          for_small, kinds, exactly=False))
        cases.append(Case(f"reduce_scatter {op}", name, f'weft.reduce_scatter {op} %s over ["x"] dim 1 : tensor<2x4xT> -> tensor<2x2xT>',
                          (2, 2), '_, "x"', (2, 4), for_small, kinds, exactly=False))
    return inputs, cases
