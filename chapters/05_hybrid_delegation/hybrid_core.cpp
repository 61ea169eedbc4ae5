#include "hybrid_core.h"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "fork_watch.h"
#include "workbook/not_implemented.h"

namespace workbook {
namespace {

// A negative size that was converted arrives as more than this; no machine can serve it.
constexpr auto kMostBytes = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());

std::vector<SizeClass> AllClasses(const HybridOptions& options) {
  std::vector<SizeClass> classes;
  std::size_t least = 1;
  for (const std::size_t bytes : options.pool_bytes) {
    classes.push_back({least, bytes});
    least = bytes + 1;
  }
  classes.insert(classes.end(), options.shelf_classes.begin(), options.shelf_classes.end());
  return classes;
}

std::vector<std::size_t> BlockBytes(const std::vector<SizeClass>& classes) {
  std::vector<std::size_t> bytes;
  bytes.reserve(classes.size());
  for (const SizeClass& one : classes) bytes.push_back(one.block_bytes);
  return bytes;
}

[[noreturn]] void EndProcess(const void* block, const char* what) {
  static_cast<void>(std::fprintf(stderr, "HybridAllocator: bad free: %p %s\n", block, what));
  std::abort();
}

}  // namespace

const char* Describe(Delegated reason) noexcept {
  switch (reason) {
    case Delegated::kSwitchedOff:
      return "switched off";
    case Delegated::kIrregular:
      return "no class for this size";
    case Delegated::kCold:
      return "a cold class";
    case Delegated::kPoolFull:
      return "the pool is full";
    case Delegated::kNoPlace:
      return "the shelf could not take the block over";
    case Delegated::kTooTight:
      return "no block of the class's size";
  }
  return "unknown";
}

HybridCore::HybridCore(UpstreamMemory& upstream) : upstream_(upstream) { fork_watch::Add(*this); }

HybridCore::~HybridCore() {
  Close();
  fork_watch::Remove(*this);
}

void HybridCore::Open(const HybridOptions& options) {
  Router router(AllClasses(options));
  std::vector<std::unique_ptr<FixedBlockPool>> pools;
  for (const std::size_t bytes : options.pool_bytes)
    pools.push_back(
        std::make_unique<FixedBlockPool>(bytes, PoolOptions{.max_slabs = options.pool_slabs}));
  shelves_.Reset(BlockBytes(options.shelf_classes), options.floor_bytes);
  buddies_.Open(BlockBytes(options.shelf_classes));
  heat_ = std::make_unique<Heat[]>(options.shelf_classes.size());
  options_ = options;
  router_ = std::move(router);
  pools_.swap(pools);
  for (auto& count : delegated_) count = 0;
  ticks_ = refused_ = rescued_ = promotions_ = demotions_ = 0;
  pool_reserved_bytes_ = pools_.size() * kSlabBytes;  // until somebody has counted
  enabled_ = true;
}

void HybridCore::Close() {
  enabled_ = false;
  StopKeeping();
  shelves_.ForgetLive();
  pools_.clear();
}

void HybridCore::StopKeeping() {
  for (std::size_t i = 0; i < shelf_count(); ++i) {
    shelves_.Close(static_cast<ClassIndex>(i));
    heat_[i].Reset();
  }
  buddies_.Forget();
  GiveBackIdle();
}

void* HybridCore::Allocate(std::size_t bytes) {
  // [exercise 5.6]
  throw NotImplemented("5.6", "Falling back");
  // [end 5.6]
}

void* HybridCore::FromPool(std::size_t pool, std::size_t bytes) {
  // [exercise 5.6b]
  throw NotImplemented("5.6b", "Falling back");
  // [end 5.6b]
}

void* HybridCore::FromShelf(ClassIndex shelf, std::size_t bytes, Fit fit) {
  // [exercise 5.6c]
  throw NotImplemented("5.6c", "Falling back");
  // [end 5.6c]
}

void* HybridCore::TakeIdle(ClassIndex shelf) {
  if (void* const half = buddies_.Take(shelf)) return half;
  if (void* const block = shelves_.Take(shelf, pool_reserved_bytes_)) return block;
  return options_.cut_blocks ? buddies_.Cut(shelf, pool_reserved_bytes_) : nullptr;
}

Returned HybridCore::GiveBack(void*& block) {
  const Returned returned = buddies_.Return(block);
  const bool whole = returned == Returned::kForeign || returned == Returned::kDisowned;
  return whole ? shelves_.Return(block) : returned;
}

void HybridCore::MakeRoom(std::size_t bytes) {
  // [exercise 5.6d]
  throw NotImplemented("5.6d", "Falling back");
  // [end 5.6d]
}

void* HybridCore::Delegate(std::size_t bytes, Delegated reason) {
  // [exercise 5.6e]
  throw NotImplemented("5.6e", "Falling back");
  // [end 5.6e]
}

void HybridCore::Free(void* block) {
  // [exercise 5.6f]
  ReportNotImplemented("5.6f");
  // [end 5.6f]
}

Owner HybridCore::OwnerOf(const void* block) const {
  for (const auto& pool : pools_) {
    if (pool->Owns(block)) return Owner::kPool;
  }
  return shelves_.Owns(block) || buddies_.Owns(block) ? Owner::kShelf : Owner::kUpstream;
}

bool HybridCore::NoteRequest(ClassIndex shelf) {
  // [exercise 5.5c]
  throw NotImplemented("5.5c", "Hot and cold");
  // [end 5.5c]
}

void HybridCore::EndEpoch() {
  if (cooling_.test_and_set(std::memory_order_acquire)) return;
  for (std::size_t i = 0; i < shelf_count(); ++i) {
    if (heat_[i].Cool(options_.heat)) Demote(static_cast<ClassIndex>(i));
  }
  pool_reserved_bytes_ = PoolReservedBytes();
  cooling_.clear(std::memory_order_release);
}

void HybridCore::Demote(ClassIndex shelf) {
  // [exercise 5.5d]
  throw NotImplemented("5.5d", "Hot and cold");
  // [end 5.5d]
}

std::size_t HybridCore::EmptyShelf(ClassIndex shelf) {
  std::size_t bytes = 0;
  while (void* const block = shelves_.TakeFrom(shelf)) {
    upstream_.Free(block);
    bytes += shelf_bytes(shelf);
  }
  return bytes;
}

std::size_t HybridCore::GiveBackIdle() {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < shelf_count(); ++i) bytes += EmptyShelf(static_cast<ClassIndex>(i));
  return bytes;
}

// A load and a store, no locked instruction: of two requests at the same moment one may be lost,
// and the epoch is that much longer.
void HybridCore::Tick() {
  const std::uint64_t ticks = ticks_.load(std::memory_order_relaxed) + 1;
  ticks_.store(ticks, std::memory_order_relaxed);
  if (ticks % options_.epoch_requests == 0) EndEpoch();
}

void HybridCore::SetEnabled(bool enabled) {
  // [exercise 5.7b]
  enabled_ = enabled;
  // [end 5.7b]
}

std::size_t HybridCore::PoolReservedBytes() const {
  std::size_t bytes = 0;
  for (const auto& pool : pools_) bytes += pool->Statistics().reserved_bytes;
  return bytes;
}

RoutingStatistics HybridCore::Statistics() const {
  // [exercise 5.6g]
  throw NotImplemented("5.6g", "Falling back");
  // [end 5.6g]
}

std::string HybridCore::CheckInvariants() const {
  std::string wrong = shelves_.CheckInvariants() + buddies_.CheckInvariants();
  for (const auto& pool : pools_) wrong += pool->CheckInvariants();
  return wrong;
}

}  // namespace workbook
