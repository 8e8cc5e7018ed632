#!/usr/bin/env python3
# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""The outside judge: runs every record's StableHLO in XLA and compares with our own output.

usage: judge_stablehlo.py RECORDS.jsonl DATA_DIR

For each record (one JSON object a line) the module is parsed and verified by jaxlib, must be made
of StableHLO operations without custom calls, must take and give the types that the record names,
and is compiled and run on XLA's CPU backend. The arrays are DATA_DIR/<kernel_name>/input0.bin,
input1.bin, ..., output.bin: raw, little-endian, row-major.

A result is right where abs(ours - xla) <= result.atol + result.rtol * abs(xla); NaN must meet NaN,
infinities must be equal, integers must be equal whatever the tolerance. The tolerance is the
record's and is not widened for XLA's sake, although XLA's CPU backend flushes denormals and
approximates exp and tanh: its own error counts too.

Prints a line a kernel and then "N passed, M failed". Exit status: 0 all passed, 1 some failed or
there was no record, 2 bad usage.
"""

import json
import math
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"  # before jax is imported: no accelerator is touched

import jax
import ml_dtypes
import numpy as np
from jax.extend.backend import get_backend, get_compile_options
from jax.interpreters.mlir import make_ir_context
from jaxlib import xla_client
from jaxlib.mlir import ir

jax.config.update("jax_enable_x64", True)  # or i64 inputs would become i32

# The record's name of an element type: NumPy's type, MLIR's name.
ELEMENT_TYPES = {
    "f32": (np.dtype(np.float32), "f32"),
    "f16": (np.dtype(np.float16), "f16"),
    "bf16": (np.dtype(ml_dtypes.bfloat16), "bf16"),
    "f64": (np.dtype(np.float64), "f64"),
    "u8": (np.dtype(np.uint8), "ui8"),
    "i32": (np.dtype(np.int32), "i32"),
    "i64": (np.dtype(np.int64), "i64"),
}
INTEGERS = ("u8", "i32", "i64")
ALLOWED_DIALECTS = ("builtin", "func", "stablehlo", "chlo")  # chlo holds erf and erfc


class Refusal(Exception):
    """Why a record fails, in one sentence."""


def tensor_type(shape, dtype):
    return "tensor<" + "".join(f"{size}x" for size in shape) + ELEMENT_TYPES[dtype][1] + ">"


def load_array(path, shape, dtype):
    element = ELEMENT_TYPES[dtype][0]
    if not os.path.exists(path):
        raise Refusal(f"no file {path}")
    expected = math.prod(shape) * element.itemsize
    if os.path.getsize(path) != expected:
        raise Refusal(f"{path} has {os.path.getsize(path)} bytes, {shape} {dtype} has {expected}")
    return np.fromfile(path, dtype=element).reshape(shape)


def main_function(module):
    """The module's public function, after checking every operation in it."""

    def check(operation):
        if operation.name == "stablehlo.custom_call":
            raise Refusal("the module holds a custom call")
        if operation.name.split(".")[0] not in ALLOWED_DIALECTS:
            raise Refusal(f"the module holds {operation.name}, which is not StableHLO")

    pending = list(module.body.operations)
    for operation in pending:  # grows while it is walked
        check(operation.operation)
        for region in operation.regions:
            for block in region.blocks:
                pending.extend(block.operations)
    for operation in module.body.operations:
        attributes = operation.attributes
        if "sym_name" in attributes and ir.StringAttr(attributes["sym_name"]).value == "main":
            return operation
    raise Refusal("the module has no function @main")


def output_dtype(record):
    """The element type of the one output; the field is a list, as input_dtypes is."""
    if len(record["output_dtype"]) != 1:
        raise Refusal(f"output_dtype is {record['output_dtype']}, not a list of one")
    return record["output_dtype"][0]


def check_signature(function, record):
    """The module must take and give what the record says."""
    function_type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    stated = [tensor_type(*pair) for pair in zip(record["input_shapes"], record["input_dtypes"])]
    found = [str(type) for type in function_type.inputs]
    if found != stated:
        raise Refusal(f"the module takes {found}, the record says {stated}")
    stated = [tensor_type(record["output_shape"], output_dtype(record))]
    found = [str(type) for type in function_type.results]
    if found != stated:
        raise Refusal(f"the module gives {found}, the record says {stated}")


def run_module(record, inputs):
    """Parses, verifies, checks, compiles and runs. jax has no public call that runs StableHLO text;
    this is what jax.jit does under the hood: the context in which jax writes its own modules, then
    the client's compile_and_load. Tried with jax 0.10 and 0.11."""
    client = get_backend("cpu")
    device = client.local_devices()[0]
    with make_ir_context():
        try:
            module = ir.Module.parse(record["stablehlo"])
            module.operation.verify()
        except ir.MLIRError as error:
            raise Refusal(f"the module does not parse or verify: {error}") from error
        check_signature(main_function(module), record)
        options = get_compile_options(
            num_replicas=1,
            num_partitions=1,
            device_assignment=np.array([[device.id]]),
            backend=client,
        )
        executable = client.compile_and_load(
            module, executable_devices=xla_client.DeviceList((device,)), compile_options=options
        )
    arguments = [jax.device_put(array, device) for array in inputs]
    results = executable.execute_sharded(arguments).disassemble_into_single_device_arrays()
    return np.asarray(results[0][0])


def compare(ours, theirs, atol, rtol):
    """Raises where an element is out of tolerance; returns the largest absolute difference."""
    x, y = ours.astype(np.float64), theirs.astype(np.float64)
    with np.errstate(invalid="ignore"):
        difference = np.abs(x - y)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    finite = np.isfinite(x) & np.isfinite(y)
    wrong = ~(same | (finite & (difference <= atol + rtol * np.abs(y))))
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise Refusal(f"{int(wrong.sum())} of {x.size} elements out of tolerance, first at "
                      f"{list(at)}: ours {ours[at]}, XLA {theirs[at]}")
    return float(difference[finite].max(initial=0))


def compare_integers(ours, theirs):
    wrong = ours != theirs
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise Refusal(f"{int(wrong.sum())} of {ours.size} elements differ, first at {list(at)}: "
                      f"ours {ours[at]}, XLA {theirs[at]}")
    return 0.0


def judge(record, data_dir):
    """Returns the largest difference, or raises Refusal."""
    folder = os.path.join(data_dir, record["kernel_name"])
    shapes, dtypes = record["input_shapes"], record["input_dtypes"]
    if len(shapes) != len(dtypes):
        raise Refusal(f"{len(shapes)} input_shapes and {len(dtypes)} input_dtypes")
    inputs = [
        load_array(os.path.join(folder, f"input{i}.bin"), shape, dtype)
        for i, (shape, dtype) in enumerate(zip(shapes, dtypes))
    ]
    output = os.path.join(folder, "output.bin")
    dtype = output_dtype(record)
    ours = load_array(output, record["output_shape"], dtype)
    theirs = run_module(record, inputs)
    if dtype in INTEGERS:
        return compare_integers(ours, theirs)
    return compare(ours, theirs, record["result"]["atol"], record["result"]["rtol"])


def judge_line(line, number, data_dir):
    """Judges one line of the file and prints the verdict; true where it passed."""
    name = f"line {number}"
    try:
        record = json.loads(line)
        name = record["kernel_name"]
        print(f"{name}: passed, largest difference {judge(record, data_dir):.3g}")
        return True
    except Refusal as reason:
        print(f"{name}: FAILED, {reason}")
    except Exception as error:  # a malformed record or an error in XLA fails this record only
        print(f"{name}: FAILED, {type(error).__name__}: {error}")
    return False


def main(arguments):
    if len(arguments) != 2 or not os.path.isfile(arguments[0]) or not os.path.isdir(arguments[1]):
        print("usage: judge_stablehlo.py RECORDS.jsonl DATA_DIR (a file and a folder)",
              file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as records:
        verdicts = [judge_line(line, number, arguments[1])
                    for number, line in enumerate(records, 1) if line.strip()]
    print(f"{sum(verdicts)} passed, {len(verdicts) - sum(verdicts)} failed")
    return 0 if verdicts and all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
