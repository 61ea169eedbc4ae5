#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <optional>

#include "aligned_memory.h"
#include "fake_source.h"
#include "in_words.h"

namespace workbook {
namespace {

using testing::FakeSource;
using testing::InWords;
using testing::Remainder;

constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();

TEST(Ex2_2, AsksForPayloadWordAndTheWorstPadding) {
  EXPECT_EQ(BytesToRequest(100, 64), 100u + 8 + 63);
  EXPECT_EQ(BytesToRequest(4096, 256), 4096u + 8 + 255);
  EXPECT_EQ(BytesToRequest(0, 64), 0u + 8 + 63) << "the word is kept for zero bytes too";
}

TEST(Ex2_2, RefusesEveryRequestThatOverflows) {
  for (const std::size_t alignment : {1, 8, 64, 256, 4096}) {
    const std::size_t overhead = 8 + AtLeastAWord(alignment) - 1;
    ASSERT_EQ(InWords(BytesToRequest(kMax - overhead, alignment)), "2^64 - 1")
        << "BytesToRequest(" << InWords(kMax - overhead) << ", " << alignment
        << "): the largest that fits";
    for (const std::size_t bytes : {kMax - overhead + 1, kMax - 8, kMax - 7, kMax - 1, kMax}) {
      ASSERT_EQ(InWords(BytesToRequest(bytes, alignment)), "nothing")
          << "BytesToRequest(" << InWords(bytes) << ", " << alignment << "): with " << overhead
          << " bytes of overhead the sum wraps around";
    }
  }
  const std::size_t highest = std::size_t{1} << 63;
  EXPECT_EQ(InWords(BytesToRequest(highest, highest)), "nothing")
      << "2^63 + 8 + 2^63 - 1 wraps around";
  EXPECT_EQ(InWords(BytesToRequest(1, highest)), "2^63 + 8") << "1 + 8 + 2^63 - 1 fits";
}

TEST(Ex2_2, NeverAsksTheSourceForAWrappedSize) {
  FakeSource fake;
  EXPECT_EQ(AllocateAligned(kMax, 64, fake.Source()), nullptr);
  EXPECT_EQ(fake.acquired(), 0) << "the source was asked for " << InWords(fake.requested())
                                << " bytes: the size had wrapped around";
}

TEST(Ex2_2, ServesAlignmentsBelowAWordAsAWord) {
  for (const std::size_t alignment : {1, 2, 4, 8}) {
    ASSERT_EQ(BytesToRequest(100, alignment), 100u + 8 + 7) << "alignment " << alignment;
    FakeSource fake;
    for (std::size_t offset = 0; offset < 16; ++offset) {
      fake.Reset(offset);
      void* const payload = AllocateAligned(24, alignment, fake.Source());
      ASSERT_EQ(Remainder(payload, kWordBytes), 0u)
          << "alignment " << alignment << ": the word before the payload must lie aligned itself"
          << fake.Draw(payload, 24);
    }
  }
}

TEST(Ex2_2, AlignsThePayloadWhateverAddressComesBack) {
  FakeSource fake;
  for (std::size_t alignment = 8; alignment <= 4096; alignment *= 2) {
    for (std::size_t offset = 0; offset < 2 * alignment; offset += offset < 300 ? 1 : 61) {
      fake.Reset(offset);
      void* const payload = AllocateAligned(100, alignment, fake.Source());
      ASSERT_EQ(Remainder(payload, alignment), 0u)
          << "payload is not a multiple of " << alignment << fake.Draw(payload, 100);
    }
  }
}

TEST(Ex2_2, TakesTheLowestPlaceThatLeavesRoomForTheWord) {
  FakeSource fake;
  for (std::size_t offset = 0; offset < 256; ++offset) {
    fake.Reset(offset);
    char* const payload = static_cast<char*>(AllocateAligned(10, 64, fake.Source()));
    const std::ptrdiff_t distance = payload - fake.Original();
    ASSERT_GE(distance, 8) << "no room for the word" << fake.Draw(payload, 10);
    ASSERT_LT(distance, 8 + 64) << "more padding than needed" << fake.Draw(payload, 10);
  }
}

TEST(Ex2_2, KeepsTheOriginalInTheWordBeforeThePayload) {
  FakeSource fake;
  for (std::size_t offset = 0; offset < 128; ++offset) {
    fake.Reset(offset);
    char* const payload = static_cast<char*>(AllocateAligned(10, 64, fake.Source()));
    ASSERT_NE(payload, nullptr);
    void* word = nullptr;
    std::memcpy(&word, payload - kWordBytes, kWordBytes);
    ASSERT_EQ(word, fake.Original())
        << "the word before the payload does not hold the original" << fake.Draw(payload, 10);
  }
}

TEST(Ex2_2, EveryByteOfThePayloadLiesInsideTheBlock) {
  FakeSource fake;
  for (const std::size_t alignment : {1, 8, 16, 64, 256}) {
    for (std::size_t offset = 0; offset < 256; ++offset) {
      for (const std::size_t bytes : {0, 1, 7, 8, 64, 1000}) {
        fake.Reset(offset);
        void* const payload = AllocateAligned(bytes, alignment, fake.Source());
        ASSERT_NE(payload, nullptr);
        std::memset(payload, 0, bytes);
        ASSERT_EQ(fake.DamagedFence(), "") << fake.Draw(payload, bytes);
      }
    }
  }
}

TEST(Ex2_2, WritesNothingButTheWord) {
  FakeSource fake;
  for (std::size_t offset = 0; offset < 64; ++offset) {
    fake.Reset(offset);
    char* const payload = static_cast<char*>(AllocateAligned(32, 64, fake.Source()));
    ASSERT_NE(payload, nullptr);
    for (char* at = fake.Original(); at < fake.Original() + fake.requested(); ++at) {
      const bool in_word = at >= payload - kWordBytes && at < payload;
      ASSERT_TRUE(in_word || static_cast<unsigned char>(*at) == FakeSource::kFence)
          << "byte " << at - fake.Original() << " was written" << fake.Draw(payload, 32);
    }
  }
}

TEST(Ex2_2, ReturnsNullWhenTheSourceRefuses) {
  FakeSource fake;
  fake.Refuse();
  EXPECT_EQ(AllocateAligned(100, 64, fake.Source()), nullptr)
      << "the source had no memory: there is no block to place a payload in";
  EXPECT_EQ(fake.acquired(), 1);
}

}  // namespace
}  // namespace workbook
