#include "recorder.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <utility>

#include "trace/writer.h"

namespace workbook::recorder {
namespace {

Recorder* the_recorder = nullptr;

constexpr std::uint32_t kNoNumber = ~std::uint32_t{0};
thread_local std::uint32_t thread_number = kNoNumber;

std::uint64_t MinorFaults() noexcept {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_minflt);
}

// The least of many: what two readings in a row are apart when nothing is between them.
Clock::duration ClockCost() {
  constexpr int kReadings = 1000;
  Clock::duration least = Clock::duration::max();
  for (int i = 0; i < kReadings; ++i) {
    const Clock::time_point begin = Clock::now();
    least = std::min(least, Clock::now() - begin);
  }
  return least;
}

void Complain(const std::string& file, int error) {
  std::fprintf(stderr, "workbook: %s cannot be written (%s): nothing more is recorded\n",
               file.c_str(), std::strerror(error));
}

}  // namespace

Recorder* Recorder::Start(std::string file, std::string how) {
  auto* recorder = new Recorder(std::move(file), std::move(how));
  recorder->StartCounting();
  if (!recorder->CreateFile()) {
    delete recorder;
    return nullptr;
  }
  the_recorder = recorder;
  recorder->HandleForks();
  return recorder;
}

Recorder::Recorder(std::string file, std::string how)
    : file_(std::move(file)), how_(std::move(how)), clock_cost_(ClockCost()) {}

// Another thread may hold the lock at the moment of a fork; the child would wait for it for ever.
void Recorder::HandleForks() {
  pthread_atfork([] { the_recorder->mutex_.lock(); }, [] { the_recorder->mutex_.unlock(); },
                 [] {
                   the_recorder->BecomeChild();
                   the_recorder->mutex_.unlock();
                 });
}

void Recorder::BecomeChild() noexcept {
  journal_.Abandon();
  if (state_ == State::kWriting) state_ = State::kForked;
  first_id_ = next_id_;
  next_thread_ = 0;
  thread_number = kNoNumber;
  StartCounting();
}

void Recorder::StartCounting() noexcept {
  events_ = allocate_ns_ = 0;
  free_ns_ = 0;
  faults_at_begin_ = MinorFaults();
  begin_ = Clock::now();
}

// The first process of a run takes FILE, every other one FILE.PID. A process that replaces itself
// (exec) has its number a second time.
std::string Recorder::NameOfFile(int attempt) const {
  const int place = state_ == State::kForked ? attempt + 1 : attempt;
  if (place == 0) return file_;
  const std::string own = file_ + "." + std::to_string(getpid());
  return place == 1 ? own : own + "." + std::to_string(place);
}

bool Recorder::CreateFile() {
  std::string path;
  int attempt = 0;
  do {
    path = NameOfFile(attempt++);
  } while (!journal_.Create(path) && errno == EEXIST);
  state_ = State::kWriting;
  tags_.clear();
  WriteHead();
  return state_ == State::kWriting;
}

void Recorder::WriteHead() {
  std::array<char, trace::kMaxFormattedBytes> head;
  Write(head.data(), trace::FormatHead(head.data()));
  std::istringstream lines(how_);
  for (std::string text; std::getline(lines, text);) {
    text = "# " + text.substr(0, trace::kMaxLineBytes / 2) + "\n";
    Write(text.data(), text.data() + text.size());
  }
}

void Recorder::Allocated(void* data, std::size_t bytes, Owner owner, const char* label,
                         Clock::duration spent) {
  const std::lock_guard lock(mutex_);
  Block* block = nullptr;
  if (data != nullptr) {
    const auto [place, is_new] = blocks_.try_emplace(data, Block{0, owner});
    block = &place->second;
    // Somebody took the block from its tensor and gave it back to the upstream without us.
    if (!is_new && block->id >= first_id_) WriteFree(block->id);
    *block = {0, owner};
  }
  if (!Ready()) return;
  allocate_ns_ += Nanoseconds(spent);
  const std::uint64_t id = next_id_++;
  WriteAllocation(id, bytes, label);
  if (block != nullptr) {
    block->id = id;
  } else {
    WriteFree(id);
  }
}

std::optional<Owner> Recorder::Freed(void* data) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find(data);
  if (found == blocks_.end()) return std::nullopt;
  const Block block = found->second;
  blocks_.erase(found);
  if (block.id >= first_id_) WriteFree(block.id);
  return block.owner;
}

void Recorder::AddFreeTime(Clock::duration spent) noexcept {
  free_ns_.fetch_add(Nanoseconds(spent), std::memory_order_relaxed);
}

void Recorder::Finish() noexcept {
  const std::lock_guard lock(mutex_);
  if (state_ == State::kWriting) {
    std::array<char, trace::kMaxFormattedBytes> line;
    Write(line.data(), trace::FormatSummary(Totals(), line.data()));
    Write(line.data(), trace::FormatEnd(events_, line.data()));
  }
  journal_.Close();
  state_ = State::kClosed;
}

// Whether there is a file to write to; a forked child makes its own here.
bool Recorder::Ready() {
  if (state_ == State::kForked) CreateFile();
  return state_ == State::kWriting;
}

void Recorder::WriteAllocation(std::uint64_t id, std::size_t bytes, const char* label) {
  trace::Event event;
  event.kind = trace::Kind::kAllocate;
  event.id = id;
  event.bytes = bytes;
  event.tag = TagOf(label);
  Give(event);
}

void Recorder::WriteFree(std::uint64_t id) noexcept {
  trace::Event event;
  event.kind = trace::Kind::kFree;
  event.id = id;
  Give(event);
}

// Adds thread and time. The clock is read under the lock: times never go back in the file.
void Recorder::Give(trace::Event event) noexcept {
  if (state_ != State::kWriting) return;
  if (thread_number == kNoNumber) thread_number = next_thread_++ % trace::kMaxThreads;
  event.thread = thread_number;
  event.microsecond = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin_).count());
  std::array<char, trace::kMaxFormattedBytes> line;
  Write(line.data(), trace::FormatEvent(event, line.data()));
  ++events_;
}

void Recorder::Write(const char* begin, const char* end) noexcept {
  if (state_ != State::kWriting) return;
  if (journal_.Append({begin, static_cast<std::size_t>(end - begin)})) return;
  Complain(file_, errno);
  journal_.Close();
  state_ = State::kClosed;
}

std::uint32_t Recorder::TagOf(const char* label) {
  if (label == nullptr) return 0;
  const std::string_view name(label);
  if (const auto found = tags_.find(name); found != tags_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(tags_.size() + 1);
  if (number >= trace::kMaxTags) return 0;
  tags_.emplace(name, number);
  std::array<char, trace::kMaxFormattedTagBytes> line;
  Write(line.data(), trace::FormatTag(number, name, line.data()));
  return number;
}

std::uint64_t Recorder::Nanoseconds(Clock::duration spent) const noexcept {
  const auto net = std::max(spent - clock_cost_, Clock::duration::zero());
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(net).count());
}

trace::Summary Recorder::Totals() const noexcept {
  trace::Summary totals;
  totals.run_us = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin_).count());
  totals.allocate_ns = allocate_ns_;
  totals.free_ns = free_ns_;
  // Each page of the journal was a fault too, and no business of the program's.
  const std::uint64_t own = journal_.size() / static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t faults = MinorFaults() - faults_at_begin_;
  totals.minor_faults = faults - std::min(faults, own);
  return totals;
}

}  // namespace workbook::recorder
