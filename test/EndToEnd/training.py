"""The same training run under several layouts, on several meshes.

The losses must be those of a single device up to rounding, and the collectives
those that the layout is known for.
"""

import json
import os
import subprocess
import sys

FILE = os.path.join(os.path.dirname(__file__), "Inputs", "training.mlir")
STEPS = 8
# Sums are made in another order; eight steps of Adam carry that on.
TOLERANCE = 2e-6

DATA_PARALLEL = []
FULLY_SHARDED = ["**/kernel -> [\"fsdp\", _]"]
TENSOR_PARALLEL = [
    "**/up/kernel -> [_, \"model\"]",
    "**/up/bias -> [\"model\"]",
    "**/down/kernel -> [\"model\", _]",
]
BOTH = [
    "**/up/kernel -> [\"fsdp\", \"model\"]",
    "**/up/bias -> [\"model\"]",
    "**/down/kernel -> [\"model\", \"fsdp\"]",
]

RUNS = [
    ("data parallel, 8", DATA_PARALLEL, "data=8,fsdp=1,model=1", "data"),
    ("data parallel, 3", DATA_PARALLEL, "data=3,fsdp=1,model=1", "data"),
    ("fully sharded, 8", FULLY_SHARDED, "data=1,fsdp=8,model=1", "fsdp"),
    ("tensor parallel, 8", TENSOR_PARALLEL, "data=1,fsdp=1,model=8", "data"),
    ("2x4", TENSOR_PARALLEL, "data=2,fsdp=1,model=4", "data"),
    ("4x2", TENSOR_PARALLEL, "data=4,fsdp=1,model=2", "data"),
    ("fully sharded, 2x4", BOTH, "data=1,fsdp=2,model=4", "fsdp"),
    ("all three, 2x2x2", BOTH, "data=2,fsdp=2,model=2", "data,fsdp"),
]


def train(weft, rules, mesh, axes):
  command = [
      weft, "train", FILE, "--json", "--steps", str(STEPS), "--generate",
      "teacher", "--seed", "1", "--mesh", mesh, "--batch-axes", axes
  ]
  for rule in rules:
    command += ["--spec-rule", rule]
  return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def count(run):
  kinds = {}
  for row in run["collectives"]:
    kinds.setdefault(row["kind"], []).append(row["bytes"])
  return kinds


def main():
  weft = sys.argv[1]
  alone = train(weft, DATA_PARALLEL, "data=1,fsdp=1,model=1", "data")
  losses = alone["losses"]
  assert alone["devices"] == 1 and not alone["collectives"], alone
  assert losses[-1] < 0.9 * losses[0], losses
  worst = 0
  for name, rules, mesh, axes in RUNS:
    run = train(weft, rules, mesh, axes)
    error = max(abs(a - b) / abs(b) for a, b in zip(run["losses"], losses))
    worst = max(worst, error)
    kinds = count(run)
    print(f"{name}: error {error:.2g},", {k: len(v) for k, v in kinds.items()})
    assert error <= TOLERANCE, (name, run["losses"], losses)
    if rules is DATA_PARALLEL:
      assert set(kinds) == {"all_reduce"}, (name, kinds)
    if rules is FULLY_SHARDED:
      # Nothing as large as a kernel (16x32 floats) is all-reduced.
      assert {"all_gather", "reduce_scatter"} <= set(kinds), (name, kinds)
      assert max(kinds.get("all_reduce", [0])) < 16 * 32 * 4, (name, kinds)
  print(f"{len(RUNS)} runs agree with one device, error at most {worst:.2g}")


if __name__ == "__main__":
  sys.exit(main())
