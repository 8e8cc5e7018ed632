# SPDX-FileCopyrightText: The pallasbench authors
# SPDX-License-Identifier: Apache-2.0
"""What the README shows is true: its code compiles and runs, its commands and fields exist.

A ```cpp block, or an indented one, stands below a comment that says how it is tested:

    <!-- test: run -->                the program exits 0 and prints what `// prints: ...` says
    <!-- test: compile -->            it compiles; `compile as cuda`: by nvcc, where there is one
    <!-- test: same as FILE -->       it is FILE, but for the comment at the top of that
    <!-- test: error of F | G -->     composing F and G prints this sentence
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser()
for option in ("readme", "cxx", "include", "system-include", "pb", "export"):
    parser.add_argument(f"--{option}", required=True)
parser.add_argument("--nvcc")
given = parser.parse_args()
readme = pathlib.Path(given.readme).read_text(encoding="utf-8")
root = pathlib.Path(given.readme).parent
SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="pallasbench-readme-"))


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def compiled(code, name, compiler=None, *options):
    source = SCRATCH / name
    source.write_text(code, encoding="utf-8")
    return run(compiler or given.cxx, "-std=c++20", f"-I{given.include}", "-isystem",
               given.system_include, *options, source)


HOST = ["-Wall", "-Wextra", "-Werror", "-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP"]


def test_run(code, _):
    program = SCRATCH / "run"
    made = compiled(code, "run.cpp", None, *HOST, "-fopenmp", "-o", program)
    assert made.returncode == 0, made.stderr
    ran = run(program)
    assert ran.returncode == 0, ran
    for expected in re.findall(r"// prints: (.+)", code):
        assert expected in ran.stdout, f"printed {ran.stdout!r}, and not {expected!r}"


def test_compile(code, how):
    if how == "as cuda":
        if given.nvcc:
            made = compiled(code, "compile.cu", given.nvcc, "-c", "-o", SCRATCH / "compile.o")
            assert made.returncode == 0, made.stderr
        return
    assert how == "", f"compile {how}?"
    made = compiled(code, "compile.cpp", None, *HOST, "-fsyntax-only")
    assert made.returncode == 0, made.stderr


def test_same(code, how):
    path = root / how.removeprefix("as ")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    while lines and lines[0].startswith("//"):
        lines.pop(0)
    assert code == "".join(lines), f"the README's text is not that of {path}"


def test_error(sentence, how):
    first, second = how.removeprefix("of ").split(" | ")
    names = re.findall(r"(\w+){}", how)
    headers = "".join(f"#include <pallasbench/ops/{name}.hpp>\n" for name in names)
    made = compiled(f"#include <pallasbench/compose/compose.hpp>\n{headers}"
                    f"auto const refused = {first} | {second};\n", "error.cpp", None, *HOST,
                    "-fsyntax-only")
    assert made.returncode != 0, "it compiles"
    assert " ".join(sentence.split()) in " ".join(made.stderr.split()), made.stderr


def test_code():
    found = re.findall(r"<!-- test: (\w+) ?(.*) -->\n(?:```cpp\n((?:(?!```).*\n)*)```\n|((?:    .+\n)+))",
                       readme)
    for kind, how, fenced, indented in found:
        globals()[f"test_{kind}"](fenced or indented, how)
        print(f"ok: {kind} {how}")
    assert len(found) == readme.count("<!-- test: "), "a marked block was not found"
    marked = sum(1 for block in found if block[2])
    assert marked == readme.count("```cpp"), "a block of code is not marked"


def test_commands():
    helped = run(given.export, "--help").stdout
    commands = run(given.pb, "--help").stdout
    for command, arguments in re.findall(r"^    \./tools/pb (\w+)([^#\n]*)", readme, re.MULTILINE):
        assert re.search(rf"^  {command}\b", commands, re.MULTILINE), f"pb has no command {command}"
        for option in re.findall(r"--[a-z-]+", arguments):
            assert re.search(rf"{option}\b", helped), f"{command} --help does not name {option}"
    for option in re.findall(r"-D(PALLASBENCH_[A-Z_]+)", readme):
        assert option in (root / "CMakeLists.txt").read_text(), f"CMake has no option {option}"


def test_record():
    """Names in the table and in the example line are those of a record, at the top or in result."""
    out = SCRATCH / "relu.jsonl"
    ran = run(given.export, "--device", "host", "--size", "small", "--no-ptx", "--kernels", "relu",
              "--out", out)
    assert ran.returncode == 0, ran.stderr
    record = json.loads(out.read_text(encoding="utf-8"))
    table = readme[readme.index("## The record"):readme.index("One line of")]
    for row in re.findall(r"^\| (`.+?`) \|", table, re.MULTILINE):
        for name in re.findall(r"`(\w+)`", row):
            assert name in record, f"a record has no field {name}"
    shown = json.loads(re.search(r"```json\n(.*?)```", readme, re.DOTALL)[1])
    missing = absent(shown, record)
    assert not missing, f"a record has no {missing}"


def absent(shown, record):
    names = [name for name in shown if name not in record]
    for name, value in shown.items():
        if isinstance(value, dict) and name in record:
            names += [f"{name}.{inner}" for inner in absent(value, record[name])]
    return names


def test_shape():
    assert len(readme.splitlines()) < 200, "the README is 200 lines or longer"
    for path in re.findall(r"`((?:include|examples|tests|tools|bench)/[\w/.]*)`", readme):
        assert path.endswith("square.hpp") or (root / path).exists(), f"there is no {path}"
    for example in (root / "examples").iterdir():
        assert f"`{example.name}`" in readme, f"the README does not name {example.name}"


def test_measured():
    """The figures are those of the committed table."""
    path = root / "bench" / "results" / "table_h200_large_f32.json"
    table = json.loads(path.read_text(encoding="utf-8"))
    found = {row["kernel_name"]: row for row in table["kernels"]}
    block = readme[readme.index("<!-- measured: begin -->"):readme.index("<!-- measured: end -->")]
    rows = re.findall(r"^\| (\w+) \| (.*) \|$", block, re.MULTILINE)
    rows = [(name, cells) for name, cells in rows if name != "kernel"]
    assert rows, "no kernel is shown"
    for name, cells in rows:
        row = found[name]
        expected = (f"{1e6 * row['ours_seconds']:.2f} us | {1e6 * row['best_peer_seconds']:.2f} us | "
                    f"{row['best_peer_over_ours']:.2f} | {100 * row['roofline_fraction']:.0f} %")
        assert cells == expected, f"{name}: {cells}, in {path.name} {expected}"


failed = 0
for test in (test_code, test_commands, test_record, test_measured, test_shape):
    try:
        test()
        print(f"ok: {test.__name__}")
    except AssertionError as error:
        failed += 1
        print(f"FAILED: {test.__name__}: {error}")
sys.exit(1 if failed else 0)
