// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// python_module: a kernel's problem as a PyTorch module in the form that readers of KernelBench and
// KernelBook expect: class Model, get_inputs, get_init_inputs. What the module computes is the
// caller's text; only the frame around it is here.
#ifndef PALLASBENCH_RECORD_PYTHON_MODULE_HPP
#define PALLASBENCH_RECORD_PYTHON_MODULE_HPP

#include <string>
#include <string_view>
#include <vector>

namespace pb::record {

/// One input of the module: a Python expression that makes it, such as "torch.randn(4096)".
struct python_input {
  std::string expression;
};

/// The lines of a `forward` body, indented; the last one is returned. Blank lines stay blank.
inline std::string indented_body(std::string_view body) {
  constexpr std::string_view indentation = "        ";
  while (body.ends_with('\n'))
    body.remove_suffix(1);
  std::string out;
  for (bool is_last = false; !is_last;) {
    auto const newline = body.find('\n');
    is_last = newline == body.npos;
    auto const line = body.substr(0, newline);
    if (!line.empty()) out += indentation;
    if (is_last && !line.starts_with("return")) out += "return ";
    (out += line) += '\n';
    if (!is_last) body.remove_prefix(newline + 1);
  }
  return out;
}

/// The module's text.
///   forward_signature  names of the inputs, comma-separated: "x, weight"
///   forward_body       Python statements, one a line; the last line is the output's expression,
///                      with or without `return` before it
///   inputs             in the order of the signature
/// The body and the expressions may name torch, nn (torch.nn) and F (torch.nn.functional).
inline std::string python_module(std::string_view forward_signature, std::string_view forward_body,
                                 std::vector<python_input> const& inputs) {
  std::string text = "import torch\n"
                     "import torch.nn as nn\n"
                     "import torch.nn.functional as F\n"
                     "\n\n"
                     "class Model(nn.Module):\n"
                     "    def __init__(self):\n"
                     "        super().__init__()\n"
                     "\n"
                     "    def forward(self";
  if (!forward_signature.empty()) (text += ", ") += forward_signature;
  text += "):\n";
  text += indented_body(forward_body);
  text += "\n\n"
          "def get_inputs():\n"
          "    return [\n";
  for (auto const& input : inputs)
    text += "        " + input.expression + ",\n";
  text += "    ]\n"
          "\n\n"
          "def get_init_inputs():\n"
          "    return []\n";
  return text;
}

}  // namespace pb::record

#endif  // PALLASBENCH_RECORD_PYTHON_MODULE_HPP
