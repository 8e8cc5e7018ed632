# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""The exporter's command line: what it refuses and how, what it promises about its output file.

usage: export_cli_test.py EXPORT [unittest argument...]
"""

import json
import os
import pathlib
import pty
import select
import subprocess
import sys
import tempfile
import time
import unittest

EXPORT = ""
QUICK = ["--device", "host", "--size", "small", "--no-ptx"]
FEW = ["--kernels", "relu,row_sum,gather"]
HAS_GPU = os.path.exists("/dev/nvidia0")


def export(*arguments, **more):
    return subprocess.run([EXPORT, *map(str, arguments)], capture_output=True, text=True,
                          timeout=300, stdin=subprocess.DEVNULL, **more)


def names_in(path):
    """The kernels in a file of records; every line must be one whole JSON object."""
    text = path.read_bytes().decode("utf-8")
    assert "\r" not in text and (text == "" or text.endswith("\n")), "the last line is not whole"
    return [json.loads(line, parse_constant=refuse_constant)["kernel_name"]
            for line in text.splitlines()]


def refuse_constant(token):
    raise AssertionError(f"a record holds the bare token {token}")


def listed_names():
    run = export("--list")
    assert run.returncode == 0, run.stderr
    return [line.split()[0] for line in run.stdout.splitlines() if line.strip()]


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "records.jsonl"


class Timing(InFolder):
    def test_without_timing_times_are_null(self):
        devices = ["host", "cuda"] if HAS_GPU else ["host"]
        for device in devices:
            run = export("--device", device, "--size", "small", *FEW, "--no-timing", "--out", self.out)
            self.assertEqual(run.returncode, 0, run.stderr)
            for line in self.out.read_text(encoding="utf-8").splitlines():
                result = json.loads(line)["result"]
                for field in ("kernel_exec_time_seconds", "kernel_exec_time_cold_l2_seconds",
                              "jit_compile_time_warm_seconds", "bandwidth_gbps"):
                    self.assertIsNone(result[field], field)
                self.assertTrue(result["correctness_passed"])
                if device == "cuda":
                    self.assertGreater(result["registers_per_thread"], 0)


class Help(unittest.TestCase):
    def test_help_names_every_option(self):
        run = export("--help")
        self.assertEqual(run.returncode, 0, run.stderr)
        for option in ("--device", "--size", "--dtype", "--kernels", "--level", "--category", "--seed",
                       "--out", "--shard", "--jobs", "--resume", "--list", "--no-ptx", "--no-timing"):
            self.assertIn(option, run.stdout)

    def test_list_names_the_kernels(self):
        names = listed_names()
        self.assertEqual(len(names), len(set(names)))
        for name in ("relu", "gelu", "vector_add", "elementwise_max", "softmax", "layer_norm", "row_sum",
                     "fused_layer_norm_relu", "matmul", "fused_matmul_bias", "gather", "kmer_count"):
            self.assertIn(name, names)


class BadInput(InFolder):
    """Each is refused with status 2; the message names the option, what was given, what is allowed."""

    def refused(self, arguments, *words, status=2):
        self.out.write_text("before\n")
        run = export("--out", self.out, *arguments)
        self.assertEqual(run.returncode, status, f"{arguments}\n{run.stdout}\n{run.stderr}")
        for word in words:
            self.assertIn(word, run.stderr, arguments)
        self.assertEqual(run.stdout, "")
        self.assertEqual(self.out.read_text(), "before\n", "the output file was touched")
        self.assertEqual(os.listdir(self.folder), [self.out.name], "a file was left behind")

    def test_unknown_kernel_lists_the_nearest_names(self):
        self.refused(["--kernels", "sofmax"], "--kernels", "sofmax", "softmax")
        self.refused(["--kernels", "relu,vectoradd"], "vectoradd", "vector_add")

    def test_unknown_size(self):
        self.refused(["--size", "tiny"], "--size", "tiny", "small", "seed", "large")

    def test_unknown_dtype(self):
        self.refused(["--dtype", "f128"], "--dtype", "f128", "f32", "f16", "bf16")

    def test_unknown_device(self):
        self.refused(["--device", "tpu"], "--device", "tpu", "auto", "host", "cuda")

    def test_level_and_category(self):
        self.refused(["--level", "7"], "--level", "7")
        self.refused(["--category", "nonsense"], "--category", "nonsense")

    def test_numbers(self):
        self.refused(["--seed", "abc"], "--seed", "abc")
        for shard in ("5/2", "1/0", "-1/2", "x", "1", "1/2/3"):
            self.refused(["--shard", shard], "--shard", shard)

        for jobs in ("0", "-1", "1025", "two"):
            self.refused(["--jobs", jobs], "--jobs", jobs)

    def test_unknown_option_and_stray_argument(self):
        self.refused(["--frobnicate"], "--frobnicate")
        self.refused(["relu"], "relu")

    def test_unwritable_path(self):
        for path in (self.folder / "absent" / "x.jsonl", self.folder):
            run = export(*QUICK, *FEW, "--out", path)
            self.assertEqual(run.returncode, 2, f"{path}\n{run.stderr}")
            self.assertIn("--out", run.stderr)
            self.assertIn(str(path), run.stderr)
            self.assertEqual(os.listdir(self.folder), [])

    @unittest.skipIf(HAS_GPU, "this machine has a GPU")
    def test_no_gpu_where_one_was_asked_for(self):
        self.refused(["--device", "cuda"], "cuda", status=3)


class Output(InFolder):
    def test_order_and_silence_in_a_pipe(self):
        run = export(*QUICK, "--kernels", "softmax,relu", "--out", self.out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "", "progress in a pipe")
        self.assertNotIn("\r", run.stdout)
        wanted = [name for name in listed_names() if name in ("softmax", "relu")]
        self.assertEqual(names_in(self.out), wanted, "records are in the specification's order")
        self.assertEqual(os.listdir(self.folder), [self.out.name], "a temporary file was left behind")

    def test_progress_on_a_terminal(self):
        master, slave = pty.openpty()
        process = subprocess.Popen([EXPORT, *QUICK, *FEW, "--out", self.out], stdin=slave, stdout=slave,
                                   stderr=slave)
        os.close(slave)
        seen = b""
        while True:
            ready, _, _ = select.select([master], [], [], 60)
            try:
                chunk = os.read(master, 4096) if ready else b""
            except OSError:  # the other end is closed
                chunk = b""
            if not chunk:
                break
            seen += chunk
        os.close(master)
        self.assertEqual(process.wait(timeout=60), 0, seen)
        self.assertIn(b"relu", seen)

    def test_default_output(self):
        run = export(*QUICK, "--kernels", "relu", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(names_in(self.folder / "pallasbench.jsonl"), ["relu"])

    def test_jobs_write_the_same_records_in_the_same_order(self):
        def without_times(path):
            records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            for record in records:
                record["environment"]["created_at"] = None
                record["result"] = {name: value for name, value in record["result"].items()
                                    if "seconds" not in name}
            return records
        one, three = self.folder / "one.jsonl", self.folder / "three.jsonl"
        for jobs, path in (("1", one), ("3", three)):
            run = export(*QUICK, "--level", "2", "--jobs", jobs, "--out", path)
            self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(without_times(one), without_times(three))

    def test_shards_are_a_partition(self):
        chosen = "relu,gelu,row_sum,gather,vector_add"
        shards = []
        for index in range(0, 4):  # whether counted from 0 or from 1
            path = self.folder / f"{index}.jsonl"
            run = export(*QUICK, "--kernels", chosen, "--shard", f"{index}/3", "--out", path)
            if run.returncode == 0:
                shards.append(names_in(path))
            else:
                self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(len(shards), 3)
        self.assertEqual(sorted(sum(shards, [])), sorted(chosen.split(",")))

    def test_resume_adds_only_what_is_missing(self):
        self.assertEqual(export(*QUICK, "--kernels", "relu", "--out", self.out).returncode, 0)
        before = self.out.read_bytes()
        run = export(*QUICK, *FEW, "--resume", "--out", self.out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue(self.out.read_bytes().startswith(before), "a record was written again")
        self.assertEqual(sorted(names_in(self.out)), ["gather", "relu", "row_sum"])

        whole = self.out.read_bytes()
        self.assertEqual(export(*QUICK, *FEW, "--resume", "--out", self.out).returncode, 0)
        self.assertEqual(self.out.read_bytes(), whole)

    def test_resume_after_half_a_line(self):
        self.assertEqual(export(*QUICK, *FEW, "--out", self.out).returncode, 0)
        whole = self.out.read_bytes()
        self.out.write_bytes(whole[:-100])
        run = export(*QUICK, *FEW, "--resume", "--out", self.out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(sorted(names_in(self.out)), ["gather", "relu", "row_sum"])


class Killed(InFolder):
    """kill -9 at any moment leaves a file that parses, and --resume completes it."""

    def kill_at_many_moments(self, *arguments):
        start = time.monotonic()
        self.assertEqual(export(*QUICK, *arguments, "--out", self.folder / "timed").returncode, 0)
        duration = time.monotonic() - start
        for part in (0.1, 0.3, 0.5, 0.7, 0.9, 0.97):
            process = subprocess.Popen([EXPORT, *QUICK, *arguments, "--out", self.out],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(timeout=duration * part)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if self.out.exists():
                yield names_in(self.out)

    def test_killed_export(self):
        # Renamed into place: what was there before, or all of it.
        self.out.write_text("")
        every = listed_names()
        for names in self.kill_at_many_moments():
            self.assertIn(names, ([], every))

    def test_killed_resume(self):
        every = listed_names()
        for names in self.kill_at_many_moments("--resume"):
            self.assertEqual(len(names), len(set(names)))
        run = export(*QUICK, "--resume", "--out", self.out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(sorted(names_in(self.out)), sorted(every))


if __name__ == "__main__":
    EXPORT = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
