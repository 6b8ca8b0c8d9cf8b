#!/usr/bin/env python3
"""Programs of one op as rule_programs.py makes them, and their gradients.

    gradient_programs.py --seeds A B | --fresh N

Each op that works on floats becomes a function, the sum of its squared results
a loss, and the program returns the gradients of that, with respect to all float
arguments, laid out as at random as the op itself.
"""

import argparse
import random
import re

from rule_programs import generate

FLOAT = re.compile(r"tensor<(?:\d+x)*(f32|f64)>")


def split_list(text):
    """Splits at commas that are not in brackets."""
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "<([{") - (letter in ">)]}")
        if letter == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return parts + ([text[start:].strip()] if text[start:].strip() else [])


def type_of(port):
    """The type in `%arg0: tensor<4xf32> {...}` or `tensor<4xf32> {...}`."""
    return re.search(r"tensor<[^>]*>", port).group(0)


def loss_function(arguments, results):
    names = ", ".join(f"%a{i}" for i in range(len(arguments)))
    outputs = ", ".join(f"%r{i}" for i in range(len(results)))
    lines = [
        f"func.func private @loss({', '.join(f'%a{i}: {t}' for i, t in enumerate(arguments))}) -> tensor<f32> {{",
        f"  {outputs} = call @op({names}) : ({', '.join(arguments)}) -> ({', '.join(results)})",
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>",
    ]
    total = "%zero"
    for i, type in enumerate(results):
        if not FLOAT.fullmatch(type):
            continue
        narrow = re.sub(r"f64>$", "f32>", type)
        rank = type.count("x")
        dims = ", ".join(map(str, range(rank)))
        lines += [
            f"  %c{i} = stablehlo.convert %r{i} : ({type}) -> {narrow}",
            f"  %s{i} = stablehlo.multiply %c{i}, %c{i} : {narrow}",
            f"  %l{i} = stablehlo.reduce(%s{i} init: %zero) applies stablehlo.add across dimensions = [{dims}] : ({narrow}, tensor<f32>) -> tensor<f32>",
            f"  %t{i} = stablehlo.add {total}, %l{i} : tensor<f32>",
        ]
        total = f"%t{i}"
    return "\n".join(lines + [f"  return {total} : tensor<f32>", "}"])


def has_no_derivative(text):
    """Ops whose derivative nobody has written yet (RuleCoverageTest lists them),
    orders and exponents of special functions, and scatters that multiply elements
    several times, or by an unusual body."""
    if re.search(r"stablehlo\.(batch_norm_grad|(unary_)?einsum|torch_index_select)\b|chlo\.(ragged_dot|scan|zeta|polygamma)\b", text):
        return True
    if "stablehlo.select_and_scatter" in text:
        # The second body is that of the scatter.
        return "stablehlo.add" not in text[text.rindex("^bb0") :]
    if "stablehlo.scatter" not in text:
        return False
    body = text[text.index("^bb0") :]
    if "stablehlo.multiply" in body:
        return "unique_indices = true" not in text
    return "stablehlo.subtract" in body


def differentiate(text):
    """The program with gradients, or None if it has none."""
    header = re.search(r"func\.func @main\((.*)\) -> \((.*)\) \{\n", text)
    if not header:
        return None
    ports, results = split_list(header.group(1)), split_list(header.group(2))
    types, result_types = [type_of(p) for p in ports], [type_of(r) for r in results]
    if has_no_derivative(text):
        return None
    wrt = [i for i, t in enumerate(types) if FLOAT.fullmatch(t)]
    if not wrt or not any(FLOAT.fullmatch(t) for t in result_types):
        return None
    gradients = ["tensor<f32>"] + [types[i] for i in wrt]
    outputs = ", ".join(f"%g{i}" for i in range(len(gradients)))
    names = ", ".join(re.match(r"%\w+", port).group(0) for port in ports)
    main = [
        f"func.func @main({', '.join(ports)}) -> ({', '.join(gradients)}) {{",
        f"  {outputs} = weft.value_and_grad @loss({names}) wrt [{', '.join(map(str, wrt))}] : ({', '.join(types)}) -> ({', '.join(gradients)})",
        f"  return {outputs} : {', '.join(gradients)}",
        "}",
    ]
    op = text.replace("func.func @main(", "func.func private @op(", 1)
    return "\n".join([op.rstrip(), loss_function(types, result_types), *main, ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs=2, default=[0, 100])
    parser.add_argument("--fresh", type=int, help="this many seeds nobody tried")
    arguments = parser.parse_args()
    if arguments.fresh:
        first = random.SystemRandom().randrange(1 << 40)
        arguments.seeds = [first, first + arguments.fresh]
    print("// seeds", *arguments.seeds)
    programs = [differentiate(generate(seed, None)) for seed in range(*arguments.seeds)]
    print("// -----\n".join(program for program in programs if program))


main()
