"""Prints a program whose scopes are nested to the depth given."""

import sys

depth = int(sys.argv[1])
tensor = "tensor<4xf32>"
print(f"func.func @nested(%a0: {tensor}) -> {tensor} {{")
for level in range(depth):
    print(f'%r{level} = weft.scope "s" (%a{level}) (%a{level + 1}: {tensor}) {{')
print(f"weft.return %a{depth} : {tensor}")
for level in reversed(range(depth)):
    print(f"}} : ({tensor}) -> {tensor}")
    print(f"{'weft.' if level else ''}return %r{level} : {tensor}")
print("}")
