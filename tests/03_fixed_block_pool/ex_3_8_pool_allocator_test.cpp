#include "pch.h"
// The precompiled header comes first.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "in_words.h"
#include "pool_allocator.h"
#include "scoped_swap.h"
#include "slab_region.h"

namespace {

using workbook::FreeChecks;
using workbook::OnExhaustion;
using workbook::PoolAllocator;
using workbook::PoolOptions;
using workbook::test_support::ScopedSwap;

// An upstream that counts what reaches it.
class CountingUpstream final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t n) override {
    ++allocations;
    void* const data = std::malloc(n);
    return {data, data, &Delete, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &Delete; }
  void copy_data(void* dest, const void* src, std::size_t n) const override {
    default_copy_data(dest, src, n);
  }

  int allocations = 0;
  inline static std::atomic<int> frees = 0;

 private:
  static void Delete(void* data) {
    ++frees;
    std::free(data);
  }
};

// Upstreams live until the process ends.
CountingUpstream& MakeUpstream() { return *new CountingUpstream; }

TEST(Ex3_8, ServesWhatFitsFromThePool) {
  CountingUpstream& upstream = MakeUpstream();
  PoolAllocator allocator(4096, &upstream);
  for (const std::size_t n :
       {std::size_t{1}, std::size_t{64}, std::size_t{4095}, std::size_t{4096}}) {
    const c10::DataPtr pointer = allocator.allocate(n);
    EXPECT_TRUE(allocator.pool().Owns(pointer.get())) << n << " bytes fit in a block of 4096";
    EXPECT_EQ(pointer.get_context(), pointer.get());
    EXPECT_EQ(pointer.get_deleter(), allocator.raw_deleter());
    EXPECT_EQ(pointer.device(), c10::Device(c10::DeviceType::CPU));
  }
  EXPECT_EQ(upstream.allocations, 0) << "a request that fits went to the upstream";
  EXPECT_EQ(allocator.pool().Statistics().live_count, 0U)
      << "a deleter did not give its block back";
}

TEST(Ex3_8, SendsLargerRequestsUpstreamAndBack) {
  CountingUpstream& upstream = MakeUpstream();
  PoolAllocator allocator(4096, &upstream);
  const int frees_before = CountingUpstream::frees;
  {
    const c10::DataPtr pointer = allocator.allocate(4097);
    EXPECT_EQ(upstream.allocations, 1) << "4097 bytes don't fit in a block of 4096";
    EXPECT_FALSE(allocator.pool().Owns(pointer.get()));
    EXPECT_EQ(pointer.get_deleter(), allocator.raw_deleter()) << "one deleter serves both kinds";
    EXPECT_EQ(pointer.get_context(), pointer.get());
  }
  EXPECT_EQ(CountingUpstream::frees, frees_before + 1) << "the upstream never got its block back";
  EXPECT_EQ(allocator.upstream_allocations(), 1U);
}

TEST(Ex3_8, ZeroBytesTakeNoBlock) {
  CountingUpstream& upstream = MakeUpstream();
  PoolAllocator allocator(4096, &upstream);
  const int frees_before = CountingUpstream::frees;
  {
    const c10::DataPtr empty = allocator.allocate(0);
    EXPECT_EQ(empty.get(), nullptr);
    EXPECT_EQ(empty.get_deleter(), allocator.raw_deleter());
  }
  allocator.raw_deallocate(nullptr);
  EXPECT_EQ(allocator.pool().Statistics().allocations, 0U);
  EXPECT_EQ(upstream.allocations, 0);
  EXPECT_EQ(CountingUpstream::frees, frees_before) << "null was passed on to the upstream";
}

std::string MessageOf(PoolAllocator& allocator, std::size_t n) {
  try {
    static_cast<void>(allocator.allocate(n));
  } catch (const c10::OutOfMemoryError& error) {
    return error.msg();
  }
  return "no exception";
}

TEST(Ex3_8, AnExhaustedPoolThrowsPyTorchsErrorWithBothNumbers) {
  CountingUpstream& upstream = MakeUpstream();
  PoolAllocator allocator(std::size_t{1} << 20, &upstream, {.max_slabs = 1});
  std::vector<c10::DataPtr> held;
  for (int i = 0; i < 3; ++i) held.push_back(allocator.allocate(1'000'000));
  const std::string message = MessageOf(allocator, 777'777);
  EXPECT_NE(message.find("777777 bytes"), std::string::npos) << "bytes asked for: " << message;
  EXPECT_NE(message.find("Available: 0 bytes"), std::string::npos) << message;
  EXPECT_NE(message.find("reached its cap"), std::string::npos) << "the reason: " << message;
  EXPECT_EQ(upstream.allocations, 0);
  held.pop_back();
  EXPECT_NE(allocator.allocate(777'777).get(), nullptr) << "a block came back";
}

TEST(Ex3_8, SaysInBytesWhatIsLeftUnderTheCap) {
  // Only the end of the region leaves something under the cap: one pool uses all of it up.
  workbook::FixedBlockPool hog(workbook::kMaxBlockBytes, {.max_slabs = std::size_t{1} << 20,
                                                          .caching = workbook::Caching::kOff,
                                                          .free_checks = FreeChecks::kOff});
  std::vector<void*> all;
  while (void* const block = hog.Allocate()) all.push_back(block);
  PoolAllocator allocator(std::size_t{1} << 20, &MakeUpstream(), {.max_slabs = 2});
  const std::string message = MessageOf(allocator, 1000);
  EXPECT_NE(message.find("Available: 6291456 bytes"), std::string::npos)
      << "two slabs of three blocks of 1 MiB are left under the cap: " << message;
  EXPECT_NE(message.find("no more memory"), std::string::npos) << "the reason: " << message;
  for (void* const block : all)
    EXPECT_EQ(workbook::FixedBlockPool::Free(block), workbook::FreeError::kNone);
}

TEST(Ex3_8, AnExhaustedPoolMayUseTheUpstream) {
  CountingUpstream& upstream = MakeUpstream();
  PoolAllocator allocator(std::size_t{1} << 20, &upstream, {.max_slabs = 1},
                          OnExhaustion::kUseUpstream);
  std::vector<c10::DataPtr> held;
  for (int i = 0; i < 5; ++i) held.push_back(allocator.allocate(1000));
  EXPECT_EQ(upstream.allocations, 2) << "three blocks fit under the cap, two requests did not";
  EXPECT_EQ(allocator.pool().Statistics().live_count, 3U);
  held.clear();
  EXPECT_EQ(allocator.pool().Statistics().live_count, 0U);
}

TEST(Ex3_8, EachPointerFindsItsWayHomeAmongSeveralAllocators) {
  CountingUpstream& first_upstream = MakeUpstream();
  CountingUpstream& second_upstream = MakeUpstream();
  PoolAllocator small(256, &first_upstream);
  PoolAllocator large(4096, &second_upstream);
  PoolAllocator shares_upstream(1024, &first_upstream);
  EXPECT_NE(small.raw_deleter(), large.raw_deleter());
  EXPECT_EQ(small.raw_deleter(), shares_upstream.raw_deleter());
  std::vector<c10::DataPtr> held;
  for (int i = 0; i < 200; ++i) {
    held.push_back(small.allocate(200));
    held.push_back(large.allocate(200));
    held.push_back(shares_upstream.allocate(200));
  }
  EXPECT_EQ(small.pool().Statistics().live_count, 200U);
  held.clear();
  for (const PoolAllocator* allocator : {&small, &large, &shares_upstream}) {
    EXPECT_EQ(allocator->pool().Statistics().live_count, 0U);
    EXPECT_EQ(allocator->pool().CheckInvariants(), "");
  }
}

TEST(Ex3_8, TensorsOutliveTheAllocator) {
  // Each block of its own: nobody else may get it while the tensor lives.
  at::Tensor survivor;
  at::Tensor large_survivor;
  {
    PoolAllocator allocator(4096, c10::GetDefaultCPUAllocator());
    const ScopedSwap swap(allocator);
    survivor = at::full({1000}, 3, at::kInt);
    large_survivor = at::full({10'000}, 5, at::kInt);
  }
  PoolAllocator next(4096, c10::GetDefaultCPUAllocator());
  const ScopedSwap swap(next);
  const at::Tensor noise = at::full({1000}, -1, at::kInt);
  EXPECT_EQ(survivor.sum().item<std::int64_t>(), 3000);
  EXPECT_EQ(large_survivor.sum().item<std::int64_t>(), 50'000);
  const void* const address = survivor.data_ptr();
  survivor.reset();
  large_survivor.reset();
  EXPECT_EQ(FindSlab(workbook::slab_region::Committed(), address), nullptr)
      << "the last tensor of the old allocator is gone, its slab should be too";
}

TEST(Ex3_8, ATensorMayDieInAnotherThread) {
  PoolAllocator& allocator = *new PoolAllocator(4096, c10::GetDefaultCPUAllocator());
  const ScopedSwap swap(allocator);
  std::vector<at::Tensor> tensors;
  for (int i = 0; i < 100; ++i) tensors.push_back(at::full({500}, i, at::kInt));
  std::thread([&tensors] { tensors.clear(); }).join();
  EXPECT_EQ(allocator.pool().Statistics().live_count, 0U);
  EXPECT_EQ(allocator.pool().CheckInvariants(), "");
}

TEST(Ex3_8, AnUpstreamWithoutARawDeleterIsRefused) {
  class NoRawDeleter final : public c10::Allocator {
    c10::DataPtr allocate(std::size_t) override { return {}; }
    void copy_data(void*, const void*, std::size_t) const override {}
  } upstream;
  EXPECT_THROW(PoolAllocator(4096, &upstream), c10::Error);
  EXPECT_THROW(PoolAllocator(4096, nullptr), c10::Error);
}

TEST(Ex3_8_Death, ADoubleFreeIsNamed) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  PoolAllocator allocator(4096, c10::GetDefaultCPUAllocator(), {.free_checks = FreeChecks::kOn});
  void* const data = allocator.raw_allocate(100);
  allocator.raw_deallocate(data);
  EXPECT_DEATH(allocator.raw_deallocate(data), "bad free.*freed twice")
      << "a block freed twice must end the process with a sentence: EndProcess()";
}

TEST(Ex3_8_Death, AFreeInsideABlockIsNamed) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  PoolAllocator allocator(4096, c10::GetDefaultCPUAllocator(), {.free_checks = FreeChecks::kOn});
  auto* const data = static_cast<char*>(allocator.raw_allocate(100));
  EXPECT_DEATH(allocator.raw_deallocate(data + 64), "bad free.*no block starts there")
      << "a free inside a block must end the process with a sentence: EndProcess()";
  allocator.raw_deallocate(data);
}

}  // namespace
