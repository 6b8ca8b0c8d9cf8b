#!/usr/bin/env python3
"""Makes the first state of a transformer on eight devices: `weft init` against
jax.jit with out_shardings.

Both make the same numbers, each device its own part. JAX's time is that of the
compiled computation, Weft's that of the whole command: it parses, partitions
and computes with the reference interpreter. Memory is what one device holds at
most: XLA's by its own account, results and temporaries; Weft's as the run has
measured it. Weft makes one leaf after the other and hands it on, so it may hold
less than the state.
"""

import argparse
import json
import os
import subprocess
import time

DEVICES = 8
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={DEVICES}"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np
from flax import nnx
from jax.sharding import Mesh, NamedSharding, PartitionSpec

VOCABULARY, FEATURES, HIDDEN, LAYERS = 2048, 256, 1024, 4

PROGRAM = f"""
weft.mesh @mesh <"data" = 2, "model" = 4>
weft.module @Block {{
  weft.linear @up {FEATURES} -> {HIDDEN} kernel_spec ["data", "model"] bias_spec ["model"]
  weft.linear @down {HIDDEN} -> {FEATURES} kernel_spec ["model", "data"]
}}
weft.module @Model {{
  weft.embed @tokens {VOCABULARY} x {FEATURES} embedding_spec ["model", "data"]
  weft.submodule @blocks x {LAYERS} : @Block
}}
"""


class Block(nnx.Module):
    def __init__(self, rngs):
        self.up = nnx.Linear(FEATURES, HIDDEN, rngs=rngs)
        self.down = nnx.Linear(HIDDEN, FEATURES, rngs=rngs)


class Model(nnx.Module):
    def __init__(self, rngs):
        self.tokens = nnx.Embed(VOCABULARY, FEATURES, rngs=rngs)
        self.blocks = nnx.List([Block(rngs) for _ in range(LAYERS)])


def spec_of(path):
    names = {
        "embedding": ("model", "data"), "up.kernel": ("data", "model"),
        "up.bias": ("model",), "down.kernel": ("model", "data"),
    }  # fmt: skip
    text = ".".join(map(str, path))
    return next((PartitionSpec(*axes) for end, axes in names.items() if text.endswith(end)), PartitionSpec())


def measure_jax(repeat):
    mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ("data", "model"))

    def make(seed):
        state = nnx.state(Model(nnx.Rngs(jax.random.key(seed))), nnx.Param)
        return {path: leaf.get_value() for path, leaf in nnx.to_flat_state(state)}

    shardings = {path: NamedSharding(mesh, spec_of(path)) for path in jax.eval_shape(make, 0)}
    compiled = jax.jit(make, out_shardings=shardings).lower(0).compile()
    memory = compiled.memory_analysis()
    times = []
    for _ in range(repeat):
        begin = time.perf_counter()
        state = jax.block_until_ready(compiled(0))
        times.append(time.perf_counter() - begin)
    return min(times), memory.output_size_in_bytes + memory.temp_size_in_bytes, state


def measure_weft(weft, repeat):
    best = None
    for _ in range(repeat):
        begin = time.perf_counter()
        done = subprocess.run(
            [weft, "init", "-", "--module", "Model", "--seed", "0", "--json"],
            input=PROGRAM, text=True, check=True, stdout=subprocess.PIPE)  # fmt: skip
        seconds = time.perf_counter() - begin
        if best is None or seconds < best[0]:
            best = seconds, json.loads(done.stdout)["peak_device_bytes"]
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", required=True, help="path of the weft tool")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    weft_seconds, weft_peak = measure_weft(arguments.weft, arguments.repeat)
    jax_seconds, jax_peak, state = measure_jax(arguments.repeat)
    count = sum(leaf.size for leaf in state.values())
    shard = sum(leaf.addressable_shards[0].data.nbytes for leaf in state.values())
    print(
        f"init of {count / 1e6:.1f} M parameters on {DEVICES} devices: weft {weft_seconds:.2f} s with compilation, "
        f"jax {jax_seconds:.3f} s without, ratio {weft_seconds / jax_seconds:.1f}"
    )
    print(
        f"largest memory of a device, {shard >> 10} KiB of state: weft {weft_peak >> 10} KiB, jax {jax_peak >> 10} KiB, "
        f"ratio (weft / jax) {weft_peak / jax_peak:.2f}, wanted at most 1.00"
    )
    return 0 if weft_peak <= jax_peak else 1


if __name__ == "__main__":
    raise SystemExit(main())
