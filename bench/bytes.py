#!/usr/bin/env python3
"""What devices send and hold: Weft's plan against what XLA compiles.

Both start from the same JAX program. Weft's side is `weft plan --json`; XLA's
is read off the optimised HLO of the program compiled for host devices, with
loops counted as often as they turn. What a device sends is counted by the same
formula on both sides, that of ring algorithms. Memory is arguments, results and
temporaries, of which donated arguments are counted once.
"""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "test" / "Interop"))

import layouts
import model_programs
import named_programs
import programs.sharding
import programs.training
from hlo_collectives import count_collectives
from programs.registry import PROGRAMS

# The largest mesh has 16 devices. JAX looks when it first needs them.
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=16"


def all_programs():
    yield from named_programs.PROGRAMS.items()
    yield from model_programs.PROGRAMS.items()
    yield from layouts.PROGRAMS.items()
    for group in ("sharding", "training"):
        for name, make in PROGRAMS[group].items():
            yield f"{group}-{name}", make


def measure_xla(lowered):
    compiled = lowered.compile()
    collectives = count_collectives(compiled.as_text())
    memory = compiled.memory_analysis()
    peak = (
        memory.argument_size_in_bytes
        + memory.output_size_in_bytes
        + memory.temp_size_in_bytes
        - memory.alias_size_in_bytes
    )
    return {"collectives": collectives, "peak": peak}


def measure_weft(tool, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        run = subprocess.run([tool, "plan", "--json", file.name], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(run.stderr.strip().splitlines()[0] if run.stderr else run.returncode)
    plan = json.loads(run.stdout)
    return {"collectives": plan["collectives"], "peak": plan["memory"]["peak"]}


class Cache:
    """What XLA answered before: its side does not change with Weft."""

    def __init__(self, path):
        self.path = path
        self.known = {}
        if path and os.path.exists(path):
            self.known = json.loads(pathlib.Path(path).read_text())

    def get(self, text, measure):
        key = hashlib.sha256(text.encode()).hexdigest()
        if key not in self.known:
            try:
                self.known[key] = measure()
            except Exception as error:
                self.known[key] = {"error": f"{type(error).__name__}: {error}"[:200]}
            if self.path:
                pathlib.Path(self.path).write_text(json.dumps(self.known))
        return self.known[key]


def wire_bytes(side):
    return sum(each["wire_bytes"] for each in side["collectives"])


def count(side):
    return sum(each["count"] for each in side["collectives"])


def ratio(ours, theirs):
    return ours / theirs if theirs else (1.0 if ours == 0 else float("inf"))


def describe(side):
    parts = sorted(side["collectives"], key=lambda each: -each["wire_bytes"])
    return ", ".join(f"{each['kind']} {each['count']}x {int(each['wire_bytes'])}" for each in parts)


class Table:
    def __init__(self, details):
        self.details = details
        self.rows = []

    def add(self, name, ours, theirs):
        self.rows.append((name, ours, theirs))
        sent = wire_bytes(ours), wire_bytes(theirs)
        marks = ("<" if sent[0] > sent[1] else " ") + ("m" if ours["peak"] > theirs["peak"] else " ")
        print(
            f"{name:48} {count(ours):6} {count(theirs):6} {sent[0]:12.0f} {sent[1]:12.0f} "
            f"{ratio(*sent):6.2f} {ours['peak']:12} {theirs['peak']:12} "
            f"{ratio(ours['peak'], theirs['peak']):6.2f} {marks}",
            flush=True,
        )
        if self.details:
            print(f"    weft: {describe(ours)}\n    xla:  {describe(theirs)}")

    def summary(self):
        sent = [(wire_bytes(ours), wire_bytes(theirs)) for _, ours, theirs in self.rows]
        held = [(ours["peak"], theirs["peak"]) for _, ours, theirs in self.rows]
        for word, pairs in ("sent", sent), ("held at the peak", held):
            more = sum(ours > theirs for ours, theirs in pairs)
            total = ratio(sum(a for a, _ in pairs), sum(b for _, b in pairs))
            print(
                f"bytes {word}: weft more than XLA on {more} of {len(pairs)} programs, "
                f"{total:.3f} of XLA's over all"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", required=True, help="path of the weft tool")
    parser.add_argument("--only", help="programs whose name contains this")
    parser.add_argument("--details", action="store_true", help="print the collectives")
    parser.add_argument("--cache", help="file that keeps XLA's figures")
    parser.add_argument("--dump", help="directory for the programs and XLA's HLO")
    options = parser.parse_args()
    cache, table, failed = Cache(options.cache), Table(options.details), {}
    print(
        f"{'program':48} {'count':>6} {'XLA':>6} {'sent':>12} {'XLA':>12} {'ratio':>6} "
        f"{'peak':>12} {'XLA':>12} {'ratio':>6}"
    )
    for name, make in all_programs():
        if options.only and options.only not in name:
            continue
        lowered = make()
        if not hasattr(lowered, "compile"):
            continue
        text = lowered.as_text()
        if "sdy.mesh" not in text:
            continue
        if options.dump:
            os.makedirs(options.dump, exist_ok=True)
            pathlib.Path(options.dump, f"{name}.mlir").write_text(text)
        theirs = cache.get(text, lambda: measure_xla(lowered))
        try:
            ours = measure_weft(options.weft, text)
        except RuntimeError as error:
            failed[name] = str(error)
            continue
        if "error" in theirs:
            failed[name] = "XLA: " + theirs["error"]
            continue
        table.add(name, ours, theirs)
    table.summary()
    for name, reason in failed.items():
        print(f"not compared: {name}: {reason}")


if __name__ == "__main__":
    main()
