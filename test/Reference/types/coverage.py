#!/usr/bin/env python3
"""Asks the dialects for all their ops, and the tests of element types for those they run.

    coverage.py --weft-opt PATH [--verbose]

An op without such a test needs a reason below. Every test is tried on every element
type, and check_types.py wants the types that an op's verifier accepts to be those it has
a meaning for; so an op with a test has one for each type it allows.
"""

import argparse
import re
import subprocess
import sys

import numpy as np

from check_types import GROUPS
from numbers_of import DTYPES

REASONS = {
    "its numbers have a type of their own, whatever it is given": ["stablehlo.partition_id", "stablehlo.replica_id", "weft.axis_index"],
    "talks to a host program and is refused (refused.mlir, refused-dynamic.mlir)": [
        "stablehlo.infeed", "stablehlo.outfeed", "stablehlo.recv", "stablehlo.send"],
    "quantized numbers, which are refused before a run": ["stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"],
    "all_reduce under an old name, without partitions (replica-groups.mlir)": ["stablehlo.cross-replica-sum"],
    "made and removed by propagation": ["weft.data_flow_edge", "weft.func_data_flow_edge"],
    "a declaration, or gone before a run": [
        "weft.alias", "weft.apply_gradients", "weft.axis_rules", "weft.call", "weft.conv", "weft.dropout", "weft.embed", "weft.get",
        "weft.layer_norm", "weft.linear", "weft.mean_squared_error", "weft.mesh", "weft.method", "weft.module", "weft.multi_head_attention",
        "weft.param", "weft.rms_norm", "weft.set", "weft.softmax_cross_entropy", "weft.spec_rules", "weft.submodule", "weft.update",
        "weft.adam", "weft.adamw", "weft.momentum", "weft.sgd", "weft.value_and_grad"],
}  # fmt: skip


def find_tested():
    tested = {}
    for name in DTYPES:
        for group in GROUPS.values():
            _, cases = group.make(name, np.random.default_rng(0))
            for case in cases:
                if case.has_meaning() and not case.is_refused():
                    for op in re.findall(r"(?<![@#!\w])(?:stablehlo|chlo|weft)\.[\w-]+", case.text("%r")):
                        tested.setdefault(op, set()).add(name)
    return tested


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--verbose", action="store_true", help="print the element types that each op is tested on")
    options = parser.parse_args()
    listed = subprocess.run([options.weft_opt, "--show-ops"], capture_output=True, text=True, check=True).stdout.split()
    ops = [op for op in listed if op.split(".")[0] in ("stablehlo", "chlo", "weft")]
    reasons = {op: reason for reason, names in REASONS.items() for op in names}
    tested = find_tested()
    problems = [f"{op} has neither a test on its element types nor a reason" for op in ops if op not in tested and op not in reasons]
    problems += [f"{op} has a test and a reason: {reasons[op]}" for op in ops if op in tested and op in reasons]
    problems += [f"there is no op {op}" for op in reasons if op not in ops]
    for op in ops if options.verbose else ():
        if op in tested:
            print(f"{op}: {' '.join(name for name in DTYPES if name in tested[op])}")
    print(f"{len(ops)} ops, {len(tested)} of them tested on {sum(map(len, tested.values()))} combinations, {len(problems)} problems")
    sys.exit("\n".join(problems) if problems else 0)


if __name__ == "__main__":
    main()
