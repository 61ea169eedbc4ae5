#include "hybrid_allocator.h"

#include <c10/util/Exception.h>

#include <array>
#include <atomic>
#include <exception>
#include <utility>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

// Another c10::Allocator as the core's upstream: exceptions become null.
class AllocatorUpstream final : public UpstreamMemory {
 public:
  explicit AllocatorUpstream(c10::Allocator& allocator) : allocator_(allocator) {}

  void* Allocate(std::size_t bytes) noexcept override {
    try {
      return allocator_.raw_allocate(bytes);
    } catch (const std::exception&) {  // PyTorch's default throws a plain RuntimeError
      return nullptr;
    }
  }
  void Free(void* block) noexcept override { allocator_.raw_deallocate(block); }

 private:
  c10::Allocator& allocator_;
};

// A deleter gets an address and nothing else, and must find its core. So each core has a place in
// this table and a function of its own, made by a template. A place is never emptied: blocks can
// outlive their HybridAllocator, and are freed through it. It is used again for the same upstream.
struct Place {
  std::atomic<c10::Allocator*> upstream;
  std::atomic<bool> in_use;
  std::atomic<HybridCore*> core;
};
constinit std::array<Place, kMaxHybrids> places{};

template <std::size_t index>
void DeleteFor(void* data) {
  places[index].core.load(std::memory_order_acquire)->Free(data);
}

template <std::size_t... index>
constexpr std::array<c10::DeleterFnPtr, kMaxHybrids> MakeDeleters(
    std::index_sequence<index...> /*unused*/) {
  return {&DeleteFor<index>...};
}

constexpr auto kDeleters = MakeDeleters(std::make_index_sequence<kMaxHybrids>());

// Takes a place that nobody uses and that belongs to this upstream, or to none yet. Without a lock,
// so that no fork can find one held.
std::size_t TakePlace(c10::Allocator* upstream) {
  TORCH_CHECK(upstream != nullptr && upstream->raw_deleter() != nullptr,
              "HybridAllocator: the upstream allocator must exist and have a raw_deleter()");
  for (std::size_t i = 0; i < kMaxHybrids; ++i) {
    c10::Allocator* found = nullptr;
    const bool ours =
        places[i].upstream.compare_exchange_strong(found, upstream) || found == upstream;
    if (ours && !places[i].in_use.exchange(true)) return i;
  }
  TORCH_CHECK(false, "HybridAllocator: all ", kMaxHybrids, " places are taken");
}

// Never destroyed: see Place.
HybridCore& CoreAt(std::size_t place) {
  Place& here = places[place];
  if (here.core.load() == nullptr)
    here.core = new HybridCore(*new AllocatorUpstream(*here.upstream.load()));
  return *here.core.load();
}

}  // namespace

HybridAllocator::HybridAllocator(std::size_t place)
    : place_(place), core_(CoreAt(place)), deleter_(kDeleters[place]) {}

HybridAllocator::HybridAllocator(c10::Allocator* upstream, const HybridOptions& options)
    : HybridAllocator(TakePlace(upstream)) {
  core_.Open(options);  // if it throws, the destructor gives the place back
}

HybridAllocator::~HybridAllocator() {
  core_.Close();
  places[place_].in_use = false;
}

c10::DataPtr HybridAllocator::allocate(std::size_t n) {
  // [exercise 5.7c]
  void* data = nullptr;
  if (n > 0) {
    data = core_.Allocate(n);
    if (data == nullptr) ThrowOutOfMemory(n);
  }
  return {data, data, deleter_, c10::Device(c10::DeviceType::CPU)};
  // [end 5.7c]
}

void HybridAllocator::ThrowOutOfMemory(std::size_t n) const {
  // [exercise 5.7d]
  const RoutingStatistics now = core_.Statistics();
  TORCH_CHECK_WITH(OutOfMemoryError, false, "HybridAllocator: cannot allocate ", n,
                   " bytes: neither a pool, nor a shelf, nor the upstream allocator has them. "
                   "Shelves: live: ",
                   now.shelves.live_bytes, " bytes, idle: ", now.shelves.idle_bytes,
                   " bytes; pools: slabs: ", now.pool_reserved_bytes, " bytes.");
  // [end 5.7d]
}

}  // namespace workbook
