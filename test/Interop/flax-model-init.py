"""Compares the first state of a model with flax's for the same seed.

The layers of one module get their keys from one stream, as those of an
nnx.Module do from nnx.Rngs(seed): the order in which parameters are made
counts, and so do keys that go elsewhere. The state is made on several meshes;
all have to give the same bits.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from flax import nnx


class Model(nnx.Module):

  def __init__(self, rngs):
    self.tokens = nnx.Embed(12, 16, rngs=rngs)
    self.first = nnx.MultiHeadAttention(
        num_heads=4, in_features=16, normalize_qk=True, dropout_rate=0.1,
        rngs=rngs)
    self.norm = nnx.LayerNorm(16, rngs=rngs)
    self.second = nnx.MultiHeadAttention(
        num_heads=4, in_features=16, num_kv_heads=2, rngs=rngs)
    self.conv = nnx.Conv(16, 8, (3,), rngs=rngs)
    self.out = nnx.Linear(8, 5, rngs=rngs)


PROGRAM = """
weft.mesh @mesh <"data" = 2, "model" = 2>
weft.module @M {
  weft.embed @tokens 12 x 16 embedding_spec ["model", "data"]
  weft.multi_head_attention @first 16 heads 4 normalize_qk dropout 0.1
      kernel_spec [_, "model", "data"]
  weft.layer_norm @norm 16
  weft.multi_head_attention @second 16 heads 4 kv_heads 2 kernel_spec ["data", _, _]
  weft.conv @conv 16 -> 8 window [3] kernel_spec [_, _, ("data", "model")]
  weft.linear @out 8 -> 5 kernel_spec [_, "model"]
}
"""

# All numbers are below 2. A random one may be a few units in the last place off:
# the inverse of erf is not the same code.
TOLERANCE = 5e-7


def flax_state(seed):
  state = nnx.state(Model(nnx.Rngs(seed)), nnx.Param)
  return {
      ".".join(str(part) for part in path): np.asarray(variable.get_value())
      for path, variable in nnx.to_flat_state(state)
  }


def weft_state(weft, seed, mesh, paths):
  with tempfile.TemporaryDirectory() as directory:
    np.save(os.path.join(directory, "in_0.npy"), np.uint64(seed))
    subprocess.run(
        [weft, "run", "-", "--function", "M.init", "--mesh", mesh, "--inputs",
         directory, "--out", directory],
        input=PROGRAM, text=True, check=True, stdout=subprocess.DEVNULL)
    return {
        path: np.load(os.path.join(directory, f"out_{i}.npy"))
        for i, path in enumerate(paths)
    }


def list_paths(weft):
  output = subprocess.run(
      [weft, "specs", "-", "--json"], input=PROGRAM, text=True, check=True,
      stdout=subprocess.PIPE).stdout
  return [leaf["path"] for leaf in json.loads(output)["leaves"]]


def main():
  weft = sys.argv[1]
  paths = list_paths(weft)
  for seed in (0, 7, 2**32 - 1):
    theirs = flax_state(seed)
    assert sorted(paths) == sorted(theirs), (sorted(paths), sorted(theirs))
    first = None
    for mesh in ("data=1,model=1", "data=2,model=2", "data=3,model=1"):
      ours = weft_state(weft, seed, mesh, paths)
      first = first or ours
      for path in paths:
        assert np.array_equal(ours[path], first[path]), (mesh, path)
        error = np.abs(ours[path] - theirs[path]).max()
        assert error <= TOLERANCE, (seed, path, error)
  print(f"{len(paths)} leaves agree")


if __name__ == "__main__":
  sys.exit(main())
