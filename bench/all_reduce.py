#!/usr/bin/env python3
"""All-reduce over eight devices in one process: Weft's threads against JAX's psum.

Both add f32 arrays many times within one program, turn by turn in the same
minute; the smallest time per all-reduce counts, since noise only ever adds.
JAX's loop scales the sum by 1/8 to keep the numbers from growing, which XLA
fuses into a pass over data that is in the cache; the time without any all-reduce
is subtracted.
"""

import argparse
import os
import subprocess
import time
from functools import partial

DEVICES = 8
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={DEVICES}"

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, PartitionSpec

# Bytes per device, how often per program, and how much slower than JAX is too slow.
SIZES = [(1 << 10, 200, 1.0), (256 << 10, 100, 0.5), (16 << 20, 4, 1.0)]


def make_jax_program(size, count, communicate):
    mesh = Mesh(jax.devices(), ("x",))
    spec = PartitionSpec("x")

    @jax.jit
    @partial(jax.shard_map, mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False)
    def program(x):
        def turn(_, value):
            return (jax.lax.psum(value, "x") if communicate else value) * 0.125

        return jax.lax.fori_loop(0, count, turn, x)

    x = jnp.ones((DEVICES * size // 4,), jnp.float32)
    program(x).block_until_ready()

    def run():
        start = time.perf_counter()
        program(x).block_until_ready()
        return (time.perf_counter() - start) * 1e6 / count

    return run


def time_weft(bench, size, count):
    command = [bench, DEVICES, size, count, 1]
    output = subprocess.run(map(str, command), check=True, capture_output=True, text=True)
    return float(output.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True, help="path of weft-all-reduce-bench")
    parser.add_argument("--repeat", type=int, default=15)
    arguments = parser.parse_args()

    met = True
    for size, count, bound in SIZES:
        run_jax = make_jax_program(size, count, communicate=True)
        run_empty = make_jax_program(size, count, communicate=False)
        weft, jax_time, empty = [], [], []
        for _ in range(arguments.repeat):
            weft.append(time_weft(arguments.bench, size, count))
            jax_time.append(run_jax())
            empty.append(run_empty())
        best = max(min(jax_time) - min(empty), 1e-3)
        ratio = min(weft) / best
        met &= ratio <= bound
        print(
            f"all_reduce {size >> 10:6d} KiB: weft {min(weft):9.1f} us, jax {best:9.1f} us, "
            f"ratio (weft / jax) {ratio:.2f}, wanted at most {bound:.2f}"
        )
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
