#include "build_steps.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "files.h"
#include "verdict.h"

namespace workbook::tool {
namespace fs = std::filesystem;

struct BuildSteps::State {
  State(ProgressLine& of, std::string text, fs::path file)
      : line(of), what(std::move(text)), log(std::move(file)) {}

  void Run() {
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, std::chrono::milliseconds(500), [this] { return stop; })) {
      const std::string step = Step();
      line.Update(step.empty() ? what : what + " " + step);
    }
  }

  [[nodiscard]] std::string Step() const {
    std::error_code error;
    const fs::file_time_type written = fs::last_write_time(log, error);
    if (error || written < begin) return {};
    try {
      return LastStep(ReadFile(log));
    } catch (const UserError&) {
      return {};  // it went away meanwhile
    }
  }

  ProgressLine& line;
  std::string what;
  fs::path log;
  fs::file_time_type begin = fs::file_time_type::clock::now();
  std::mutex mutex;
  std::condition_variable wake;
  bool stop = false;
  std::thread thread;
};

BuildSteps::BuildSteps(ProgressLine& line, std::string what, fs::path log)
    : state_(std::make_unique<State>(line, std::move(what), std::move(log))) {
  if (!Terminal::Of(STDERR_FILENO).cursor) return;
  state_->thread = std::thread([state = state_.get()] { state->Run(); });
}

BuildSteps::~BuildSteps() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->wake.notify_all();
  if (state_->thread.joinable()) state_->thread.join();
}

std::string LastStep(std::string_view ninja_output) {
  std::string step;
  while (!ninja_output.empty()) {
    const std::string_view line = ninja_output.substr(0, ninja_output.find('\n'));
    ninja_output.remove_prefix(std::min(line.size() + 1, ninja_output.size()));
    const std::size_t end = line.find(']');
    if (!line.starts_with('[') || end == std::string_view::npos) continue;
    const std::string_view inside = line.substr(1, end - 1);
    if (inside.find('/') != std::string_view::npos &&
        inside.find_first_not_of("0123456789/") == std::string_view::npos) {
      step = line.substr(0, end + 1);
    }
  }
  return step;
}

}  // namespace workbook::tool
