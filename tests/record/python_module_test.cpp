// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// The text of python_module, and that Python compiles it.
#include <pallasbench/record/python_module.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "scratch_folder.hpp"

using pb::record::python_module;

namespace {

bool python_compiles(std::string const& text) {
  pb::tests::scratch_folder const folder;
  pb::tests::write_file(folder / "module.py", text);
  pb::tests::write_file(
      folder / "check.py",
      "import ast, sys\n"
      "text = open(sys.argv[1], encoding='utf-8').read()\n"
      "compile(text, 'module.py', 'exec')\n"
      "names = [node.name for node in ast.parse(text).body if hasattr(node, 'name')]\n"
      "assert names == ['Model', 'get_inputs', 'get_init_inputs'], names\n");
  std::string const command =
      "python3 '" + (folder / "check.py") + "' '" + (folder / "module.py") + "'";
  return std::system(command.c_str()) == 0;
}

}  // namespace

TEST_CASE("python module: the frame around one expression") {
  auto const text = python_module("x", "F.relu(x)", {{"torch.randn(4096)"}});
  CHECK(text == R"(import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        return F.relu(x)


def get_inputs():
    return [
        torch.randn(4096),
    ]


def get_init_inputs():
    return []
)");
  CHECK(python_compiles(text));
}

TEST_CASE("python module: several statements and inputs") {
  auto const text =
      python_module("x, weight", "h = x @ weight\n\nif h.numel() == 0:\n    h = h + 1\nh.sum()\n",
                    {{"torch.randn(4, 8)"}, {"torch.randn(8, 2) / 8 ** 0.5"}});
  CHECK(text.find("        h = x @ weight\n\n        if h.numel() == 0:\n            h = h + 1\n"
                  "        return h.sum()\n") != text.npos);
  CHECK(python_compiles(text));
}

TEST_CASE("python module: a return of one's own, and no inputs") {
  auto const text = python_module("", "return torch.zeros(())", {});
  CHECK(text.find("def forward(self):\n        return torch.zeros(())\n") != text.npos);
  CHECK(python_compiles(text));
}
