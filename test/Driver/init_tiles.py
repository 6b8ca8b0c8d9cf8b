"""Compares what `weft init` makes tile by tile with what `@Tiles.init` gives when
it is run whole, bit by bit, and checks the figures of --json.

    init_tiles.py FILE DIRECTORY    DIRECTORY/a is the checkpoint of seed 3
"""

import json
import pathlib
import struct
import subprocess
import sys

file, directory = sys.argv[1], pathlib.Path(sys.argv[2])


def run(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout


def read_npy(path):
    data = path.read_bytes()
    (length,) = struct.unpack("<H", data[8:10])
    return data[10 + length :]


def read_safetensors(path):
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    body = data[8 + length :]
    return {name: body[slice(*entry["data_offsets"])] for name, entry in header.items() if name != "__metadata__"}


def write_seed(path, seed):
    header = "{'descr': '<u8', 'fortran_order': False, 'shape': (), }".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<Q", seed))


write_seed(directory / "seed.npy", 3)
run("weft", "run", file, "--function", "Tiles.init", "--whole", "--input", str(directory / "seed.npy"), "--out", str(directory / "whole"))
run("weft", "checkpoint", "reshard", str(directory / "a"), "--out", str(directory / "joined"))
tensors = {}
for data in sorted((directory / "joined").rglob("*.safetensors")):
    tensors |= read_safetensors(data)

figures = json.loads(run("weft", "init", file, "--seed", "3", "--json"))
paths = [leaf["path"] for leaf in figures["leaves"]]
assert len(paths) == 7 and set(paths) == set(tensors), (paths, list(tensors))
for i, path in enumerate(paths):
    assert read_npy(directory / "whole" / f"out_{i}.npy") == tensors[path], f"{path} differs"
for leaf in figures["leaves"]:
    assert leaf["shard_bytes"] <= leaf["peak_bytes"] <= leaf["bound_bytes"], leaf
    assert leaf["bound_bytes"] == leaf["shard_bytes"] + leaf["tile_bytes"], leaf
    # Some tiles of 4096 complex numbers of 128 bits.
    assert leaf["tile_bytes"] <= 10 * 4096 * 16, leaf
