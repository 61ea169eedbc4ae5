#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "journal.h"
#include "trace/event.h"

namespace workbook::recorder {

using Clock = std::chrono::steady_clock;

/// What it takes to give a block back to the allocator that it came from.
struct Owner {
  void* context;
  void (*deleter)(void*);
};

/// Writes what an allocator does into a trace file (docs/trace-format.md).
///
/// Order: an allocation is written after the memory was handed out, a free before the memory is
/// handed back. So whoever gets the same address next is written later, on any thread.
///
/// Which block an address is stands in a table beside the blocks. A header in front of each would
/// change its size and its alignment, and with them what is to be measured.
///
/// Threads: everything may be called from any thread; one lock guards table and file and is never
/// held while anybody else's code runs. Forks: a child writes a file of its own, named
/// FILE.PID, made at its first event; it begins with no live blocks, and what the parent had
/// allocated is freed in silence there.
class Recorder {
 public:
  /// Makes the file and starts the clock. Call it once in a process; the recorder is never
  /// destroyed, because tensors outlive `main`.
  /// @param file  absolute. When it is there already, another process of the same run has taken
  ///              it, and this one writes FILE.PID
  /// @param how   what the file's comments say of the recording, a line each
  /// @return null, with a line on standard error, when no file can be made
  static Recorder* Start(std::string file, std::string how);

  /// @param data   null for an empty block, whose free nobody will see: it counts as freed at once
  /// @param label  the operator that asked; may be null. Copied.
  /// @param spent  inside the upstream allocator
  /// @throws std::bad_alloc  when the table can't grow; nothing is recorded then
  void Allocated(void* data, std::size_t bytes, Owner owner, const char* label,
                 Clock::duration spent);

  /// Takes a block out of the table.
  /// @return nothing for an address that is not in it; then nothing is recorded either
  std::optional<Owner> Freed(void* data) noexcept;

  /// Adds time that was spent inside the upstream's deleters.
  void AddFreeTime(Clock::duration spent) noexcept;

  /// Writes summary and end. What happens afterwards is not recorded; all blocks stay valid.
  void Finish() noexcept;

 private:
  enum class State { kWriting, kForked, kClosed };
  struct Block {
    std::uint64_t id;
    Owner owner;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  Recorder(std::string file, std::string how);
  [[nodiscard]] std::string NameOfFile(int attempt) const;
  bool CreateFile();
  void WriteHead();
  void HandleForks();
  void StartCounting() noexcept;
  void Give(trace::Event event) noexcept;
  void Write(const char* begin, const char* end) noexcept;
  void WriteAllocation(std::uint64_t id, std::size_t bytes, const char* label);
  void WriteFree(std::uint64_t id) noexcept;
  bool Ready();
  std::uint32_t TagOf(const char* label);
  [[nodiscard]] std::uint64_t Nanoseconds(Clock::duration spent) const noexcept;
  [[nodiscard]] trace::Summary Totals() const noexcept;
  void BecomeChild() noexcept;

  std::mutex mutex_;
  State state_ = State::kClosed;
  Journal journal_;
  std::string file_;
  std::string how_;
  Clock::duration clock_cost_;  // what reading the clock adds to every time that is measured
  std::unordered_map<void*, Block> blocks_;
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> tags_;
  std::uint64_t next_id_ = 1;
  std::uint64_t first_id_ = 1;  // of this file; blocks with smaller ids are older than it
  std::uint64_t events_ = 0;
  std::uint32_t next_thread_ = 0;
  Clock::time_point begin_;
  std::uint64_t faults_at_begin_ = 0;
  std::uint64_t allocate_ns_ = 0;
  std::atomic<std::uint64_t> free_ns_{0};
};

}  // namespace workbook::recorder
