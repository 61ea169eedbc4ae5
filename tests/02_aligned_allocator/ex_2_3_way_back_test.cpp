#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "aligned_memory.h"
#include "fake_source.h"

namespace workbook {
namespace {

using testing::FakeSource;

TEST(Ex2_3, LookingBackChangesNothing) {
  FakeSource fake;
  void* const payload = AllocateAligned(10, 64, fake.Source());
  EXPECT_EQ(OriginalOf(payload), OriginalOf(payload)) << "asked twice, answered differently";
  EXPECT_EQ(fake.released(), 0);
}

TEST(Ex2_3, GivesBackExactlyWhatTheSourceGave) {
  FakeSource fake;
  for (std::size_t offset = 0; offset < 128; ++offset) {
    fake.Reset(offset);
    void* const payload = AllocateAligned(100, 64, fake.Source());
    FreeAligned(payload, fake.Source());
    ASSERT_EQ(fake.released(), 1) << "one block was allocated and freed";
    ASSERT_EQ(fake.last_released(), fake.Original())
        << "the source got back an address that it never gave" << fake.Draw(payload, 100);
  }
}

TEST(Ex2_3, FindsTheOriginalFromThePayloadAlone) {
  FakeSource fake;
  for (const std::size_t alignment : {1, 8, 64, 256, 4096}) {
    fake.Reset(24);
    void* const payload = AllocateAligned(10, alignment, fake.Source());
    ASSERT_EQ(OriginalOf(payload), fake.Original())
        << "alignment " << alignment << fake.Draw(payload, 10);
  }
}

TEST(Ex2_3, FreeingNullIsANoOp) {
  FakeSource fake;
  FreeAligned(nullptr, fake.Source());
  EXPECT_EQ(fake.released(), 0) << "null stands for no block";
}

TEST(Ex2_3, AFullPayloadLeavesTheWordAlone) {
  FakeSource fake;
  for (std::size_t bytes = 1; bytes <= 256; ++bytes) {
    fake.Reset(bytes % 64);
    void* const payload = AllocateAligned(bytes, 64, fake.Source());
    std::memset(payload, 0xAB, bytes);
    FreeAligned(payload, fake.Source());
    ASSERT_EQ(fake.last_released(), fake.Original())
        << "after writing all " << bytes << " bytes" << fake.Draw(payload, bytes);
  }
}

// A wrong way back would bring malloc down; this finds it before a real block is at stake.
::testing::AssertionResult ReturnsWhatTheSourceGave() {
  FakeSource fake;
  fake.Reset(40);
  void* const payload = AllocateAligned(100, 64, fake.Source());
  std::memset(payload, 0xAB, 100);
  FreeAligned(payload, fake.Source());
  if (fake.last_released() == fake.Original()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "free would get " << fake.last_released()
                                       << ", which malloc never gave" << fake.Draw(payload, 100);
}

// One slot of the caller's memory, fenced by a pattern that only the owner of a block may know.
struct Held {
  char* payload = nullptr;
  std::size_t bytes = 0;
  unsigned char pattern = 0;
};

::testing::AssertionResult Intact(const Held& held) {
  for (std::size_t i = 0; i < held.bytes; ++i) {
    if (static_cast<unsigned char>(held.payload[i]) != held.pattern) {
      return ::testing::AssertionFailure()
             << "byte " << i << " of a live block of " << held.bytes << " bytes changed";
    }
  }
  return ::testing::AssertionSuccess();
}

TEST(Ex2_3, BlocksOfManySizesKeepTheirBytesUntilTheyAreFreed) {
  ASSERT_TRUE(ReturnsWhatTheSourceGave());
  std::mt19937 random(23);
  std::vector<Held> held(64);
  for (int step = 0; step < 20'000; ++step) {
    Held& slot = held[random() % held.size()];
    ASSERT_TRUE(Intact(slot)) << "step " << step;
    FreeAligned(std::exchange(slot.payload, nullptr));
    const std::size_t alignment = std::size_t{1} << (random() % 13);
    slot.bytes = random() % 3000;
    slot.payload = static_cast<char*>(AllocateAligned(slot.bytes, alignment));
    slot.pattern = static_cast<unsigned char>(random());
    ASSERT_NE(slot.payload, nullptr);
    ASSERT_EQ(testing::Remainder(slot.payload, alignment), 0u) << "step " << step;
    std::memset(slot.payload, slot.pattern, slot.bytes);
  }
  for (const Held& slot : held) FreeAligned(slot.payload);
}

TEST(Ex2_3, AnotherThreadMayFree) {
  ASSERT_TRUE(ReturnsWhatTheSourceGave());
  std::array<void*, 1000> payloads{};
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    payloads[i] = AllocateAligned(i, 64);
    ASSERT_NE(payloads[i], nullptr);
    std::memset(payloads[i], 1, i);
  }
  std::array<void*, 1000> from_there{};
  std::thread other([&] {
    for (void* payload : payloads) FreeAligned(payload);
    for (std::size_t i = 0; i < from_there.size(); ++i) from_there[i] = AllocateAligned(i, 256);
  });
  other.join();
  for (void* payload : from_there) {
    ASSERT_EQ(testing::Remainder(payload, 256), 0u);
    FreeAligned(payload);
  }
}

}  // namespace
}  // namespace workbook
