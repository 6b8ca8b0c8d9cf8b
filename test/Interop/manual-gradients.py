"""Differentiates manual regions with each collective inside, once and twice.

    manual-gradients.py [--only NAME] [--verbose]

Every program runs partitioned, on 2x2 devices. The slope of the loss, and that
of the sum of its squared gradients, along one direction is compared with a
central difference of fourth order of the same function, in f64. Collectives come over named
axes and, as JAX writes them, over groups of devices.
"""

import sys

import numpy as np

from weft_models import Weft

STEP = 2e-4
# Relative to the larger of 1 and the slope; the largest measured is 9.6e-11, of
# which the step is most: with 1e-3 it was 5.8e-8.
BOUND = 1e-9

GROUPS = "replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
GLOBAL = GROUPS + ", use_global_device_ids"
ADD = """({
      ^bb0(%a: tensor<f64>, %b: tensor<f64>):
        %op = stablehlo.OP %a, %b : tensor<f64>
        stablehlo.return %op : tensor<f64>
      })"""

# From %c, a tensor<4x2xf64> on each device, to %d, whose type is given.
BODIES = {
    "nothing": ("%d = stablehlo.abs %c : tensor<4x2xf64>", "4x2"),
    "all_reduce": ('%d = weft.all_reduce add %c over ["b"] : tensor<4x2xf64>', "4x2"),
    "all_reduce_all": ('%d = weft.all_reduce add %c over ["a", "b"] : tensor<4x2xf64>', "4x2"),
    "all_reduce_max": ('%d = weft.all_reduce max %c over ["b"] : tensor<4x2xf64>', "4x2"),
    "all_reduce_min": ('%d = weft.all_reduce min %c over ["a"] : tensor<4x2xf64>', "4x2"),
    "all_gather": ('%d = weft.all_gather %c over ["b"] dim 1 : tensor<4x2xf64> -> tensor<4x4xf64>', "4x4"),
    "all_gather_cut": ('%d = weft.all_gather %c over ["b"] dim 1 : tensor<4x2xf64> -> tensor<4x3xf64>', "4x3"),
    "reduce_scatter": ('%d = weft.reduce_scatter add %c over ["a"] dim 0 : tensor<4x2xf64> -> tensor<2x2xf64>', "2x2"),
    "all_slice": ('%d = weft.all_slice %c over ["b"] dim 0 : tensor<4x2xf64> -> tensor<2x2xf64>', "2x2"),
    "all_to_all": ('%d = weft.all_to_all %c over ["b"] split 0 concat 1 : tensor<4x2xf64> -> tensor<2x4xf64>', "2x4"),
    "rotate": ('%d = weft.permute %c over ["a", "b"] rotate 1 : tensor<4x2xf64>', "4x2"),
    "shift": ('%d = weft.permute %c over ["a", "b"] shift -1 : tensor<4x2xf64>', "4x2"),
    "pairs": ('%d = weft.permute %c over ["a", "b"] pairs [0 -> 2, 2 -> 1] : tensor<4x2xf64>', "4x2"),
    "broadcast": ('%d = weft.broadcast %c over ["b"] from 1 : tensor<4x2xf64>', "4x2"),
    "group_sum": (f'%d = "stablehlo.all_reduce"(%c) <{{{GLOBAL}}}> {ADD.replace("OP", "add")} : (tensor<4x2xf64>) -> tensor<4x2xf64>', "4x2"),
    "group_max": (f'%d = "stablehlo.all_reduce"(%c) <{{{GLOBAL}}}> {ADD.replace("OP", "maximum")} : (tensor<4x2xf64>) -> tensor<4x2xf64>', "4x2"),
    "group_gather": (f'%d = "stablehlo.all_gather"(%c) <{{all_gather_dim = 1 : i64, {GLOBAL}}}> : (tensor<4x2xf64>) -> tensor<4x4xf64>', "4x4"),
    "group_scatter": (f'%d = "stablehlo.reduce_scatter"(%c) <{{scatter_dimension = 0 : i64, {GLOBAL}}}> {ADD.replace("OP", "add")} : (tensor<4x2xf64>) -> tensor<2x2xf64>', "2x2"),
    "group_all_to_all": (f'%d = "stablehlo.all_to_all"(%c) <{{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, {GROUPS}}}> : (tensor<4x2xf64>) -> tensor<2x4xf64>', "2x4"),
    "group_permute": ('%d = "stablehlo.collective_permute"(%c) <{source_target_pairs = dense<[[0, 1], [1, 3], [3, 0]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<4x2xf64>) -> tensor<4x2xf64>', "4x2"),
}  # fmt: skip

# Each device weighs its part differently; the sum over all is the loss. A
# second result is the same on all devices, and an operand, too.
PROGRAM = """weft.mesh @mesh <"a" = 2, "b" = 2>
func.func private @loss(%x: tensor<8x4xf64>, %w: tensor<2xf64>) -> tensor<f64> {
  %y, %z = weft.manual over ["a", "b"] (%x, %w) in [<@mesh, ["a", "b"]>, <@mesh, [_]>]
      out [<@mesh, [("a", "b")]>, <@mesh, []>] (%p: tensor<4x2xf64>, %q: tensor<2xf64>) {
    %s = stablehlo.sine %p : tensor<4x2xf64>
    %v = stablehlo.broadcast_in_dim %q, dims = [1] : (tensor<2xf64>) -> tensor<4x2xf64>
    %c = stablehlo.multiply %s, %v : tensor<4x2xf64>
    BODY
    %t = stablehlo.tanh %d : tensor<SHAPExf64>
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %i = weft.axis_index over ["a", "b"] : tensor<i32>
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f64>
    %one = stablehlo.constant dense<1.0> : tensor<f64>
    %g = stablehlo.add %f, %one : tensor<f64>
    %r = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<SHAPExf64>, tensor<f64>) -> tensor<f64>
    %m = stablehlo.multiply %r, %g : tensor<f64>
    %n = stablehlo.reshape %m : (tensor<f64>) -> tensor<1xf64>
    %all = weft.all_reduce add %m over ["a", "b"] : tensor<f64>
    %e = stablehlo.sine %all : tensor<f64>
    weft.return %n, %e : tensor<1xf64>, tensor<f64>
  } : (tensor<8x4xf64>, tensor<2xf64>) -> (tensor<4xf64>, tensor<f64>)
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %k = stablehlo.constant dense<[1.0, -0.5, 0.3, 0.7]> : tensor<4xf64>
  %u = stablehlo.multiply %y, %k : tensor<4xf64>
  %l = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
  %o = stablehlo.add %l, %z : tensor<f64>
  return %o : tensor<f64>
}
func.func private @square(%x: tensor<8x4xf64>, %w: tensor<2xf64>) -> tensor<f64> {
  %v, %g, %h = weft.value_and_grad @loss(%x, %w) wrt [0, 1] : (tensor<8x4xf64>, tensor<2xf64>) -> (tensor<f64>, tensor<8x4xf64>, tensor<2xf64>)
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %gg = stablehlo.multiply %g, %g : tensor<8x4xf64>
  %hh = stablehlo.multiply %h, %h : tensor<2xf64>
  %a = stablehlo.reduce(%gg init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
  %b = stablehlo.reduce(%hh init: %a) applies stablehlo.add across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
  return %b : tensor<f64>
}
func.func @main(%x: tensor<8x4xf64>, %w: tensor<2xf64>) -> (tensor<f64>, tensor<8x4xf64>, tensor<2xf64>) {
  %v, %g, %h = weft.value_and_grad @CALLEE(%x, %w) wrt [0, 1] : (tensor<8x4xf64>, tensor<2xf64>) -> (tensor<f64>, tensor<8x4xf64>, tensor<2xf64>)
  return %v, %g, %h : tensor<f64>, tensor<8x4xf64>, tensor<2xf64>
}
"""


def slope_error(weft, program):
    random = np.random.default_rng(0)
    point = [random.uniform(-1.5, 1.5, shape) for shape in ((8, 4), (2,))]
    direction = [random.normal(size=a.shape) for a in point]
    run = lambda sign: weft.run(
        program, "main", [a + sign * STEP * d for a, d in zip(point, direction)],
        [np.float64] * 3, whole=False)  # fmt: skip
    difference = lambda n: (float(run(n)[0]) - float(run(-n)[0])) / (2 * n * STEP)
    here = run(0)
    slope = sum(float(np.sum(g * d)) for g, d in zip(here[1:], direction))
    return abs((4 * difference(1) - difference(2)) / 3 - slope) / max(1.0, abs(slope))


def main():
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    weft, failures, worst, total = Weft(), 0, 0.0, 0
    for name, (body, shape) in BODIES.items():
        for callee in ("loss", "square"):
            if only not in name:
                continue
            program = PROGRAM.replace("BODY", body).replace("SHAPE", shape).replace("CALLEE", callee)
            try:
                error = slope_error(weft, weft.lower(program, "--weft-value-and-grad"))
            except RuntimeError as failure:
                print(name, callee, str(failure)[:600])
                error = float("inf")
            total += 1
            failures += not error <= BOUND
            worst = max(worst, error)
            if not error <= BOUND or "--verbose" in sys.argv:
                print(f"{name}, {callee}: off by {error:.3g}, {BOUND:.3g} allowed")
    print(f"{total - failures} of {total} agree; the largest distance is {worst:.3g}")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
