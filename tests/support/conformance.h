#pragma once

// What every stage of the book owes PyTorch, as one typed suite. A stage passes it with
//
//   struct NaiveTraits {
//     static constexpr std::size_t kAlignment = 16;   // bytes, what the stage promises
//     static c10::Allocator& Get();                   // lives until the process ends
//   };
//   namespace workbook::test_support {
//   INSTANTIATE_TYPED_TEST_SUITE_P(Ex1_8, Conformance, NaiveTraits);
//   }
//
// `Get` may return the same allocator each time or a new one; it must never be destroyed, because
// tensors outlive scopes. The suite runs its tensors at registration priority 0 only.
#include <ATen/ATen.h>
#include <ATen/ops/_lazy_clone.h>
#include <c10/core/Allocator.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "draw.h"
#include "pattern.h"
#include "scoped_swap.h"

namespace workbook::test_support {

/// A block that a test holds, filled with the pattern of `seed`.
struct HeldBlock {
  c10::DataPtr pointer;
  std::size_t bytes;
  std::size_t seed;
};

inline HeldBlock Hold(c10::Allocator& allocator, std::size_t bytes, std::size_t seed) {
  HeldBlock held{allocator.allocate(bytes), bytes, seed};
  if (held.pointer.get() != nullptr) FillPattern(held.pointer.mutable_get(), bytes, seed);
  return held;
}

inline std::vector<Span> SpansOf(const std::vector<HeldBlock>& blocks) {
  std::vector<Span> spans;
  spans.reserve(blocks.size());
  for (const HeldBlock& held : blocks) {
    spans.push_back({held.pointer.get(), held.bytes, "block " + std::to_string(held.seed)});
  }
  return spans;
}

/// Whether a block still holds every byte that was written to it, and what stands there instead.
inline testing::AssertionResult KeepsItsBytes(const HeldBlock& held) {
  const std::size_t at = FirstMismatch(held.pointer.get(), held.bytes, held.seed);
  if (at == held.bytes) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "block " << held.seed << " (" << held.bytes << " bytes) lost the byte at +" << at
         << ": somebody else wrote there\n"
         << DrawBytes(held.pointer.get(), held.bytes, at, PatternByte(held.seed, at));
}

inline testing::AssertionResult NoneOverlap(const std::vector<HeldBlock>& blocks) {
  const auto spans = SpansOf(blocks);
  const std::ptrdiff_t culprit = FindOverlap(spans);
  if (culprit < 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "two live blocks share bytes\n"
                                     << Draw(spans, static_cast<std::size_t>(culprit));
}

inline testing::AssertionResult IsAligned(const void* data, std::size_t bytes,
                                          std::size_t alignment) {
  const std::size_t beyond = reinterpret_cast<std::uintptr_t>(data) % alignment;
  if (data != nullptr && beyond == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "allocate(" << bytes << ") returned " << data << ", " << beyond
         << " bytes past a multiple of " << alignment << "\n  "
         << DrawLayout({{"since that multiple", beyond}, {"payload", bytes}}) << '\n';
}

/// Whether `allocate(bytes)` throws c10::OutOfMemoryError and names the size that was asked for.
inline testing::AssertionResult RefusesWithTheSize(c10::Allocator& allocator, std::size_t bytes) {
  const std::string size = std::to_string(bytes);
  try {
    const c10::DataPtr pointer = allocator.allocate(bytes);
    return testing::AssertionFailure()
           << "allocate(" << size << ") returned " << pointer.get()
           << "; no machine has that much, so it must throw c10::OutOfMemoryError";
  } catch (const c10::OutOfMemoryError& error) {
    if (error.msg().find(size) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "allocate(" << size
                                       << ") threw c10::OutOfMemoryError, but its message does not "
                                          "name the size asked for:\n  "
                                       << error.msg();
  } catch (const std::exception& error) {
    return testing::AssertionFailure()
           << "allocate(" << size << ") threw something else than c10::OutOfMemoryError:\n  "
           << error.what();
  }
}

/// Whether a storage's block came from `allocator`: the raw interface promises one deleter for all.
inline bool CameFrom(const c10::Allocator& allocator, const at::Tensor& tensor) {
  return tensor.storage().data_ptr().get_deleter() == allocator.raw_deleter();
}

template <typename Traits>
class Conformance : public testing::Test {
 protected:
  static constexpr std::size_t kAlignment = Traits::kAlignment;
  c10::Allocator& allocator_ = Traits::Get();
};

TYPED_TEST_SUITE_P(Conformance);

TYPED_TEST_P(Conformance, ZeroBytesGiveAnEmptyBlock) {
  const c10::DataPtr empty = this->allocator_.allocate(0);
  EXPECT_EQ(empty.get(), nullptr) << "allocate(0) must not hand out memory";
  EXPECT_EQ(empty.get_context(), nullptr);
  EXPECT_EQ(empty.device(), c10::Device(c10::DeviceType::CPU));
  ASSERT_NE(empty.get_deleter(), nullptr);
  empty.get_deleter()(nullptr);  // must do nothing
}

TYPED_TEST_P(Conformance, AlignsEverySizeUpTo4096) {
  for (std::size_t bytes = 1; bytes <= 4096; ++bytes) {
    const c10::DataPtr pointer = this->allocator_.allocate(bytes);
    ASSERT_TRUE(IsAligned(pointer.get(), bytes, this->kAlignment));
  }
}

TYPED_TEST_P(Conformance, AlignsLargeBlocks) {
  for (const std::size_t bytes : {65'537U, 1'000'003U, (4U << 20) + 1}) {
    const HeldBlock held = Hold(this->allocator_, bytes, 1);
    ASSERT_TRUE(IsAligned(held.pointer.get(), bytes, this->kAlignment));
    EXPECT_TRUE(KeepsItsBytes(held));
  }
}

TYPED_TEST_P(Conformance, LiveBlocksKeepTheirBytes) {
  std::vector<HeldBlock> blocks;
  for (const std::size_t bytes :
       {1U, 15U, 16U, 17U, 40U, 63U, 64U, 65U, 255U, 4096U, 4097U, 100'000U}) {
    blocks.push_back(Hold(this->allocator_, bytes, blocks.size()));
  }
  EXPECT_TRUE(NoneOverlap(blocks));
  for (const HeldBlock& held : blocks) EXPECT_TRUE(KeepsItsBytes(held));
}

TYPED_TEST_P(Conformance, BlocksKeepTheirBytesThroughARandomChurn) {
  std::mt19937 random(20240229);
  std::vector<HeldBlock> blocks;
  for (std::size_t step = 0; step < 4000; ++step) {
    if (blocks.size() == 64 || (!blocks.empty() && random() % 3 == 0)) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      ASSERT_TRUE(KeepsItsBytes(blocks.back())) << "step " << step << ", just before its free";
      blocks.pop_back();
    } else {
      blocks.push_back(Hold(this->allocator_, 1 + random() % 3000, step));
    }
    if (step % 16 == 0) {
      ASSERT_TRUE(NoneOverlap(blocks)) << "step " << step;
    }
  }
  for (const HeldBlock& held : blocks) EXPECT_TRUE(KeepsItsBytes(held));
}

TYPED_TEST_P(Conformance, AHugeRequestIsRefusedAndTheProcessGoesOn) {
  EXPECT_TRUE(RefusesWithTheSize(this->allocator_, std::size_t{1} << 50));
  const HeldBlock held = Hold(this->allocator_, 1000, 1);
  EXPECT_TRUE(KeepsItsBytes(held)) << "after a refused request";
}

TYPED_TEST_P(Conformance, SizesThatOverflowAreRefused) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  constexpr auto kMostSigned = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  for (const std::size_t bytes :
       {kMost, kMost - 1, kMost - 15, kMost - 16, kMost - 63, kMost - 64, kMost - 255, kMost - 256,
        kMost - 4096, kMost / 2 + 2, kMostSigned + 1, kMostSigned, kMostSigned - 15}) {
    EXPECT_TRUE(RefusesWithTheSize(this->allocator_, bytes));
  }
}

TYPED_TEST_P(Conformance, AnotherThreadMayFree) {
  std::vector<HeldBlock> blocks;
  for (std::size_t i = 0; i < 500; ++i) blocks.push_back(Hold(this->allocator_, 1 + i * 7, i));
  std::thread([&] {
    for (const HeldBlock& held : blocks) EXPECT_TRUE(KeepsItsBytes(held));
    blocks.clear();
  }).join();
  const HeldBlock held = Hold(this->allocator_, 700, 1);
  EXPECT_TRUE(KeepsItsBytes(held));
}

TYPED_TEST_P(Conformance, AThreadMayEndBeforeItsBlocksDo) {
  std::vector<HeldBlock> blocks;
  std::thread([&] {
    for (std::size_t i = 0; i < 200; ++i) blocks.push_back(Hold(this->allocator_, 1 + i * 11, i));
  }).join();
  EXPECT_TRUE(NoneOverlap(blocks));
  for (const HeldBlock& held : blocks) EXPECT_TRUE(KeepsItsBytes(held));
}

TYPED_TEST_P(Conformance, ThreadsAllocateAndFreeAtOnce) {
  std::array<std::vector<HeldBlock>, 4> per_thread;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < per_thread.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 1000; ++i) {
        per_thread[t].push_back(Hold(this->allocator_, 1 + (i * 13 + t) % 600, t * 1000 + i));
        if (i % 3 != 0) per_thread[t].erase(per_thread[t].begin());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<HeldBlock> all;
  for (auto& blocks : per_thread) {
    std::move(blocks.begin(), blocks.end(), std::back_inserter(all));
  }
  EXPECT_TRUE(NoneOverlap(all));
  for (const HeldBlock& held : all) EXPECT_TRUE(KeepsItsBytes(held));
}

TYPED_TEST_P(Conformance, CloneCopiesIntoABlockOfItsOwn) {
  const HeldBlock original = Hold(this->allocator_, 333, 5);
  HeldBlock copy{this->allocator_.clone(original.pointer.get(), 333), 333, 5};
  ASSERT_NE(copy.pointer.get(), original.pointer.get());
  ASSERT_TRUE(KeepsItsBytes(copy)) << "in the clone";
  FillPattern(copy.pointer.mutable_get(), 333, 6);
  EXPECT_TRUE(KeepsItsBytes(original)) << "after a write to its clone";
  EXPECT_EQ(this->allocator_.clone(nullptr, 0).get(), nullptr);
}

TYPED_TEST_P(Conformance, TheRawInterfaceMakesTheRoundTrip) {
  const c10::DeleterFnPtr deleter = this->allocator_.raw_deleter();
  ASSERT_NE(deleter, nullptr) << "raw_deallocate needs a raw_deleter";
  for (const std::size_t bytes : {0U, 1U, 4096U, 1'000'000U}) {
    const c10::DataPtr pointer = this->allocator_.allocate(bytes);
    EXPECT_EQ(pointer.get_deleter(), deleter) << "allocate(" << bytes << ") has another deleter";
    EXPECT_EQ(pointer.get_context(), pointer.get()) << "allocate(" << bytes << ")";
    void* raw = this->allocator_.raw_allocate(bytes);
    FillPattern(raw, bytes, bytes);
    EXPECT_EQ(FirstMismatch(raw, bytes, bytes), bytes);
    this->allocator_.raw_deallocate(raw);
  }
  this->allocator_.raw_deallocate(nullptr);
}

TYPED_TEST_P(Conformance, TensorsComputeInItsMemory) {
  const at::Tensor wanted = at::arange(1, 1001, at::kFloat).reshape({10, 100});
  const ScopedSwap swap(this->allocator_);
  const at::Tensor ours = at::arange(1, 1001, at::kFloat).reshape({10, 100});
  EXPECT_TRUE(CameFrom(this->allocator_, ours)) << "at::arange did not ask the swapped allocator";
  EXPECT_TRUE(ours.equal(wanted));
  EXPECT_TRUE((ours * 2 + ours).sum().equal((wanted * 3).sum()));
  EXPECT_TRUE(at::mm(ours, ours.t()).equal(at::mm(wanted, wanted.t())));
  EXPECT_EQ(at::empty({0}).numel(), 0);
  EXPECT_EQ(at::empty({0}).data_ptr(), nullptr);
}

TYPED_TEST_P(Conformance, ViewsKeepTheirBlockAlive) {
  const ScopedSwap swap(this->allocator_);
  at::Tensor base = at::arange(1000, at::kInt);
  const at::Tensor view = base.slice(0, 500, 510);
  ASSERT_TRUE(view.is_alias_of(base));
  base.reset();
  const at::Tensor noise = at::full({1000}, -1, at::kInt);  // would land in a block freed too early
  EXPECT_TRUE(view.equal(at::arange(500, 510, at::kInt)));
}

TYPED_TEST_P(Conformance, AViewOfARowHasAPointerInsideTheBlock) {
  const ScopedSwap swap(this->allocator_);
  at::Tensor rows = at::zeros({4, 7}, at::kByte);
  rows[2].fill_(9);
  EXPECT_EQ(rows[2].data_ptr<std::uint8_t>(), rows.data_ptr<std::uint8_t>() + 14);
  EXPECT_EQ(rows.sum().template item<std::int64_t>(), 63);
}

TYPED_TEST_P(Conformance, TensorsOutliveTheRegistration) {
  at::Tensor survivor;
  {
    const ScopedSwap swap(this->allocator_);
    survivor = at::full({1000}, 3, at::kInt);
  }
  EXPECT_TRUE(CameFrom(this->allocator_, survivor));
  EXPECT_FALSE(CameFrom(this->allocator_, at::ones({4})));
  survivor.resize_({5000});  // the storage remembers its allocator
  EXPECT_TRUE(CameFrom(this->allocator_, survivor)) << "resize_ of a tensor that outlived the swap";
  EXPECT_EQ(survivor.slice(0, 0, 1000).sum().template item<std::int64_t>(), 3000);
}

TYPED_TEST_P(Conformance, TensorsOlderThanTheSwapKeepTheirAllocator) {
  at::Tensor older = at::full({1000}, 3, at::kInt);
  const ScopedSwap swap(this->allocator_);
  older.resize_({5000});
  EXPECT_FALSE(CameFrom(this->allocator_, older));
  EXPECT_EQ(older.slice(0, 0, 1000).sum().template item<std::int64_t>(), 3000);
  older.reset();
}

TYPED_TEST_P(Conformance, LazyClonesPartOnTheFirstWrite) {
  const ScopedSwap swap(this->allocator_);
  const at::Tensor original = at::arange(500, at::kInt);
  at::Tensor lazy = at::_lazy_clone(original);
  EXPECT_EQ(lazy.const_data_ptr(), original.const_data_ptr()) << "nothing is copied yet";
  lazy.add_(1);
  EXPECT_NE(lazy.const_data_ptr(), original.const_data_ptr());
  EXPECT_TRUE(original.equal(at::arange(500, at::kInt)));
  EXPECT_TRUE(lazy.equal(at::arange(1, 501, at::kInt)));
}

TYPED_TEST_P(Conformance, TensorsReportAHugeRequest) {
  const ScopedSwap swap(this->allocator_);
  EXPECT_THROW(at::empty({std::int64_t{1} << 50}, at::kByte), c10::OutOfMemoryError);
  EXPECT_TRUE(at::ones({8}).sum().equal(at::full({}, 8.0F)));
}

REGISTER_TYPED_TEST_SUITE_P(Conformance, ZeroBytesGiveAnEmptyBlock, AlignsEverySizeUpTo4096,
                            AlignsLargeBlocks, LiveBlocksKeepTheirBytes,
                            BlocksKeepTheirBytesThroughARandomChurn,
                            AHugeRequestIsRefusedAndTheProcessGoesOn, SizesThatOverflowAreRefused,
                            AnotherThreadMayFree, AThreadMayEndBeforeItsBlocksDo,
                            ThreadsAllocateAndFreeAtOnce, CloneCopiesIntoABlockOfItsOwn,
                            TheRawInterfaceMakesTheRoundTrip, TensorsComputeInItsMemory,
                            ViewsKeepTheirBlockAlive, AViewOfARowHasAPointerInsideTheBlock,
                            TensorsOutliveTheRegistration,
                            TensorsOlderThanTheSwapKeepTheirAllocator,
                            LazyClonesPartOnTheFirstWrite, TensorsReportAHugeRequest);

}  // namespace workbook::test_support
