"""Counts the collectives of an optimised HLO module.

The text is read line by line: computations, their instructions, and which
computations an instruction runs. What a loop's body sends counts once per turn.
"""

import collections
import math
import re

BITS = {
    "pred": 8, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "s16": 16, "u16": 16, "f16": 16, "bf16": 16,
    "s32": 32, "u32": 32, "f32": 32, "s64": 64, "u64": 64, "f64": 64, "c64": 64, "c128": 128,
}
KINDS = {
    "all-reduce": "all_reduce", "all-gather": "all_gather", "reduce-scatter": "reduce_scatter",
    "all-to-all": "all_to_all", "collective-permute": "permute",
    "collective-broadcast": "broadcast", "ragged-all-to-all": "all_to_all",
}
INSTRUCTION = re.compile(r"^\s*(?:ROOT )?%?([\w.\-]+) = (\(.*?\)|\S+) ([\w\-]+)\((.*)$")
COMPUTATION = re.compile(r"^(ENTRY )?%?([\w.\-]+) .*\{$")


def shape_bytes(text):
    """The bytes of a shape, or of all parts of a tuple."""
    total = 0
    for kind, dims in re.findall(r"\b(\w+)\[([\d,]*)\]", text):
        bits = BITS.get(kind, 8)
        total += math.ceil(math.prod(int(d) for d in dims.split(",") if d) * bits / 8)
    return total


def group_size(line, devices):
    """The size of a replica group, listed or in the form `[groups,size]<=[...]`."""
    iota = re.search(r"replica_groups=\[(\d+),(\d+)\]<=", line)
    if iota:
        return int(iota.group(2))
    listed = re.search(r"replica_groups=\{\{([\d,]*)\}", line)
    return len(listed.group(1).split(",")) if listed and listed.group(1) else devices


def wire_bytes(kind, size, operands, results):
    if kind in ("permute", "broadcast"):
        return operands
    if size <= 1:
        return 0
    part = (size - 1) / size
    return {
        "all_reduce": 2 * part * operands,
        "all_gather": part * results,
        "reduce_scatter": part * operands,
        "all_to_all": part * operands,
    }[kind]


class Module:
    def __init__(self, text):
        self.computations, self.entry, self.shapes = {}, None, {}
        partitions = re.search(r"num_partitions=(\d+)", text)
        self.devices = int(partitions.group(1)) if partitions else 1
        lines = None
        for line in text.splitlines():
            start = COMPUTATION.match(line)
            if start and " = " not in line.split("{")[0]:
                lines = self.computations.setdefault(start.group(2), [])
                if start.group(1):
                    self.entry = start.group(2)
            elif line.startswith("}"):
                lines = None
            elif lines is not None and (found := INSTRUCTION.match(line)):
                name, shape, opcode, rest = found.groups()
                lines.append((name, shape, opcode, rest))
                self.shapes[name] = shape

    def operand_bytes(self, rest):
        depth, end = 1, len(rest)
        for position, letter in enumerate(rest):
            depth += (letter in "({[") - (letter in ")}]")
            if depth == 0:
                end = position
                break
        names = re.findall(r"%([\w.\-]+)", rest[:end])
        return sum(shape_bytes(self.shapes.get(name, "")) for name in names)

    def trip_count(self, rest):
        known = re.search(r'"known_trip_count":\{"n":"(\d+)"\}', rest)
        if known:
            return int(known.group(1))
        condition = re.search(r"condition=%?([\w.\-]+)", rest).group(1)
        text = " ".join(" ".join(each) for each in self.computations[condition])
        bounds = re.findall(r"s32\[\][^ ]* constant (\d+)\)", text)
        return int(bounds[0]) if len(bounds) == 1 else 1

    def visit(self, name, times, found):
        for _, shape, opcode, rest in self.computations.get(name, []):
            base = opcode.removesuffix("-start")
            if base in KINDS:
                kind = KINDS[base]
                operands, results = self.operand_bytes(rest), shape_bytes(shape)
                if opcode != base and kind == "all_gather":
                    results -= operands  # a start returns its operands, too
                entry = found[kind]
                entry["count"] += times
                entry["wire_bytes"] += times * wire_bytes(
                    kind, group_size(rest, self.devices), operands, results
                )
            inner = times * self.trip_count(rest) if opcode == "while" else times
            for called in self.called(opcode, rest):
                self.visit(called, inner, found)

    @staticmethod
    def called(opcode, rest):
        keys = {"while": "body", "call": "to_apply", "fusion": "calls", "async-start": "calls"}
        if opcode in keys:
            return re.findall(rf"\b{keys[opcode]}=%?([\w.\-]+)", rest)
        if opcode == "conditional":
            listed = re.search(r"branch_computations=\{([^}]*)\}", rest)
            pair = re.findall(r"(?:true|false)_computation=%?([\w.\-]+)", rest)
            return re.findall(r"%?([\w.\-]+)", listed.group(1)) if listed else pair
        return []


def count_collectives(text):
    """Kinds with how often one runs and what one device sends, all together."""
    module = Module(text)
    found = collections.defaultdict(lambda: {"count": 0, "wire_bytes": 0.0})
    module.visit(module.entry, 1, found)
    return [{"kind": kind, **numbers} for kind, numbers in sorted(found.items())]
