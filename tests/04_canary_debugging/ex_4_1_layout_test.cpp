#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "block_layout.h"
#include "draw.h"

namespace {

using workbook::BlockBounds;
using workbook::FillGuards;
using workbook::kGuardBytes;
using workbook::PlaceBlock;
using workbook::TotalBytes;

constexpr std::size_t kMost = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());

std::string DrawBlock(const BlockBounds& block) {
  return workbook::test_support::DrawLayout({{"head", block.head_bytes()},
                                             {"payload", block.payload_bytes},
                                             {"tail", block.tail_bytes()}});
}

unsigned char* At(std::uintptr_t address) {
  return reinterpret_cast<unsigned char*>(address);  // NOLINT(performance-no-int-to-ptr)
}

TEST(Ex4_1, PutsAGuardOnEitherSideOfThePayload) {
  const BlockBounds block = PlaceBlock(At(0x10000), 100, 64);
  EXPECT_EQ(block.original, At(0x10000));
  EXPECT_EQ(block.total_bytes, 100U + 32 + 32 + 63);
  EXPECT_EQ(block.payload, At(0x10040))
      << "the upstream's block begins at a multiple of 64, so the "
         "first place with room for 32 bytes of guard is 64 bytes further";
  EXPECT_EQ(block.payload_bytes, 100U);
}

TEST(Ex4_1, AsksForBothGuardsAndTheWorstShift) {
  for (const std::size_t alignment : {1U, 2U, 16U, 64U, 256U, 4096U}) {
    for (const std::size_t bytes : {1U, 63U, 64U, 1000U}) {
      ASSERT_EQ(TotalBytes(bytes, alignment), bytes + 2 * kGuardBytes + alignment - 1)
          << bytes << " bytes at a multiple of " << alignment << " need two guards of 32 and, for "
          << "an upstream's block that begins one byte too far, " << alignment - 1 << " more";
    }
  }
}

TEST(Ex4_1, SaysZeroForSizesThatNoBlockCanHave) {
  for (const std::size_t alignment : {std::size_t{1}, std::size_t{64}, std::size_t{1} << 30}) {
    const std::size_t extra = 2 * kGuardBytes + alignment - 1;
    EXPECT_EQ(TotalBytes(kMost - extra, alignment), kMost)
        << "exactly PTRDIFF_MAX bytes in all is still a size";
    for (const std::size_t bytes :
         {kMost - extra + 1, kMost, kMost + 1, std::size_t{0} - extra, std::size_t{0} - extra + 1,
          std::size_t{0} - 64, std::size_t{0} - 1}) {
      EXPECT_EQ(TotalBytes(bytes, alignment), 0U)
          << bytes << " bytes at a multiple of " << alignment
          << ": with its guards no block is that long, and the sum may not wrap around";
    }
  }
}

TEST(Ex4_1, KeepsTheAlignmentForEverySizeAlignmentAndUpstream) {
  for (std::size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    for (const std::size_t shift : {0U, 1U, 8U, 16U, 63U, 64U, 65U, 2048U, 4095U}) {
      for (std::size_t bytes = 1; bytes <= 300; bytes += 7) {
        const BlockBounds block = PlaceBlock(At(0x100000 + shift), bytes, alignment);
        ASSERT_EQ(reinterpret_cast<std::uintptr_t>(block.payload) % alignment, 0U)
            << "a payload of " << bytes << " bytes in a block at +" << shift
            << " is not at a multiple of " << alignment << "\n"
            << DrawBlock(block);
        ASSERT_GE(block.head_bytes(), kGuardBytes) << DrawBlock(block);
        ASSERT_LT(block.head_bytes(), kGuardBytes + alignment)
            << "the payload begins at the first place that will do\n"
            << DrawBlock(block);
        ASSERT_GE(block.tail_bytes(), kGuardBytes)
            << "alignment " << alignment << ", block at +" << shift << "\n"
            << DrawBlock(block);
        ASSERT_EQ(block.tail() + block.tail_bytes(), At(0x100000 + shift) + block.total_bytes);
      }
    }
  }
}

// The block of a test, with a byte on each side that is not the block's.
struct Fenced {
  static constexpr std::size_t kFence = 32;
  static constexpr unsigned char kFenceByte = 0x11;
  static constexpr unsigned char kUserByte = 0x22;

  alignas(4096) std::array<unsigned char, 16384> memory;
  BlockBounds block;

  Fenced(std::size_t bytes, std::size_t alignment, std::size_t shift) {
    memory.fill(kFenceByte);
    block = PlaceBlock(memory.data() + kFence + shift, bytes, alignment);
    if (!Fits()) return;
    for (std::size_t i = 0; i < bytes; ++i) block.payload[i] = kUserByte;
    FillGuards(block);
  }

  unsigned char Wanted(const unsigned char* at) const {
    if (at < block.original || at >= block.original + block.total_bytes) return kFenceByte;
    if (at < block.payload) return workbook::kHeadByte;
    return at < block.tail() ? kUserByte : workbook::kTailByte;
  }

  // Whether the payload lies in the block and the block in the memory.
  bool Fits() const {
    return block.original >= memory.data() && block.payload >= block.original &&
           block.tail() <= block.original + block.total_bytes &&
           block.original + block.total_bytes <= memory.data() + memory.size();
  }

  // The first byte that is not as it should be, in words; empty when there is none.
  std::string Wrong() const {
    if (!Fits()) return "the payload does not lie in its block\n" + DrawBlock(block);
    for (const unsigned char& byte : memory) {
      if (byte == Wanted(&byte)) continue;
      std::ostringstream text;
      text << "the byte at " << std::showpos << &byte - block.payload << std::noshowpos << " holds "
           << std::hex << int{byte} << ", not " << int{Wanted(&byte)}
           << " (0 is the payload's first; 11: not written, ca: head, fa: tail, 22: the user)\n";
      return text.str() + DrawBlock(block);
    }
    return {};
  }
};

TEST(Ex4_1, GuardsEveryByteThatIsNotPayload) {
  for (const std::size_t alignment : {1U, 64U, 1024U}) {
    for (const std::size_t shift : {0U, 5U, 600U}) {
      for (const std::size_t bytes : {1U, 7U, 64U, 100U, 1000U}) {
        ASSERT_EQ(Fenced(bytes, alignment, shift).Wrong(), "")
            << bytes << " bytes at a multiple of " << alignment;
      }
    }
  }
}

TEST(Ex4_1, TellsTheTwoSidesApart) {
  const Fenced fenced(100, 64, 0);
  EXPECT_EQ(fenced.block.payload[-1], workbook::kHeadByte) << "the byte before the payload";
  EXPECT_EQ(*fenced.block.tail(), workbook::kTailByte) << "the byte behind the payload";
}

}  // namespace
