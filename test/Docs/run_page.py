#!/usr/bin/env python3
"""Runs what a page of the documentation shows.

    run_page.py PAGE.md DIRECTORY

A block ```mlir whose first line is `// NAME.mlir` is a file. In a block
```console, a line `$ COMMAND` is run in DIRECTORY, where the files are; it has to
succeed, and each line below it has to be in what it prints, in this order, with
anything in between where the page says `...`.
"""

import pathlib
import re
import subprocess
import sys


def blocks(text):
    for match in re.finditer(r"^```(\w+)\n(.*?)^```", text, re.M | re.S):
        line = text.count("\n", 0, match.start()) + 1
        yield match.group(1), match.group(2), line


def check(expected, printed):
    """The first expected line that is not there, or None."""
    lines = iter(line for line in printed.splitlines() if line.strip())
    skipping = False
    for want in expected:
        if want.strip() == "...":
            skipping = True
            continue
        for got in lines:
            if got.rstrip() == want.rstrip():
                break
            if not skipping:
                return want
        else:
            return want
        skipping = False
    return None


def run(command, expected, directory, place):
    done = subprocess.run(["sh", "-c", command], cwd=directory, capture_output=True, text=True)
    missing = check(expected, done.stdout + done.stderr)
    if done.returncode == 0 and missing is None:
        return True
    print(f"{place}: $ {command}\nexit {done.returncode}, not found: {missing!r}\n{done.stdout}{done.stderr}")
    return False


def main():
    page, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    directory.mkdir(parents=True, exist_ok=True)
    passed, failed = 0, 0
    for kind, body, line in blocks(page.read_text()):
        name = re.match(r"// (\S+\.mlir)\n", body)
        if kind == "mlir" and name:
            (directory / name.group(1)).write_text(body)
        if kind != "console":
            continue
        for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
            command, *expected = part.splitlines()
            good = run(command, [each for each in expected if each.strip()], directory, f"{page}:{line}")
            passed, failed = passed + good, failed + (not good)
    print(f"{passed} commands do what the page says, {failed} do not")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
