"""What the chlo ops compute that broadcast their operands: a column of numbers
against a row of the same, for every element type."""

from dataclasses import replace

import numpy as np

import elementwise
from elementwise import ATTRIBUTES, FLAGS, PRELUDE
from numbers_of import exact, kind, special

# In stablehlo, booleans are compared as unsigned numbers, and added and multiplied as logic.
NAMES = ("add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum", "multiply", "chlo.next_after", "or", "chlo.polygamma",
         "power", "remainder", "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor", "chlo.zeta")
OPS = [op for op in elementwise.OPS if op.name in NAMES]
SIZES = {}


class Case(elementwise.Case):
    """As without `broadcast_`, on every pair."""

    def __init__(self, op, name):
        attributes = op.attributes.replace("#stablehlo", "#chlo")
        super().__init__(replace(op, attributes=attributes), name)
        self.dialect_op = "chlo.broadcast_" + op.name.removeprefix("chlo.")

    def __str__(self):
        return f"{self.dialect_op} {self.op.tag} on {self.name}"

    def operands(self):
        return ["column", "row"]

    def types(self):
        size = SIZES[self.name]
        return [f"tensor<{size}x1x{self.name}>", f"tensor<{size}x{self.name}>"]

    def arguments(self):
        return ", ".join(f"%{operand}: {type}" for operand, type in zip(self.operands(), self.types()))

    def result_type(self):
        return f"tensor<{SIZES[self.name]}x{SIZES[self.name]}x{self.result_element()}>"

    def text(self, result):
        attributes = f" <{{{self.op.attributes}}}>" if self.op.attributes else ""
        return f'  {result} = "{self.dialect_op}"(%column, %row){attributes} : ({", ".join(self.types())}) -> {self.result_type()}'

    def expect(self, inputs):
        values, size = exact(inputs["row"][1], self.name), SIZES[self.name]
        value = self.op.meaning[kind(self.name)](self.name, np.repeat(values, size), np.tile(values, size))
        return np.array(value, object if isinstance(value, list) else None).reshape(size, size)

    def is_refused(self):
        """The verifiers of these ops let all elements through."""
        return not self.has_meaning()

    def describe(self, inputs, place):
        return ", ".join(str(inputs["row"][1][i]) for i in place)


class Select(Case):
    def __init__(self, name):
        super().__init__(elementwise.Op("select", 3, {}), name)

    def arguments(self):
        return "%p: tensor<1xi1>, " + super().arguments()

    def text(self, result):
        return f"  {result} = chlo.broadcast_select %p, %column, %row : (tensor<1xi1>, {', '.join(self.types())}) -> {self.result_type()}"

    def has_meaning(self):
        return True

    def is_exact(self):
        return True

    def expect(self, inputs):
        return np.tile(inputs["row"][1], (SIZES[self.name], 1))


def make(name, generator):
    values = special(name, generator)
    SIZES[name] = len(values)
    # A wrong type of comparison is nothing that could be run.
    cases = [Case(op, name) for op in OPS if op.name != "compare" or kind(name) in op.meaning] + [Select(name)]
    column, row = cases[0].types()
    inputs = {"column": (column, values[:, None]), "row": (row, values), "p": ("tensor<1xi1>", np.array([False]))}
    return inputs, cases
