# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""bench/table.py, with programs in place of ours and the peers that write a given time.

usage: table_test.py
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"
FACTS = {"device_name": "NVIDIA H200", "driver": "580"}
# Says in a file that it ran, and measures every kernel that it is given, or fails.
PROGRAM = """#!{python}
import json, pathlib, sys
here = pathlib.Path(__file__)
with open(here.with_suffix(".ran"), "a") as ran:
    ran.write("x")
if here.with_suffix(".fails").exists():
    sys.exit(3)
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
facts = {{**{facts}, "size": given["--size"], "dtype": given["--dtype"],
         "source_tree": given["--source-tree"]}}
times = {{"kernel_exec_time_seconds": {seconds}}}
names = given["--kernels"].split(",")
if "--out" in given:
    pathlib.Path(given["--out"]).write_text(json.dumps({{**facts, "kernels": [
        {{"kernel_name": name, "peers": [{{"peer": here.stem, **times}}]}} for name in names]}}))
else:
    print(json.dumps({{**facts, "kernels": [
        {{"kernel_name": name, "bytes_moved": 1000, "ceiling_gbps": 1.0, **times}}
        for name in names]}}))
"""


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.peers = self.folder / "bench" / "peers"
        shutil.copytree(BENCH / "peers", self.peers)
        shutil.copy(BENCH / "table.py", self.peers.parent)
        (self.folder / "include").symlink_to(BENCH.parent / "include")
        self.results = self.folder / "results"
        self.results.mkdir()
        self.programs = {"ours": (self.folder / "ours.py", 2e-6),
                         "torch": (self.peers / "torch_peers.py", 3e-6),
                         "jax": (self.peers / "jax_peers.py", 4e-6)}
        for path, seconds in self.programs.values():
            path.write_text(PROGRAM.format(python=sys.executable, facts=FACTS, seconds=seconds))
            path.chmod(0o755)

    def table(self, *options, tree="c0ffee"):
        return subprocess.run([sys.executable, self.peers.parent / "table.py", self.programs["ours"][0],
                               self.results, "--size", "seed", "--dtype", "f16", "--name", "h200",
                               "--source-tree", tree, *options], capture_output=True, text=True)

    def ran(self):
        """How often each program did."""
        files = [path.with_suffix(".ran") for path, _ in self.programs.values()]
        return [len(file.read_text()) if file.exists() else 0 for file in files]

    def fail(self, program, fails):
        mark = self.programs[program][0].with_suffix(".fails")
        mark.touch() if fails else mark.unlink()

    def test_all_that_moves_memory(self):
        done = self.table()
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads((self.results / "table_h200_seed_f16.json").read_text())
        self.assertEqual(len(found["kernels"]), 37)
        self.assertEqual(found["files"], [f"{whose}_h200_seed_f16.json"
                                          for whose in ("kernels", "torch", "jax")])
        self.assertEqual(found["source_tree"], "c0ffee")
        self.assertEqual({row["best_peer_over_ours"] for row in found["kernels"]}, {1.5})
        self.assertIn("| relu | 2.00 | 3.00 | 4.00 | 1.50 |",
                      (self.results / "table_h200_seed_f16.md").read_text())

    def test_it_goes_on_where_it_was_stopped(self):
        self.fail("jax", True)
        self.assertEqual(self.table("--kernels", "relu").returncode, 3)
        self.assertEqual(self.ran(), [1, 1, 1])
        self.assertFalse((self.results / "table_h200_seed_f16.json").exists())
        self.fail("jax", False)
        self.assertEqual(self.table("--kernels", "relu").returncode, 0)
        self.assertEqual(self.ran(), [1, 2, 2])  # the peers know themselves what they have
        self.assertTrue((self.results / "table_h200_seed_f16.json").exists())

    def test_ours_of_other_sources_is_timed_again(self):
        self.assertEqual(self.table("--kernels", "relu").returncode, 0)
        self.assertEqual(self.table("--kernels", "relu", tree="beef").returncode, 0)
        self.assertEqual(self.ran()[0], 2)

    def test_ours_that_fails_leaves_no_file(self):
        self.fail("ours", True)
        self.assertEqual(self.table("--kernels", "relu").returncode, 3)
        self.assertEqual(list(self.results.iterdir()), [])

    def test_sources_that_git_does_not_know(self):
        done = subprocess.run([sys.executable, self.peers.parent / "table.py", self.programs["ours"][0],
                               self.results, "--size", "seed", "--dtype", "f32", "--name", "h200"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--source-tree: needed", done.stderr)
        self.assertEqual(self.ran(), [0, 0, 0])

    def test_bad_usage(self):
        for arguments, told in ((["none"], "there is no program 'none'"),
                                ([self.programs["ours"][0], "nowhere"], "there is no folder 'nowhere'")):
            done = subprocess.run([sys.executable, self.peers.parent / "table.py", *arguments, "--size",
                                   "seed", "--dtype", "f32", "--name", "h200"], capture_output=True,
                                  text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(told, done.stderr)


if __name__ == "__main__":
    unittest.main()
