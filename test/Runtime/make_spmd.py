"""Writes per-shard programs with collectives, each next to the whole program that it computes.

    make_spmd.py DEVICES    one module per pair of @whole and @shards, separated by dashes
"""

import sys


def tensor(*dims, element="f32"):
    return "tensor<" + "".join(f"{d}x" for d in dims) + element + ">"


def port(local, whole, *axes):
    """The attributes of an argument or a result of @shards."""
    spec = ", ".join(axes)
    return f"{local} {{weft.sharding = #weft.sharding<@mesh, [{spec}]>, weft.whole = {whole}}}"


SPLIT, KEPT = '"x"', "_"


class Pairs:
    def __init__(self, devices):
        self.n = devices
        self.texts = []
        self.groups = f"dense<[{list(range(devices))}]> : tensor<1x{devices}xi64>"
        self.channel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
        self.who = f"replica_groups = {self.groups}, {self.channel}, use_global_device_ids"

    def sizes(self, local):
        """Whole sizes whose shards have that size: even, and with padding."""
        return [local * self.n] + ([local * self.n - 1] if self.n > 1 else [])

    def add(self, whole_in, whole_out, whole_body, shard_in, shard_out, shard_body, mesh=None):
        mesh = mesh or f'<"x" = {self.n}>'
        self.texts.append(
            f"module attributes {{mhlo.num_partitions = {self.n} : i32}} {{\n"
            f"weft.mesh @mesh {mesh}\n"
            f"func.func @whole(%a: {whole_in}) -> {whole_out} {{\n{whole_body}}}\n"
            f"func.func @shards(%a: {shard_in[0]}) -> ({shard_out[0]}) attributes {{weft.local}} {{\n{shard_body}}}\n}}\n"
        )

    def reducer(self, op="add", element="f32"):
        scalar = tensor(element=element)
        return (
            f"({{\n^bb0(%x: {scalar}, %y: {scalar}):\n  %z = stablehlo.{op} %x, %y : {scalar}\n"
            f"  stablehlo.return %z : {scalar}\n}})"
        )

    def reduce(self, source, kind, result, op="add", zero="0.0", element="f32"):
        return (
            f"  %zero = stablehlo.constant dense<{zero}> : {tensor(element=element)}\n"
            f"  %r = stablehlo.reduce({source} init: %zero) applies stablehlo.{op} across dimensions = [0] : "
            f"({kind}, {tensor(element=element)}) -> {result}\n"
        )

    def all_reduce(self):
        n, local, whole = self.n, tensor(1, 5), tensor(self.n, 5)
        out = tensor(5)
        for op, word, zero in (("add", "add", "0.0"), ("maximum", "max", "0xFF800000")):
            body = self.reduce("%a", whole, out, op, zero) + f"  return %r : {out}\n"
            tail = f"  %1 = stablehlo.reshape %0 : ({local}) -> {out}\n  return %1 : {out}\n"
            call = f'  %0 = "stablehlo.all_reduce"(%a) <{{{self.who}}}> {self.reducer(op)} : ({local}) -> {local}\n'
            ours = f'  %0 = weft.all_reduce {word} %a over ["x"] : {local}\n'
            for first in (call, ours):
                self.add(whole, out, body, [port(local, whole, SPLIT, KEPT)], [port(out, out, KEPT)], first + tail)

    def all_gather(self):
        n = self.n
        for size in self.sizes(2):
            local, whole = tensor(3, 2), tensor(3, size)
            given = [port(local, whole, KEPT, SPLIT)]
            out = [port(whole, whole, KEPT, KEPT)]
            body = f"  return %a : {whole}\n"
            if size == 2 * n:
                call = f'"stablehlo.all_gather"(%a) <{{all_gather_dim = 1 : i64, {self.who}}}> : ({local}) -> {whole}'
                self.add(whole, whole, body, given, out, f"  %0 = {call}\n  return %0 : {whole}\n")
            call = f'weft.all_gather %a over ["x"] dim 1 : {local} -> {whole}'
            self.add(whole, whole, body, given, out, f"  %0 = {call}\n  return %0 : {whole}\n")

    def all_slice(self):
        for size in self.sizes(2):
            local, whole = tensor(2), tensor(size)
            self.add(
                whole, whole, f"  return %a : {whole}\n", [port(whole, whole, KEPT)], [port(local, whole, SPLIT)],
                f'  %0 = weft.all_slice %a over ["x"] dim 0 : {whole} -> {local}\n  return %0 : {local}\n',
            )

    def reduce_scatter(self):
        n = self.n
        for size in self.sizes(3):
            given, part = tensor(1, size), tensor(1, 3)
            whole, row, out = tensor(n, size), tensor(size), tensor(1, size)
            body = (
                self.reduce("%a", whole, row)
                + f"  %s = stablehlo.reshape %r : ({row}) -> {out}\n  return %s : {out}\n"
            )
            calls = [f'weft.reduce_scatter add %a over ["x"] dim 1 : {given} -> {part}']
            if size == 3 * n:
                calls.append(
                    f'"stablehlo.reduce_scatter"(%a) <{{scatter_dimension = 1 : i64, {self.who}}}> {self.reducer()}'
                    f" : ({given}) -> {part}"
                )
            for call in calls:
                self.add(
                    whole, out, body, [port(given, whole, SPLIT, KEPT)], [port(part, out, KEPT, SPLIT)],
                    f"  %0 = {call}\n  return %0 : {part}\n",
                )

    def all_to_all(self):
        n = self.n
        for rows, columns in zip(self.sizes(2), self.sizes(3)):
            whole, before, after = tensor(rows, columns), tensor(2, columns), tensor(rows, 3)
            calls = [f'weft.all_to_all %a over ["x"] split 1 concat 0 : {before} -> {after}']
            if rows == 2 * n:
                calls.append(
                    f'"stablehlo.all_to_all"(%a) <{{split_dimension = 1 : i64, concat_dimension = 0 : i64, '
                    f"split_count = {n} : i64, replica_groups = {self.groups}, {self.channel}}}> : ({before}) -> {after}"
                )
            for call in calls:
                self.add(
                    whole, whole, f"  return %a : {whole}\n", [port(before, whole, SPLIT, KEPT)],
                    [port(after, whole, KEPT, SPLIT)], f"  %0 = {call}\n  return %0 : {after}\n",
                )

    def permute(self):
        n, local, whole, one, rest = self.n, tensor(2), tensor(2 * self.n), tensor(2), tensor(2 * self.n - 2)
        body = (
            f"  %0 = stablehlo.slice %a [{2 * n - 2}:{2 * n}] : ({whole}) -> {one}\n"
            f"  %1 = stablehlo.slice %a [0:{2 * n - 2}] : ({whole}) -> {rest}\n"
            f"  %2 = stablehlo.concatenate %0, %1, dim = 0 : ({one}, {rest}) -> {whole}\n"
            f"  return %2 : {whole}\n"
        )
        pairs = f"dense<{[[i, (i + 1) % n] for i in range(n)]}> : tensor<{n}x2xi64>"
        for call in (
            f'"stablehlo.collective_permute"(%a) <{{source_target_pairs = {pairs}, {self.channel}}}> : ({local}) -> {local}',
            f'weft.permute %a over ["x"] rotate 1 : {local}',
        ):
            split = port(local, whole, SPLIT)
            self.add(whole, whole, body, [split], [split], f"  %0 = {call}\n  return %0 : {local}\n")

    def broadcast(self):
        n, local, whole = self.n, tensor(2), tensor(2 * self.n)
        body = f"  %0 = stablehlo.slice %a [{2 * n - 2}:{2 * n}] : ({whole}) -> {local}\n  return %0 : {local}\n"
        order = [n - 1] + list(range(n - 1))
        groups = f"replica_groups = dense<[{order}]> : tensor<1x{n}xi64>, {self.channel}"
        for call in (
            f'"stablehlo.collective_broadcast"(%a) <{{{groups}}}> : ({local}) -> {local}',
            f'weft.broadcast %a over ["x"] from {n - 1} : {local}',
        ):
            self.add(
                whole, local, body, [port(local, whole, SPLIT)], [port(local, local, KEPT)],
                f"  %0 = {call}\n  return %0 : {local}\n",
            )

    def numbers(self):
        n, local, whole = self.n, tensor(1, element="ui32"), tensor(self.n, element="ui32")
        body = f"  %0 = stablehlo.iota dim = 0 : {whole}\n  return %0 : {whole}\n"
        for call in ("stablehlo.partition_id", 'weft.axis_index over ["x"]'):
            split = port(local, whole, SPLIT)
            self.add(
                whole, whole, body, [split], [split],
                f"  %0 = {call} : tensor<ui32>\n  %1 = stablehlo.reshape %0 : (tensor<ui32>) -> {local}\n"
                f"  return %1 : {local}\n",
            )

    def matmul(self):
        """Both axes of a grid at work: a product with split rows and a split contraction."""
        n = self.n
        rows = 2 if n % 2 == 0 else 1
        cols = n // rows
        a, x = tensor(2 * rows, 3 * cols), tensor(2, 3)
        out, part = tensor(2 * rows, 2 * rows), tensor(2, 2 * rows)
        whole = (
            f"  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : ({a}, {a}) -> {out}\n"
            f"  return %0 : {out}\n"
        )
        shards = (
            f'  %0 = weft.all_gather %a over ["r"] dim 0 : {x} -> {tensor(2 * rows, 3)}\n'
            f"  %1 = stablehlo.dot_general %a, %0, contracting_dims = [1] x [1] : ({x}, {tensor(2 * rows, 3)}) -> {part}\n"
            f'  %2 = weft.all_reduce add %1 over ["c"] : {part}\n'
            f"  return %2 : {part}\n"
        )
        self.add(
            a, out, whole, [port(x, a, '"r"', '"c"')], [port(part, out, '"r"', KEPT)], shards,
            mesh=f'<"r" = {rows}, "c" = {cols}>',
        )

    def loop(self):
        """Many collectives in a row: each turn rotates, adds and sums up."""
        local, whole, n = tensor(2), tensor(2 * self.n), self.n
        one, rest = tensor(2), tensor(2 * n - 2)
        head = (
            "  %c0 = stablehlo.constant dense<0> : tensor<i32>\n  %c1 = stablehlo.constant dense<1> : tensor<i32>\n"
            "  %c9 = stablehlo.constant dense<9> : tensor<i32>\n"
        )

        def loop(kind, turn):
            return (
                head + f"  %r:2 = stablehlo.while(%i = %c0, %v = %a) : tensor<i32>, {kind}\n    cond {{\n"
                "      %t = stablehlo.compare LT, %i, %c9 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                "      stablehlo.return %t : tensor<i1>\n    } do {\n"
                f"{turn}      %j = stablehlo.add %i, %c1 : tensor<i32>\n"
                f"      stablehlo.return %j, %w : tensor<i32>, {kind}\n    }}\n  return %r#1 : {kind}\n"
            )

        whole_turn = (
            f"      %0 = stablehlo.slice %v [{2 * n - 2}:{2 * n}] : ({whole}) -> {one}\n"
            f"      %1 = stablehlo.slice %v [0:{2 * n - 2}] : ({whole}) -> {rest}\n"
            f"      %2 = stablehlo.concatenate %0, %1, dim = 0 : ({one}, {rest}) -> {whole}\n"
            f"      %w = stablehlo.subtract %2, %v : {whole}\n"
        )
        shard_turn = (
            f'      %0 = weft.permute %v over ["x"] rotate 1 : {local}\n'
            f"      %w = stablehlo.subtract %0, %v : {local}\n"
        )
        split = port(local, whole, SPLIT)
        self.add(whole, whole, loop(whole, whole_turn), [split], [split], loop(local, shard_turn))


def main():
    pairs = Pairs(int(sys.argv[1]))
    for make in (
        pairs.all_reduce, pairs.all_gather, pairs.all_slice, pairs.reduce_scatter, pairs.all_to_all, pairs.permute,
        pairs.broadcast, pairs.numbers, pairs.matmul, pairs.loop,
    ):
        make()
    print("// -----\n".join(pairs.texts))


if __name__ == "__main__":
    main()
