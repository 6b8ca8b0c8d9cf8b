"""For train.test: compares the losses of two histories."""

import json
import sys


def read(path):
  with open(path) as file:
    return {entry["step"]: entry["loss"] for entry in json.load(file)["steps"]}


def main():
  first, second = read(sys.argv[1]), read(sys.argv[2])
  assert second and set(second) <= set(first), (first, second)
  assert first[max(first)] < first[min(first)], first
  for step, loss in second.items():
    assert abs(loss - first[step]) <= 2e-5 * abs(first[step]), (step, loss, first)


if __name__ == "__main__":
  sys.exit(main())
