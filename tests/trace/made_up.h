#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "trace/event.h"
#include "trace/writer.h"

namespace workbook::trace {

/// A file that is gone with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view text = "") {
    std::string name = (std::filesystem::temp_directory_path() / "trace XXXXXX").string();
    const int fd = mkstemp(name.data());
    if (fd < 0) throw std::runtime_error("no file " + name);
    close(fd);
    path_ = name;
    Write(text);
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void Write(std::string_view text) const { std::ofstream(path_, std::ios::binary) << text; }
  [[nodiscard]] std::string Read() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// What a made-up program does.
struct Plan {
  unsigned seed = 1;
  std::uint64_t events = 1000;
  std::size_t most_live = 50;  ///< blocks
  std::uint32_t threads = 2;
  std::uint32_t tags = 5;
};

/// The events of a made-up program, the same for the same plan: about as many frees as
/// allocations, sizes from 0 to 1 MiB, ids that leave out a number now and then, clocks that
/// differ between threads.
template <typename Take>
void MakeUpEvents(const Plan& plan, Take take) {
  std::mt19937_64 random(plan.seed);
  std::vector<Event> live;
  std::uint64_t id = random() % 100;
  for (std::uint64_t made = 0, now = 0; made < plan.events; ++made) {
    now += random() % 4;
    const auto thread = static_cast<std::uint32_t>(random() % plan.threads);
    Event event;
    if (live.empty() || (live.size() < plan.most_live && random() % 2 == 0)) {
      id += random() % 64 == 0 ? 2 : 1;
      event.tag = static_cast<std::uint32_t>(random() % (plan.tags + 1));
      event.id = id;
      event.bytes = random() % 16 == 0 ? 0 : std::uint64_t{64} << random() % 15;
      live.push_back(event);
    } else {
      std::swap(live[random() % live.size()], live.back());
      event = live.back();
      event.kind = Kind::kFree;
      live.pop_back();
    }
    event.thread = thread;
    event.microsecond = now + thread;  // clocks of two threads are not in step
    take(event);
  }
}

/// Writes such a program's trace to a file.
inline std::vector<Event> MakeUpTrace(const Plan& plan, const std::filesystem::path& file) {
  std::vector<Event> events;
  Writer writer(file);
  writer.Comment("made up with seed " + std::to_string(plan.seed));
  for (std::uint32_t tag = 1; tag <= plan.tags; ++tag) writer.Tag("op" + std::to_string(tag));
  MakeUpEvents(plan, [&](const Event& event) {
    writer.Write(event);
    events.push_back(event);
  });
  writer.Finish({.run_us = 9, .allocate_ns = 8, .free_ns = 7, .minor_faults = 6});
  return events;
}

}  // namespace workbook::trace
