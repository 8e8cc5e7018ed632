# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""The hash that the generator wrote for a kernel is the one computed here from the files.

usage: hash_test.py INCLUDE_FOLDER GENERATED_FILE
"""

import hashlib
import pathlib
import re
import sys

folder, generated = map(pathlib.Path, sys.argv[1:])


def hash_of(names):
    lines = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n"
             for name in sorted(names)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


kernel = "pallasbench/kernels/level1/k.hpp"
text = generated.read_text(encoding="utf-8")
found = re.search(rf'"{kernel}"sv,\s+"([0-9a-f]{{64}})"sv', text).group(1)
expected = hash_of([kernel, "pallasbench/core/text.hpp", "pallasbench/core/long.hpp"])
assert found == expected, f"{found} is not {expected}"

everything = [str(path.relative_to(folder)) for path in folder.rglob("*.hpp")]
assert hash_of(everything) in text, "the hash of all headers"
