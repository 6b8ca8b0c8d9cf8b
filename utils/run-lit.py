#!/usr/bin/env python3
"""Runs lit on a build's tests and closes with the line `N passed, N failed`.

Skipped tests (a missing virtual environment, a feature of another preset) are
named one by one, so that a green line never hides what was not run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

PASSING = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lit", required=True)
    parser.add_argument("build", help="the build's test directory")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.json")
        command = [sys.executable, arguments.lit, "-sv", "--no-progress-bar", "--output", report]
        command += [arguments.build]
        status = subprocess.run(command).returncode
        try:
            with open(report) as file:
                tests = json.load(file)["tests"]
        except (OSError, ValueError, KeyError):
            print("lit wrote no report; its messages are above", file=sys.stderr)
            return status or 1
    skipped = [test["name"] for test in tests if test["code"] in SKIPPED]
    failed = [
        test["name"]
        for test in tests
        if test["code"] not in SKIPPED and test["code"] not in PASSING
    ]
    for name in skipped:
        print(f"skipped: {name}")
    for name in failed:
        print(f"failed: {name}")
    passed = len(tests) - len(skipped) - len(failed)
    # `make test` sums these over its presets.
    with open(os.path.join(arguments.build, "summary.txt"), "w") as file:
        print(passed, len(failed), file=file)
    line = f"{passed} passed, {len(failed)} failed"
    print(line + (f", {len(skipped)} skipped" if skipped else ""))
    return 1 if failed or status or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
