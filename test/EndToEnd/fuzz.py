"""Runs generated programs whole and partitioned, and names those that fail.

    fuzz.py WEFT random --seeds 0 5000
    fuzz.py WEFT rules --seeds 0 12000
    fuzz.py WEFT assignments --seeds 0 400

Programs are checked in batches (see batches.py). Each failure is printed with its seed
and its first message; with `--small`, a random program is also cut down to as few ops
as still fail.
"""

import argparse
import sys

import random_programs
import rule_programs
from batches import Batches, check

PIPELINE = {"random": [], "rules": ["--pipeline=weft-partition"],
            "assignments": ["--pipeline=weft-partition"]}


def programs(kind, seeds, families, spread):
    for seed in seeds:
        if kind == "random":
            yield seed, random_programs.generate(seed, None, families)
        elif kind == "rules":
            yield seed, rule_programs.generate(seed, families)
        else:
            yield from ((seed, text) for text in
                        rule_programs.assigned(seed, spread, families))


def smallest(weft, seed, families):
    """The fewest ops of a random program that still fail."""
    for count in range(40):
        text = random_programs.generate(seed, count, families)
        if check(weft, [text], PIPELINE["random"], 60)[0] != 0:
            return count, text
    return None, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weft")
    parser.add_argument("kind", choices=sorted(PIPELINE))
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 1000])
    parser.add_argument("--family", action="append")
    parser.add_argument("--spread", type=int, default=200,
                        help="assignments of each op; 0 for all")
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--small", action="store_true")
    arguments = parser.parse_args()

    def report(seed, _, code, message):
        print(f"seed {seed}: exit {code}: {message}", flush=True)
        if arguments.small and arguments.kind == "random":
            count, text = smallest(arguments.weft, seed, arguments.family)
            print(f"--- {count} ops\n{text}", flush=True)

    batches = Batches(arguments.weft, PIPELINE[arguments.kind], arguments.batch, report)
    for seed, text in programs(arguments.kind, range(*arguments.seeds), arguments.family,
                               arguments.spread):
        batches.add(seed, text)
    batches.finish()
    print(f"{batches.total} programs, {batches.failures} failures")
    sys.exit(batches.failures != 0)


if __name__ == "__main__":
    main()
