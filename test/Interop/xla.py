"""Runs what `weft-opt --weft-export-stablehlo` writes by XLA, on host devices.

    run(text, inputs)    whole arrays in, whole arrays out

The module says how its caller has to cut the arrays: see the description of the
pass. The devices are those of this process; ask for enough of them before JAX is
imported (programs/registry.py does).
"""

import math
import re

import jax
import numpy as np
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jax._src.lib.mlir import ir
from jax.sharding import Mesh, NamedSharding, PartitionSpec


class DeviceMesh:
    """A mesh of the module: where each device is."""

    def __init__(self, attribute):
        self.names = [name.value for name in ir.ArrayAttr(attribute["names"])]
        self.sizes = list(ir.DenseI64ArrayAttr(attribute["sizes"]))
        self.ids = list(range(math.prod(self.sizes)))
        if "device_ids" in attribute:
            self.ids = list(ir.DenseI64ArrayAttr(attribute["device_ids"]))

    def number(self, device, axes):
        """The number of a device along axes such as `x` or `x:(2)4`, and how many there are."""
        position, number, count = self.ids.index(device), 0, 1
        for axis in axes:
            name, pre, size = re.fullmatch(r"(.*?)(?::\((\d+)\)(\d+))?", axis).groups()
            index = self.names.index(name)
            coordinate = position // math.prod(self.sizes[index + 1 :]) % self.sizes[index]
            size = int(size) if size else self.sizes[index]
            rest = self.sizes[index] // (int(pre or 1) * size)
            number = number * size + coordinate // rest % size
            count *= size
        return number, count


class Port:
    """An argument or a result: which part of the whole array a device holds."""

    def __init__(self, attributes, type, meshes):
        self.local = tuple(ir.RankedTensorType(type).shape)
        self.sizes, self.axes, self.unreduced = self.local, None, ()
        if attributes is None or "weft.shards" not in attributes:
            return
        shards = ir.DictAttr(attributes["weft.shards"])
        mesh = shards["mesh"]
        self.mesh = meshes[mesh.value] if isinstance(mesh, ir.StringAttr) else DeviceMesh(ir.DictAttr(mesh))
        self.sizes = tuple(ir.DenseI64ArrayAttr(shards["sizes"]))
        self.axes = [[axis.value for axis in ir.ArrayAttr(dim)] for dim in ir.ArrayAttr(shards["axes"])]
        if "unreduced" in shards:
            self.unreduced = [axis.value for axis in ir.ArrayAttr(shards["unreduced"])]

    def box(self, device):
        """Where the shard begins in the whole array, padding included."""
        if self.axes is None:
            return [0] * len(self.sizes)
        numbers = [self.mesh.number(device, axes)[0] for axes in self.axes]
        return [number * size for number, size in zip(numbers, self.local)]

    def cut(self, whole, device):
        if self.unreduced and self.mesh.number(device, self.unreduced)[0] != 0:
            return np.zeros(self.local, whole.dtype)
        shard = np.zeros(self.local, whole.dtype)
        box = tuple(slice(start, start + size) for start, size in zip(self.box(device), self.local))
        part = whole[box]
        shard[tuple(slice(0, size) for size in part.shape)] = part
        return shard

    def join(self, shards):
        """The whole array. Shards of the same part have to agree."""
        whole = np.zeros(self.sizes, shards[0].dtype)
        written = {}
        for device, shard in enumerate(shards):
            box = self.box(device)
            target = tuple(slice(start, start + size) for start, size in zip(box, self.local))
            part = shard[tuple(slice(0, size) for size in whole[target].shape)]
            key = (*box, *([self.mesh.number(device, self.unreduced)[0]] if self.unreduced else []))
            if key in written:
                if not np.array_equal(part, written[key], equal_nan=part.dtype.kind in "fc"):
                    raise RuntimeError(f"device {device} holds another copy: {part}\nnot {written[key]}")
                continue
            written[key] = part
            whole[target] = whole[target] + part if self.unreduced else part
        return whole


def ports(main, which, types, meshes):
    attributes = [None] * len(types)
    if which in main.attributes:
        attributes = [ir.DictAttr(entry) for entry in ir.ArrayAttr(main.attributes[which])]
    return [Port(entry, type, meshes) for entry, type in zip(attributes, types)]


def compile_module(module, count):
    options = xla_client.CompileOptions()
    build = options.executable_build_options
    build.num_replicas, build.num_partitions = 1, count
    build.use_spmd_partitioning = count > 1
    build.device_assignment = xla_client.DeviceAssignment.create(np.arange(count).reshape(1, count))
    devices = xla_client.DeviceList(tuple(jax.devices()[:count]))
    return jax.devices()[0].client.compile_and_load(mlir.module_to_bytecode(module), devices, options)


def place(shards):
    """One array whose piece on each device is its shard, whatever the shards are."""
    devices = jax.devices()[: len(shards)]
    sharding = NamedSharding(Mesh(np.array(devices), ("device",)), PartitionSpec())
    pieces = [jax.device_put(shard, device) for shard, device in zip(shards, devices)]
    return jax.make_array_from_single_device_arrays(shards[0].shape, sharding, pieces)


def run(text, inputs):
    with mlir.make_ir_context() as context, ir.Location.unknown(context), jax.enable_x64(True):
        module = ir.Module.parse(text)
        count = ir.IntegerAttr(module.operation.attributes["mhlo.num_partitions"]).value
        meshes = {}
        if "weft.meshes" in module.operation.attributes:
            for entry in ir.DictAttr(module.operation.attributes["weft.meshes"]):
                meshes[entry.name] = DeviceMesh(ir.DictAttr(entry.attr))
        main = next(op for op in module.body.operations if str(op.attributes["sym_name"]) == '"main"')
        function = ir.FunctionType(main.type)
        arguments = ports(main, "arg_attrs", function.inputs, meshes)
        results = ports(main, "res_attrs", function.results, meshes)
        executable = compile_module(module, count)
        arrays = [place([port.cut(whole, device) for device in range(count)]) for port, whole in zip(arguments, inputs)]
        # XLA drops nothing here: what is unused is given all the same.
        outputs = executable.execute_sharded(arrays).disassemble_into_single_device_arrays()
        return [port.join([np.asarray(shard) for shard in shards]) for port, shards in zip(results, outputs)]
