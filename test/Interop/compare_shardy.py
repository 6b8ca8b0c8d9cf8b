"""Compares Weft's propagation with Shardy's, value by value.

Shardy runs inside jaxlib; Weft is `weft-opt`. Both read one module in `sdy`
form and write one; jaxlib parses both, so that the comparison is on attributes
and not on text. Shardy aborts on some legal programs: it runs in a child
process, and such programs are counted apart.
"""

import argparse
import os
import subprocess
import sys
import tempfile

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir, passmanager

STRATEGIES = {
    "basic": "sdy-basic-propagate",
    "aggressive": "sdy-aggressive-propagate",
    "op-priority": "sdy-op-priority-propagate",
    "user-priority": "sdy-user-priority-propagate",
}


def shardy(text, passes):
    """The module after Shardy's passes, or None if jaxlib died of it."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with mlir.make_ir_context(), os.fdopen(write, "w") as out:
            module = ir.Module.parse(text)
            manager = passmanager.PassManager.parse(f"builtin.module({passes})")
            manager.run(module.operation)
            out.write(str(module))
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as stream:
        result = stream.read()
    _, status = os.waitpid(child, 0)
    return result if status == 0 else None


def weft(tool, text, passes):
    """The module after Weft's passes, and its messages."""
    run = subprocess.run(
        [tool, *passes, "-"], input=text, capture_output=True, text=True
    )
    return (run.stdout if run.returncode == 0 else None), run.stderr


def shardings(text):
    """Every sharding of a module: {place: text}, the places in order."""
    found = {}
    with mlir.make_ir_context():
        module = ir.Module.parse(text)

        def visit(operation, path):
            attributes = operation.attributes
            for name in ("sdy.sharding", "sharding"):
                if name in attributes:
                    found[path] = str(attributes[name])
            for name in ("in_shardings", "out_shardings"):
                if name in attributes:
                    found[f"{path} {name}"] = str(attributes[name])
            for name in ("arg_attrs", "res_attrs"):
                if name not in attributes:
                    continue
                for index, each in enumerate(attributes[name]):
                    if "sdy.sharding" in each:
                        found[f"{path} {name} {index}"] = str(each["sdy.sharding"])
            for region in operation.regions:
                for block in region:
                    for index, each in enumerate(block.operations):
                        visit(
                            each.operation,
                            f"{path}/{index}:{each.operation.name}",
                        )

        visit(module.operation, "")
    return found


def compare(tool, text, strategy):
    """None if equal, "aborts" if Shardy does, else what differs."""
    expected = shardy(text, STRATEGIES[strategy])
    if expected is None:
        return "aborts"
    passes = [
        "--weft-import-sdy",
        f"--weft-propagate=strategy={strategy}",
        "--weft-export-sdy",
    ]
    actual, messages = weft(tool, text, passes)
    if actual is None:
        return f"weft-opt failed: {messages}"
    left, right = shardings(expected), shardings(actual)
    differences = [
        f"{place}\n    shardy {left.get(place)}\n    weft   {right.get(place)}"
        for place in {**left, **right}
        if left.get(place) != right.get(place)
    ]
    return "\n".join(differences) or None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default="weft-opt")
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 50])
    parser.add_argument("--ops", type=int, default=12)
    parser.add_argument("--strategy", choices=STRATEGIES, action="append")
    parser.add_argument("--show", type=int, default=3)
    arguments = parser.parse_args()
    import random_programs

    failed = False
    for strategy in arguments.strategy or STRATEGIES:
        equal = aborted = 0
        different = []
        for seed in range(*arguments.seeds):
            text = random_programs.generate(seed, num_ops=arguments.ops)
            outcome = compare(arguments.tool, text, strategy)
            if outcome is None:
                equal += 1
            elif outcome == "aborts":
                aborted += 1
            else:
                different.append(seed)
                if len(different) <= arguments.show:
                    print(f"seed {seed}, {strategy}:\n{outcome}")
        print(
            f"{strategy}: {equal} equal, {len(different)} different "
            f"{different[:20]}, {aborted} abort Shardy"
        )
        failed |= bool(different)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
