# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""Turns of the peers at the GPU, and parts put together again, with neither a GPU nor a library.

usage: turns_test.py
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PEERS = pathlib.Path(__file__).resolve().parents[2] / "bench" / "peers"
sys.path.insert(0, str(PEERS))

import merge  # noqa: E402
import report  # noqa: E402
import torch_peers  # noqa: E402

# Writes down when it has its turn, in pieces that a second process would come between.
AT_WORK = """
import sys, time
sys.path.insert(0, sys.argv[1])
import report
turns = report.Turns(sys.argv[2])
for _ in range(20):
    with turns.turn(), turns.turn():
        with open(sys.argv[3], "a") as log:
            log.write(sys.argv[4])
            log.flush()
            time.sleep(1e-3)
            log.write(sys.argv[4] + chr(10))
"""


class Temporary(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "turns"


class Turns(Temporary):
    def turns(self):
        turns = report.Turns(self.file)
        self.addCleanup(turns.file.close)
        return turns

    def is_free(self):
        """Whether another process would get its turn."""
        tried = "import fcntl, sys; fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX | fcntl.LOCK_NB)"
        return subprocess.run([sys.executable, "-c", tried, self.file],
                              capture_output=True).returncode == 0

    def test_one_process_at_a_time(self):
        log = self.folder / "log"
        started = [subprocess.Popen([sys.executable, "-c", AT_WORK, PEERS, self.file, log, name])
                   for name in "abc"]
        self.assertEqual([process.wait() for process in started], [0, 0, 0])
        lines = log.read_text().split()
        self.assertEqual(sorted(lines), ["aa"] * 20 + ["bb"] * 20 + ["cc"] * 20)

    def test_a_turn_lasts_until_all_are_left(self):
        turns = self.turns()
        self.assertTrue(self.is_free())
        with turns.turn():
            with turns.turn():
                pass
            self.assertFalse(self.is_free())
        self.assertTrue(self.is_free())

    def test_others_have_it_while_it_is_released(self):
        turns = self.turns()
        with turns.turn():
            with self.assertRaises(ZeroDivisionError), turns.released():
                self.assertTrue(self.is_free())
                with turns.turn():  # a tuner, in the middle of a compilation
                    self.assertFalse(self.is_free())
                self.assertTrue(self.is_free())
                raise ZeroDivisionError
            self.assertFalse(self.is_free())

    def test_without_a_file_there_are_no_turns(self):
        turns = report.Turns()
        with turns.turn(), turns.released(), turns.turn():
            pass

    def test_a_tuner_waits_for_its_turn(self):
        test = self

        class Benchmarker:
            def benchmark_gpu(self, work, rep=1):
                test.assertFalse(test.is_free())
                return work, rep
        turns = self.turns()
        torch_peers.tune_in_turn(Benchmarker(), turns)
        with turns.turn(), turns.released():
            self.assertEqual(Benchmarker().benchmark_gpu("work", rep=3), ("work", 3))
            self.assertTrue(self.is_free())

    def test_a_tuner_without_that_method_is_an_error(self):
        with self.assertRaises(AttributeError):
            torch_peers.tune_in_turn(object(), self.turns())

    def test_a_file_that_cannot_be_is_bad_usage(self):
        nowhere = self.folder / "none" / "turns"
        for program in ("torch_peers.py", "jax_peers.py"):
            done = subprocess.run([sys.executable, PEERS / program, "--size", "seed", "--dtype", "f32",
                                   "--turns", nowhere], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(str(nowhere), done.stderr)


def part(*names, **facts):
    return {"library": "torch", "driver": "580", "date": "2026-12-01T00:00:01Z", **facts,
            "kernels": [{"kernel_name": name, "peers": []} for name in names]}


class Merge(Temporary):
    def merge(self, *parts):
        files = []
        for number, data in enumerate(parts):
            files.append(self.folder / f"{number}.json")
            files[-1].write_text(json.dumps(data))
        return subprocess.run([sys.executable, PEERS / "merge.py", *files], capture_output=True,
                              text=True)

    def test_kernels_are_in_their_order_and_facts_as_they_were(self):
        done = self.merge(part("gelu", "softmax"),
                          part("relu", date="2026-12-01T00:00:02Z", dispatch_seconds=1))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout),
                         part("relu", "gelu", "softmax", date="2026-12-01T00:00:02Z"))

    def test_what_does_not_belong_together_is_refused(self):
        for other, told in ((part("gelu", driver="575"), "driver differs: '580' in"),
                            (part("gelu", turns=True), "turns differs: None in"),
                            (part("gelu", "relu"), "relu is in two parts: ")):
            done = self.merge(part("relu"), other)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("merge: " + told, done.stderr)

    def test_a_file_that_is_none_is_refused(self):
        done = subprocess.run([sys.executable, PEERS / "merge.py", self.folder / "none.json"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("none.json", done.stderr)


if __name__ == "__main__":
    unittest.main()
