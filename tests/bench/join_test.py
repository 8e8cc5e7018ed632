# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""bench/peers/join.py on files small enough to work out by hand, and on those that are committed.

usage: join_test.py
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

JOIN = pathlib.Path(__file__).resolve().parents[2] / "bench" / "peers" / "join.py"
MACHINE = {"device_name": "NVIDIA H200", "driver": "580.159.04", "size": "large"}
# 1 GB/s moves 2000 bytes in 2 us.
OURS = {
    **MACHINE, "source_tree": "c2a6d3",
    "kernels": [
        {"kernel_name": "relu", "bytes_moved": 2000, "ceiling_gbps": 1.0,
         "kernel_exec_time_seconds": 4e-6, "kernel_exec_time_cold_l2_seconds": 8e-6},
        {"kernel_name": "matmul", "bytes_moved": 1000, "ceiling_gbps": 1.0,
         "kernel_exec_time_seconds": 10e-6},
        {"kernel_name": "softmax", "bytes_moved": 1000, "ceiling_gbps": 1.0, "error": "out of memory"},
        {"kernel_name": "gelu", "bytes_moved": 500, "ceiling_gbps": 1.0,
         "kernel_exec_time_seconds": 1e-6},
    ]}
TORCH = {
    **MACHINE, "dtype": "f32", "library": "torch", "library_version": "2.11.0",
    "kernels": [
        {"kernel_name": "relu", "peers": [
            {"peer": "torch_eager", "kernel_exec_time_seconds": 6e-6, "within_tolerance": True,
             "kernel_exec_time_cold_l2_seconds": 7e-6},
            {"peer": "torch_compiled", "kernel_exec_time_seconds": 8e-6, "within_tolerance": True,
             "kernel_exec_time_cold_l2_seconds": 4e-6}]},
        {"kernel_name": "matmul", "peers": [
            {"peer": "torch_eager", "kernel_exec_time_seconds": 5e-6, "within_tolerance": False},
            {"peer": "torch_compiled", "error": "RuntimeError: no"}]},
        {"kernel_name": "softmax", "peers": [
            {"peer": "torch_eager", "kernel_exec_time_seconds": 2e-6, "within_tolerance": True}]},
        {"kernel_name": "elu", "peers": [
            {"peer": "torch_eager", "kernel_exec_time_seconds": 3e-6, "within_tolerance": True}]},
    ]}
JAX = {
    **MACHINE, "dtype": "f32", "library": "jax", "library_version": "0.11.2",
    "kernels": [
        {"kernel_name": "relu", "peers": [
            {"peer": "jax", "kernel_exec_time_seconds": 5e-6, "within_tolerance": True,
             "kernel_exec_time_cold_l2_seconds": None}]},
    ]}


class Join(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_join(self, files, *options):
        """Runs join.py on {name: data}."""
        for name, data in files.items():
            (self.folder / name).write_text(json.dumps(data), encoding="utf-8")
        return subprocess.run([sys.executable, JOIN, *files, *options], cwd=self.folder,
                              capture_output=True, text=True, check=False)

    def table(self, *options, **files):
        files = files or {"ours": OURS, "torch": TORCH, "jax": JAX}
        ran = self.run_join({f"{name}.json": data for name, data in files.items()}, *options)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return json.loads(ran.stdout)

    def rows(self, *options, **files):
        return {row["kernel_name"]: row for row in self.table(*options, **files)["kernels"]}

    def test_values(self):
        relu = self.rows()["relu"]
        self.assertAlmostEqual(relu["ours_seconds"], 4e-6)
        self.assertAlmostEqual(relu["roofline_fraction"], 0.5)
        self.assertAlmostEqual(relu["peers"]["torch_eager"]["over_ours"], 1.5)
        self.assertAlmostEqual(relu["peers"]["torch_compiled"]["over_ours"], 2)
        self.assertEqual(relu["best_peer"], "jax")
        self.assertAlmostEqual(relu["best_peer_over_ours"], 1.25)

    def test_cold_compares_cold_with_cold(self):
        relu = self.rows("--time", "cold")["relu"]
        self.assertEqual(relu["best_peer"], "torch_compiled")
        self.assertAlmostEqual(relu["best_peer_over_ours"], 0.5)
        self.assertAlmostEqual(relu["roofline_fraction"], 0.25)
        self.assertIsNone(relu["peers"]["jax"]["seconds"])

    def test_failed_peer_keeps_its_error(self):
        matmul = self.rows()["matmul"]
        self.assertEqual(matmul["peers"]["torch_compiled"], {
            "seconds": None, "over_ours": None, "within_tolerance": None,
            "error": "RuntimeError: no"})
        self.assertAlmostEqual(matmul["best_peer_over_ours"], 0.5)
        self.assertIs(matmul["peers"]["torch_eager"]["within_tolerance"], False)

    def test_missing_peer_is_null(self):
        gelu = self.rows()["gelu"]
        self.assertAlmostEqual(gelu["roofline_fraction"], 0.5)
        for field in ("best_peer", "best_peer_seconds", "best_peer_over_ours"):
            self.assertIsNone(gelu[field])
        self.assertEqual(set(gelu["peers"]), {"torch_eager", "torch_compiled", "jax"})
        self.assertIsNone(gelu["peers"]["jax"]["seconds"])

    def test_our_failure_is_null(self):
        softmax = self.rows()["softmax"]
        self.assertEqual(softmax["ours_error"], "out of memory")
        self.assertEqual(softmax["best_peer"], "torch_eager")
        for field in ("ours_seconds", "roofline_fraction", "best_peer_over_ours"):
            self.assertIsNone(softmax[field])

    def test_kernel_missing_from_ours_is_a_row(self):
        elu = self.rows()["elu"]
        self.assertIsNone(elu["ours_seconds"])
        self.assertIsNone(elu["best_peer_over_ours"])
        self.assertAlmostEqual(elu["best_peer_seconds"], 3e-6)

    def test_summary(self):
        table = self.table()
        self.assertEqual((table["kernels_compared"], table["kernels_not_slower"]), (2, 1))
        self.assertAlmostEqual(table["geometric_mean"], (1.25 * 0.5) ** 0.5)
        self.assertEqual(table["peers"], ["torch_eager", "torch_compiled", "jax"])
        self.assertEqual(table["libraries"], {"torch": "2.11.0", "jax": "0.11.2"})
        self.assertEqual(table["dtype"], "f32")

    def test_nothing_to_compare(self):
        table = self.table(ours={**OURS, "kernels": []}, jax={**JAX, "kernels": []})
        self.assertEqual(table["kernels"], [])
        self.assertIsNone(table["geometric_mean"])

    def test_no_ceiling(self):
        ours = {**OURS, "kernels": [{"kernel_name": "relu", "bytes_moved": 2000,
                                     "kernel_exec_time_seconds": 4e-6}]}
        self.assertIsNone(self.rows(ours=ours, jax=JAX)["relu"]["roofline_fraction"])

    def test_parts_of_one_peer_are_put_together(self):
        parts = {"one": {**TORCH, "kernels": TORCH["kernels"][:1]},
                 "two": {**TORCH, "kernels": TORCH["kernels"][1:]}}
        whole = self.table(ours=OURS, torch=TORCH)
        self.assertEqual(self.table(ours=OURS, **parts)["kernels"], whole["kernels"])

    def refused(self, *texts, **files):
        ran = self.run_join({f"{name}.json": data for name, data in files.items()})
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        for text in texts:
            self.assertIn(text, ran.stderr)

    def test_other_machines_are_refused(self):
        for fact, other in [("device_name", "NVIDIA H100"), ("driver", "570.1"), ("size", "seed"),
                            ("dtype", "bf16")]:
            with self.subTest(fact):
                mine = {**OURS, "dtype": "f32"}[fact]
                self.refused(fact, repr(mine), repr(other), "ours.json", "jax.json",
                             ours=OURS, torch=TORCH, jax={**JAX, fact: other})

    def test_our_dtype_counts(self):
        self.refused("dtype", "'f16'", "'f32'", ours={**OURS, "dtype": "f16"}, torch=TORCH)

    def test_one_peer_twice_is_refused(self):
        self.refused("relu of jax", "a.json", "b.json", ours=OURS, a=JAX, b=copy.deepcopy(JAX))

    def test_no_such_file_and_no_json(self):
        self.assertEqual(self.run_join({"ours.json": OURS}, "missing.json").returncode, 2)
        (self.folder / "text.json").write_text("no", encoding="utf-8")
        self.assertEqual(self.run_join({"ours.json": OURS}, "text.json").returncode, 2)

    def test_markdown(self):
        files = {"ours.json": OURS, "torch.json": TORCH, "jax.json": JAX}
        lines = self.run_join(files, "--markdown").stdout.splitlines()
        self.assertEqual(lines[0], "| kernel | ours | torch_eager | torch_compiled | jax "
                                   "| best peer / ours | of roofline |")
        self.assertEqual(lines[2], "| relu | 4.00 | 6.00 | 8.00 | 5.00 | 1.25 | 50 % |")
        self.assertEqual(lines[3], "| matmul | 10.00 | 5.00* | failed |  | 0.50 | 10 % |")
        self.assertEqual(lines[4], "| softmax | failed | 2.00 |  |  |  |  |")
        self.assertIn("1 of 2 kernels", lines[-1])


class Committed(unittest.TestCase):
    def test_tables_are_what_joining_their_files_makes(self):
        results = JOIN.parents[1] / "results"
        tables = sorted(results.glob("table_*.json"))
        self.assertTrue(tables)
        for path in tables:
            files = json.loads(path.read_text(encoding="utf-8"))["files"]
            for options, made in (((), path), (("--markdown",), path.with_suffix(".md"))):
                joined = subprocess.run([sys.executable, JOIN, *files, *options], cwd=results,
                                        capture_output=True, text=True, check=True)
                self.assertEqual(joined.stdout, made.read_text(encoding="utf-8"), made.name)


if __name__ == "__main__":
    unittest.main()
