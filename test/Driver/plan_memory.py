#!/usr/bin/env python3
"""Compares the memory that `weft plan --engine reference` predicts with what
`weft run` measures.

    plan_memory.py WEFT BOUND FILE:FUNCTION...

Ends with 1 if a planned peak is off by more than BOUND (0.001 is 0.1 %) of the
measured one.
"""

import json
import subprocess
import sys


def ask(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return json.loads(done.stdout)


def main():
    weft, bound, programs = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    failed = False
    for program in programs:
        file, function = program.rsplit(":", 1)
        common = [file, "--function", function, "--json"]
        planned = ask([weft, "plan", *common, "--engine", "reference"])["memory"]["peak"]
        measured = ask([weft, "run", *common, "--random", "1"])["peak_device_bytes"]
        off = abs(planned / measured - 1)
        failed |= off > bound
        print(f"{function}: planned {planned}, measured {measured}, off by {off:.6f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
