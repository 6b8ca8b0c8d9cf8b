"""Random programs with random annotations through the propagation pipeline.

Whatever the program: the pipeline ends, what it writes verifies, and running it
again on that changes nothing. A mix of meshes is refused with a diagnostic,
which counts as an answer; a signal never does.
"""

import argparse
import subprocess
import sys

import random_programs


def pipeline(tool, text):
    command = [tool, "--weft-propagation-pipeline", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)


def judge(tool, text):
    """What is wrong with the answer to one program, or None."""
    once = pipeline(tool, text)
    if once.returncode == 1 and "error:" in once.stderr:
        return "refused"
    if once.returncode != 0:
        return f"exit code {once.returncode}: {once.stderr[-500:]}"
    twice = pipeline(tool, once.stdout)
    if twice.returncode != 0:
        return f"the second run fails: {twice.stderr[-500:]}"
    if twice.stdout != once.stdout:
        return "the second run changes the program"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="weft-opt")
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 100])
    arguments = parser.parse_args()
    refused, wrong = 0, []
    for seed in range(*arguments.seeds):
        outcome = judge(arguments.tool, random_programs.generate(seed))
        if outcome == "refused":
            refused += 1
        elif outcome:
            wrong.append(seed)
            print(f"seed {seed}: {outcome}")
    number = arguments.seeds[1] - arguments.seeds[0]
    print(f"{number} programs, {refused} refused, {len(wrong)} wrong {wrong[:20]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
