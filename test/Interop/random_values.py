#!/usr/bin/env python3
"""Random ops with random attributes, by XLA and by the reference interpreter.

    random_values.py --weft-opt PATH [--seed N | --fresh] [--count N] [--only KIND] [--verbose]

Each program is one StableHLO op whose attributes are drawn from all that its
specification allows: convolutions with any dimension numbers, dilations, negative
padding, groups and reversal; windows; gathers and scatters with batching dimensions and
indices out of bounds; sorts of several operands; pads; Fourier transforms ... Elements
are small integers, so that sums are exact and results have to be equal; Fourier
transforms and solvers may be off by a few units of the largest element.
"""

import argparse
import os
import random
import subprocess
import sys

os.environ["JAX_PLATFORMS"] = "cpu"

import jax

jax.config.update("jax_enable_x64", True)

import numpy as np
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir

from evaluation import DTYPES, parse_result, self_contained, type_of, units_off
from xla import compile_module

KINDS = {}
TYPES = ["i8", "i32", "ui16", "f32", "f64", "bf16", "f16", "complex<f32>", "i1", "i64", "ui64"]


def kind(function):
    KINDS[function.__name__] = function
    return function


class Program:
    """One op with its operands."""

    def __init__(self, rng, body, operands, results, bound=0.0):
        self.operands, self.results, self.bound = operands, results, bound
        arguments = ", ".join(f"%arg{i}: {type_of(array)}" for i, array in enumerate(operands))
        returned = ", ".join(f"%r#{i}" for i in range(len(results))) if len(results) > 1 else "%r"
        count = f":{len(results)}" if len(results) > 1 else ""
        types = ", ".join(results)
        self.text = (f"module {{\n  func.func public @main({arguments}) -> ({types}) {{\n    %r{count} = {body}\n"
                     f"    return {returned} : {types}\n  }}\n}}\n")

    def run_by_xla(self):
        with mlir.make_ir_context() as context, ir.Location.unknown(context):
            executable = compile_module(ir.Module.parse(self.text), 1)
            arrays = [jax.device_put(array) for array in self.operands]
            return [np.asarray(one[0]) for one in executable.execute_sharded(arrays).disassemble_into_single_device_arrays()]


def draw(rng, shape, element, low=-3, high=3):
    dtype = np.dtype(DTYPES[element])
    seed = np.random.default_rng(rng.randrange(1 << 30))
    if element == "i1":
        return seed.integers(0, 2, shape).astype(bool)
    if dtype.kind == "u":
        low = 0
    if dtype.kind == "c":
        return (seed.integers(low, high + 1, shape) + 1j * seed.integers(low, high + 1, shape)).astype(dtype)
    return seed.integers(low, high + 1, shape).astype(dtype)


def tensor(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def array(numbers):
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


def matrix(pairs):
    if not pairs:
        return "dense<> : tensor<0x2xi64>"
    return f"dense<{[list(pair) for pair in pairs]}> : tensor<{len(pairs)}x2xi64>"


def region(op, element, count=1):
    arguments = ", ".join(f"%{side}{i}: tensor<{element}>" for side in "xy" for i in range(count))
    lines = "\n".join(f"      %z{i} = stablehlo.{op} %x{i}, %y{i} : tensor<{element}>" for i in range(count))
    types = ", ".join([f"tensor<{element}>"] * count)
    return f"({{\n    ^bb0({arguments}):\n{lines}\n      stablehlo.return {', '.join(f'%z{i}' for i in range(count))} : {types}\n    }})"


def reducer(rng, element):
    if element.startswith("complex"):
        return rng.choice(["add", "multiply"])
    return rng.choice(["and", "or", "xor", "maximum", "minimum"] if element == "i1" else ["add", "maximum", "minimum"])


def identity(op, element):
    """What changes nothing: of another value an implementation may use as many as it likes."""
    dtype = np.dtype(DTYPES[element])
    if op in ("maximum", "minimum"):
        sign = -1 if op == "maximum" else 1
        if element == "i1":
            return np.array(op == "minimum")
        if "int" in str(dtype):
            return np.array(np.iinfo(dtype).min if sign < 0 else np.iinfo(dtype).max, dtype)
        return np.array(sign * np.inf, dtype)
    return np.array(1 if op in ("multiply", "and") else 0, dtype)


def window_size(size, window, stride, low, high, base=1, dilation=1):
    dilated = 0 if size == 0 else (size - 1) * base + 1
    padded, reach = dilated + low + high, (window - 1) * dilation + 1
    return 0 if padded < reach or padded <= 0 else (padded - reach) // stride + 1


# ---------------------------------------------------------------------------


@kind
def convolution(rng):
    element = rng.choice(["f32", "f64", "i32", "complex<f32>"])
    rank = rng.randrange(0, 4)
    groups, batch_groups = rng.choice([(1, 1), (1, 1), (2, 1), (1, 2), (3, 1), (1, 3)])
    batch, in_features = rng.randrange(1, 3) * batch_groups, rng.randrange(1, 3) * groups
    out_features = rng.randrange(1, 3) * groups * batch_groups
    while True:
        sizes = [rng.randrange(1, 7) for _ in range(rank)]
        kernel = [rng.randrange(1, 4) for _ in range(rank)]
        strides = [rng.randrange(1, 4) for _ in range(rank)]
        padding = [(rng.randrange(-2, 4), rng.randrange(-2, 4)) for _ in range(rank)]
        base = [rng.randrange(1, 4) for _ in range(rank)]
        dilation = [rng.randrange(1, 4) for _ in range(rank)]
        out = [window_size(*one) for one in zip(sizes, kernel, strides, *zip(*padding), base, dilation)] if rank else []
        if all((size - 1) * b + 1 + low + high >= 0 for size, b, (low, high) in zip(sizes, base, padding)):
            break
    reversal = [rng.randrange(2) == 1 for _ in range(rank)]
    shapes, names = [], []
    for first, second, spatial, sizes_of in (("b", "f", sizes, (batch, in_features)), ("i", "o", kernel, (in_features // groups, out_features)),
                                             ("b", "f", out, (batch // batch_groups, out_features))):
        order = [first, second, *map(str, range(rank))]
        rng.shuffle(order)
        size_of = {first: sizes_of[0], second: sizes_of[1], **{str(i): size for i, size in enumerate(spatial)}}
        names.append(f"[{', '.join(order)}]")
        shapes.append([size_of[name] for name in order])
    reverse = f"dense<{str(reversal).lower()}> : tensor<{rank}xi1>"
    window = (f"window_strides = {array(strides)}, padding = {matrix(padding)}, lhs_dilation = {array(base)}, rhs_dilation = {array(dilation)}, "
              f"window_reversal = array<i1{': ' if rank else ''}{', '.join(str(one).lower() for one in reversal)}>, ")
    body = (f'"stablehlo.convolution"(%arg0, %arg1) <{{dimension_numbers = #stablehlo.conv<{names[0]}x{names[1]}->{names[2]}>, '
            f"{window}feature_group_count = {groups} : i64, batch_group_count = {batch_groups} : i64}}> "
            f": ({tensor(shapes[0], element)}, {tensor(shapes[1], element)}) -> {tensor(shapes[2], element)}")
    return Program(rng, body, [draw(rng, shape, element) for shape in shapes[:2]], [tensor(shapes[2], element)])


def draw_window(rng, rank, can_dilate_base=True):
    while True:
        sizes = [rng.randrange(1, 7) for _ in range(rank)]
        window = [rng.randrange(1, 4) for _ in range(rank)]
        strides = [rng.randrange(1, 4) for _ in range(rank)]
        padding = [(rng.randrange(-1, 3), rng.randrange(-1, 3)) for _ in range(rank)]
        base = [rng.randrange(1, 3) if can_dilate_base else 1 for _ in range(rank)]
        dilation = [rng.randrange(1, 3) if can_dilate_base else 1 for _ in range(rank)]
        out = [window_size(*one) for one in zip(sizes, window, strides, *zip(*padding), base, dilation)]
        if all((size - 1) * b + 1 + low + high >= 0 for size, b, (low, high) in zip(sizes, base, padding)):
            return sizes, window, strides, padding, base, dilation, out


@kind
def reduce_window(rng):
    element, count = rng.choice(TYPES), rng.choice([1, 1, 2])
    sizes, window, strides, padding, base, dilation, out = draw_window(rng, rng.randrange(1, 4))
    op = reducer(rng, element)
    scalar = tensor([], element)
    types = ", ".join([tensor(sizes, element)] * count + [scalar] * count)
    results = [tensor(out, element)] * count
    operands = [draw(rng, sizes, element) for _ in range(count)] + [identity(op, element)] * count
    body = (f'"stablehlo.reduce_window"({", ".join(f"%arg{i}" for i in range(2 * count))}) <{{window_dimensions = {array(window)}, '
            f"window_strides = {array(strides)}, base_dilations = {array(base)}, window_dilations = {array(dilation)}, padding = {matrix(padding)}}}> "
            f"{region(op, element, count)} : ({types}) -> ({', '.join(results)})")
    return Program(rng, body, operands, results)


@kind
def reduce(rng):
    element, count, rank = rng.choice(TYPES), rng.choice([1, 1, 2]), rng.randrange(1, 4)
    sizes = [rng.randrange(0, 5) for _ in range(rank)]
    dims = sorted(rng.sample(range(rank), rng.randrange(0, rank + 1)))
    out = [size for i, size in enumerate(sizes) if i not in dims]
    scalar = tensor([], element)
    types = ", ".join([tensor(sizes, element)] * count + [scalar] * count)
    results = [tensor(out, element)] * count
    op = reducer(rng, element)
    operands = [draw(rng, sizes, element) for _ in range(count)] + [identity(op, element)] * count
    body = (f'"stablehlo.reduce"({", ".join(f"%arg{i}" for i in range(2 * count))}) <{{dimensions = {array(dims)}}}> '
            f"{region(op, element, count)} : ({types}) -> ({', '.join(results)})")
    return Program(rng, body, operands, results)


@kind
def select_and_scatter(rng):
    element = rng.choice(["f32", "i32", "f64", "bf16", "ui16"])
    sizes, window, strides, padding, _, _, out = draw_window(rng, rng.randrange(1, 4), False)
    direction = rng.choice(["GE", "GT", "LE", "LT"])
    operand = draw(rng, sizes, element)
    if direction != "GE":  # which of equal elements is taken is only the same where JAX relies on it
        order = np.random.default_rng(rng.randrange(1 << 30)).permutation(operand.size)
        operand = order.reshape(sizes).astype(DTYPES[element])
    select = (f"({{\n    ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):\n      %c = stablehlo.compare {direction}, %a, %b : (tensor<{element}>, "
              f"tensor<{element}>) -> tensor<i1>\n      stablehlo.return %c : tensor<i1>\n    }}, " + region("add", element)[1:])
    body = (f'"stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{{window_dimensions = {array(window)}, window_strides = {array(strides)}, '
            f"padding = {matrix(padding)}}}> {select} : ({tensor(sizes, element)}, {tensor(out, element)}, tensor<{element}>) -> {tensor(sizes, element)}")
    return Program(rng, body, [operand, draw(rng, out, element), draw(rng, (), element)], [tensor(sizes, element)])


@kind
def pad(rng):
    element, rank = rng.choice(TYPES), rng.randrange(1, 4)
    while True:
        sizes = [rng.randrange(0, 5) for _ in range(rank)]
        low, high = ([rng.randrange(-3, 4) for _ in range(rank)] for _ in range(2))
        interior = [rng.randrange(0, 3) for _ in range(rank)]
        out = [size + l + h + max(size - 1, 0) * i for size, l, h, i in zip(sizes, low, high, interior)]
        if min(out) >= 0:
            break
    body = (f'"stablehlo.pad"(%arg0, %arg1) <{{edge_padding_low = {array(low)}, edge_padding_high = {array(high)}, interior_padding = {array(interior)}}}> '
            f": ({tensor(sizes, element)}, tensor<{element}>) -> {tensor(out, element)}")
    return Program(rng, body, [draw(rng, sizes, element), draw(rng, (), element)], [tensor(out, element)])


def draw_gather(rng):
    """The dimension numbers that gather and scatter share, with offsets in order."""
    rank = rng.randrange(1, 5)
    sizes = [rng.randrange(1, 5) for _ in range(rank)]
    batching = sorted(rng.sample(range(rank), rng.randrange(0, min(2, rank) + 1)))
    rest = [dim for dim in range(rank) if dim not in batching]
    collapsed = sorted(rng.sample(rest, rng.randrange(0, len(rest) + 1)))
    mapped = rng.sample(rest, rng.randrange(0, len(rest) + 1))
    slices = [1 if dim in collapsed + batching else rng.randrange(0 if rng.random() < 0.1 else 1, sizes[dim] + 1) for dim in range(rank)]
    # Batch dimensions of the indices: those of the operand in any order, and others.
    batch = [("operand", dim) for dim in batching] + [("free", rng.randrange(1, 4)) for _ in range(rng.randrange(0, 3))]
    rng.shuffle(batch)
    batch_sizes = [sizes[one] if what == "operand" else one for what, one in batch]
    vector = rng.randrange(0, len(batch) + 1)
    is_implicit = len(mapped) == 1 and rng.random() < 0.3
    index_shape = list(batch_sizes) if is_implicit else batch_sizes[:vector] + [len(mapped)] + batch_sizes[vector:]
    vector = len(batch) if is_implicit else vector
    positions = [i for i in range(len(index_shape)) if is_implicit or i != vector]
    indices_batching = [positions[batch.index(("operand", dim))] for dim in batching]
    offsets = [size for dim, size in enumerate(slices) if dim not in collapsed + batching]
    out_rank = len(batch) + len(offsets)
    offset_dims = sorted(rng.sample(range(out_rank), len(offsets)))
    left, blocks = iter(batch_sizes), iter(offsets)
    out = [next(blocks) if dim in offset_dims else next(left) for dim in range(out_rank)]
    indices = draw(rng, index_shape, rng.choice(["i32", "i64"]), -2, 5)
    return sizes, slices, collapsed, batching, indices_batching, mapped, vector, offset_dims, out, indices


def draw_scatter(rng):
    """Of updates without any index, XLA applies only some."""
    while True:
        drawn = draw_gather(rng)
        if drawn[5]:
            return drawn


@kind
def gather(rng):
    element = rng.choice(TYPES)
    sizes, slices, collapsed, batching, indices_batching, mapped, vector, offset_dims, out, indices = draw_gather(rng)
    numbers = (f"offset_dims = {offset_dims}, collapsed_slice_dims = {collapsed}, operand_batching_dims = {batching}, "
               f"start_indices_batching_dims = {indices_batching}, start_index_map = {mapped}, index_vector_dim = {vector}")
    body = (f'"stablehlo.gather"(%arg0, %arg1) <{{dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = {array(slices)}}}> '
            f": ({tensor(sizes, element)}, {type_of(indices)}) -> {tensor(out, element)}")
    return Program(rng, body, [draw(rng, sizes, element), indices], [tensor(out, element)])


@kind
def scatter(rng):
    element = rng.choice([one for one in TYPES if one != "f16"])
    sizes, slices, collapsed, batching, indices_batching, mapped, vector, offset_dims, out, indices = draw_scatter(rng)
    numbers = (f"update_window_dims = {offset_dims}, inserted_window_dims = {collapsed}, input_batching_dims = {batching}, "
               f"scatter_indices_batching_dims = {indices_batching}, scatter_dims_to_operand_dims = {mapped}, index_vector_dim = {vector}")
    body = (f'"stablehlo.scatter"(%arg0, %arg1, %arg2) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> '
            f"{region(reducer(rng, element), element)} : ({tensor(sizes, element)}, {type_of(indices)}, {tensor(out, element)}) -> {tensor(sizes, element)}")
    return Program(rng, body, [draw(rng, sizes, element), indices, draw(rng, out, element)], [tensor(sizes, element)])


@kind
def dynamic_slice(rng):
    element, rank = rng.choice(TYPES), rng.randrange(1, 4)
    sizes = [rng.randrange(1, 5) for _ in range(rank)]
    cut = [rng.randrange(0, size + 1) for size in sizes]
    index = rng.choice(["i32", "i64", "ui8"])
    starts = [draw(rng, (), index, -3, 6) for _ in range(rank)]
    names = ", ".join(f"%arg{i}" for i in range(1, rank + 1))
    if rng.random() < 0.5:
        body = (f'"stablehlo.dynamic_slice"(%arg0, {names}) <{{slice_sizes = {array(cut)}}}> '
                f": ({tensor(sizes, element)}, {', '.join([f'tensor<{index}>'] * rank)}) -> {tensor(cut, element)}")
        return Program(rng, body, [draw(rng, sizes, element), *starts], [tensor(cut, element)])
    names = ", ".join(f"%arg{i}" for i in range(2, rank + 2))
    body = (f'"stablehlo.dynamic_update_slice"(%arg0, %arg1, {names}) '
            f": ({tensor(sizes, element)}, {tensor(cut, element)}, {', '.join([f'tensor<{index}>'] * rank)}) -> {tensor(sizes, element)}")
    return Program(rng, body, [draw(rng, sizes, element), draw(rng, cut, element), *starts], [tensor(sizes, element)])


@kind
def sort(rng):
    rank, count = rng.randrange(1, 4), rng.randrange(1, 4)
    sizes = [rng.randrange(1, 6) for _ in range(rank)]
    elements = [rng.choice(["f32", "i32", "bf16", "ui16", "i8", "f64"]) for _ in range(count)]
    direction = rng.choice(["LT", "GT"])
    arguments = ", ".join(f"%x{i}: tensor<{e}>, %y{i}: tensor<{e}>" for i, e in enumerate(elements))
    compare = f"      %z = stablehlo.compare {direction}, %x0, %y0 : (tensor<{elements[0]}>, tensor<{elements[0]}>) -> tensor<i1>\n"
    types = [tensor(sizes, element) for element in elements]
    body = (f'"stablehlo.sort"({", ".join(f"%arg{i}" for i in range(count))}) <{{dimension = {rng.randrange(rank)} : i64, is_stable = true}}> '
            f"({{\n    ^bb0({arguments}):\n{compare}      stablehlo.return %z : tensor<i1>\n    }}) : ({', '.join(types)}) -> ({', '.join(types)})")
    return Program(rng, body, [draw(rng, sizes, element) for element in elements], types)


@kind
def dot_general(rng):
    element = rng.choice(["f32", "f64", "i32", "i8", "complex<f32>", "ui16"])
    batch, contracting = rng.randrange(0, 3), rng.randrange(0, 3)
    free = [rng.randrange(0, 3) for _ in range(2)]
    common = [rng.randrange(0, 4) for _ in range(batch + contracting)]
    shapes, dims = [], []
    for count in free:
        order = list(range(batch + contracting)) + ["free"] * count
        rng.shuffle(order)
        shapes.append([rng.randrange(1, 4) if one == "free" else common[one] for one in order])
        dims.append(([order.index(i) for i in range(batch)], [order.index(i) for i in range(batch, batch + contracting)]))
    out = common[:batch]
    for shape, (batches, contracted) in zip(shapes, dims):
        out = out + [size for i, size in enumerate(shape) if i not in batches + contracted]
    numbers = (f"lhs_batching_dimensions = {dims[0][0]}, rhs_batching_dimensions = {dims[1][0]}, "
               f"lhs_contracting_dimensions = {dims[0][1]}, rhs_contracting_dimensions = {dims[1][1]}")
    body = (f'"stablehlo.dot_general"(%arg0, %arg1) <{{dot_dimension_numbers = #stablehlo.dot<{numbers}>}}> '
            f": ({tensor(shapes[0], element)}, {tensor(shapes[1], element)}) -> {tensor(out, element)}")
    return Program(rng, body, [draw(rng, shape, element) for shape in shapes], [tensor(out, element)])


@kind
def fft(rng):
    wide = rng.random() < 0.5
    real, element = ("f64", "complex<f64>") if wide else ("f32", "complex<f32>")
    which, rank = rng.choice(["FFT", "IFFT", "RFFT", "IRFFT"]), rng.randrange(1, 4)
    lengths = [rng.randrange(1, 9) for _ in range(rank)]
    outer = [rng.randrange(1, 3) for _ in range(rng.randrange(0, 2))]
    half = lengths[:-1] + [lengths[-1] // 2 + 1]
    shape_in = outer + (half if which == "IRFFT" else lengths)
    shape_out = outer + (half if which == "RFFT" else lengths)
    type_in = tensor(shape_in, real if which == "RFFT" else element)
    type_out = tensor(shape_out, real if which == "IRFFT" else element)
    body = f'"stablehlo.fft"(%arg0) <{{fft_type = #stablehlo<fft_type {which}>, fft_length = {array(lengths)}}}> : ({type_in}) -> {type_out}'
    return Program(rng, body, [draw(rng, shape_in, real if which == "RFFT" else element)], [type_out], bound=8)


@kind
def triangular_solve(rng):
    element = rng.choice(["f32", "f64", "complex<f32>", "complex<f64>"])
    n, m, outer = rng.randrange(1, 5), rng.randrange(1, 4), [rng.randrange(1, 3) for _ in range(rng.randrange(0, 2))]
    left, lower, unit = (rng.random() < 0.5 for _ in range(3))
    transpose = rng.choice(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
    # Powers of two on the diagonal: quotients are exact.
    a = draw(rng, outer + [n, n], element, -1, 1)
    a[..., range(n), range(n)] = np.random.default_rng(rng.randrange(1 << 30)).choice([1, 2, 4], outer + [n])
    b = draw(rng, outer + ([n, m] if left else [m, n]), element)
    body = (f'"stablehlo.triangular_solve"(%arg0, %arg1) <{{left_side = {str(left).lower()}, lower = {str(lower).lower()}, unit_diagonal = '
            f"{str(unit).lower()}, transpose_a = #stablehlo<transpose {transpose}>}}> : ({type_of(a)}, {type_of(b)}) -> {type_of(b)}")
    return Program(rng, body, [a, b], [type_of(b)], bound=8)


@kind
def cholesky(rng):
    element = rng.choice(["f32", "f64", "complex<f32>", "complex<f64>"])
    n, outer, lower = rng.randrange(1, 5), [rng.randrange(1, 3) for _ in range(rng.randrange(0, 2))], rng.random() < 0.5
    factor = np.tril(draw(rng, outer + [n, n], element, -2, 2))
    factor[..., range(n), range(n)] = 2
    a = factor @ np.conj(np.swapaxes(factor, -1, -2))
    # What is in the other triangle does not matter.
    garbage = draw(rng, outer + [n, n], element)
    mask = np.tril(np.ones((n, n), bool)) if lower else np.triu(np.ones((n, n), bool))
    a = np.where(mask, a, garbage).astype(a.dtype)
    body = f'"stablehlo.cholesky"(%arg0) <{{lower = {str(lower).lower()}}}> : ({type_of(a)}) -> {type_of(a)}'
    program = Program(rng, body, [a], [type_of(a)], bound=64)
    program.mask = mask  # nor does the specification say what is in that of the result
    return program


@kind
def bitcast(rng):
    widths = {"i8": 8, "ui16": 16, "i32": 32, "f32": 32, "f64": 64, "bf16": 16, "f16": 16, "i64": 64, "ui8": 8}
    source, target = rng.choice(list(widths)), rng.choice(list(widths))
    shape = [rng.randrange(1, 4) for _ in range(rng.randrange(0, 3))]
    ratio = widths[source] / widths[target]
    shape_in, shape_out = shape + ([int(1 / ratio)] if ratio < 1 else []), shape + ([int(ratio)] if ratio > 1 else [])
    body = f'"stablehlo.bitcast_convert"(%arg0) : ({tensor(shape_in, source)}) -> {tensor(shape_out, target)}'
    return Program(rng, body, [draw(rng, shape_in, source)], [tensor(shape_out, target)])


@kind
def rng_bit_generator(rng):
    shape = [rng.randrange(1, 6) for _ in range(rng.randrange(0, 4))]
    element = rng.choice(["ui8", "ui16", "ui32", "ui64"])
    algorithm = rng.choice(["THREE_FRY", "PHILOX"])
    size = 3 if algorithm == "PHILOX" and rng.random() < 0.5 else 2
    state = np.array([rng.randrange(1 << 64) for _ in range(size)], np.uint64)
    if rng.random() < 0.3:
        state[1] = (1 << 64) - 2  # the counter carries
    body = (f'"stablehlo.rng_bit_generator"(%arg0) <{{rng_algorithm = #stablehlo<rng_algorithm {algorithm}>}}> '
            f": (tensor<{size}xui64>) -> (tensor<{size}xui64>, {tensor(shape, element)})")
    return Program(rng, body, [state], [f"tensor<{size}xui64>", tensor(shape, element)])


SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -2.5, 3.0, np.inf, -np.inf, np.nan, 1e30, -1e30, 300.0, -129.0, 1e10, 2147483648.0, -2147483649.0, 1e19]
ELEMENTWISE = ["maximum", "minimum", "remainder", "divide", "power", "atan2", "multiply", "subtract"]


@kind
def special_values(rng):
    """Zeros, infinities and NaN; powers and angles may be a few units off."""
    element = rng.choice(["f32", "f64"])
    with np.errstate(all="ignore"):
        a, b = (np.array([rng.choice(SPECIAL) for _ in range(64)]).astype(DTYPES[element]) for _ in range(2))
    t = f"tensor<64x{element}>"
    which = rng.choice(["binary", "compare", "convert", "unary", "clamp"])
    if which == "compare":
        direction = rng.choice(["EQ", "NE", "LT", "LE", "GT", "GE"])
        order = rng.choice(["FLOAT", "TOTALORDER"])
        return Program(rng, f'"stablehlo.compare"(%arg0, %arg1) <{{comparison_direction = #stablehlo<comparison_direction {direction}>, compare_type = '
                       f"#stablehlo<comparison_type {order}>}}> : ({t}, {t}) -> tensor<64xi1>", [a, b], ["tensor<64xi1>"])
    if which == "convert":
        target = rng.choice(["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i1", "bf16", "f16", "f32", "f64"])
        return Program(rng, f'"stablehlo.convert"(%arg0) : ({t}) -> tensor<64x{target}>', [a], [f"tensor<64x{target}>"])
    if which == "unary":
        op = rng.choice(["sign", "round_nearest_afz", "round_nearest_even", "floor", "ceil", "abs", "negate", "sqrt", "is_finite"])
        result = "tensor<64xi1>" if op == "is_finite" else t
        return Program(rng, f'"stablehlo.{op}"(%arg0) : ({t}) -> {result}', [a], [result])
    if which == "clamp":
        c = np.flip(b)
        return Program(rng, f'"stablehlo.clamp"(%arg0, %arg1, %arg2) : ({t}, {t}, {t}) -> {t}', [a, b, c], [t])
    op = rng.choice(ELEMENTWISE)
    return Program(rng, f'"stablehlo.{op}"(%arg0, %arg1) : ({t}, {t}) -> {t}', [a, b], [t], bound=8 if op in ("power", "atan2") else 0)


@kind
def integer_edges(rng):
    element = rng.choice(["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"])
    info = np.iinfo(DTYPES[element])
    numbers = [one for one in (0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, -1, -2, -7, info.min, info.max, info.max // 2) if info.min <= one <= info.max]
    a, b = (np.array([rng.choice(numbers) for _ in range(64)], DTYPES[element]) for _ in range(2))
    t = f"tensor<64x{element}>"
    op = rng.choice(["add", "subtract", "multiply", "divide", "remainder", "power", "shift_left", "shift_right_logical", "shift_right_arithmetic",
                     "maximum", "minimum", "abs", "negate", "sign", "popcnt", "count_leading_zeros", "not"])
    if op in ("abs", "sign") and element.startswith("u"):
        op = "not"
    if op in ("abs", "negate", "sign", "popcnt", "count_leading_zeros", "not"):
        return Program(rng, f'"stablehlo.{op}"(%arg0) : ({t}) -> {t}', [a], [t])
    if op == "power":
        b = np.where((b < 0) | (b > 63), 3, b).astype(b.dtype)  # XLA looks at six bits of it
    return Program(rng, f'"stablehlo.{op}"(%arg0, %arg1) : ({t}, {t}) -> {t}', [a, b], [t])


@kind
def movement(rng):
    element, rank = rng.choice(TYPES), rng.randrange(1, 4)
    sizes = [rng.randrange(0, 5) for _ in range(rank)]
    operand, t = draw(rng, sizes, element), tensor(sizes, element)
    which = rng.choice(["reverse", "transpose", "slice", "concatenate", "broadcast_in_dim"])
    if which == "reverse":
        dims = sorted(rng.sample(range(rank), rng.randrange(0, rank + 1)))
        return Program(rng, f'"stablehlo.reverse"(%arg0) <{{dimensions = {array(dims)}}}> : ({t}) -> {t}', [operand], [t])
    if which == "transpose":
        order = rng.sample(range(rank), rank)
        result = tensor([sizes[dim] for dim in order], element)
        return Program(rng, f'"stablehlo.transpose"(%arg0) <{{permutation = {array(order)}}}> : ({t}) -> {result}', [operand], [result])
    if which == "slice":
        start = [rng.randrange(0, size + 1) for size in sizes]
        limit = [rng.randrange(low, size + 1) for low, size in zip(start, sizes)]
        strides = [rng.randrange(1, 4) for _ in sizes]
        result = tensor([-(-(high - low) // step) for low, high, step in zip(start, limit, strides)], element)
        return Program(rng, f'"stablehlo.slice"(%arg0) <{{start_indices = {array(start)}, limit_indices = {array(limit)}, strides = {array(strides)}}}> '
                       f": ({t}) -> {result}", [operand], [result])
    if which == "concatenate":
        dim = rng.randrange(rank)
        others = [draw(rng, sizes[:dim] + [rng.randrange(0, 4)] + sizes[dim + 1 :], element) for _ in range(rng.randrange(0, 3))]
        arrays = [operand, *others]
        result = tensor(np.concatenate(arrays, dim).shape, element)
        return Program(rng, f'"stablehlo.concatenate"({", ".join(f"%arg{i}" for i in range(len(arrays)))}) <{{dimension = {dim} : i64}}> '
                       f": ({', '.join(map(type_of, arrays))}) -> {result}", arrays, [result])
    sizes = [1 if rng.random() < 0.3 else size for size in sizes]
    operand = draw(rng, sizes, element)
    out_rank = rank + rng.randrange(0, 3)
    dims = rng.sample(range(out_rank), rank)
    out = [rng.randrange(0, 4) for _ in range(out_rank)]
    for size, dim in zip(sizes, dims):
        out[dim] = size if size != 1 else out[dim]
    return Program(rng, f'"stablehlo.broadcast_in_dim"(%arg0) <{{broadcast_dimensions = {array(dims)}}}> : ({type_of(operand)}) -> {tensor(out, element)}',
                   [operand], [tensor(out, element)])


@kind
def reduce_precision(rng):
    element = rng.choice(["f32", "f64", "bf16", "f16"])
    seed = np.random.default_rng(rng.randrange(1 << 30))
    with np.errstate(all="ignore"):
        numbers = (seed.standard_normal(64) * 10.0 ** seed.integers(-12, 12, 64)).astype(DTYPES[element])
        numbers[:20] = np.array(SPECIAL).astype(DTYPES[element])
    exponent, mantissa = rng.randrange(2, 12), rng.randrange(0, 24)
    t = f"tensor<64x{element}>"
    return Program(rng, f'"stablehlo.reduce_precision"(%arg0) <{{exponent_bits = {exponent} : i32, mantissa_bits = {mantissa} : i32}}> : ({t}) -> {t}',
                   [numbers], [t])


@kind
def branches(rng):
    """An index that names no branch takes the last one."""
    count = rng.randrange(1, 5)
    regions = ", ".join(f"{{\n      %z{i} = stablehlo.constant dense<{i}> : tensor<i32>\n      stablehlo.return %z{i} : tensor<i32>\n    }}"
                        for i in range(count))
    return Program(rng, f'"stablehlo.case"(%arg0) ({regions}) : (tensor<i32>) -> tensor<i32>', [draw(rng, (), "i32", -4, 6)], ["tensor<i32>"])


@kind
def batch_norm(rng):
    element, rank = rng.choice(["f32", "f64"]), rng.randrange(1, 5)
    sizes = [rng.randrange(1, 5) for _ in range(rank)]
    feature = rng.randrange(rank)
    t, v = tensor(sizes, element), tensor([sizes[feature]], element)
    x, dy = (draw(rng, sizes, element) for _ in range(2))
    scale, offset, mean = (draw(rng, [sizes[feature]], element) for _ in range(3))
    variance = draw(rng, [sizes[feature]], element, 1, 4)
    numbers = f"<{{epsilon = {rng.choice([0.5, 1.0])} : f32, feature_index = {feature} : i64}}>"
    which = rng.choice(["training", "inference", "grad"])
    if which == "training":
        return Program(rng, f'"stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) {numbers} : ({t}, {v}, {v}) -> ({t}, {v}, {v})', [x, scale, offset],
                       [t, v, v], bound=32)
    if which == "inference":
        return Program(rng, f'"stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) {numbers} : ({t}, {v}, {v}, {v}, {v}) -> {t}',
                       [x, scale, offset, mean, variance], [t], bound=32)
    return Program(rng, f'"stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) {numbers} : ({t}, {v}, {v}, {v}, {t}) -> ({t}, {v}, {v})',
                   [x, scale, mean, variance, dy], [t, v, v], bound=256)


@kind
def mixed_product(rng):
    """Products of one type that are summed in a wider one."""
    source, target = rng.choice([("i8", "i32"), ("bf16", "f32"), ("f16", "f32"), ("ui8", "ui32"), ("i8", "i16"), ("f32", "f64")])
    n, k, m = (rng.randrange(1, 5) for _ in range(3))
    body = ('"stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> '
            f": ({tensor([n, k], source)}, {tensor([k, m], source)}) -> {tensor([n, m], target)}")
    return Program(rng, body, [draw(rng, [n, k], source, -100, 100), draw(rng, [k, m], source, -100, 100)], [tensor([n, m], target)])


@kind
def narrow_integers(rng):
    """i4 and its like, by way of i8. XLA may compute with them in 8 bits and then does not
    wrap around, so nothing here is too large."""
    element = rng.choice(["i4", "ui4", "i2", "ui2"])
    op = rng.choice(["maximum", "minimum", "and", "or", "xor"] + (["add", "subtract", "multiply"] if element == "i4" else []))
    wide = "i8" if element.startswith("i") else "ui8"
    t, n = f"tensor<64x{wide}>", f"tensor<64x{element}>"
    body = (f'"stablehlo.convert"(%arg0) : ({t}) -> {n}\n    %b = "stablehlo.convert"(%arg1) : ({t}) -> {n}\n'
            f'    %c = "stablehlo.{op}"(%a, %b) : ({n}, {n}) -> {n}\n    %r = "stablehlo.convert"(%c) : ({n}) -> {t}')
    program = Program(rng, body, [draw(rng, [64], wide, -2, 1), draw(rng, [64], wide, -2, 1)], [t])
    program.text = program.text.replace("%r = ", "%a = ", 1)
    return program


@kind
def total_order(rng):
    """Sorts with zeros of both signs, infinities and NaN."""
    element = rng.choice(["f32", "f64"])
    with np.errstate(all="ignore"):
        keys = np.array([rng.choice(SPECIAL) for _ in range(24)]).astype(DTYPES[element])
    order, direction = rng.choice(["FLOAT", "TOTALORDER"]), rng.choice(["LT", "GT"])
    if order == "FLOAT":
        keys = np.where(np.isnan(keys), 0, keys)  # has no place in this order
    t = f"tensor<24x{element}>"
    body = (f'"stablehlo.sort"(%arg0, %arg1) <{{dimension = 0 : i64, is_stable = true}}> ({{\n    ^bb0(%x: tensor<{element}>, %y: tensor<{element}>, '
            f"%i: tensor<i32>, %j: tensor<i32>):\n      %z = stablehlo.compare {direction}, %x, %y, {order} : (tensor<{element}>, tensor<{element}>) -> tensor<i1>\n"
            f"      stablehlo.return %z : tensor<i1>\n    }}) : ({t}, tensor<24xi32>) -> ({t}, tensor<24xi32>)")
    return Program(rng, body, [keys, np.arange(24, dtype=np.int32)], [t, "tensor<24xi32>"])


@kind
def scatter_several(rng):
    """Two operands that are updated together."""
    first, second = rng.choice(["f32", "i32"]), rng.choice(["f64", "ui16"])
    sizes, slices, collapsed, batching, indices_batching, mapped, vector, offset_dims, out, indices = draw_scatter(rng)
    numbers = (f"update_window_dims = {offset_dims}, inserted_window_dims = {collapsed}, input_batching_dims = {batching}, "
               f"scatter_indices_batching_dims = {indices_batching}, scatter_dims_to_operand_dims = {mapped}, index_vector_dim = {vector}")
    types = [tensor(sizes, first), tensor(sizes, second)]
    update = (f"({{\n    ^bb0(%x0: tensor<{first}>, %x1: tensor<{second}>, %y0: tensor<{first}>, %y1: tensor<{second}>):\n"
              f"      %z0 = stablehlo.maximum %x0, %y0 : tensor<{first}>\n      %z1 = stablehlo.add %x1, %y1 : tensor<{second}>\n"
              f"      stablehlo.return %z0, %z1 : tensor<{first}>, tensor<{second}>\n    }})")
    body = (f'"stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg4) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> {update} '
            f": ({types[0]}, {types[1]}, {type_of(indices)}, {tensor(out, first)}, {tensor(out, second)}) -> ({types[0]}, {types[1]})")
    operands = [draw(rng, sizes, first), draw(rng, sizes, second), indices, draw(rng, out, first), draw(rng, out, second)]
    return Program(rng, body, operands, types)


def compare(program, printed, expected):
    for i, (text, theirs) in enumerate(zip(printed, expected, strict=True)):
        ours = parse_result(text)
        if hasattr(program, "mask"):
            ours, theirs = (np.where(program.mask, one, 0).astype(one.dtype) for one in (ours, theirs))
        error = units_off(ours, theirs, program.bound > 0)
        if not error <= program.bound:
            yield f"result {i} is {error} units off, {program.bound} allowed\nweft: {ours.ravel()[:64]}\nxla:  {theirs.ravel()[:64]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weft-opt", required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fresh", action="store_true", help="take a seed that nobody has tried")
    parser.add_argument("--count", type=int, default=20, help="programs of each kind")
    parser.add_argument("--only", default="", choices=["", *KINDS])
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 31) if options.fresh else options.seed
    print(f"seed {seed}", flush=True)
    counts, problems = {"right": 0, "not run by XLA": 0}, []
    for name, make in KINDS.items():
        if options.only not in ("", name):
            continue
        programs = [make(random.Random(f"{seed} {name} {i}")) for i in range(options.count)]
        source = "// -----\n".join(self_contained(program.text, f"case_{i}", program.operands, program.results) for i, program in enumerate(programs))
        done = subprocess.run([options.weft_opt, "--weft-evaluate", "--split-input-file", "-o", "/dev/null", "-"], input=source,
                              capture_output=True, text=True)
        printed = [[] for _ in programs]
        for line in done.stdout.splitlines():
            if line.startswith("@case_"):
                which, _, rest = line.partition(": ")
                printed[int(which[len("@case_") :])].append(rest)
        for i, program in enumerate(programs):
            try:
                expected = program.run_by_xla()
            except Exception as reason:
                counts["not run by XLA"] += 1
                if options.verbose:
                    print(f"{name} {i}: not run by XLA: {str(reason)[:300]}\n{program.text}")
                continue
            if len(printed[i]) != len(expected):
                problems.append(f"{name} {i}: no result\n{program.text}{done.stderr[-1500:]}")
                continue
            found = list(compare(program, printed[i], expected))
            problems += [f"{name} {i}: {problem}\n{program.text}{[operand.tolist() for operand in program.operands]}" for problem in found]
            counts["right"] += not found
        print(f"{name}: {len(problems)} problems so far", flush=True)
    print(f"{counts['right']} right, {len(problems)} wrong, {counts['not run by XLA']} not run by XLA")
    sys.exit("\n\n".join(problems) if problems else 0)


if __name__ == "__main__":
    main()
