"""For train-data.test: rows to train on."""

import os
import sys

import numpy as np


def main():
  random = np.random.default_rng(0)
  for name, shape in (("x", (40, 16)), ("y", (40, 8)), ("short", (3, 8)),
                      ("empty", (0, 8))):
    np.save(os.path.join(sys.argv[1], name + ".npy"),
            random.normal(size=shape).astype(np.float32))


if __name__ == "__main__":
  sys.exit(main())
