# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""The exporter built with square.hpp lists the kernel and writes a true record of it.

usage: thirteenth_test.py EXPORT
"""

import json
import pathlib
import subprocess
import sys
import tempfile

export = sys.argv[1]
kernel_file = pathlib.Path(__file__).parent / "level1" / "square.hpp"

listed = subprocess.run([export, "--list"], capture_output=True, text=True, check=True).stdout
assert "square" in listed.split(), f"--list does not name square:\n{listed}"
assert "relu" in listed.split(), f"--list does not name the library's kernels:\n{listed}"

with tempfile.TemporaryDirectory() as folder:
    out = pathlib.Path(folder) / "square.jsonl"
    run = subprocess.run(
        [export, "--device", "host", "--kernels", "square", "--size", "small", "--out", out],
        capture_output=True, text=True)
    assert run.returncode == 0, f"exit status {run.returncode}\n{run.stderr}"
    lines = out.read_text(encoding="utf-8").splitlines()

assert len(lines) == 1, f"{len(lines)} lines, not 1"
record = json.loads(lines[0])
assert record["kernel_name"] == "square", record["kernel_name"]
assert record["result"]["correctness_passed"] is True, record["result"]
assert record["source_fixed"] == kernel_file.read_text(encoding="utf-8"), "source_fixed is not the file"
assert len(record["sha"]) == 64, record["sha"]
print("square is there: 1 record, correct")
