# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""bench/sweep.py: its texts are the headers', and it reports what bench_tune says.

usage: sweep_test.py
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import sweep  # noqa: E402

# Stands for bench_tune: the second text is 5 % faster than the first, the others are slow.
FAKE = """#!/usr/bin/env python3
import json, sys
a = sys.argv
if "mse_loss" in a:
    sys.exit("bench_tune: no device")
texts = [a[a.index("--text") + 1]] + [a[i + 1] for i in range(len(a)) if a[i] == "--with"]
seconds = [1.0, 0.95, 2.0, 2.0]
print(json.dumps({"kernel_name": a[a.index("--kernel") + 1], "dtype": a[a.index("--dtype") + 1],
                  "texts": [{"text": t, "kernel_exec_time_seconds": s}
                            for t, s in zip(texts, seconds)]}))
"""


class Sweep(unittest.TestCase):
    def test_texts_are_in_the_headers_once(self):
        for name, header, text, others, kernels in sweep.SWEEPS:
            content = (ROOT / "include" / header).read_text(encoding="utf-8")
            self.assertEqual(content.count(text), 1, f"{name}: {text}")
            self.assertNotIn(text, others, name)
            for kernel, dtype in kernels:
                self.assertTrue(list(ROOT.glob(f"include/pallasbench/kernels/*/{kernel}.hpp")))
                self.assertIn(dtype, ("f32", "f16", "bf16"))

    def test_reports_the_best_and_what_failed(self):
        with tempfile.TemporaryDirectory() as folder:
            fake = pathlib.Path(folder) / "tune"
            fake.write_text(FAKE, encoding="utf-8")
            fake.chmod(0o755)
            done = subprocess.run([sys.executable, str(ROOT / "bench" / "sweep.py"), str(fake),
                                   "--only", "means", "--source-tree", "abc"],
                                  capture_output=True, text=True, check=True)
        table = json.loads(done.stdout)
        self.assertEqual(table["source_tree"], "abc")
        (means,) = table["sweeps"]
        mse_loss, cross_entropy = means["kernels"]
        self.assertEqual(mse_loss["error"], "bench_tune: no device")
        self.assertEqual(cross_entropy["best"], cross_entropy["texts"][1]["text"])


if __name__ == "__main__":
    unittest.main()
