# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""bench_kernels and bench_tune: what they refuse, what they say where there is no device, and, where
there is one, what they write.

usage: bench_cli_test.py BENCH_KERNELS BENCH_TUNE
"""

import json
import os
import subprocess
import sys
import unittest

TUNE = sys.argv.pop()
KERNELS = sys.argv.pop()


class Refusals(unittest.TestCase):
    def refused(self, status, program, *arguments):
        run = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60,
                             env={**os.environ, "CUDA_VISIBLE_DEVICES": ""})
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertEqual(run.stdout, "")
        return run.stderr

    def kernels_refuse(self, status, *arguments):
        return self.refused(status, KERNELS, "--source-tree", "none", *arguments)

    def tune_refuses(self, status, kernel="relu", header="pallasbench/tiling/map.hpp",
                     text="struct map_tiling"):
        return self.refused(status, TUNE, "--kernel", kernel, "--header", header, "--text", text,
                            "--with", text)

    def test_kernels_names_what_was_given_and_what_is_allowed(self):
        self.assertIn("large", self.kernels_refuse(2, "--size", "huge"))
        self.assertIn("bf16", self.kernels_refuse(2, "--dtype", "f64"))
        said = self.kernels_refuse(2, "--kernels", "relu,layernorm")
        self.assertIn("'layernorm'", said)
        self.assertIn("layer_norm", said)

    def test_tune_names_what_was_given(self):
        self.assertIn("'rellu'", self.tune_refuses(2, kernel="rellu"))
        self.assertIn("'map.hpp'", self.tune_refuses(2, header="map.hpp"))
        self.assertIn("has no 'nowhere'", self.tune_refuses(2, text="nowhere"))
        self.assertIn("more than once", self.tune_refuses(2, text="map_tiling"))
        self.assertIn("required", self.refused(2, TUNE, "--kernel", "relu"))

    def test_without_a_device(self):
        self.assertIn("bench_kernels: ", self.kernels_refuse(3, "--kernels", "relu"))
        self.assertIn("bench_tune: ", self.tune_refuses(3))


class OnDevice(unittest.TestCase):
    def written(self, program, *arguments):
        run = subprocess.run([program, "--size", "seed", *arguments], capture_output=True, text=True,
                             timeout=300)
        if run.returncode == 3:
            self.skipTest(run.stderr.strip())
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def test_kernels(self):
        found = self.written(KERNELS, "--source-tree", "none", "--kernels", "softmax")
        (softmax,) = found["kernels"]
        self.assertEqual(softmax["kernel_name"], "softmax")
        for time in ("kernel_exec_time_seconds", "kernel_exec_time_rotating_seconds"):
            self.assertGreater(softmax[time], 0)
        self.assertGreater(found["ceilings_gbps"]["read"], 0)

    def test_tune(self):
        found = self.written(TUNE, "--kernel", "batch_norm_1d", "--header",
                             "pallasbench/tiling/columns.hpp", "--text", "16 : 8 * run", "--with",
                             "16 : 4 * run")
        self.assertEqual([tried.get("error") for tried in found["texts"]], [None, None])
        for tried in found["texts"]:
            self.assertGreater(tried["kernel_exec_time_seconds"], 0)
            self.assertLess(tried["largest_difference"], 1e-5)


if __name__ == "__main__":
    unittest.main()
