#include "ledger.h"

#include <pthread.h>

#include <type_traits>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

// Ready before any static initialiser, and there after the last destructor: tensors are freed late.
constinit Ledger ledger;
static_assert(std::is_trivially_destructible_v<Ledger>);

// A lock that another thread holds during a fork would stay held in the child for ever.
void LockLedger() { ledger.Mutex().lock(); }
void UnlockLedger() { ledger.Mutex().unlock(); }

}  // namespace

Ledger& TheLedger() {
  static const int once = pthread_atfork(LockLedger, UnlockLedger, UnlockLedger);
  static_cast<void>(once);
  return ledger;
}

// Payloads are multiples of their alignment, so the low bits say nothing. The constant is 2^64
// divided by the golden ratio: it spreads neighbours far apart (Knuth, volume 3, 6.4).
std::size_t Ledger::BucketIndex(const void* address) {
  const auto bits = reinterpret_cast<std::uintptr_t>(address) >> 4;
  return static_cast<std::size_t>((bits * 0x9E3779B97F4A7C15U) >> 50);
}
static_assert(Ledger::kBuckets == std::size_t{1} << (64 - 50));

void Ledger::Enter(BlockRecord& record) {
  record.state = BlockState::kLive;
  record.serial = ++last_serial_;
  live_.Add(record);
  // [exercise 4.2]
  throw NotImplemented("4.2", "A book of all blocks");
  // [end 4.2]
}

BlockRecord* Ledger::Find(const void* address) const {
  // [exercise 4.2b]
  throw NotImplemented("4.2b", "A book of all blocks");
  // [end 4.2b]
}

FreeVerdict Ledger::Claim(const void* address, BlockRecord** record) {
  // [exercise 4.2c]
  throw NotImplemented("4.2c", "A book of all blocks");
  // [end 4.2c]
}

void Ledger::Unlink(BlockRecord& record) {
  // [exercise 4.2d]
  throw NotImplemented("4.2d", "A book of all blocks");
  // [end 4.2d]
}

void Ledger::Retire(BlockRecord& record) {
  record.state = BlockState::kGone;
  remembered_.Add(record);
}

BlockRecord& Ledger::NewRecord(const void* payload) {
  static constexpr std::size_t kChunkRecords = 64;
  BlockRecord* const before = Find(payload);  // malloc likes to give what was freed last
  if (before != nullptr && before->state == BlockState::kGone) return UseAgain(*before);
  if (remembered_.count() > kRemembered) return UseAgain(*remembered_.oldest());
  if (spare_.count() == 0) {
    auto* const chunk = new BlockRecord[kChunkRecords];
    for (std::size_t i = 0; i < kChunkRecords; ++i) spare_.Add(chunk[i]);
  }
  BlockRecord& record = *spare_.oldest();
  spare_.Remove(record);
  return record;
}

BlockRecord& Ledger::UseAgain(BlockRecord& remembered) {
  Unlink(remembered);
  remembered_.Remove(remembered);
  remembered.reported = false;
  remembered.freed_by = 0;
  remembered.freed_at.depth = 0;
  return remembered;
}

const BlockRecord* Ledger::FindAround(const void* address) const {
  for (const BlockRecord* record = live_.oldest(); record != nullptr; record = record->newer) {
    const BlockBounds& block = record->bounds;
    if (address >= block.original && address < block.original + block.total_bytes) return record;
  }
  return nullptr;
}

}  // namespace workbook
