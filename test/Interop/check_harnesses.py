#!/usr/bin/env python3
"""Partitions the programs that JAX tests its own lowering with, sharded at random.

    check_harnesses.py --weft PATH [--seed N | --fresh] [--per-group N] [--only TEXT]

The programs, meshes and annotations are those of harnesses.py. `weft check` runs each on
random inputs, whole and partitioned. What JAX says is not looked at, so that all 7,400
take about a minute of one core once they are lowered, which takes three.
"""

import argparse
import pathlib
import random
import sys

from harnesses import MESHES, np, sample, jax, zlib

from annotations import Annotator

sys.path.append(str(pathlib.Path(__file__).parent.parent / "EndToEnd"))
from batches import Batches

# Up to 16 devices, axes of size 1 and sizes that divide little.
MORE_MESHES = [{"x": 8}, {"x": 2, "y": 4}, {"x": 2, "y": 2, "z": 2}, {"x": 1, "y": 4},
               {"x": 5}, {"x": 6, "y": 2}, {"x": 16}]  # fmt: skip


def lowered(harness):
    """What JAX makes of it; None if that is nothing."""
    if not harness.filter("cpu"):
        return None
    arguments = harness.dyn_args_maker(np.random.RandomState(zlib.crc32(harness.fullname.encode())))
    try:
        return jax.jit(harness.dyn_fun).lower(*arguments).compiler_ir("stablehlo")
    except Exception:
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft", required=True)
    parser.add_argument("--seed", type=int, default=0, help="of the annotations and of the sample")
    parser.add_argument("--fresh", action="store_true", help="take a seed that nobody has tried")
    parser.add_argument("--seeds", type=int, default=1, help="how many ways to annotate each")
    parser.add_argument("--per-group", type=int, help="at most so many of a group")
    parser.add_argument("--only", help="a regular expression for the names")
    parser.add_argument("--keep", help="where to leave the programs that fail")
    options = parser.parse_args()
    if options.fresh:
        options.seed = random.SystemRandom().randrange(1 << 31)
    print(f"seed {options.seed}", flush=True)

    def report(name, text, code, message):
        print(f"{name}: exit {code}: {message}", flush=True)
        if options.keep:
            folder = pathlib.Path(options.keep)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{batches.failures}.mlir").write_text(f"// {name}\n{text}")

    batches = Batches(options.weft, [], 40, report)
    for harness in sample(options):
        module = lowered(harness)
        for seed in range(options.seed, options.seed + options.seeds if module else 0):
            rng = random.Random(f"{seed} {harness.fullname}")
            mesh = rng.choice(MESHES if rng.random() < 0.7 else MORE_MESHES)
            with module.context:
                copy = type(module).parse(str(module))
            batches.add(f"{harness.fullname} seed {seed}", Annotator(rng, mesh, True).annotate(copy))
    batches.finish()
    print(f"{batches.total} programs, {batches.failures} failures")
    sys.exit(batches.failures != 0)


if __name__ == "__main__":
    main()
