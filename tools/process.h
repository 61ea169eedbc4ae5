#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace workbook::tool {

/// What to run.
struct Command {
  std::vector<std::string> argv;           ///< argv[0] is looked up in PATH
  std::filesystem::path folder;            ///< current folder of the child; empty: ours
  std::map<std::string, std::string> env;  ///< on top of ours
  std::optional<std::chrono::milliseconds> time_limit;
  /// Of what is printed, this much is kept: the first and the last halves.
  std::size_t output_limit_bytes = std::size_t{1} << 20;
  /// True lets the child use our terminal; nothing is captured then.
  bool inherit_output = false;
};

struct ProcessResult {
  bool started = false;          ///< false: `output` says why not
  int exit_code = -1;            ///< -1 if a signal ended it
  int signal = 0;                ///< 0 unless a signal ended it
  bool timed_out = false;        ///< we killed it at its time limit
  std::string output;            ///< standard output and error, as they came
  std::size_t output_bytes = 0;  ///< all that was printed, kept or not
  double seconds = 0;

  [[nodiscard]] bool ok() const { return started && exit_code == 0 && !timed_out; }
};

/// Runs a child in a process group of its own and waits for it; when it is over, whatever is left
/// of the group is killed. Threads may call it at the same time. Throws Interrupted after Ctrl-C.
ProcessResult RunProcess(const Command& command);

/// Ctrl-C or SIGTERM came: all children are dead. `main` turns it into exit code 130.
struct Interrupted {};

/// From here on SIGINT and SIGTERM kill the children's groups and make RunProcess throw.
void InstallInterruptHandler();

/// True once SIGINT or SIGTERM has come.
bool InterruptRequested();

/// The value that puts `first` in front of a variable of our environment, such as PATH, which names
/// places with colons between them.
std::string InFrontOf(const char* variable, const std::filesystem::path& first);

/// "SIGSEGV (segmentation fault: …)": a signal in words for people.
std::string SignalWords(int signal);

}  // namespace workbook::tool
