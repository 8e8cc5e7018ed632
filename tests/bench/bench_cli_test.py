# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""bench_kernels: what it refuses, and what it says where there is no device.

usage: bench_cli_test.py BENCH_KERNELS
"""

import os
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop()


def bench(*arguments):
    return subprocess.run([PROGRAM, "--source-tree", "none", *arguments], capture_output=True,
                          text=True, timeout=60, env={**os.environ, "CUDA_VISIBLE_DEVICES": ""})


class Refusals(unittest.TestCase):
    def refused(self, status, *arguments):
        run = bench(*arguments)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertEqual(run.stdout, "")
        return run.stderr

    def test_names_what_was_given_and_what_is_allowed(self):
        self.assertIn("large", self.refused(2, "--size", "huge"))
        self.assertIn("bf16", self.refused(2, "--dtype", "f64"))
        said = self.refused(2, "--kernels", "relu,layernorm")
        self.assertIn("'layernorm'", said)
        self.assertIn("layer_norm", said)

    def test_without_a_device(self):
        self.assertIn("bench_kernels: ", self.refused(3, "--kernels", "relu"))


if __name__ == "__main__":
    unittest.main()
