"""Compares Weft's propagation with Shardy's, value by value and rule by rule.

Shardy runs inside jaxlib; Weft is `weft-opt`. Both read one module in `sdy`
form and write one; jaxlib parses both, so that the comparison is on attributes
and not on text. Shardy aborts on some legal programs: it runs in a child
process, and such programs are counted apart.

  compare_shardy.py --tool weft-opt --seeds 0 1000 --strategy basic
  compare_shardy.py --tool weft-opt --seeds 0 1000 --rules
  compare_shardy.py --tool weft-opt --seeds 0 1000 --twice
  compare_shardy.py --tool weft-opt --file propagation/regions.mlir

A file holds programs that `// -----` separates, as for `--split-input-file`.

Shardy's driver sometimes ends before nothing changes any more (where an op has
one value twice, where a loop has no edge): a second run of its pass then goes
on. Weft's pass ends when it is done, so a program on which it agrees with two
runs of Shardy's is counted apart, and is no difference.
"""

import argparse
import json
import os
import re
import subprocess
import sys

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir, passmanager

import random_programs

STRATEGIES = {
    "basic": "sdy-basic-propagate",
    "aggressive": "sdy-aggressive-propagate",
    "op-priority": "sdy-op-priority-propagate",
    "user-priority": "sdy-user-priority-propagate",
}
SPLIT = "\n// -----\n"


def collect(operation, path, found, rules):
    """Every sharding, or every rule, below `operation`: {place: text}."""
    attributes = operation.attributes
    if rules:
        if "sdy.sharding_rule" in attributes:
            found[path] = str(attributes["sdy.sharding_rule"])
    else:
        for name in ("sdy.sharding", "sharding", "in_shardings", "out_shardings"):
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
            # Shardy's driver merges constants as it goes.
            ops = [each.operation for each in block.operations]
            ops = [op for op in ops if op.name != "stablehlo.constant"]
            for index, inner in enumerate(ops):
                collect(inner, f"{path}/{index}:{inner.name}", found, rules)


def parse(text, rules):
    found = {}
    with mlir.make_ir_context():
        collect(ir.Module.parse(text).operation, "", found, rules)
    return found


def in_child(work, items):
    """[work(item)] in a child process, None where that dies."""
    results = []
    while len(results) < len(items):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with os.fdopen(write, "w") as out:
                for item in items[len(results) :]:
                    out.write(json.dumps(work(item)) + "\n")
                    out.flush()
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as stream:
            results += [json.loads(line) for line in stream]
        os.waitpid(child, 0)
        if len(results) < len(items):
            results.append(None)
    return results


def shardy(texts, passes, rules=False):
    """What Shardy writes for each program, None where it fails."""

    def run(text):
        with mlir.make_ir_context():
            module = ir.Module.parse(text)
            manager = passmanager.PassManager.parse(f"builtin.module({passes})")
            manager.run(module.operation)
            return parse(str(module), rules)

    return in_child(run, texts)


def weft(tool, texts, passes, rules=False):
    """What Weft writes for each program, or its messages."""
    run = subprocess.run(
        [tool, "--weft-import-sdy", *passes, "--weft-export-sdy"]
        + ["--split-input-file", "-"],
        input=SPLIT.join(texts),
        capture_output=True,
        text=True,
    )
    if run.returncode == 0:
        parts = re.split(r"^// -----\n", run.stdout, flags=re.M)
        if len(parts) == len(texts):
            return in_child(lambda text: parse(text, rules), parts)
    if len(texts) == 1:
        return [f"weft-opt failed: {run.stderr[-2000:]}"]
    return [weft(tool, [text], passes, rules)[0] for text in texts]


def difference(left, right):
    """What differs, as text; empty if nothing does."""
    if right is None or isinstance(right, str):
        return right or "jaxlib cannot read what weft-opt writes"
    return "\n".join(
        f"{place}\n    shardy {left.get(place)}\n    weft   {right.get(place)}"
        for place in {**left, **right}
        if left.get(place) != right.get(place)
    )


def compare_rules(left, right, counts):
    """As `difference`, for the ops that Shardy has a rule for."""
    if right is None or isinstance(right, str):
        return right or "jaxlib cannot read what weft-opt writes"
    for place in left:
        name = place.rsplit(":", 1)[1]
        same, other = counts.setdefault(name, [0, 0])
        equal = left[place] == right.get(place)
        counts[name] = [same + equal, other + (not equal)]
    return difference(left, {place: right.get(place) for place in left})


def programs(arguments):
    """The programs to compare, by number or by file and line."""
    if not arguments.file:
        return {
            seed: random_programs.generate(seed, num_ops=arguments.ops)
            for seed in range(*arguments.seeds)
        }
    found = {}
    for path in arguments.file:
        line = 1
        with open(path) as file:
            for text in file.read().split(SPLIT):
                found[f"{os.path.basename(path)}:{line}"] = text
                line += text.count("\n") + SPLIT.count("\n")
    return found


def batches(programs, size=25):
    names = list(programs)
    return [names[at : at + size] for at in range(0, len(names), size)]


def run(arguments, title, shardy_passes, weft_passes):
    """Compares all programs; returns whether any differs."""
    equal, unfinished, aborted, different, counts = 0, [], [], [], {}
    texts_by_name = programs(arguments)
    for batch in batches(texts_by_name):
        texts = [texts_by_name[name] for name in batch]
        expected = shardy(texts, shardy_passes, arguments.rules)
        actual = weft(arguments.tool, texts, weft_passes, arguments.rules)
        for name, left, right in zip(batch, expected, actual):
            if left is None:
                aborted.append(name)
                continue
            if arguments.rules:
                text = compare_rules(left, right, counts)
            else:
                text = difference(left, right)
            if not text:
                equal += 1
                continue
            if not arguments.rules and not isinstance(right, str):
                [again] = shardy([texts_by_name[name]], f"{shardy_passes},{shardy_passes}")
                if again and not difference(again, right):
                    unfinished.append(name)
                    continue
            different.append(name)
            if len(different) <= arguments.show:
                print(f"program {name}, {title}:\n{text}")
    print(
        f"{title}: {equal} equal, {len(unfinished)} equal to two runs of Shardy "
        f"{unfinished}, {len(different)} different {different[:20]}, "
        f"{len(aborted)} abort Shardy"
        + (f" {aborted}" if arguments.file else "")
    )
    for name, (same, other) in sorted(counts.items()):
        print(f"  {name}: {same} rules equal, {other} different")
    return bool(different)


def run_twice(arguments):
    """Whether a second run of Weft changes what the first has written."""
    changed = []
    texts_by_name = programs(arguments)
    for batch in batches(texts_by_name):
        texts = [texts_by_name[name] for name in batch]
        for strategy in arguments.strategy or STRATEGIES:
            once = [f"--weft-propagate=strategy={strategy}"]
            first = weft(arguments.tool, texts, once)
            second = weft(arguments.tool, texts, 2 * once)
            for name, left, right in zip(batch, first, second):
                if isinstance(left, str) or left != right:
                    changed.append((name, strategy))
                    if len(changed) <= arguments.show:
                        print(f"program {name}, {strategy}:", end="\n")
                        print(left if isinstance(left, str) else difference(left, right))
    print(f"twice: {len(changed)} differ from once {changed[:20]}")
    return bool(changed)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default="weft-opt")
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 50])
    parser.add_argument("--ops", type=int, default=12)
    parser.add_argument("--file", action="append", help="programs to take instead")
    parser.add_argument("--strategy", choices=STRATEGIES, action="append")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--conservative", action="store_true")
    parser.add_argument("--show", type=int, default=3)
    arguments = parser.parse_args()
    if arguments.rules:
        kind = "{conservative-propagation=true}" if arguments.conservative else ""
        option = "=conservative=true" if arguments.conservative else ""
        return run(
            arguments,
            "rules",
            f"func.func(sdy-populate-op-sharding-rules{kind})",
            [f"--weft-annotate-rules{option}"],
        )
    if arguments.twice:
        return run_twice(arguments)
    failed = False
    for strategy in arguments.strategy or STRATEGIES:
        name, option = STRATEGIES[strategy], f"strategy={strategy}"
        if arguments.conservative:
            name += "{conservative-propagation=true}"
            option += " conservative=true"
        failed |= run(arguments, strategy, name, [f"--weft-propagate={option}"])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
