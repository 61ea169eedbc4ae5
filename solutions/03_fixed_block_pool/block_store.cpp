#include "block_store.h"

#include <set>
#include <sstream>

#include "slab_region.h"
#include "workbook/not_implemented.h"

namespace workbook {

const char* Describe(PoolFailure failure) noexcept {
  switch (failure) {
    case PoolFailure::kNone:
      return "no failure";
    case PoolFailure::kCapReached:
      return "the pool has reached its cap";
    case PoolFailure::kNoMoreMemory:
      return "the operating system gives no more memory";
  }
  return "unknown";
}

void BlockStore::Open(std::size_t block_bytes, std::size_t max_slabs, void* owner,
                      const CheckedMutex* guard) noexcept {
  block_bytes_ = block_bytes;
  max_slabs_ = max_slabs;
  owner_ = owner;
  guard_ = guard;
}

void BlockStore::ReleaseSlabs() noexcept {
  while (slabs_ != nullptr) {
    Slab* const slab = slabs_;
    slabs_ = slab->next;
    slab_region::Release(slab);
  }
  free_.Clear();
  slab_count_ = 0;
}

void* BlockStore::Take(PoolFailure* why) {
  CheckLock("the store was touched without the lock: Take() needs the pool's mutex held");
  if (void* const block = TakeAtHand()) return block;
  const PoolFailure failure = Grow();
  if (failure == PoolFailure::kNone) return TakeAtHand();
  if (why != nullptr) *why = failure;
  return nullptr;
}

void* BlockStore::TakeAtHand() {
  // [exercise 3.2c]
  if (void* const block = free_.Pop()) return block;
  return slabs_ == nullptr ? nullptr : CarveBlock(*slabs_);
  // [end 3.2c]
}

PoolFailure BlockStore::Grow() {
  // [exercise 3.4]
  if (slab_count_ >= max_slabs_) return PoolFailure::kCapReached;
  void* const memory = slab_region::Commit();
  if (memory == nullptr) return PoolFailure::kNoMoreMemory;
  AddSlab(FormatSlab(memory, block_bytes_, owner_));
  return PoolFailure::kNone;
  // [end 3.4]
}

void BlockStore::AddSlab(Slab* slab) noexcept {
  slab->next = slabs_;
  slabs_ = slab;
  ++slab_count_;
}

std::size_t BlockStore::capacity() const {
  // [exercise 3.4b]
  return slab_count_ == 0 ? 0 : slab_count_ * slabs_->capacity;
  // [end 3.4b]
}

std::size_t BlockStore::free_count() const {
  // [exercise 3.4c]
  return free_.count() + UncarvedCount();
  // [end 3.4c]
}

std::size_t BlockStore::available_count() const {
  // [exercise 3.4d]
  return free_count() + (max_slabs_ - slab_count_) * BlocksPerSlab(block_bytes_);
  // [end 3.4d]
}

std::size_t BlockStore::UncarvedCount() const noexcept {
  return slabs_ == nullptr ? 0 : slabs_->capacity - slabs_->carved;
}

std::size_t BlockStore::CountMarkedOut() const noexcept {
  std::size_t out = 0;
  for (const Slab* slab = slabs_; slab != nullptr; slab = slab->next) out += CountOut(*slab);
  return out;
}

std::string BlockStore::CheckInvariants() const {
  std::ostringstream wrong;
  std::size_t slabs = 0;
  for (const Slab* slab = slabs_; slab != nullptr; slab = slab->next) {
    ++slabs;
    if (slab->owner.load() != owner_) wrong << "slab " << slab << " has another owner; ";
    if (slab->carved < slab->capacity && slab != slabs_) wrong << "an older slab has a rest; ";
  }
  if (slabs != slab_count_) wrong << slab_count_ << " slabs counted, " << slabs << " linked; ";
  std::set<const void*> seen;
  free_.ForEach([&](const void* block) {
    const Slab* const slab = FindSlab(slab_region::Committed(), block);
    const bool ours = slab != nullptr && slab->owner.load() == owner_ && IsBlockStart(*slab, block);
    const bool first = seen.insert(block).second;
    if (!ours) wrong << block << " in the free list is none of the pool's blocks; ";
    if (!first) wrong << block << " is in the free list twice; ";
    return ours && first;
  });
  if (seen.size() != free_.count()) wrong << "the free list's count is not its length; ";
  return wrong.str();
}

}  // namespace workbook
