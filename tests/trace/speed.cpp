// How many events a second the reader takes.
//   trace_speed [FILE]     reads FILE, else a made-up trace of 4 million events, five times
// Prints CSV: events, bytes of the file, seconds of each reading, millions of events a second
// (median), the largest resident set in KiB.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>

#include "made_up.h"
#include "trace/reader.h"

namespace {

using workbook::trace::Event;
using workbook::trace::Reader;

// A checksum, so that no work is left out.
std::uint64_t ReadAll(const std::filesystem::path& file, std::uint64_t& events) {
  Reader reader(file);
  Event event;
  std::uint64_t sum = 0;
  for (events = 0; reader.Next(event); ++events) sum += event.bytes + event.microsecond;
  return sum;
}

void Measure(const std::filesystem::path& file) {
  std::array<double, 5> seconds{};
  std::uint64_t events = 0;
  std::uint64_t sum = 0;
  for (double& one : seconds) {
    const auto begin = std::chrono::steady_clock::now();
    sum += ReadAll(file, events);
    one = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  std::sort(seconds.begin(), seconds.end());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "events,file_bytes,fastest_s,median_s,slowest_s,million_events_a_second,max_resident_kib,"
      "checksum\n");
  std::printf("%ju,%ju,%.3f,%.3f,%.3f,%.2f,%ld,%ju\n", static_cast<std::uintmax_t>(events),
              std::filesystem::file_size(file), seconds[0], seconds[2], seconds[4],
              static_cast<double>(events) / seconds[2] / 1e6, usage.ru_maxrss,
              static_cast<std::uintmax_t>(sum));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 1) {
    Measure(argv[1]);
    return 0;
  }
  const workbook::trace::TemporaryFile file;
  {
    workbook::trace::Writer writer(file.path());
    workbook::trace::MakeUpEvents(
        {.seed = 1, .events = 4'000'000, .most_live = 5000, .threads = 4, .tags = 0},
        [&writer](const Event& event) { writer.Write(event); });
    writer.Finish();
  }
  Measure(file.path());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
