# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""The front door's own words: help, refusals, and what it says where it may install nothing.

usage: pb_cli_test.py PB [unittest argument...]
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PB = ""


def pb(*arguments, path=PB, **more):
    return subprocess.run(["bash", path or PB, *arguments], capture_output=True, text=True,
                          timeout=60, stdin=subprocess.DEVNULL, **more)


class FrontDoor(unittest.TestCase):
    def test_help(self):
        run = pb("--help")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("export", run.stdout)
        self.assertIn("test", run.stdout)

    def test_bad_commands(self):
        for arguments in ([], ["nonsense"], ["evaluate"], ["report"]):
            run = pb(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertEqual(run.stdout, "")
            self.assertIn("export", run.stderr)

    def test_says_what_to_install(self):
        # A machine with the basic programs and nothing to build with, and a user who is not root.
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "bin").mkdir()
            (folder / "tools").mkdir()
            shutil.copy(PB, folder / "tools" / "pb")
            for program in ("bash", "dirname", "mkdir", "grep", "sed", "sort", "head", "tail", "wc",
                            "readlink", "cat"):
                os.symlink(shutil.which(program), folder / "bin" / program)
            for program, text in (("id", "echo 1000"), ("apt-get", "exit 100")):
                file = folder / "bin" / program
                file.write_text(f"#!{shutil.which('bash')}\n{text}\n")
                file.chmod(0o755)
            run = pb("export", path=str(folder / "tools" / "pb"),
                     env={"PATH": str(folder / "bin"), "HOME": name})
            self.assertEqual(run.returncode, 3, run.stderr)
            self.assertIn("apt-get install", run.stderr)
            for package in ("g++", "cmake", "ninja-build"):
                self.assertIn(package, run.stderr)


if __name__ == "__main__":
    PB = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
