#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "debug_options.h"
#include "event_log.h"
#include "heap_statistics.h"
#include "leaks.h"
#include "ledger.h"
#include "marks.h"
#include "quarantine.h"

namespace workbook {

/// Where a DebugHeap gets its memory from.
struct HeapUpstream {
  /// @return `bytes` bytes, any alignment; null or an exception when there are none
  void* (*allocate)(void* self, std::size_t bytes);
  /// Takes back what allocate() gave. Any thread; must not throw.
  void (*deallocate)(void* self, void* block);
  void* self;
};

/// The debugging allocator without PyTorch: puts guards round each block of an upstream, keeps a
/// record of it in the ledger, and reports misuse. Any thread may call anything.
///
/// Given: this file says what happens when; each step is in a file of its own.
class DebugHeap {
 public:
  /// Makes a heap. It is never destroyed, because its blocks can outlive everything.
  /// @param upstream  must work until the process ends
  /// @throws std::bad_alloc
  static DebugHeap& Create(const HeapUpstream& upstream, const DebugOptions& options);

  /// @param bytes  0 gives null
  /// @return a payload aligned to options().alignment; null when the upstream has no memory or the
  ///         size is none that a block can have
  /// @throws what the upstream throws, and std::bad_alloc; nothing has changed then
  void* Allocate(std::size_t bytes);

  /// Frees a block of any heap. Null does nothing. Whatever else is passed: what is no live block's
  /// payload is reported and left alone, and no byte around it is read.
  static void Free(void* payload);

  /// Looks at the guards of all live blocks and at all blocks in quarantine, and reports what is
  /// damaged and was not reported before.
  /// @return how many findings that were
  std::size_t Check();

  /// Gives all blocks in quarantine back to the upstream, each one checked.
  /// @return how many
  std::size_t FlushQuarantine();

  /// A place in the order of allocations, for Leaks().
  static std::uint64_t Mark();

  /// What was allocated after one mark and not after another, and is live. Looks, changes nothing;
  /// no destructor and no exit handler calls it.
  LeakReport Leaks(std::uint64_t after = kFromTheBeginning, std::uint64_t until = kUntilNow) const;

  HeapStatistics Statistics() const;
  void ResetPeaks();

  /// The last events that the log kept, the oldest first.
  std::vector<LogEvent> Events(std::size_t count) const;

  const DebugOptions& options() const { return options_; }

 private:
  DebugHeap(const HeapUpstream& upstream, const DebugOptions& options);

  void* FromUpstream(std::size_t total_bytes);
  void Enter(const BlockBounds& block);
  void TakeBack(BlockRecord& record, std::unique_lock<std::mutex>& lock);
  void GiveBack(BlockRecord& record, std::unique_lock<std::mutex>& lock);
  void Keep(BlockRecord& record, bool damaged);
  bool ReleaseOne(BlockRecord* (Quarantine::*take)());
  Damage LookAt(const BlockRecord& block) const;
  void CollectDamage(const RecordList& blocks, std::vector<Finding>& findings);
  Finding DamageFinding(const BlockRecord& block, const Damage& damage, const char* when) const;
  static void ReportBadFree(FreeVerdict verdict, void* address, const BlockRecord* record,
                            std::unique_lock<std::mutex>& lock);
  void Report(const Finding& finding);
  void CountRefusal();

  const HeapUpstream upstream_;
  const DebugOptions options_;
  const MemoryMarker* const marker_;
  [[maybe_unused]] DebugHeap* const next_;  // so that a leak checker can reach all heaps

  // Guarded by the ledger's lock.
  EventLog log_;
  Quarantine quarantine_;
  HeapStatistics statistics_;
};

}  // namespace workbook
