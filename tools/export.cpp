// SPDX-FileCopyrightText: The pallasbench authors
// SPDX-License-Identifier: Apache-2.0
//
// export: writes the dataset, one JSON object a line, one line a kernel. A thin driver: options,
// choice of kernels and of backend, progress. What a record holds is record/make_record.hpp, how a
// kernel is evaluated robust/evaluation.hpp.
#include <pallasbench/record/make_record.hpp>
#include <pallasbench/record/output_file.hpp>
#include <pallasbench/record/this_program.hpp>
#include <pallasbench/robust/host_backend.hpp>
#include <pallasbench/robust/nearest_names.hpp>
#include <pallasbench/robust/parallel.hpp>
#include <pallasbench/robust/processes.hpp>

#if PALLASBENCH_WITH_CUDA
#include <pallasbench/jit/toolkit.hpp>
#include <pallasbench/measure/hardware.hpp>
#include <pallasbench/record/embedded_compiler.hpp>
#include <pallasbench/robust/cuda_backend.hpp>
#endif

#include <CLI/CLI.hpp>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using namespace pb;

constexpr int exit_done = 0;
constexpr int exit_no = 1;
constexpr int exit_bad_input = 2;
constexpr int exit_machine = 3;

/// Ends the program with a message and a status.
struct refusal {
  int status;
  std::string message;
};

struct options {
  std::string device = "auto";
  std::string size;
  std::string dtype = "f32";
  std::vector<std::string> kernels;
  std::optional<int> level;
  std::string category;
  i64 seed = 0;
  std::string out = "pallasbench.jsonl";
  std::string shard = "0/1";
  std::optional<int> jobs;
  bool resume = false;
  bool list = false;
  bool no_ptx = false;
  bool no_timing = false;
  std::string dump_data;
};

void add_options(CLI::App& app, options& o) {
  app.option_defaults()->always_capture_default(false);
  app.add_option("--device", o.device, "auto, host or cuda (default auto: cuda if there is a GPU)");
  app.add_option("--size", o.size,
                 "small, seed or large (default: seed on cuda, small on the host)");
  app.add_option("--dtype", o.dtype, "f32, f16 or bf16: floating-point arrays (default f32)");
  app.add_option("--kernels", o.kernels, "names, separated by commas (default: all)")
      ->delimiter(',');
  app.add_option("--level", o.level, "kernels of this level: 1, 2 or 3");
  app.add_option("--category", o.category, "kernels of this category");
  app.add_option("--seed", o.seed, "seed of the inputs, 0 or more (default 0)");
  app.add_option("--out", o.out, "output file, - for standard output (default pallasbench.jsonl)");
  app.add_option("--shard", o.shard, "I/N: the I-th of N parts, I from 0 to N - 1 (default 0/1)");
  app.add_option("--jobs", o.jobs,
                 "processes that evaluate kernels at once, on the host (default: as many as processors "
                 "for --size small, else 1); they share the processors, and so do the times of compiling");
  app.add_flag("--resume", o.resume, "keep the records in the output file, add those missing");
  app.add_flag("--list", o.list, "list the chosen kernels and exit");
  app.add_flag("--no-ptx", o.no_ptx, "leave ptx null; on the host, compile nothing");
  app.add_flag("--no-timing", o.no_timing,
               "leave the kernels' times null, as where other work shares the GPU");
  app.add_option("--dump-data", o.dump_data,
                 "write each kernel's inputs and output to DIR/<kernel>/*.bin");
}

std::string joined(std::vector<std::string> const& words) {
  std::string text;
  for (auto const& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void check_choice(std::string const& option, std::string const& given,
                  std::vector<std::string> const& allowed) {
  if (std::find(allowed.begin(), allowed.end(), given) != allowed.end()) return;
  throw refusal{exit_bad_input,
                option + ": '" + given + "' is not one of " + joined(allowed)};
}

struct shard {
  int index, count;
};

shard parse_shard(std::string const& text) {
  shard s{0, 0};
  char const* const end = text.data() + text.size();
  auto const first = std::from_chars(text.data(), end, s.index);
  bool parsed = first.ec == std::errc{} && first.ptr != end && *first.ptr == '/';
  if (parsed) {
    auto const second = std::from_chars(first.ptr + 1, end, s.count);
    parsed = second.ec == std::errc{} && second.ptr == end;
  }
  if (!parsed || s.index < 0 || s.index >= s.count)
    throw refusal{exit_bad_input, "--shard: '" + text +
                                      "' is not I/N with I from 0 to N - 1, such as 0/4"};
  return s;
}

void check_names(std::vector<std::string> const& given,
                 std::vector<robust::registered_kernel> const& all) {
  std::vector<std::string> names;
  for (auto const& kernel : all) names.emplace_back(kernel.info.name);
  for (auto const& name : given) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw refusal{exit_bad_input, "--kernels: there is no kernel '" + name + "'; the nearest are " +
                                      joined(robust::nearest_names(name, names, 3)) +
                                      "; --list names all"};
  }
}

std::vector<robust::registered_kernel> choose(options const& o) {
  auto const all = robust::all_kernels();
  check_names(o.kernels, all);
  if (o.level && (*o.level < 1 || *o.level > 3))
    throw refusal{exit_bad_input, "--level: " + std::to_string(*o.level) + " is not 1, 2 or 3"};
  std::vector<std::string> categories;
  std::vector<robust::registered_kernel> chosen;
  for (auto const& kernel : all) {
    std::string const category = kernel.info.category;
    if (std::find(categories.begin(), categories.end(), category) == categories.end())
      categories.push_back(category);
    if (!o.kernels.empty() &&
        std::find(o.kernels.begin(), o.kernels.end(), kernel.info.name) == o.kernels.end())
      continue;
    if (o.level && kernel.info.level != *o.level) continue;
    if (!o.category.empty() && category != o.category) continue;
    chosen.push_back(kernel);
  }
  if (!o.category.empty()) check_choice("--category", o.category, categories);
  shard const s = parse_shard(o.shard);
  std::vector<robust::registered_kernel> mine;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (static_cast<int>(i) % s.count == s.index) mine.push_back(chosen[i]);
  return mine;
}

void check_options(options const& o) {
  check_choice("--device", o.device, {"auto", "host", "cuda"});
  if (!o.size.empty()) check_choice("--size", o.size, {"small", "seed", "large"});
  check_choice("--dtype", o.dtype, {"f32", "f16", "bf16"});
  if (o.seed < 0)
    throw refusal{exit_bad_input, "--seed: " + std::to_string(o.seed) + " is below 0"};
  if (o.jobs && (*o.jobs < 1 || *o.jobs > 1024))
    throw refusal{exit_bad_input, "--jobs: " + std::to_string(*o.jobs) + " is not 1 to 1024"};
}

/// The backend and what a record says of the machine.
struct machine {
  std::unique_ptr<robust::backend> backend;
  record::environment environment;
  std::optional<double> peak_gflops;
};

#if PALLASBENCH_WITH_CUDA

machine cuda_machine(measure::device_facts const& device, bool times) {
  machine m;
  m.environment = record::host_environment();
  m.environment.backend = record::backend::cuda;
  m.environment.device_name = device.name;
  m.environment.compute_capability = device.compute_capability;
  m.environment.sm_count = device.sm_count;
  m.environment.memory_bytes = device.memory_bytes;
  m.environment.peak_bandwidth_gbps = device.peak_bandwidth_gbps;
  m.environment.driver = device.driver;
  m.environment.cuda_version = device.cuda_version;
  m.peak_gflops = device.peak_f32_gflops;
  m.backend = std::make_unique<robust::cuda_backend>(
      record::embedded_compiler(device.arch), times ? robust::timing::on : robust::timing::off);
  return m;
}

machine host_machine(bool compiles) {
  machine m;
  m.environment = record::host_environment();
  m.environment.cuda_version = jit::nvrtc_version();
  robust::host_backend::compiler compile;
  if (compiles) {
    compile = [compiler = record::embedded_compiler("sm_90")](auto const& p, auto const& text) {
      jit::compiled code;
      return compiler.compile(p, text, code);
    };
  }
  m.backend = std::make_unique<robust::host_backend>(compile);
  return m;
}

machine find_machine(options const& o) {
  std::string why_not;
  if (o.device != "host") {
    if (auto const device = measure::find_device(why_not)) return cuda_machine(*device, !o.no_timing);
    if (o.device == "cuda") throw refusal{exit_machine, "--device cuda: " + why_not};
  }
  return host_machine(!o.no_ptx);
}

#else

machine host_machine(bool) {
  return {std::make_unique<robust::host_backend>(), record::host_environment(), std::nullopt};
}

machine find_machine(options const& o) {
  if (o.device == "cuda")
    throw refusal{exit_machine, "--device cuda: this program was built without CUDA"};
  return host_machine(!o.no_ptx);
}

#endif

robust::kernel_texts texts_of(robust::registered_kernel const& kernel) {
  if (auto texts = record::texts_of(kernel.file)) return std::move(*texts);
  throw refusal{exit_bad_input,
                kernel.file + " is not embedded in this program (build it again), or has not exactly "
                              "one line 'using tiles = ...;'"};
}

extents const& dims_of(robust::registered_kernel const& kernel, std::string const& size) {
  if (size == "small") return kernel.dims.small;
  return size == "seed" ? kernel.dims.seed : kernel.dims.large;
}

element_type dtype_of(std::string const& dtype) {
  if (dtype == "f16") return element_type::f16;
  return dtype == "bf16" ? element_type::bf16 : element_type::f32;
}

void write_file(std::filesystem::path const& path, robust::array_bytes const& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<char const*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw refusal{exit_machine, "--dump-data: cannot write " + path.string()};
}

void dump(std::string const& folder, std::string const& kernel, robust::evaluation const& e) {
  auto const dir = std::filesystem::path(folder) / kernel;
  std::error_code error;
  std::filesystem::create_directories(dir, error);
  if (error)
    throw refusal{exit_bad_input, "--dump-data: '" + dir.string() + "': " + error.message()};
  for (std::size_t i = 0; i < e.inputs.size(); ++i)
    write_file(dir / ("input" + std::to_string(i) + ".bin"), e.inputs[i]);
  write_file(dir / "output.bin", e.output);
}

/// One line on a terminal, rewritten; nothing in a pipe.
class progress {
 public:
  progress(std::size_t count, std::size_t done)
      : count_(count), done_(done), shown_(isatty(STDERR_FILENO) != 0) {}
  ~progress() {
    if (shown_) std::cerr << "\r\033[K" << std::flush;
  }
  void next(char const* name) {
    ++done_;
    if (shown_) std::cerr << "\r\033[K[" << done_ << "/" << count_ << "] " << name << std::flush;
  }

 private:
  std::size_t count_;
  std::size_t done_;
  bool shown_;
};

void check(record::output_status const& status) {
  if (!status.ok()) throw refusal{status.exit_status(), "--out: " + status.message};
}

record::record export_kernel(robust::registered_kernel const& kernel, options const& o,
                             machine& on) {
  auto const start = std::chrono::steady_clock::now();
  auto const texts = texts_of(kernel);
  auto const problem = kernel.make_problem(dims_of(kernel, o.size), dtype_of(o.dtype));
  auto const e = robust::evaluate(*problem, texts, *on.backend, static_cast<u64>(o.seed));
  if (!o.dump_data.empty()) dump(o.dump_data, kernel.info.name, e);
  std::chrono::duration<double> const wall = std::chrono::steady_clock::now() - start;
  auto record = record::make_record(kernel, *problem, texts, e,
                                    {.size = o.size,
                                     .seed = o.seed,
                                     .sha = record::hash_of(kernel.file),
                                     .wall_time_seconds = wall.count(),
                                     .machine = on.environment,
                                     .peak_gflops = on.peak_gflops});
  if (o.no_ptx) record.ptx.reset();
  return record;
}

bool is_there(std::vector<std::string> const& names, std::string const& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What a process tells of a kernel: the first character says which of these it is, behind it comes the
/// record, or the status and the message of a refusal.
constexpr char told_ok = '+', told_not_ok = '-', told_refusal = '!';

std::string tell(robust::registered_kernel const& kernel, options const& o, machine& on) {
  auto const refuse = [](int status, std::string const& message) {
    return std::string{told_refusal, static_cast<char>(status)} + message;
  };
  try {
    auto const record = export_kernel(kernel, o, on);
    return (record.status == record::status::ok ? told_ok : told_not_ok) +
           record::to_json_line(record);
  } catch (refusal const& r) {
    return refuse(r.status, r.message);
  } catch (std::bad_alloc const&) {
    return refuse(exit_machine, "out of memory");
  }
}

/// Processes that evaluate at once. The loops over larger arrays use all processors themselves, and
/// kernels on a GPU are timed one after another.
int jobs_for(options const& o, machine const& on) {
  if (on.environment.backend == record::backend::cuda) {
    if (o.jobs.value_or(1) != 1)
      throw refusal{exit_bad_input, "--jobs: " + std::to_string(*o.jobs) +
                                        " is for --device host; on cuda kernels are timed one after another"};
    return 1;
  }
  int const processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return o.jobs.value_or(o.size == "small" ? processors : 1);
}

void export_all(std::vector<robust::registered_kernel> const& missing, std::size_t done, int jobs,
                options const& o, machine& on, std::function<void(std::string)> const& take) {
  progress shown(done + missing.size(), done);
  if (jobs == 1) {
    for (auto const& kernel : missing) {
      shown.next(kernel.info.name);
      take(tell(kernel, o, on));
    }
    return;
  }
  int const processors = static_cast<int>(std::thread::hardware_concurrency());
  std::optional<machine> own;  // of a process: compilers are not shared
  auto const work = [&](std::size_t i) {
    if (!own) {
      robust::use_threads(std::max(1, processors / jobs));
      own = host_machine(!o.no_ptx);
    }
    return tell(missing[i], o, *own);
  };
  try {
    robust::for_each_in_processes(missing.size(), static_cast<std::size_t>(jobs), work,
                                  [&](std::size_t i, std::string told) {
                                    shown.next(missing[i].info.name);
                                    take(std::move(told));
                                  });
  } catch (robust::process_failure const& failure) {
    throw refusal{exit_machine, std::string("--jobs: ") + failure.what()};
  }
}

int run(options o) {
  check_options(o);
  auto const chosen = choose(o);
  if (o.list) {
    for (auto const& kernel : chosen) std::cout << kernel.info.name << "\n";
    return exit_done;
  }
  machine on = find_machine(o);
  if (o.size.empty())
    o.size = on.environment.backend == record::backend::cuda ? "seed" : "small";
  int const jobs = jobs_for(o, on);
  record::output_file out;
  check(out.open(o.out, o.resume));
  std::vector<robust::registered_kernel> missing;
  for (auto const& kernel : chosen)
    if (!is_there(out.kernel_names(), kernel.info.name)) missing.push_back(kernel);
  bool all_ok = true;
  export_all(missing, chosen.size() - missing.size(), jobs, o, on, [&](std::string const& told) {
    if (told[0] == told_refusal) throw refusal{told[1], told.substr(2)};
    all_ok = all_ok && told[0] == told_ok;
    check(out.write_line(std::string_view(told).substr(1)));
  });
  check(out.commit());
  return all_ok ? exit_done : exit_no;
}

}  // namespace

int main(int argc, char** argv) {
#if defined(__GLIBC__)
  // Arrays of hundreds of megabytes come and go: memory given back would be faulted in again, page by
  // page, for the next.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
  CLI::App app{"Evaluates the kernels and writes one JSON record a line."};
  options o;
  add_options(app, o);
  try {
    app.parse(argc, argv);
    return run(o);
  } catch (CLI::ParseError const& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << "export: " << error.what() << "; --help lists the options\n";
    return exit_bad_input;
  } catch (refusal const& r) {
    std::cerr << "export: " << r.message << "\n";
    return r.status;
  } catch (std::bad_alloc const&) {
    std::cerr << "export: out of memory\n";
    return exit_machine;
  }
}
