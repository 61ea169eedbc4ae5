#pragma once

// A seeded random model test for any allocator, without torch and without gtest. Beside the
// allocator under test runs a shadow heap: a plain map of what should be live. Every block is
// filled with a pattern of its own when it comes and read again before it goes, so a block handed
// out twice, a write outside of a block or a neighbour's link word shows at the first operation
// that it breaks.
//
//   EXPECT_EQ(RunShadowHeap({.seed = 7, .most_bytes = 64, .alignment = 64},
//                           [&](std::size_t) { return pool.Allocate(); },
//                           [&](void* block, std::size_t) { Free(block); },
//                           [&] { return pool.CheckInvariants(); }), "");
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "draw.h"
#include "pattern.h"

namespace workbook::test_support {

/// What should be live, by address. Every function returns what is wrong, or an empty string.
class ShadowHeap {
 public:
  /// Notes a block that the allocator has handed out, and fills it.
  /// @param alignment  what the allocator promises, in bytes
  std::string Add(void* block, std::size_t bytes, std::size_t alignment) {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(block) % alignment;
    const std::size_t number = ++last_number_;
    if (beyond != 0) {
      std::ostringstream wrong;
      wrong << "block " << number << " lies at " << block << ", " << beyond
            << " bytes past a multiple of " << alignment;
      return wrong.str();
    }
    const auto [place, is_new] = blocks_.emplace(block, Block{bytes, number});
    if (!is_new) return HandedOutTwice(place, number, bytes);
    if (std::string wrong = CheckOverlap(place); !wrong.empty()) return wrong;
    FillPattern(block, bytes, number);
    return {};
  }

  /// Reads a block once more and forgets it. To be called before the allocator gets it back.
  std::string Remove(void* block) {
    const auto place = blocks_.find(block);
    std::string wrong = CheckBytes(place);
    blocks_.erase(place);
    return wrong;
  }

  /// Reads all blocks.
  std::string CheckAll() const {
    for (auto place = blocks_.begin(); place != blocks_.end(); ++place) {
      if (std::string wrong = CheckBytes(place); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::size_t live_count() const { return blocks_.size(); }

  /// The live block at `index` in the order of addresses, and its bytes.
  std::pair<void*, std::size_t> At(std::size_t index) const {
    const auto place = std::next(blocks_.begin(), static_cast<std::ptrdiff_t>(index));
    return {place->first, place->second.bytes};
  }

 private:
  struct Block {
    std::size_t bytes;
    std::size_t number;  // 1 for the first block of the run; seeds its pattern
  };
  using Blocks = std::map<void*, Block>;
  using Place = Blocks::const_iterator;

  static const char* End(Place place) {
    return static_cast<const char*>(place->first) + place->second.bytes;
  }

  std::string HandedOutTwice(Place place, std::size_t number, std::size_t bytes) const {
    std::ostringstream wrong;
    wrong << "block " << number << " (" << bytes << " bytes) was handed out twice: " << place->first
          << " is still block " << place->second.number << "\n"
          << DrawAround(place);
    return wrong.str();
  }

  std::string CheckOverlap(Place place) const {
    const Place following = std::next(place);
    const bool hits_next = following != blocks_.end() && End(place) > following->first;
    const bool hits_previous = place != blocks_.begin() && End(std::prev(place)) > place->first;
    if (!hits_next && !hits_previous) return {};
    std::ostringstream wrong;
    wrong << "block " << place->second.number << " overlaps block "
          << (hits_next ? following : std::prev(place))->second.number << "\n"
          << DrawAround(place);
    return wrong.str();
  }

  std::string CheckBytes(Place place) const {
    const auto [bytes, number] = place->second;
    const std::size_t at = FirstMismatch(place->first, bytes, number);
    if (at == bytes) return {};
    std::ostringstream wrong;
    wrong << "block " << number << " (" << bytes << " bytes at " << place->first
          << ") lost its byte at +" << at << ": somebody else wrote there\n"
          << DrawBytes(place->first, bytes, at, PatternByte(number, at)) << DrawAround(place);
    return wrong.str();
  }

  std::string DrawAround(Place place) const {
    std::vector<Span> spans;
    std::size_t focus = kNoFocus;
    for (auto other = blocks_.begin(); other != blocks_.end(); ++other) {
      if (other == place) focus = spans.size();
      spans.push_back(
          {other->first, other->second.bytes, "block " + std::to_string(other->second.number)});
    }
    return Draw(spans, focus);
  }

  Blocks blocks_;
  std::size_t last_number_ = 0;
};

/// How a run goes.
struct ShadowHeapPlan {
  unsigned seed = 1;
  std::size_t operations = 20'000;
  std::size_t most_live = 300;  ///< blocks
  std::size_t least_bytes = 1;
  std::size_t most_bytes = 4096;
  std::size_t alignment = 16;     ///< bytes
  bool null_is_legal = false;     ///< the allocator may run out
  std::size_t check_every = 256;  ///< operations between two checks of everything
};

/// Allocates and frees at random, growing and shrinking in waves, and checks every step.
/// @param allocate  void*(std::size_t bytes)
/// @param free  void(void* block, std::size_t bytes)
/// @param check  std::string(): the allocator's own invariants; empty when they hold
/// @return empty, or the first bad operation with its number and what is wrong
template <typename Allocate, typename Free, typename Check>
std::string RunShadowHeap(const ShadowHeapPlan& plan, Allocate allocate, Free free, Check check) {
  ShadowHeap heap;
  std::mt19937 random(plan.seed);
  const auto describe = [&plan](std::size_t operation, const std::string& what,
                                const std::string& wrong) {
    return "operation " + std::to_string(operation) + " (" + what + ", seed " +
           std::to_string(plan.seed) + "): " + wrong;
  };
  const auto free_at = [&](std::size_t index) {
    const auto [block, bytes] = heap.At(index);
    std::string wrong = heap.Remove(block);
    free(block, bytes);
    return wrong;
  };
  const auto allocate_some = [&]() -> std::string {
    const std::size_t bytes =
        plan.least_bytes + random() % (plan.most_bytes - plan.least_bytes + 1);
    void* const block = allocate(bytes);
    if (block != nullptr) return heap.Add(block, bytes, plan.alignment);
    return plan.null_is_legal ? "" : "allocate(" + std::to_string(bytes) + ") returned null";
  };
  for (std::size_t operation = 1; operation <= plan.operations; ++operation) {
    // Waves: three quarters allocations for a while, then three quarters frees.
    const bool growing = operation / (2 * plan.most_live) % 2 == 0;
    const bool allocates = heap.live_count() == 0 ||
                           (heap.live_count() < plan.most_live && (random() % 4 != 0) == growing);
    std::string wrong = allocates ? allocate_some() : free_at(random() % heap.live_count());
    if (wrong.empty() && operation % plan.check_every == 0) wrong = heap.CheckAll() + check();
    if (!wrong.empty()) return describe(operation, allocates ? "an allocation" : "a free", wrong);
  }
  while (heap.live_count() > 0) {
    if (const std::string wrong = free_at(0); !wrong.empty())
      return describe(plan.operations, "freeing the rest", wrong);
  }
  const std::string wrong = check();
  return wrong.empty() ? wrong : describe(plan.operations, "after the last free", wrong);
}

}  // namespace workbook::test_support
