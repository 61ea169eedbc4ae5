#include "checked_run.h"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>
#include <vector>

#include "counting_allocator.h"
#include "in_turn.h"
#include "live_map.h"

namespace workbook::replay {
namespace {

std::atomic<std::uint64_t> g_line{0};

/// glibc keeps up to 7 freed blocks of each small size for each thread and counts them as used.
constexpr std::size_t kMallocSlackBytes = std::size_t{2} << 20U;

std::size_t MallocBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

class CheckedRun {
 public:
  CheckedRun(const Schedule& schedule, const Stage& stage)
      : schedule_(schedule), stage_(stage), slots_(schedule.slots) {}

  CheckedResult Run() {
    const std::size_t malloc_before = MallocBytes();
    RunInTurn(schedule_, 1, [this](const Stretch& stretch, bool /*last*/) {
      for (std::size_t at = stretch.begin; at < stretch.end && result_.wrong.empty(); ++at) Do(at);
      return result_.wrong.empty();
    });
    g_line = 0;
    if (result_.wrong.empty()) CountOwnRequests();
    if (result_.wrong.empty()) FreeTheRest();
    if (result_.wrong.empty()) FindLost(malloc_before);
    return result_;
  }

 private:
  struct Slot {
    c10::DataPtr block;
    std::size_t bytes = 0;     // asked for
    std::size_t reserved = 0;  // what malloc gave for it
    bool used = false;
  };

  void Do(std::size_t at) {
    const Operation& operation = schedule_.operations[at];
    const Origin& origin = schedule_.origins[at];
    g_line = origin.line;
    std::string wrong;
    try {
      wrong = operation.kind == trace::Kind::kAllocate ? Allocate(operation, origin)
                                                       : Free(operation.slot);
    } catch (const std::exception& error) {
      wrong = (operation.kind == trace::Kind::kAllocate ? "allocating block " : "freeing block ") +
              std::to_string(origin.id) + " (" + std::to_string(operation.bytes) +
              " bytes) threw: " + error.what();
    }
    if (wrong.empty()) return Measure();
    result_.wrong = wrong;
    result_.line = origin.line;
  }

  std::string Allocate(const Operation& operation, const Origin& origin) {
    Slot& slot = slots_[operation.slot];
    slot.block = stage_.allocator->allocate(operation.bytes);
    slot.used = true;
    if (operation.bytes == 0) return {};
    void* const data = slot.block.get();
    std::string wrong = map_.Add(data, {origin.id, origin.line, operation.bytes}, stage_.alignment);
    if (!wrong.empty()) {
      // It may be a block twice: giving it back would end the process before the words are out.
      static_cast<void>(slot.block.release_context());
      return wrong;
    }
    slot.reserved = stage_.block_bytes ? stage_.block_bytes(data) : 0;
    blocks_reserved_ += slot.reserved;
    slot.bytes = operation.bytes;
    ++result_.requests;
    live_bytes_ += slot.bytes;
    return {};
  }

  std::string Free(std::uint32_t index) {
    Slot& slot = slots_[index];
    slot.used = false;
    std::string wrong;
    if (slot.bytes > 0) wrong = map_.Remove(slot.block.get());
    live_bytes_ -= std::exchange(slot.bytes, 0);
    blocks_reserved_ -= std::exchange(slot.reserved, 0);
    if (wrong.empty()) {
      slot.block.clear();
    } else {
      static_cast<void>(slot.block.release_context());
    }
    return wrong;
  }

  void Measure() {
    std::size_t reserved = CountingAllocator::live_bytes() + blocks_reserved_;
    if (stage_.own_bytes) reserved += stage_.own_bytes();
    result_.peak_live_bytes = std::max(result_.peak_live_bytes, live_bytes_);
    result_.peak_reserved_bytes = std::max({result_.peak_reserved_bytes, reserved, live_bytes_});
  }

  void CountOwnRequests() {
    if (!stage_.own_requests) return;
    result_.own_requests = stage_.own_requests();
    if (*result_.own_requests <= result_.requests) return;
    result_.wrong = "the stage counts " + std::to_string(*result_.own_requests) +
                    " requests that it served itself, and there were only " +
                    std::to_string(result_.requests);
  }

  void FreeTheRest() {
    for (std::uint32_t index = 0; index < slots_.size() && result_.wrong.empty(); ++index) {
      if (slots_[index].used) result_.wrong = Free(index);
    }
  }

  // After the last free nothing may be left, as far as anybody counts.
  void FindLost(std::size_t malloc_before) {
    const std::size_t lost = stage_.live_blocks ? stage_.live_blocks() : 0;
    if (lost != 0) {
      result_.wrong =
          "all blocks were freed, and the stage still counts " + std::to_string(lost) + " as live";
    } else if (!stage_.own_bytes && CountingAllocator::live_blocks() != 0) {
      result_.wrong = "all blocks were freed, and " +
                      std::to_string(CountingAllocator::live_blocks()) +
                      " of the upstream were never given back";
    } else if (!stage_.own_bytes && MallocBytes() > malloc_before + kMallocSlackBytes) {
      result_.wrong = "all blocks were freed, and " +
                      std::to_string(MallocBytes() - malloc_before) +
                      " bytes of malloc's memory are still in use";
    }
  }

  const Schedule& schedule_;
  const Stage& stage_;
  std::vector<Slot> slots_;
  LiveMap map_;
  std::size_t live_bytes_ = 0;
  std::size_t blocks_reserved_ = 0;
  CheckedResult result_;
};

}  // namespace

double CheckedResult::Utilisation() const {
  if (peak_reserved_bytes == 0) return 1;
  return static_cast<double>(peak_live_bytes) / static_cast<double>(peak_reserved_bytes);
}

std::optional<double> CheckedResult::OwnShare() const {
  if (!own_requests || requests == 0) return std::nullopt;
  return static_cast<double>(*own_requests) / static_cast<double>(requests);
}

CheckedResult RunChecked(const Schedule& schedule, const Stage& stage) {
  return CheckedRun(schedule, stage).Run();
}

std::uint64_t LineInProgress() noexcept { return g_line.load(std::memory_order_relaxed); }

}  // namespace workbook::replay
