#include "churn.h"

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <stdexcept>
#include <vector>

namespace workbook::bench {
namespace {

constexpr std::size_t kOperations = 1'000'000;
constexpr std::size_t kSamples = 100;
// Its numbers are bytes, which hardly differ from run to run; so not as often as the other cases.
constexpr int kRepetitions = 3;

struct Sample {
  double live_bytes;
  double resident_bytes;
};

struct ChurnResult {
  double seconds;
  std::array<Sample, kSamples> samples;
};

struct Block {
  std::size_t dies_at;  // operation
  void* data;
  std::size_t bytes;
  friend bool operator<(const Block& a, const Block& b) { return a.dies_at > b.dies_at; }
};

class Churn {
 public:
  Churn(c10::Allocator& allocator, std::size_t least_bytes)
      : allocator_(allocator), least_exponent_(std::log2(least_bytes)) {
    blocks_.resize(65'536);  // touched now: the list's own memory must not count as growth
    blocks_.clear();
  }

  ChurnResult Run() {
    ChurnResult result{};
    malloc_trim(0);
    const auto before = static_cast<double>(ResidentBytes());
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t operation = 1; operation <= kOperations; ++operation) {
      while (!blocks_.empty() && blocks_.front().dies_at <= operation) FreeFirst();
      Allocate(operation);
      if (operation % (kOperations / kSamples) == 0)
        result.samples[operation / (kOperations / kSamples) - 1] = {
            static_cast<double>(live_bytes_), static_cast<double>(ResidentBytes()) - before};
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    result.seconds = took.count();
    while (!blocks_.empty()) FreeFirst();
    return result;
  }

 private:
  std::size_t RandomBytes() {
    return static_cast<std::size_t>(
        std::exp2(std::uniform_real_distribution<>(least_exponent_, 12)(random_)));
  }

  std::size_t RandomLifetime() {
    const unsigned kind = random_() % 100;
    const double mean = kind < 90 ? 100 : kind < 99 ? 10'000 : 100'000;
    return 1 + static_cast<std::size_t>(std::exponential_distribution<>(1 / mean)(random_));
  }

  void Allocate(std::size_t operation) {
    const std::size_t bytes = RandomBytes();
    void* const data = allocator_.raw_allocate(bytes);
    std::memset(data, 0x5a, bytes);
    blocks_.push_back({operation + RandomLifetime(), data, bytes});
    std::push_heap(blocks_.begin(), blocks_.end());
    live_bytes_ += bytes;
  }

  void FreeFirst() {
    std::pop_heap(blocks_.begin(), blocks_.end());
    live_bytes_ -= blocks_.back().bytes;
    allocator_.raw_deallocate(blocks_.back().data);
    blocks_.pop_back();
  }

  c10::Allocator& allocator_;
  double least_exponent_;
  std::mt19937 random_{3};
  std::vector<Block> blocks_;  // a heap: the block that dies first is in front
  std::size_t live_bytes_ = 0;
};

bool ReadAll(int fd, void* data, std::size_t bytes) {
  auto* at = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t got = read(fd, at, bytes);
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

[[noreturn]] void RunAndReport(int pipe, const Subject& subject, std::size_t least_bytes) {
  const ChurnResult result = Churn(*subject.allocator(), least_bytes).Run();
  const bool all = write(pipe, &result, sizeof(result)) == sizeof(result);
  _exit(all ? 0 : 1);
}

ChurnResult RunInChild(const Subject& subject, std::size_t least_bytes) {
  static_cast<void>(subject.allocator());  // throws here what a stage not yet written throws
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) RunAndReport(ends[1], subject, least_bytes);
  close(ends[1]);
  ChurnResult result{};
  const bool all = child > 0 && ReadAll(ends[0], &result, sizeof(result));
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  if (!all) throw std::runtime_error("the churn's process ended early");
  return result;
}

void WriteCurve(const std::string& who, std::size_t least_bytes, const ChurnResult& result) {
  const char* const path = std::getenv("WORKBOOK_CHURN_CSV");
  if (path == nullptr) return;
  std::ofstream out(path, std::ios::app);
  for (std::size_t i = 0; i < kSamples; ++i)
    out << who << ',' << least_bytes << ',' << (i + 1) * (kOperations / kSamples) << ','
        << result.samples[i].live_bytes << ',' << result.samples[i].resident_bytes << '\n';
}

void RunChurn(benchmark::State& state, const Subject& subject, std::size_t least_bytes) {
  ChurnResult result{};
  for (auto _ : state) {
    result = RunInChild(subject, least_bytes);
    state.SetIterationTime(result.seconds / kOperations);
  }
  const Sample& half = result.samples[kSamples / 2 - 1];
  const Sample& end = result.samples[kSamples - 1];
  state.counters["live_at_end"] = end.live_bytes;
  state.counters["resident_at_half"] = half.resident_bytes;
  state.counters["resident_at_end"] = end.resident_bytes;
  state.counters["slack_at_end"] = end.resident_bytes / end.live_bytes - 1;
  WriteCurve(subject.who, least_bytes, result);
}

}  // namespace

void RegisterChurn(const Subject& subject, std::size_t least_bytes) {
  const std::string name = "churn/" + subject.who + "/" + std::to_string(least_bytes);
  Register(name, [subject,
                  least_bytes](benchmark::State& state) { RunChurn(state, subject, least_bytes); })
      ->Iterations(1)
      ->Repetitions(kRepetitions)
      ->UseManualTime();
}

}  // namespace workbook::bench
