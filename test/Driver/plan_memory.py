#!/usr/bin/env python3
"""Compares the peak that `weft plan` foresees with the one that a run has.

    plan_memory.py FILE FUNCTION...

Prints both for each function; fails where they are more than a fifth apart.
"""

import json
import subprocess
import sys


def weft(*arguments):
    done = subprocess.run(["weft", *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main():
    file, *functions = sys.argv[1:]
    failed = False
    for function in functions:
        planned = weft("plan", file, "--function", function)["memory"]["peak"]
        measured = weft("run", file, "--function", function, "--random", "1")["peak_device_bytes"]
        ratio = measured / planned
        print(f"{function}: planned {planned}, measured {measured}, {ratio:.2f}")
        failed |= not 0.8 <= ratio <= 1.2
    return failed


if __name__ == "__main__":
    sys.exit(main())
