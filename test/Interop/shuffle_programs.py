"""The order of independent ops does not change what propagation says.

Every op gets a number; the ops of each function are put into another order in
which every value is still defined before it is used, and ops with a side effect
stay in theirs; both programs go through the pipeline, and the shardings of ops
of one number are compared.
"""

import argparse
import collections
import random
import subprocess
import sys

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir

import random_programs

TAG = "test.number"


def walk(operation):
    for region in operation.regions:
        for block in region:
            for each in block.operations:
                yield each.operation
                yield from walk(each.operation)


def operands(operation):
    yield from operation.operands
    for inner in walk(operation):
        yield from inner.operands


def reorder(block, generator):
    """Puts all ops but the last into a random order that respects uses."""
    ops = [each.operation for each in block.operations]
    position = {op: index for index, op in enumerate(ops)}
    waiting = {}  # how many ops each one needs that are not placed yet
    users = collections.defaultdict(list)
    for op in ops[:-1]:
        needed = {
            ir.OpResult(value).owner.operation
            for value in operands(op)
            if not isinstance(value, ir.BlockArgument)
        }
        needed = {each for each in needed if each in position and each != op}
        waiting[op] = len(needed)
        for each in needed:
            users[each].append(op)
    # What has no result is there for its effect; those keep their order.
    effects = [op for op in ops[:-1] if len(op.results) == 0]
    for before, after in zip(effects, effects[1:]):
        waiting[after] += 1
        users[before].append(after)
    ready = [op for op in ops[:-1] if waiting[op] == 0]
    while ready:
        op = ready.pop(generator.randrange(len(ready)))
        op.move_before(ops[-1])
        for user in users[op]:
            waiting[user] -= 1
            if waiting[user] == 0:
                ready.append(user)


def variants(text, number, seed):
    """The program with its ops numbered, in its own order and in others."""
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        for index, op in enumerate(walk(module.operation)):
            op.attributes[TAG] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), index)
        yield str(module)
        generator = random.Random(seed)
        for _ in range(number):
            for op in module.body.operations:
                if op.operation.name == "func.func" and len(op.operation.regions[0].blocks):
                    reorder(op.operation.regions[0].blocks[0], generator)
            yield str(module)


def shardings(text):
    """{number: the shardings of all ops with it}, and those of functions."""
    found = collections.defaultdict(set)
    with mlir.make_ir_context():
        for op in walk(ir.Module.parse(text).operation):
            if TAG not in op.attributes:
                continue
            for name in ("sdy.sharding", "sharding", "in_shardings", "out_shardings",
                         "arg_attrs", "res_attrs"):
                if name in op.attributes:
                    found[op.attributes[TAG].value].add(f"{name} {op.attributes[name]}")
    return found


def propagate(tool, text):
    command = [tool, "--weft-propagation-pipeline", "--weft-export-sdy", "-"]
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    return shardings(run.stdout) if run.returncode == 0 else None


def compare(tool, name, text, arguments):
    """How many other orders give another answer."""
    first, different = None, 0
    for index, variant in enumerate(variants(text, arguments.orders, arguments.seed)):
        answer = propagate(tool, variant)
        if index == 0:
            first = answer
        elif answer != first:
            different += 1
            if different <= arguments.show:
                print(f"{name}, order {index}:")
                for number in {**(first or {}), **(answer or {})}:
                    if (first or {}).get(number) != (answer or {}).get(number):
                        print(f"  op {number}: {first.get(number)} / {answer.get(number)}"[:400])
    return different


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="weft-opt")
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 20])
    parser.add_argument("--jax", type=int, default=0, help="take every n-th JAX program")
    parser.add_argument("--orders", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="of the orders")
    parser.add_argument("--show", type=int, default=0)
    arguments = parser.parse_args()
    programs = {f"seed {seed}": random_programs.generate(seed) for seed in range(*arguments.seeds)}
    if arguments.jax:
        import layouts

        for name in list(layouts.PROGRAMS)[:: arguments.jax]:
            programs[name] = layouts.PROGRAMS[name]().as_text()
    wrong = [
        name
        for name, text in programs.items()
        if compare(arguments.tool, name, text, arguments)
    ]
    print(f"{len(programs)} programs in {arguments.orders} other orders: {len(wrong)} differ {wrong[:20]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
