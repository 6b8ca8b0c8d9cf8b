"""Runs a tool on every truncation and on many damaged copies of a bytecode file.

    damage.py FILE STEP TOOL [ARGUMENT...]

Each copy is cut off at, or has a number of 64 bits written over, every STEP-th
byte. The tool must end with 0 or 1 and a message, never by a signal.
"""

import subprocess
import sys

path, step, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
with open(path, "rb") as file:
    whole = file.read()
LARGEST = bytes([0]) + bytes([255]) * 8

refused = damaged = 0
for at in range(4, len(whole), step):
    for copy in (whole[:at], whole[:at] + LARGEST + whole[at + 9 :]):
        done = subprocess.run([*command, "-"], input=copy, capture_output=True)
        message = done.stderr.decode(errors="replace")
        if done.returncode not in (0, 1) or (done.returncode == 1 and "error: " not in message):
            sys.exit(f"byte {at}: exit code {done.returncode}\n{message}")
        refused += done.returncode
        damaged += "the bytecode is damaged" in message
print(f"{refused} refused, {damaged} by the guard")
