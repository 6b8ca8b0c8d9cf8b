#!/usr/bin/env python3
"""Collects seeds for the fuzz targets from the tests themselves.

    make-corpus.py text OUTPUT ROOT...
    make-corpus.py bytecode OUTPUT ROOT... --weft-opt PATH

Every program of every .mlir file under a ROOT, split at `// -----`, becomes one
seed without its comments. As bytecode only the first valid one of each file is
kept: each costs a run of weft-opt.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys

LARGEST_SEED = 4000


def programs(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for part in re.split(r"^// -----.*$", text, flags=re.MULTILINE):
        lines = [line for line in part.splitlines() if not line.lstrip().startswith("//")]
        stripped = "\n".join(lines).strip() + "\n"
        if 1 < len(stripped) <= LARGEST_SEED:
            yield stripped


def bytecode(weft_opt, program):
    command = [weft_opt, "--emit-bytecode", "-"]
    done = subprocess.run(command, input=program.encode(), capture_output=True)
    return done.stdout if done.returncode == 0 else None


def seeds(arguments, path):
    for program in programs(path):
        if arguments.kind == "text":
            yield program.encode()
        elif data := bytecode(arguments.weft_opt, program):
            yield data
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["text", "bytecode"])
    parser.add_argument("output")
    parser.add_argument("roots", nargs="+")
    parser.add_argument("--weft-opt", default="weft-opt")
    arguments = parser.parse_args()

    os.makedirs(arguments.output, exist_ok=True)
    count = 0
    for root in arguments.roots:
        for directory, _, files in sorted(os.walk(root)):
            for name in sorted(files):
                if not name.endswith(".mlir"):
                    continue
                for seed in seeds(arguments, os.path.join(directory, name)):
                    count += 1
                    digest = hashlib.sha256(seed).hexdigest()[:16]
                    with open(os.path.join(arguments.output, digest), "wb") as file:
                        file.write(seed)
    print(f"{count} seeds")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
