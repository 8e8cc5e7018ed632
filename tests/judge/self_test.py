#!/usr/bin/env python3
# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Shows that the judge can fail: fabricates tiny records, right and wrong, and checks its answers.

usage: self_test.py. Exit status 0 where the judge answered every case as it should, else 1.
"""

import contextlib
import io
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True  # leaves nothing beside the sources
import judge_stablehlo  # in this process: jax takes seconds to import
import numpy as np

MODULE = """module @relu {
  func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %result = stablehlo.maximum %arg0, %zeros : tensor<4xf32>
    return %result : tensor<4xf32>
  }
}
"""
RIGHT = {
    "kernel_name": "relu",
    "stablehlo": MODULE,
    "input_shapes": [[4]],
    "input_dtypes": ["f32"],
    "output_shape": [4],
    "output_dtype": ["f32"],
    "result": {"atol": 1e-5, "rtol": 1e-5},
}
INPUT = [-1.5, 0.0, 2.5, np.nan]
OUTPUT = [0.0, 0.0, 2.5, np.nan]
CALL_MODULE = """module @relu {
  func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %result = stablehlo.custom_call @relu(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    return %result : tensor<4xf32>
  }
}
"""


def changed(**fields):
    return {**RIGHT, **fields}


OTHER_CONSTANT = changed(stablehlo=MODULE.replace("0.0", "3.0"))
UNKNOWN_OPERATION = changed(stablehlo=MODULE.replace("maximum", "maxi"))
CUSTOM_CALL = changed(stablehlo=CALL_MODULE)
NO_ARGUMENTS = changed(input_shapes=[], input_dtypes=[])
INTEGER_ARGUMENT = changed(input_dtypes=["i32"])
OTHER_RESULT = changed(output_shape=[2, 2])
NO_DATA = changed(kernel_name="absent")


# What is wrong, the records, our output, the exit status and some words expected of the judge.
CASES = [
    ("nothing", [RIGHT], OUTPUT, 0, "1 passed, 0 failed"),
    ("within tolerance", [RIGHT], [0.0, 0.0, 2.50001, np.nan], 0, "1 passed, 0 failed"),
    ("one element of the output", [RIGHT], [0.0, 0.0, 2.501, np.nan], 1, "1 of 4 elements"),
    ("a number where XLA has NaN", [RIGHT], [0.0, 0.0, 2.5, 0.0], 1, "first at [3]"),
    ("NaN where XLA has a number", [RIGHT], [np.nan, 0.0, 2.5, np.nan], 1, "first at [0]"),
    ("an infinity where XLA has a number", [RIGHT], [0.0, 0.0, np.inf, np.nan], 1, "first at [2]"),
    ("a file cut short", [RIGHT], OUTPUT[:3], 1, "has 12 bytes"),
    ("a constant in the module", [OTHER_CONSTANT], OUTPUT, 1, "3 of 4 elements"),
    ("the module's syntax", [UNKNOWN_OPERATION], OUTPUT, 1, "does not parse"),
    ("a custom call", [CUSTOM_CALL], OUTPUT, 1, "custom call"),
    ("the number of arguments", [NO_ARGUMENTS], OUTPUT, 1, "the module takes"),
    ("the argument's type", [INTEGER_ARGUMENT], OUTPUT, 1, "the module takes"),
    ("the result's shape", [OTHER_RESULT], OUTPUT, 1, "the module gives"),
    ("the second record only", [RIGHT, NO_DATA], OUTPUT, 1, "1 passed, 1 failed"),
    ("no records", [], OUTPUT, 1, "0 passed, 0 failed"),
]


def judged(records, output):
    """The judge's exit status and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "relu"))
        np.array(INPUT, "<f4").tofile(os.path.join(folder, "relu", "input0.bin"))
        np.array(output, "<f4").tofile(os.path.join(folder, "relu", "output.bin"))
        path = os.path.join(folder, "records.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            status = judge_stablehlo.main([path, folder])
        return status, printed.getvalue()


def main():
    mistakes = 0
    for wrong, records, output, expected, words in CASES:
        status, text = judged(records, output)
        right = status == expected and words in text
        mistakes += not right
        print(f"{'ok' if right else 'MISTAKE'}: wrong is {wrong}, exit status {status}")
        if not right:
            print(text)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
