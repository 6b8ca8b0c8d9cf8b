#!/usr/bin/env python3
"""Writes and restores a checkpoint: Weft against Orbax and the disk itself.

The state is some large f32 matrices, split by rows over eight devices when
written and by columns when restored. All write to the disk, not to a cache:
`dd conv=fsync` is how fast that can be. Before each reading the files are
dropped from the cache. In turn, in the same minute; the best of each counts.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

DEVICES = 8
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={DEVICES}"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
import orbax.checkpoint as ocp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

LEAVES, ROWS, COLUMNS = 8, 8192, 1024
BYTES = LEAVES * ROWS * COLUMNS * 4


def flush(root):
    """Waits until all files are on the disk, and drops them from the cache, so
    that what is read next comes from there."""
    for path in pathlib.Path(root).rglob("*"):
        if path.is_file():
            with open(path, "rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def clock(function):
    begin = time.perf_counter()
    function()
    return time.perf_counter() - begin


class Disk:
    """One process, one file, in the order of its bytes."""

    def __init__(self, root, _):
        self.root = root
        with open(root / "given", "wb") as file:
            file.write(np.random.default_rng(0).bytes(BYTES))
            file.flush()
            os.fsync(file.fileno())

    def write(self):
        # What is given is still in the cache.
        return self.dd(f"if={self.root}/given", f"of={self.root}/raw", "conv=fsync")

    def read(self):
        return self.dd(f"if={self.root}/raw", "of=/dev/null")

    def dd(self, *arguments):
        return clock(lambda: subprocess.run(["dd", "bs=1M", "status=none", *arguments], check=True))


class Weft:
    def __init__(self, root, bench):
        self.root, self.bench = root, bench

    def write(self):
        return self.run("write")

    def read(self):
        return self.run("read")

    def run(self, mode):
        command = [self.bench, mode, f"{self.root}/weft", LEAVES, ROWS, DEVICES]
        return float(subprocess.run(map(str, command), check=True, capture_output=True, text=True).stdout)


class Orbax:
    """Its default handler, OCDBT and all, from devices and to devices."""

    def __init__(self, root, _):
        self.path = root / "orbax"
        self.mesh = Mesh(jax.devices(), ("x",))
        self.checkpointer = ocp.StandardCheckpointer()
        # Random, since Orbax compresses.
        make = jax.jit(
            lambda key: jax.random.normal(key, (ROWS, COLUMNS), jnp.float32),
            out_shardings=self.split("x", None),
        )
        self.state = {
            f"layer.{i}": make(jax.random.key(i)).block_until_ready() for i in range(LEAVES)
        }

    def split(self, *axes):
        return NamedSharding(self.mesh, PartitionSpec(*axes))

    def write(self):
        def save():
            self.checkpointer.save(self.path, self.state)
            self.checkpointer.wait_until_finished()
            # It leaves the flushing to the system; the others do not.
            flush(self.path)

        return clock(save)

    def read(self):
        wanted = {
            name: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=self.split(None, "x"))
            for name, leaf in self.state.items()
        }

        def restore():
            jax.block_until_ready(self.checkpointer.restore(self.path, wanted))

        return clock(restore)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True, help="path of weft-checkpoint-bench")
    parser.add_argument("--directory", help="where to write; a disk, not memory")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()

    best = {}
    for _ in range(arguments.repeat):
        for kind in (Disk, Weft, Orbax):
            root = pathlib.Path(tempfile.mkdtemp(dir=arguments.directory))
            try:
                subject = kind(root, arguments.bench)
                for step in ("write", "read"):
                    seconds = getattr(subject, step)()
                    best[kind, step] = min(best.get((kind, step), np.inf), seconds)
                    flush(root)
            finally:
                shutil.rmtree(root)
    met = True
    for step in ("write", "read"):
        disk, weft, orbax = (best[kind, step] for kind in (Disk, Weft, Orbax))
        met &= weft <= orbax
        rate = lambda seconds: f"{BYTES / seconds / 2**20:6.0f} MiB/s"
        print(
            f"checkpoint {step:5s} {BYTES >> 20} MiB: disk {rate(disk)}, weft {rate(weft)}, orbax {rate(orbax)}, "
            f"time weft / disk {weft / disk:.2f}, weft / orbax {weft / orbax:.2f}, wanted at most 1.00"
        )
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
