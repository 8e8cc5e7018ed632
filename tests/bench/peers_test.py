# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""What bench/peers writes, whatever ends it, with neither a GPU nor a library.

usage: peers_test.py
"""

import contextlib
import io
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

PEERS = pathlib.Path(__file__).resolve().parents[2] / "bench" / "peers"
sys.path.insert(0, str(PEERS))

import report  # noqa: E402

LIBRARY = {"library": "torch", "library_version": "2.11.0"}
TIMES = {report.WARM: 1e-6}
# Measures relu at once and gelu never.
HANGS = """
import sys, time
sys.path.insert(0, sys.argv[1])
import report
chosen = report.options("", ["--size", "seed", "--dtype", "f32", "--kernels", "relu,gelu", "--out",
                             sys.argv[2]])
def measure(kernel, add):
    if kernel.name == "gelu":
        print("hangs", flush=True)
        time.sleep(60)
    add("torch", {report.WARM: 1e-6})
sys.exit(report.measure_all(chosen, ["torch"], {}, measure))
"""


class Peers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name) / "peers.json"
        self.told = ""

    def run_on(self, names, measure, library=LIBRARY, dtype="f32"):
        """The exit status."""
        chosen = report.options("", ["--size", "seed", "--dtype", dtype, "--kernels", names, "--out",
                                     str(self.out)])
        with contextlib.redirect_stderr(io.StringIO()) as told:
            status = report.measure_all(chosen, ["eager", "compiled"], library, measure)
        self.told = told.getvalue()
        return status

    def written(self):
        return json.loads(self.out.read_text())

    def names(self):
        return [entry["kernel_name"] for entry in self.written()["kernels"]]

    def test_the_file_holds_a_kernel_as_soon_as_it_is_measured(self):
        def measure(kernel, add):
            if kernel.name == "gelu":
                self.assertEqual(self.names(), ["relu"])
            add("eager", TIMES)
            add("compiled", TIMES)
        self.assertEqual(self.run_on("relu,gelu", measure), 0)
        found = self.written()
        self.assertEqual(self.names(), ["relu", "gelu"])
        self.assertEqual(found["kernels"][0]["peers"],
                         [{"peer": "eager", **TIMES}, {"peer": "compiled", **TIMES}])
        self.assertEqual(found["kernels"][0]["dims"], [4096])
        self.assertEqual((found["size"], found["dtype"], found["library"]), ("seed", "f32", "torch"))
        self.assertEqual(found["date"], found["kernels"][1]["date"])

    def test_what_a_peer_raises_is_its_result(self):
        def measure(kernel, add):
            add("eager", TIMES)
            raise ValueError("out of memory")
        self.assertEqual(self.run_on("relu", measure), 0)
        self.assertEqual(self.written()["kernels"][0]["peers"],
                         [{"peer": "eager", **TIMES},
                          {"peer": "compiled", "error": "ValueError: out of memory"}])

    def test_it_goes_on_where_it_was_stopped(self):
        def interrupted(kernel, add):
            if kernel.name == "gelu":
                raise report.Interrupted("signal 15")
            add("eager", TIMES)
        self.assertEqual(self.run_on("relu,gelu,silu", interrupted), 3)
        self.assertIn("the same command goes on", self.told)
        self.assertEqual(self.names(), ["relu"])
        before = self.written()["kernels"][0]
        measured = []
        self.assertEqual(self.run_on("relu,gelu,silu", lambda kernel, add: measured.append(kernel.name)),
                         0)
        self.assertEqual(measured, ["gelu", "silu"])
        self.assertEqual(self.names(), ["relu", "gelu", "silu"])
        self.assertEqual(self.written()["kernels"][0], before)

    def test_other_measurements_are_not_added_to(self):
        self.assertEqual(self.run_on("relu", lambda kernel, add: None), 0)
        before = self.out.read_bytes()
        for changed in ({"dtype": "f16"}, {"library": {**LIBRARY, "library_version": "2.12.0"}}):
            self.assertEqual(self.run_on("gelu", lambda kernel, add: self.fail("it ran"), **changed), 2)
            self.assertIn(str(self.out), self.told)
        self.assertEqual(self.out.read_bytes(), before)

    def test_a_file_of_something_else_is_left_alone(self):
        for text in ("", "[1]", "{}", "no"):
            self.out.write_text(text)
            self.assertEqual(self.run_on("relu", lambda kernel, add: self.fail("it ran")), 2)
            self.assertIn("is not a file of measurements", self.told)
            self.assertEqual(self.out.read_text(), text)

    def test_a_place_that_cannot_be_written_is_bad_usage(self):
        self.out = self.out.parent / "none" / "peers.json"
        self.assertEqual(self.run_on("relu", lambda kernel, add: self.fail("it ran")), 2)
        self.assertIn("none", self.told)

    def test_a_signal_loses_nothing(self):
        for number, status in ((signal.SIGTERM, 3), (signal.SIGINT, 3), (signal.SIGKILL, -9)):
            self.out.unlink(missing_ok=True)
            with subprocess.Popen([sys.executable, "-c", HANGS, PEERS, self.out], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
                self.assertEqual(process.stdout.readline(), "hangs\n")
                process.send_signal(number)
                self.assertEqual(process.wait(), status)
            self.assertEqual(self.names(), ["relu"])


if __name__ == "__main__":
    unittest.main()
