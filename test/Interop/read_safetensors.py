#!/usr/bin/env python3
"""Reads checkpoints as a Python user would, and compares them.

    read_safetensors.py WHOLE SHARDS

WHOLE has a tile per leaf, under the leaf's path; SHARDS has the same values in
tiles named `path[0:64,128:256]`, which are put together here.
"""

import json
import os
import re
import sys

import numpy as np
from safetensors.numpy import load_file


def read(directory):
    """The manifest of the latest checkpoint, and all tensors of its files."""
    with open(os.path.join(directory, "latest")) as file:
        step = os.path.join(directory, file.read().strip())
    with open(os.path.join(step, "manifest.json")) as file:
        manifest = json.load(file)
    tensors = {}
    for entry in manifest["files"]:
        tensors.update(load_file(os.path.join(step, entry["name"])))
    return manifest, tensors


def assemble(leaf, tensors):
    """A leaf out of its tiles."""
    if leaf["path"] in tensors:
        return tensors[leaf["path"]]
    whole = None
    for name, tile in tensors.items():
        match = re.fullmatch(re.escape(leaf["path"]) + r"\[([0-9:,]*)\]", name)
        if not match:
            continue
        if whole is None:
            whole = np.zeros(leaf["shape"], tile.dtype)
        box = [slice(*map(int, part.split(":"))) for part in match[1].split(",")]
        whole[tuple(box)] = tile
    return whole


def main():
    manifest, whole = read(sys.argv[1])
    _, shards = read(sys.argv[2])
    assert manifest["leaves"] and len(shards) > len(whole)
    for leaf in manifest["leaves"]:
        tensor = whole[leaf["path"]]
        assert list(tensor.shape) == leaf["shape"], leaf["path"]
        np.testing.assert_array_equal(tensor, assemble(leaf, shards))
    print(len(manifest["leaves"]), "leaves agree")


if __name__ == "__main__":
    main()
