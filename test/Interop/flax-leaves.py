"""Compares the leaves of Weft's layers with those of Flax's.

Each case is a layer of flax.nnx and the same layer in Weft. `weft specs --json`
must list the same paths, shapes and element types (in its own order) as
nnx.state does for the parameters.
"""

import json
import subprocess
import sys

from flax import nnx
import jax.numpy as jnp

CASES = {
    "Linear": (
        lambda r: nnx.Linear(3, 5, rngs=r),
        "weft.linear @m 3 -> 5",
    ),
    "Linear without bias, bf16 parameters": (
        lambda r: nnx.Linear(3, 5, use_bias=False, param_dtype=jnp.bfloat16, rngs=r),
        "weft.linear @m 3 -> 5 no_bias param_dtype bf16",
    ),
    "LayerNorm": (
        lambda r: nnx.LayerNorm(8, rngs=r),
        "weft.layer_norm @m 8",
    ),
    "LayerNorm without bias": (
        lambda r: nnx.LayerNorm(8, use_bias=False, rngs=r),
        "weft.layer_norm @m 8 no_bias",
    ),
    "LayerNorm without scale": (
        lambda r: nnx.LayerNorm(8, use_scale=False, rngs=r),
        "weft.layer_norm @m 8 no_scale",
    ),
    "RMSNorm": (
        lambda r: nnx.RMSNorm(8, rngs=r),
        "weft.rms_norm @m 8",
    ),
    "Embed": (
        lambda r: nnx.Embed(10, 4, rngs=r),
        "weft.embed @m 10 x 4",
    ),
    "Conv": (
        lambda r: nnx.Conv(4, 6, (3, 5), feature_group_count=2, rngs=r),
        "weft.conv @m 4 -> 6 window [3, 5] groups 2",
    ),
    "Conv in one dimension without bias": (
        lambda r: nnx.Conv(4, 6, (3,), use_bias=False, rngs=r),
        "weft.conv @m 4 -> 6 window [3] no_bias",
    ),
    "MultiHeadAttention": (
        lambda r: nnx.MultiHeadAttention(num_heads=4, in_features=16, rngs=r),
        "weft.multi_head_attention @m 16 heads 4",
    ),
    "MultiHeadAttention, all sizes": (
        lambda r: nnx.MultiHeadAttention(
            num_heads=4, in_features=16, qkv_features=32, out_features=8,
            in_kv_features=24, num_kv_heads=2, normalize_qk=True, rngs=r),
        "weft.multi_head_attention @m 16 heads 4 qkv_features 32 out_features 8"
        " kv_features 24 kv_heads 2 normalize_qk",
    ),
    "MultiHeadAttention without bias": (
        lambda r: nnx.MultiHeadAttention(
            num_heads=4, in_features=16, use_bias=False, rngs=r),
        "weft.multi_head_attention @m 16 heads 4 no_bias",
    ),
    "Dropout": (
        lambda r: nnx.Dropout(0.5, rngs=r),
        "weft.dropout @m 0.5",
    ),
}

TYPES = {"float32": "f32", "bfloat16": "bf16"}


def flax_leaves(make):
    state = nnx.state(make(nnx.Rngs(0)), nnx.Param)
    leaves = {}
    for path, variable in nnx.to_flat_state(state):
        value = variable.get_value()
        name = ".".join(str(part) for part in path)
        leaves[name] = (list(value.shape), TYPES[str(value.dtype)])
    return leaves


def weft_leaves(weft, layer):
    program = "weft.module @M {\n  %s\n}\n" % layer
    output = subprocess.run(
        [weft, "specs", "-", "--json"], input=program, text=True, check=True,
        stdout=subprocess.PIPE).stdout
    return {
        leaf["path"].removeprefix("m."): (leaf["shape"], leaf["type"])
        for leaf in json.loads(output)["leaves"]
    }


def main():
    failures = 0
    for name, (make, layer) in CASES.items():
        ours, theirs = weft_leaves(sys.argv[1], layer), flax_leaves(make)
        if ours != theirs:
            failures += 1
            print(f"{name}:\n  weft {sorted(ours.items())}\n  flax {sorted(theirs.items())}")
    print(f"{len(CASES) - failures} of {len(CASES)} layers agree")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
