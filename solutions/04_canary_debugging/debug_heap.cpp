#include "debug_heap.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include "guards.h"
#include "poison.h"
#include "workbook/not_implemented.h"

namespace workbook {
namespace {

using Lock = std::unique_lock<std::mutex>;

constinit DebugHeap* newest_heap = nullptr;  // guarded by the ledger's lock

// A handler that misuses memory must not be called for it.
thread_local bool reporting = false;

void WriteToStandardError(const std::string& text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

FindingKind KindOf(const Damage& damage) {
  switch (damage.part) {
    case DamagedPart::kHeadGuard:
      return FindingKind::kHeadGuardOverwritten;
    case DamagedPart::kTailGuard:
      return FindingKind::kTailGuardOverwritten;
    default:
      return FindingKind::kWrittenAfterFree;
  }
}

}  // namespace

DebugHeap::DebugHeap(const HeapUpstream& upstream, const DebugOptions& options)
    : upstream_(upstream),
      options_(options),
      marker_(options.marker),
      next_(newest_heap),
      log_(options.log),
      quarantine_(options.quarantine_bytes) {}

DebugHeap& DebugHeap::Create(const HeapUpstream& upstream, const DebugOptions& options) {
  static_cast<void>(CaptureStack(options.stack_frames));  // its first call takes memory and locks
  const Lock lock(TheLedger().Mutex());
  newest_heap = new DebugHeap(upstream, options);
  return *newest_heap;
}

void* DebugHeap::Allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const std::size_t total_bytes = TotalBytes(bytes, options_.alignment);
  void* const original = total_bytes == 0 ? nullptr : FromUpstream(total_bytes);
  if (original == nullptr) {
    CountRefusal();
    return nullptr;
  }
  const BlockBounds block = PlaceBlock(original, bytes, options_.alignment);
  FillGuards(block);
  if (options_.poison) FillPattern(block.payload, bytes, kFreshPattern);
  Enter(block);
  if (marker_ != nullptr) MarkFresh(*marker_, block);
  return block.payload;
}

void* DebugHeap::FromUpstream(std::size_t total_bytes) {
  try {
    return upstream_.allocate(upstream_.self, total_bytes);
  } catch (...) {
    CountRefusal();
    throw;
  }
}

void DebugHeap::Enter(const BlockBounds& block) {
  const StackTrace stack = CaptureStack(options_.stack_frames);
  LogEvent event{EventKind::kAllocate, 0, block.payload_bytes, block.payload, ThisThread()};
  const bool logged = log_.Wants(block.payload_bytes);
  try {
    Ledger& ledger = TheLedger();
    const Lock lock(ledger.Mutex());
    BlockRecord& record = ledger.NewRecord(block.payload);
    record.bounds = block;
    record.heap = this;
    record.allocated_by = event.thread;
    record.allocated_at = stack;
    ledger.Enter(record);
    event.serial = record.serial;
    statistics_.OnAllocate(block);
    if (logged) log_.Record(event);
  } catch (...) {  // no memory for a record
    upstream_.deallocate(upstream_.self, block.original);
    throw;
  }
  if (logged) log_.Write(event);
}

void DebugHeap::Free(void* payload) {
  if (payload == nullptr) return;
  Ledger& ledger = TheLedger();
  Lock lock(ledger.Mutex());
  BlockRecord* record = nullptr;
  const FreeVerdict verdict = ledger.Claim(payload, &record);
  if (verdict == FreeVerdict::kGood) {
    record->heap->TakeBack(*record, lock);
  } else {
    ReportBadFree(verdict, payload, record, lock);
  }
}

// Claimed: from here on the record and the block are this call's alone.
void DebugHeap::TakeBack(BlockRecord& record, Lock& lock) {
  const BlockBounds& block = record.bounds;
  const bool keep = quarantine_.Fits(block);
  record.freed_by = ThisThread();
  statistics_.OnFree(block);
  const bool logged = log_.Wants(block.payload_bytes);
  const LogEvent event{EventKind::kFree, record.serial, block.payload_bytes, block.payload,
                       record.freed_by};
  if (logged) log_.Record(event);
  lock.unlock();
  if (logged) log_.Write(event);

  if (marker_ != nullptr) MarkOpen(*marker_, block);
  const Damage damage = record.reported ? Damage{} : CheckGuards(block);
  if (damage) Report(DamageFinding(record, damage, "at its free"));
  if (keep || options_.poison) FillPattern(block.payload, block.payload_bytes, kFreedPattern);
  if (keep) {
    Keep(record, damage || record.reported);
  } else {
    lock.lock();
    GiveBack(record, lock);
  }
}

// Ends the record's life; with the lock held, which is left open.
void DebugHeap::GiveBack(BlockRecord& record, Lock& lock) {
  unsigned char* const original = record.bounds.original;
  statistics_.OnRelease(record.bounds);
  TheLedger().Retire(record);
  lock.unlock();
  upstream_.deallocate(upstream_.self, original);
}

void DebugHeap::Keep(BlockRecord& record, bool damaged) {
  const StackTrace stack = CaptureStack(options_.stack_frames);
  if (marker_ != nullptr) MarkFreed(*marker_, record.bounds);
  {
    const Lock lock(TheLedger().Mutex());
    record.freed_at = stack;
    record.reported = damaged;
    quarantine_.Put(record);
  }
  while (ReleaseOne(&Quarantine::TakeExcess)) {
  }
}

bool DebugHeap::ReleaseOne(BlockRecord* (Quarantine::*take)()) {
  Lock lock(TheLedger().Mutex());
  BlockRecord* const record = (quarantine_.*take)();
  if (record == nullptr) return false;
  lock.unlock();  // in no list: this call's alone
  if (marker_ != nullptr) MarkOpen(*marker_, record->bounds);
  const Damage damage = record->reported ? Damage{} : LookAt(*record);
  if (damage) Report(DamageFinding(*record, damage, "when it left the quarantine"));
  lock.lock();
  GiveBack(*record, lock);
  return true;
}

std::size_t DebugHeap::FlushQuarantine() {
  std::size_t count = 0;
  while (ReleaseOne(&Quarantine::TakeAny)) ++count;
  return count;
}

// A freed block has its guards and its payload to show, a live one its guards only.
Damage DebugHeap::LookAt(const BlockRecord& block) const {
  const Damage guards = CheckGuards(block.bounds);
  if (guards || block.state != BlockState::kFreed) return guards;
  return CheckFreed(block.bounds);
}

std::size_t DebugHeap::Check() {
  std::vector<Finding> findings;
  {
    const Lock lock(TheLedger().Mutex());
    CollectDamage(TheLedger().live(), findings);
    CollectDamage(quarantine_.blocks(), findings);
  }
  for (const Finding& finding : findings) Report(finding);
  return findings.size();
}

void DebugHeap::CollectDamage(const RecordList& blocks, std::vector<Finding>& findings) {
  for (BlockRecord* record = blocks.oldest(); record != nullptr; record = record->newer) {
    if (record->heap != this) continue;
    const bool live = record->state == BlockState::kLive;
    if (marker_ != nullptr) (live ? OpenGuards : MarkOpen)(*marker_, record->bounds);
    // [exercise 4.3c]
    const Damage damage = record->reported ? Damage{} : LookAt(*record);
    if (damage) {
      record->reported = true;
      findings.push_back(DamageFinding(*record, damage, "by a check on request"));
    }
    // [end 4.3c]
    if (marker_ != nullptr) (live ? CloseGuards : MarkFreed)(*marker_, record->bounds);
  }
}

Finding DebugHeap::DamageFinding(const BlockRecord& block, const Damage& damage,
                                 const char* when) const {
  Finding finding;
  finding.kind = KindOf(damage);
  finding.address = block.bounds.payload;
  finding.block = block;
  finding.damage = damage;
  finding.when = when;
  finding.thread = ThisThread();
  finding.found_at = CaptureStack(options_.stack_frames);
  DrawDamage(finding);
  // Bytes that nobody wrote may be in the picture; valgrind would call the printing of them an
  // error.
  if (marker_ != nullptr) marker_->defined(finding.drawn.data(), finding.drawn_bytes);
  return finding;
}

void DebugHeap::ReportBadFree(FreeVerdict verdict, void* address, const BlockRecord* record,
                              Lock& lock) {
  Finding finding;
  finding.kind =
      verdict == FreeVerdict::kTwice ? FindingKind::kFreedTwice : FindingKind::kForeignFree;
  finding.address = address;
  if (record == nullptr) record = TheLedger().FindAround(address);
  if (record != nullptr) finding.block = *record;
  DebugHeap* const heap = record != nullptr ? record->heap : newest_heap;
  lock.unlock();
  if (heap == nullptr) return;
  finding.when = "at the free";
  finding.thread = ThisThread();
  finding.found_at = CaptureStack(heap->options_.stack_frames);
  heap->Report(finding);
}

void DebugHeap::Report(const Finding& finding) {
  {
    const Lock lock(TheLedger().Mutex());
    ++statistics_.num_findings;
  }
  if (!reporting) {
    reporting = true;
    if (options_.handler != nullptr) {
      options_.handler(finding, options_.handler_context);
    } else {
      WriteToStandardError(Describe(finding));
    }
    reporting = false;
  }
  if (options_.on_finding == OnFinding::kAbort) std::abort();
}

void DebugHeap::CountRefusal() {
  const Lock lock(TheLedger().Mutex());
  ++statistics_.num_ooms;
}

std::uint64_t DebugHeap::Mark() {
  const Lock lock(TheLedger().Mutex());
  return TheLedger().last_serial();
}

LeakReport DebugHeap::Leaks(std::uint64_t after, std::uint64_t until) const {
  const Lock lock(TheLedger().Mutex());
  return CollectLeaks(TheLedger().live(), this, after, until);
}

HeapStatistics DebugHeap::Statistics() const {
  const Lock lock(TheLedger().Mutex());
  return statistics_;
}

void DebugHeap::ResetPeaks() {
  const Lock lock(TheLedger().Mutex());
  statistics_.ResetPeaks();
}

std::vector<LogEvent> DebugHeap::Events(std::size_t count) const {
  const Lock lock(TheLedger().Mutex());
  return log_.Last(count);
}

}  // namespace workbook
