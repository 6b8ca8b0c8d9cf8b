"""What `weft run` does with .npy files: all types, all orders, all that is wrong with them, and being stopped."""

import argparse
import json
import os
import random
import signal
import subprocess
import time

import ml_dtypes
import numpy as np

TYPES = {
    "i1": np.bool_, "i2": ml_dtypes.int2, "i4": ml_dtypes.int4, "i8": np.int8, "i16": np.int16, "i32": np.int32,
    "i64": np.int64, "ui2": ml_dtypes.uint2, "ui4": ml_dtypes.uint4, "ui8": np.uint8, "ui16": np.uint16,
    "ui32": np.uint32, "ui64": np.uint64, "f4E2M1FN": ml_dtypes.float4_e2m1fn, "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn, "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn, "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz, "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu, "bf16": ml_dtypes.bfloat16,
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}


def run(*arguments, expect=0):
    process = subprocess.run(["weft", "run", *map(str, arguments)], capture_output=True, text=True)
    assert process.returncode == expect, (arguments, process.returncode, process.stderr)
    return process


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def identity(directory, types, name="identity.mlir"):
    arguments = ", ".join(f"%{i}: {t}" for i, t in enumerate(types))
    values = ", ".join(f"%{i}" for i in range(len(types)))
    results = ", ".join(types)
    return write(
        f"{directory}/{name}",
        f"func.func @main({arguments}) -> ({results}) {{\n  return {values} : {results}\n}}\n",
    )


def check_every_type(directory):
    program = identity(directory, [f"tensor<3x5x{name}>" for name in TYPES])
    arrays = []
    for i, dtype in enumerate(TYPES.values()):
        codes = np.random.default_rng(i).integers(-4, 4, (3, 5))
        arrays.append(abs(codes).astype(dtype) if dtype in (np.bool_,) else codes.astype(np.float32).astype(dtype))
        np.save(f"{directory}/in_{i}.npy", arrays[-1])
    run(program, "--whole", "--inputs", directory, "--out", f"{directory}/out")
    for i, array in enumerate(arrays):
        raw = np.load(f"{directory}/out/out_{i}.npy")
        assert raw.shape == array.shape and raw.dtype.itemsize == array.dtype.itemsize, (array.dtype, raw.dtype)
        mask = {"int2": 3, "uint2": 3, "int4": 15, "uint4": 15}.get(array.dtype.name, 255)
        got = np.frombuffer(raw.tobytes(), np.uint8)
        want = np.frombuffer(array.tobytes(), np.uint8)
        assert ((got & mask) == (want & mask)).all(), (array.dtype, got, want)
    print("every element type comes back as it was")


def check_shapes(directory):
    shapes = [(), (0,), (3, 0, 2), (1, 1, 1, 1, 1), (7,)]
    types = ["tensor<" + "".join(f"{d}x" for d in shape) + "f32>" for shape in shapes]
    program = identity(directory, types)
    files = []
    for i, shape in enumerate(shapes):
        files.append(f"{directory}/s{i}.npy")
        np.save(files[-1], np.random.default_rng(i).random(shape, np.float32))
    run(program, "--whole", "--out", f"{directory}/out", "--input", *files)
    for i, shape in enumerate(shapes):
        got = np.load(f"{directory}/out/out_{i}.npy")
        assert got.shape == shape and (got == np.load(files[i])).all()
    print("empty arrays and scalars come back as they were")


def check_orders(directory):
    program = identity(directory, ["tensor<4x6xf32>"])
    array = np.arange(24, dtype=np.float32).reshape(4, 6)
    path = f"{directory}/x.npy"
    for version in ((1, 0), (2, 0), (3, 0)):
        for stored in (array, np.asfortranarray(array), array.astype(">f4"), np.asfortranarray(array.astype(">f4"))):
            with open(path, "wb") as file:
                np.lib.format.write_array(file, stored, version=version)
            run(program, "--whole", "--input", path, "--out", f"{directory}/out")
            got = np.load(f"{directory}/out/out_0.npy")
            assert got.dtype == np.float32 and (got == array).all()
    print("orders and versions are read alike")


def check_malformed(directory):
    program = identity(directory, ["tensor<4x6xf32>"])
    path = f"{directory}/bad.npy"
    np.save(path, np.zeros((4, 6), np.float32))
    good = open(path, "rb").read()

    def refuse(content, *words):
        with open(path, "wb") as file:
            file.write(content)
        process = run(program, "--whole", "--input", path, "--out", f"{directory}/none", expect=1)
        assert path in process.stderr and all(word in process.stderr for word in words), process.stderr
        assert not os.path.exists(f"{directory}/none")

    for length in list(range(0, 130, 7)) + [len(good) - 1]:
        refuse(good[:length])
    refuse(b"not an array at all, just text that goes on for a while")
    refuse(good.replace(b"(4, 6)", b"(4, 7)"), "dimension 1 is 7, expected 6")
    refuse(good.replace(b"(4, 6), ", b"(9999999999999, 99999999999), "[:8].ljust(8)))
    refuse(good.replace(b"<f4", b"<f8"))
    refuse(good.replace(b"<f4", b"|O8"))
    np.save(path, np.zeros((4, 6), np.int32))
    refuse(open(path, "rb").read(), "i32", "f32")
    np.save(path, np.zeros((2**20, 2**20, 0), np.float32))
    refuse(open(path, "rb").read())
    header = b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little")
    huge = b"{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4611686018427387904), }"
    refuse(header + huge.ljust(117) + b"\n" + bytes(64))
    os.remove(path)
    process = run(program, "--whole", "--input", path, expect=1)
    assert path in process.stderr
    os.mkdir(path)
    run(program, "--whole", "--input", path, expect=1)
    os.rmdir(path)
    np.save(path, np.zeros((4, 6), np.float32))
    run(program, "--whole", "--input", path, "--out", "/proc/nowhere", expect=3)
    print("malformed arrays are refused by name")


def check_kill(directory):
    """A run that is killed leaves the old file or the new one."""
    count = 1 << 22
    program = write(
        f"{directory}/large.mlir",
        f"func.func @main() -> tensor<{count}xf32> {{\n"
        f"  %0 = stablehlo.iota dim = 0 : tensor<{count}xf32>\n"
        f"  return %0 : tensor<{count}xf32>\n}}\n",
    )
    out = f"{directory}/killed"
    os.mkdir(out)
    old = np.zeros(3, np.float32)
    start = time.monotonic()
    run(program, "--whole", "--out", f"{directory}/timed")
    length = time.monotonic() - start
    seen = set()
    for _ in range(20):
        np.save(f"{out}/out_0.npy", old)
        process = subprocess.Popen(["weft", "run", program, "--whole", "--out", out], stdout=subprocess.DEVNULL)
        time.sleep(length * random.uniform(0.3, 1.2))
        process.kill()
        process.wait()
        size = np.load(f"{out}/out_0.npy").size
        assert size in (3, count), size
        seen.add(size)
    print("a run that is killed leaves whole files")


def check_interrupt(directory):
    program = write(
        f"{directory}/endless.mlir",
        """weft.mesh @mesh <"x" = 8>
func.func @main(%a: tensor<i32> {weft.sharding = #weft.sharding<@mesh, []>}) -> tensor<i32> attributes {weft.local} {
  %0 = stablehlo.while(%i = %a) : tensor<i32>
    cond {
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %j = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %j : tensor<i32>
    }
  return %0 : tensor<i32>
}
""",
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen(
            ["weft", "run", program, "--random", "0", "--out", f"{directory}/never"],
            stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        time.sleep(1.5)
        assert process.poll() is None
        process.send_signal(number)
        stdout, stderr = process.communicate(timeout=60)
        assert process.returncode == 3 and "interrupted" in stderr, (process.returncode, stderr)
        assert not os.path.exists(f"{directory}/never")
    print("an endless loop can be interrupted")


def check_trace(directory):
    program = write(
        f"{directory}/traced.mlir",
        """weft.mesh @mesh <"x" = 3>
func.func @main(%a: tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, ["x"]>, weft.whole = tensor<12xf32>})
    -> (tensor<4xf32> {weft.sharding = #weft.sharding<@mesh, [_]>}) attributes {weft.local} {
  %0 = stablehlo.negate %a : tensor<4xf32>
  %1 = weft.all_reduce add %0 over ["x"] : tensor<4xf32>
  %2 = weft.all_reduce add %1 over ["x"] : tensor<4xf32>
  return %2 : tensor<4xf32>
}
""",
    )
    trace = f"{directory}/trace.json"
    report = json.loads(run(program, "--random", 0, "--trace", trace, "--json", "--repeat", 2).stdout)
    events = json.load(open(trace))["traceEvents"]
    rows = {e["tid"]: e["args"]["name"] for e in events if e["ph"] == "M"}
    assert rows == {0: "device 0", 1: "device 1", 2: "device 2"}, rows
    for device in range(3):
        names = [e["name"] for e in events if e["ph"] == "X" and e["tid"] == device and e["cat"] == "op"]
        assert names.count("stablehlo.negate") == 2 and names.count("weft.all_reduce") == 4, names
    sent = [e for e in events if e.get("cat") == "collective"]
    assert len(sent) == 12 and all(e["args"]["bytes"] == 16 and e["args"]["devices"] == 3 for e in sent), sent
    collectives = report["collectives"]
    assert [c["location"].split(":")[-2] for c in collectives] == ["5", "6"], collectives
    for c in collectives:
        assert (c["kind"], c["op"], c["count"], c["bytes"], c["group_size"]) == (
            "all_reduce", "weft.all_reduce", 1, 16, 3), c
        assert c["wire_bytes"] == 2 * 2 * 16 // 3, c
    print("a timeline has a row per device")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dir", required=True)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    checks = [check_every_type, check_shapes, check_orders, check_malformed, check_kill, check_interrupt, check_trace]
    for check in checks:
        if arguments.only in (None, check.__name__):
            check(arguments.dir)


if __name__ == "__main__":
    main()
