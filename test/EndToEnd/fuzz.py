"""Runs generated programs whole and partitioned, and names those that fail.

    fuzz.py WEFT random --seeds 0 5000
    fuzz.py WEFT rules --seeds 0 12000
    fuzz.py WEFT assignments --seeds 0 400

Programs are checked in batches, so that one process serves many; a batch that ends
badly or takes too long is checked again one by one. Each failure is printed with its
seed and its first message; with `--small`, a random program is also cut down to as few
ops as still fail.
"""

import argparse
import re
import subprocess
import sys
import tempfile

import random_programs
import rule_programs

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


def check(weft, kind, texts, timeout):
    """The exit code and what was said; None for a hang."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("// -----\n".join(texts))
        file.flush()
        try:
            done = subprocess.run([weft, "check", file.name, *PIPELINE[kind]],
                                  capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return None, "does not end"
        return done.returncode, done.stderr.replace(file.name, "program")


def first_error(message):
    errors = re.findall(r"error: .*|Assertion.*|note: the largest.*", message)
    return " | ".join(errors[:2])[:400] or message[-300:]


def smallest(weft, seed, families):
    """The fewest ops of a random program that still fail."""
    for count in range(40):
        text = random_programs.generate(seed, count, families)
        if check(weft, "random", [text], 60)[0] != 0:
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
    failures, total, batch = 0, 0, []

    def finish():
        nonlocal failures
        if not batch or check(arguments.weft, arguments.kind,
                              [text for _, text in batch], 120)[0] == 0:
            return
        for seed, text in batch:
            code, message = check(arguments.weft, arguments.kind, [text], 60)
            if code == 0:
                continue
            failures += 1
            print(f"seed {seed}: exit {code}: {first_error(message)}", flush=True)
            if arguments.small and arguments.kind == "random":
                count, text = smallest(arguments.weft, seed, arguments.family)
                print(f"--- {count} ops\n{text}", flush=True)

    for each in programs(arguments.kind, range(*arguments.seeds), arguments.family,
                         arguments.spread):
        batch.append(each)
        total += 1
        if len(batch) == arguments.batch:
            finish()
            batch.clear()
    finish()
    print(f"{total} programs, {failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
