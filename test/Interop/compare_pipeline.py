"""Compares Weft's propagation pipeline with Shardy's on programs from JAX.

Both start from the text that JAX prints, or from the programs of a file that
`// -----` separates. The results are walked together, from
what each function returns to what it is computed from: reshards and constraints
are stepped over, calls are followed, and the sharding of every pair of values
is compared. Shardy's copies of constants may be shared differently, which this
does not see; each use is compared.
"""

import argparse
import collections
import subprocess
import sys

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir, passmanager

import compare_shardy

WEFT_PASSES = ["--weft-propagation-pipeline=even-boundary=true", "--weft-export-sdy"]
TRANSPARENT = {
    "sdy.reshard", "sdy.sharding_constraint", "sdy.all_gather", "sdy.all_slice",
    "sdy.all_reduce", "sdy.all_to_all", "sdy.collective_permute", "sdy.reduce_scatter",
    "sdy.propagation_barrier", "sdy.data_flow_edge",
}


def entry(attribute):
    """A sharding as text; None if it splits nothing."""
    text = str(attribute).removeprefix("#sdy.sharding")
    return text if '"' in text else None


class Side:
    """One of the two modules, and where its values have their shardings."""

    def __init__(self, text):
        self.module = ir.Module.parse(text)
        self.functions = {
            ir.StringAttr(op.attributes["sym_name"]).value: op.operation
            for op in self.module.body.operations
            if op.operation.name == "func.func"
        }

    def dictionary(self, function, name, index):
        if name not in function.attributes:
            return None
        each = function.attributes[name][index]
        return entry(each["sdy.sharding"]) if "sdy.sharding" in each else None

    def listed(self, op, name, index):
        # sharding_per_value prints as <[<..>, <..>]>; split at the top level.
        text = str(op.attributes[name])
        text = text[text.index("[") + 1 : text.rindex("]")]
        parts, depth, start = [], 0, 0
        for position, letter in enumerate(text):
            depth += letter in "<[{(" 
            depth -= letter in ">]})"
            if letter == "," and depth == 0:
                parts.append(text[start:position].strip())
                start = position + 1
        parts.append(text[start:].strip())
        return entry(parts[index])

    def sharding(self, value):
        if isinstance(value, ir.BlockArgument):
            argument = ir.BlockArgument(value)
            owner, index = argument.owner.owner.operation, argument.arg_number
            if owner.name == "func.func":
                return self.dictionary(owner, "arg_attrs", index)
            if owner.name in ("sdy.manual_computation", "sdy.named_computation"):
                return self.listed(owner, "in_shardings", index)
            return self.sharding(owner.results[index])
        result = ir.OpResult(value)
        op, index = result.owner.operation, result.result_number
        if op.name in ("sdy.manual_computation", "sdy.named_computation"):
            return self.listed(op, "out_shardings", index)
        if op.name in TRANSPARENT and "sharding" in op.attributes:
            return entry(op.attributes["sharding"])
        if "sdy.sharding" in op.attributes:
            return self.listed(op, "sdy.sharding", index)
        return None


def skip(value):
    """The value behind reshards and constraints."""
    while not isinstance(value, ir.BlockArgument):
        op = ir.OpResult(value).owner.operation
        if op.name not in TRANSPARENT:
            break
        value = op.operands[0]
    return value


class Comparison:
    def __init__(self, left, right):
        self.left, self.right = left, right
        self.seen = set()
        self.work = collections.deque()
        self.count = 0
        self.differences = []

    def run(self):
        for name, function in self.left.functions.items():
            if "sym_visibility" in function.attributes and "private" in str(
                function.attributes["sym_visibility"]
            ):
                continue
            self.functions(function, self.right.functions[name])
        while self.work:
            self.visit(*self.work.popleft())

    def functions(self, left, right):
        key = (str(left.attributes["sym_name"]), str(right.attributes["sym_name"]))
        if key in self.seen:
            return
        self.seen.add(key)
        for name, types in (("arg_attrs", "inputs"), ("res_attrs", "results")):
            number = len(getattr(ir.FunctionType(ir.TypeAttr(left.attributes["function_type"]).value), types))
            for index in range(number):
                self.check(
                    f"{key[0]} {name} {index}",
                    self.left.dictionary(left, name, index),
                    self.right.dictionary(right, name, index),
                )
        self.blocks(left.regions[0].blocks[0], right.regions[0].blocks[0])

    def blocks(self, left, right):
        ends = [list(block.operations)[-1].operation for block in (left, right)]
        self.work.extend(zip(ends[0].operands, ends[1].operands))

    def check(self, place, left, right):
        self.count += 1
        if left != right:
            self.differences.append((place, left, right))

    def visit(self, left, right):
        left, right = skip(left), skip(right)
        if (left, right) in self.seen:
            return
        self.seen.add((left, right))
        if isinstance(left, ir.BlockArgument) or isinstance(right, ir.BlockArgument):
            assert isinstance(left, ir.BlockArgument) and isinstance(right, ir.BlockArgument)
            assert ir.BlockArgument(left).arg_number == ir.BlockArgument(right).arg_number
            return
        one, other = ir.OpResult(left).owner.operation, ir.OpResult(right).owner.operation
        names = [op.name.replace("sdy.constant", "stablehlo.constant") for op in (one, other)]
        assert names[0] == names[1], (names, str(left), str(right))
        self.check(
            f"{one.location} {names[0]}", self.left.sharding(left), self.right.sharding(right)
        )
        self.work.extend(zip(one.operands, other.operands))
        if names[0] == "func.call":
            callees = [
                side.functions[ir.FlatSymbolRefAttr(op.attributes["callee"]).value]
                for side, op in ((self.left, one), (self.right, other))
            ]
            self.functions(*callees)
        elif names[0] in ("stablehlo.while", "stablehlo.case", "sdy.manual_computation"):
            for first, second in zip(one.regions, other.regions):
                self.blocks(first.blocks[0], second.blocks[0])


def run_shardy(text):
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        manager = passmanager.PassManager.parse("builtin.module(sdy-propagation-pipeline)")
        manager.run(module.operation)
        return str(module)


def in_child(work, *arguments):
    """`work` in a child process, None where that dies. Whatever makes a context
    of MLIR runs in one: it has threads, and a process with threads cannot fork.
    """
    return compare_shardy.in_child(lambda each: work(*each), [arguments])[0]


def walk(left, right):
    with mlir.make_ir_context():
        comparison = Comparison(Side(left), Side(right))
        comparison.run()
        return comparison.count, comparison.differences


def compare(tool, text):
    """How many values were compared, and which differ; None if Shardy dies."""
    expected = in_child(run_shardy, text)
    if expected is None:
        return None
    actual = subprocess.run(
        [tool, *WEFT_PASSES, "-"], input=text, capture_output=True, text=True
    )
    if actual.returncode != 0:
        raise SystemExit(f"weft-opt failed: {actual.stderr}")
    outcome = in_child(walk, expected, actual.stdout)
    if outcome is None:
        raise SystemExit("the programs are too different to be compared")
    return outcome


def programs(arguments):
    """Functions that give the text of each program, by name."""
    if arguments.file:
        texts = compare_shardy.programs(arguments)
        return {name: lambda text=text: text for name, text in texts.items()}
    import layouts

    return {
        name: lambda lower=lower: lower().as_text(debug_info=True)
        for name, lower in layouts.PROGRAMS.items()
        if not arguments.names or any(part in name for part in arguments.names)
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="weft-opt")
    parser.add_argument("--show", type=int, default=5, help="differences to print")
    parser.add_argument("--every", type=int, default=1, help="take every n-th program")
    parser.add_argument("--file", action="append", help="programs to take instead")
    parser.add_argument("names", nargs="*", help="programs that contain one of these")
    arguments = parser.parse_args()
    values = different = died = equal = 0
    chosen = dict(list(programs(arguments).items())[:: arguments.every])
    for name, text in chosen.items():
        outcome = compare(arguments.tool, in_child(text))
        if outcome is None:
            died += 1
            print(f"{name}: Shardy fails")
            continue
        count, differences = outcome
        values += count
        different += len(differences)
        equal += not differences
        print(f"{name}: {count} values, {len(differences)} differ", flush=True)
        for place, left, right in differences[: arguments.show]:
            print(f"  {place}\n    shardy {left}\n    weft   {right}")
    print(
        f"{len(chosen)} programs: {equal} equal, {died} that Shardy fails on; "
        f"{values} values, {different} differ"
    )
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
