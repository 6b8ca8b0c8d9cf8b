"""The same training run under several layouts, on several meshes.

    training.py WEFT

For each layout `weft plan --json` of `Trainer.step` must show the collectives
that the layout is known for, byte by byte, and `weft train` must give the
losses of a single device, up to rounding. The models say nothing about layouts
but for their batch; rules do.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

STEPS = 6
# Sums are made in another order, and six steps of Adam carry that on. The
# largest measured is 1.2e-7, one unit of the last place.
TOLERANCE = 1e-6

MESHES = {"8": (8, 1, 1), "2x4": (2, 1, 4), "4x2": (4, 1, 2), "2x2x2": (2, 2, 2)}
AXES = ("data", "fsdp", "model")

# Rules by layout, for both models. The projections back are split by their
# inputs, all others by their outputs.
FULLY_SHARDED = [
    '"**/kernel:rank=2" -> [("data", "fsdp"), _]',
    '"**/kernel:rank=3" -> [("data", "fsdp"), _, _]',
    '"**/embedding" -> [_, ("data", "fsdp")]',
]
TENSOR_PARALLEL = [
    '"**/attention/out/kernel" -> ["model", _, _]',
    '"**/attention/out/bias" -> [_]',
    '"**/attention/*/kernel" -> [_, "model", _]',
    '"**/attention/*/bias" -> ["model", _]',
    '"**/up/kernel" -> [_, "model"]',
    '"**/up/bias" -> ["model"]',
    '"**/down/kernel" -> ["model", _]',
]
BOTH = [
    '"**/attention/out/kernel" -> ["model", _, "fsdp"]',
    '"**/attention/out/bias" -> [_]',
    '"**/attention/*/kernel" -> ["fsdp", "model", _]',
    '"**/attention/*/bias" -> ["model", _]',
    '"**/up/kernel" -> ["fsdp", "model"]',
    '"**/up/bias" -> ["model"]',
    '"**/down/kernel" -> ["model", "fsdp"]',
    '"**/embedding" -> [_, "fsdp"]',
]


def declare_mesh(sizes, rules):
    axes = ", ".join(f'"{name}" = {size}' for name, size in zip(AXES, sizes))
    text = f"weft.mesh @mesh <{axes}>\n"
    if rules:
        text += "weft.spec_rules [\n  " + ",\n  ".join(rules) + "\n]\n"
    return text


def trainer(batch):
    """The step, on two arguments whose rows are split over all data axes."""
    rank = batch.count("x")
    layout = '{weft.sharding = #weft.sharding<@mesh, [("data", "fsdp")%s]>}' % (", ?" * (rank - 1))
    return f"""
weft.module @Trainer {{
  weft.submodule @model : @Model
  weft.adamw @optimizer for @model learning_rate 0.01 weight_decay 0.1
  weft.method @step(%x: {batch} {layout}, %y: {batch} {layout}) -> tensor<f32> {{
    %loss, %g = weft.value_and_grad @model::@loss(%x, %y) state @model
        : ({batch}, {batch}) -> (tensor<f32>, !weft.state<@model>)
    weft.apply_gradients @optimizer(%g) : !weft.state<@model>
    weft.return %loss : tensor<f32>
  }}
}}
"""


def perceptron(rows, layers=2):
    x, h = f"tensor<{rows}x16xf32>", f"tensor<{rows}x32xf32>"
    return f"""
weft.module @Block {{
  weft.linear @up 16 -> 32
  weft.linear @down 32 -> 16
  weft.method @apply(%x: {x}) -> {x} {{
    %0 = weft.call @up(%x) : ({x}) -> {h}
    %1 = stablehlo.tanh %0 : {h}
    %2 = weft.call @down(%1) : ({h}) -> {x}
    %3 = stablehlo.add %x, %2 : {x}
    weft.return %3 : {x}
  }}
}}
weft.module @Model {{
  weft.submodule @blocks x {layers} : @Block
  weft.method @loss(%x: {x}, %y: {x}) -> tensor<f32> {{
    %0 = weft.call @blocks(%x) : ({x}) -> {x}
    %1 = weft.mean_squared_error mean %0, %y : ({x}, {x}) -> tensor<f32>
    weft.return %1 : tensor<f32>
  }}
}}
""" + trainer(x)


def transformer(rows, layers=2):
    x, h = f"tensor<{rows}x4x16xf32>", f"tensor<{rows}x4x32xf32>"
    ids, logits = f"tensor<{rows}x4xi32>", f"tensor<{rows}x4x12xf32>"
    return f"""
weft.module @Block {{
  weft.rms_norm @attention_norm 16
  weft.multi_head_attention @attention 16 heads 8 causal
  weft.layer_norm @mlp_norm 16
  weft.linear @up 16 -> 32
  weft.linear @down 32 -> 16
  weft.method @apply(%x: {x}) -> {x} {{
    %0 = weft.call @attention_norm(%x) : ({x}) -> {x}
    %1 = weft.call @attention(%0) : ({x}) -> {x}
    %2 = stablehlo.add %x, %1 : {x}
    %3 = weft.call @mlp_norm(%2) : ({x}) -> {x}
    %4 = weft.call @up(%3) : ({x}) -> {h}
    %5 = stablehlo.tanh %4 : {h}
    %6 = weft.call @down(%5) : ({h}) -> {x}
    %7 = stablehlo.add %2, %6 : {x}
    weft.return %7 : {x}
  }}
}}
weft.module @Model {{
  weft.embed @tokens 12 x 16
  weft.submodule @blocks x {layers} : @Block
  weft.rms_norm @norm 16
  weft.method @loss(%ids: {ids}, %next: {ids}) -> tensor<f32> {{
    %0 = weft.call @tokens(%ids) : ({ids}) -> {x}
    %1 = weft.call @blocks(%0) : ({x}) -> {x}
    %2 = weft.call @norm(%1) : ({x}) -> {x}
    %3 = weft.call @tokens::@attend(%2) : ({x}) -> {logits}
    %4 = weft.softmax_cross_entropy mean %3, %next : ({logits}, {ids}) -> tensor<f32>
    weft.return %4 : tensor<f32>
  }}
}}
""" + trainer(ids)


MODELS = {
    "perceptron": (perceptron, ["--generate", "teacher"]),
    "transformer": (transformer, ["--generate", "sequence", "--classes", "12"]),
}


class Tool:
    def __init__(self, weft, directory):
        self.weft, self.directory = weft, pathlib.Path(directory)

    def ask(self, program, command, *options):
        file = self.directory / "program.mlir"
        file.write_text(program)
        done = subprocess.run([self.weft, command, file, "--json", *options], stdout=subprocess.PIPE)
        assert done.returncode == 0, program
        return json.loads(done.stdout)

    def plan(self, program):
        """Count, bytes of the results and axes of each kind of collective."""
        kinds = {}
        for row in self.ask(program, "plan", "--function", "Trainer.step")["collectives"]:
            kind = kinds.setdefault(row["kind"], {"count": 0, "bytes": 0, "axes": set()})
            kind["count"] += row["count"]
            kind["bytes"] += row["result_bytes"]
            kind["axes"].update(row["axes"])
        return kinds

    def leaves(self, program):
        """Bytes of the whole leaf and of a shard, of all that is trained."""
        sizes = []
        for leaf in self.ask(program, "specs", "--module", "Model")["leaves"]:
            whole = 4
            for size in leaf["shape"]:
                whole *= size
            sizes.append((whole, leaf["bytes_per_device"]))
        return sizes

    def train(self, program, data):
        run = self.ask(program, "train", "--steps", str(STEPS), "--seed", "1", *data)
        return run["losses"]


def check_data_parallel(kinds, leaves, name):
    """All gradients and the loss are summed, each once, and nothing else is
    sent."""
    assert set(kinds) == {"all_reduce"}, (name, kinds)
    assert kinds["all_reduce"]["bytes"] == sum(whole for whole, _ in leaves) + 4, (name, kinds)


def check_fully_sharded(kinds, leaves, name):
    """Each parameter that is split is joined once, its gradient is summed into
    shards once, and those of the others are summed."""
    split = [(whole, shard) for whole, shard in leaves if shard < whole]
    assert set(kinds) == {"all_gather", "reduce_scatter", "all_reduce"}, (name, kinds)
    assert kinds["all_gather"]["bytes"] == sum(whole for whole, _ in split), (name, kinds)
    assert kinds["reduce_scatter"]["bytes"] == sum(shard for _, shard in split), (name, kinds)
    assert kinds["all_reduce"]["bytes"] == sum(w for w, s in leaves if s == w) + 4, (name, kinds)


def check_tensor_parallel(tool, make, sizes, name):
    """What one more layer adds over "model": for the transformer two all-reduces
    in each direction, for the perceptron, half a layer, one."""
    counts = []
    for layers in (2, 3):
        program = declare_mesh(sizes, TENSOR_PARALLEL) + make(16, layers)
        kinds = {}
        for row in tool.ask(program, "plan", "--function", "Trainer.step")["collectives"]:
            if "model" in row["axes"]:
                kinds[row["kind"]] = kinds.get(row["kind"], 0) + row["count"]
        assert set(kinds) == {"all_reduce"}, (name, kinds)
        counts.append(kinds["all_reduce"])
    assert counts[1] - counts[0] == (4 if make is transformer else 2), (name, counts)


def main():
    with tempfile.TemporaryDirectory() as directory:
        tool, worst, runs = Tool(sys.argv[1], directory), 0, 0
        for model, (make, data) in MODELS.items():
            alone = declare_mesh((1, 1, 1), []) + make(16)
            assert not tool.plan(alone), model
            losses = tool.train(alone, data)
            assert losses[-1] < 0.95 * losses[0], losses

            def run(layout, mesh, program):
                nonlocal worst, runs
                ours = tool.train(program, data)
                error = max(abs(a - b) / abs(b) for a, b in zip(ours, losses))
                print(f"{model}, {layout}, {mesh}: error {error:.2g}", flush=True)
                assert error <= TOLERANCE, (ours, losses)
                worst, runs = max(worst, error), runs + 1

            for mesh, (first, second, third) in MESHES.items():
                name = (model, mesh)
                # Data and fully sharded parallelism take all axes for the batch.
                sizes = (first * second, third, 1)
                program = declare_mesh(sizes, []) + make(16)
                check_data_parallel(tool.plan(program), tool.leaves(program), name)
                run("data parallel", mesh, program)
                program = declare_mesh(sizes, FULLY_SHARDED) + make(16)
                check_fully_sharded(tool.plan(program), tool.leaves(program), name)
                run("fully sharded", mesh, program)
                # On one axis of eight it is all for the model.
                sizes = (1, 1, 8) if mesh == "8" else (first, second, third)
                check_tensor_parallel(tool, make, sizes, name)
                run("tensor parallel", mesh, declare_mesh(sizes, TENSOR_PARALLEL) + make(16))
            run("all three", "2x2x2", declare_mesh((2, 2, 2), BOTH) + make(16))
            # Whatever the size of the batch, also where it does not divide.
            for rows in (8, 128, 13):
                program = declare_mesh((8, 1, 1), []) + make(rows)
                check_data_parallel(tool.plan(program), tool.leaves(program), (model, rows))
            for rows in (16, 128):
                program = declare_mesh((8, 1, 1), FULLY_SHARDED) + make(rows)
                check_fully_sharded(tool.plan(program), tool.leaves(program), (model, rows))
        print(f"{runs} runs agree with one device, error at most {worst:.2g}")


if __name__ == "__main__":
    sys.exit(main())
