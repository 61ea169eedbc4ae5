#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "child.h"
#include "guards.h"
#include "test_heap.h"

namespace {

using workbook::BlockBounds;
using workbook::CheckGuards;
using workbook::Damage;
using workbook::DamagedPart;
using workbook::Finding;
using workbook::FindingKind;
using workbook::FirstOther;
using workbook::kHeadByte;
using workbook::kTailByte;
using workbook::test_support::StatusOfChild;
using workbook::testing::TestHeap;

TEST(Ex4_3, FindsTheFirstByteThatIsAnother) {
  for (std::size_t bytes = 1; bytes <= 200; ++bytes) {
    std::vector<unsigned char> guard(bytes, kTailByte);
    ASSERT_EQ(FirstOther(guard.data(), bytes, kTailByte), nullptr)
        << bytes << " untouched bytes are called damaged";
    for (std::size_t bad = 0; bad < bytes; ++bad) {
      guard[bad] = 0;
      const unsigned char* const found = FirstOther(guard.data(), bytes, kTailByte);
      ASSERT_NE(found, nullptr) << "byte " << bad << " of " << bytes << " is 00 and was not found";
      ASSERT_EQ(found - guard.data(), static_cast<std::ptrdiff_t>(bad));
      guard[bad] = kTailByte;
    }
  }
}

TEST(Ex4_3, TakesTheFirstOfSeveral) {
  std::vector<unsigned char> guard(64, kHeadByte);
  guard[9] = guard[10] = guard[60] = 1;
  EXPECT_EQ(FirstOther(guard.data(), 64, kHeadByte), &guard[9]);
}

TEST(Ex4_3, KnowsWhichByteIsWanted) {
  const std::vector<unsigned char> guard(64, kHeadByte);
  EXPECT_EQ(FirstOther(guard.data(), 64, kTailByte), guard.data())
      << "64 equal bytes, but not those that were asked for";
  EXPECT_EQ(FirstOther(guard.data(), 0, kTailByte), nullptr) << "of no bytes none is wrong";
}

// Two pages, the second of which cannot be touched. In a child: who touches it crashes, and we are
// left to say why.
TEST(Ex4_3, ReadsNotOneByteTooFar) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  auto* const memory = static_cast<unsigned char*>(
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_EQ(mprotect(memory + page, page, PROT_NONE), 0);
  std::memset(memory, kTailByte, page);
  ASSERT_EQ(FirstOther(memory, 1, kTailByte), nullptr);
  for (std::size_t bytes = 0; bytes <= 130; ++bytes) {
    const int status = StatusOfChild(
        [=] { return FirstOther(memory + page - bytes, bytes, kTailByte) == nullptr; });
    ASSERT_EQ(status, 0)
        << "FirstOther(…, " << bytes << " bytes, …), all of them right, crashed or named a wrong "
        << "one: the page behind the bytes may not be read. Is the case of 0 bytes left out, or is "
        << "a memcmp one byte too long?";
  }
  munmap(memory, 2 * page);
}

struct Ex4_3_Guards : testing::Test {
  std::vector<unsigned char> memory = std::vector<unsigned char>(400, 0);
  BlockBounds block{memory.data(), 400, memory.data() + 100, 200};  // the tail has 100 bytes

  Ex4_3_Guards() { FillGuards(block); }
};

TEST_F(Ex4_3_Guards, AreWholeUntilSomebodyWrites) {
  EXPECT_FALSE(CheckGuards(block));
  std::memset(block.payload, kHeadByte, 200);
  EXPECT_FALSE(CheckGuards(block)) << "the payload is the user's, whatever is in it";
}

TEST_F(Ex4_3_Guards, ShowEveryByteOfDamage) {
  for (std::ptrdiff_t offset = -100; offset < 300; ++offset) {
    if (offset >= 0 && offset < 200) continue;
    unsigned char& byte = block.payload[offset];
    const unsigned char before = byte;
    byte ^= 1;
    const Damage damage = CheckGuards(block);
    ASSERT_EQ(damage.part, offset < 0 ? DamagedPart::kHeadGuard : DamagedPart::kTailGuard)
        << "the byte at " << offset << " was changed; the payload has 0 to 199, the guards 100 on "
        << "either side";
    ASSERT_EQ(damage.offset, offset) << "offsets count from the payload's first byte";
    ASSERT_EQ(damage.bytes, 1U);
    byte = before;
  }
}

TEST_F(Ex4_3_Guards, CountTheBytes) {
  std::memset(block.payload + 200, 0, 4);
  block.payload[250] = 0;
  EXPECT_EQ(CheckGuards(block).offset, 200);
  EXPECT_EQ(CheckGuards(block).bytes, 5U) << "four bytes and, further on, a fifth are bad";
}

TEST_F(Ex4_3_Guards, ReportTheHeadWhenBothAreDamaged) {
  block.payload[-3] = 0;
  block.payload[200] = 0;
  EXPECT_EQ(CheckGuards(block).part, DamagedPart::kHeadGuard);
  EXPECT_EQ(CheckGuards(block).offset, -3);
  EXPECT_EQ(CheckGuards(block).bytes, 1U) << "the other guard's bytes are counted in";
}

TEST(Ex4_3_Heap, AnOverrunIsReportedAtTheFree) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(100);
  std::memset(payload, 0x33, 104);  // four too many
  TestHeap::Free(payload);
  ASSERT_EQ(heap.Findings().size(), 1U);
  const Finding finding = heap.Findings()[0];
  EXPECT_EQ(finding.kind, FindingKind::kTailGuardOverwritten);
  EXPECT_EQ(finding.damage.offset, 100);
  EXPECT_EQ(finding.damage.bytes, 4U);
  EXPECT_EQ(finding.block.bounds.payload_bytes, 100U);
  EXPECT_EQ(finding.block.allocated_by, workbook::ThisThread());
  EXPECT_EQ(heap.upstream().live(), 0) << "a damaged block is freed all the same";
}

TEST(Ex4_3_Heap, AnUnderrunIsReportedAtTheFree) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(100);
  payload[-8] = 0;
  TestHeap::Free(payload);
  ASSERT_EQ(heap.Findings().size(), 1U);
  EXPECT_EQ(heap.Findings()[0].kind, FindingKind::kHeadGuardOverwritten);
  EXPECT_EQ(heap.Findings()[0].damage.offset, -8);
}

TEST(Ex4_3_Heap, ACheckOnRequestFindsDamageInLiveBlocksOnce) {
  TestHeap heap;
  std::vector<unsigned char*> payloads;
  for (int i = 0; i < 10; ++i) payloads.push_back(heap.Allocate(100));
  EXPECT_EQ(heap->Check(), 0U);
  payloads[3][100] = 0;
  payloads[7][-1] = 0;
  EXPECT_EQ(heap->Check(), 2U);
  ASSERT_EQ(heap.Findings().size(), 2U);
  EXPECT_EQ(heap.Findings()[0].address, payloads[3]);
  EXPECT_EQ(heap.Findings()[1].address, payloads[7]);
  EXPECT_EQ(heap->Check(), 0U) << "the same damage was reported again";
  for (unsigned char* const payload : payloads) TestHeap::Free(payload);
  EXPECT_EQ(heap.Findings().size(), 2U) << "and again at the free";
}

TEST(Ex4_3_Heap, ACheckIsForOneHeap) {
  TestHeap one;
  TestHeap other;
  unsigned char* const payload = other.Allocate(100);
  payload[100] = 0;
  EXPECT_EQ(one->Check(), 0U) << "another heap's block";
  EXPECT_EQ(other->Check(), 1U);
  TestHeap::Free(payload);
}

TEST(Ex4_3_Heap, UsersWhoStayInsideAreNeverReported) {
  TestHeap heap;
  for (std::size_t bytes = 1; bytes <= 600; ++bytes) {
    unsigned char* const payload = heap.Allocate(bytes);
    std::memset(payload, static_cast<int>(bytes), bytes);
    if (bytes % 50 == 0) heap->Check();
    TestHeap::Free(payload);
  }
  EXPECT_EQ(heap.Findings().size(), 0U) << heap.Reports();
}

TEST(Ex4_3_Heap, TheReportShowsTheBytes) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(100);
  std::memset(payload + 96, 0x33, 8);
  TestHeap::Free(payload);
  ASSERT_EQ(heap.Findings().size(), 1U);
  const std::string report = Describe(heap.Findings()[0]);
  EXPECT_NE(report.find("4 bad bytes, the first at +100: 1 behind the block's last byte"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find("   +96: 33 33 33 33 33 33 33 33 fa fa fa fa fa fa fa fa\n"
                        "                        ^^ expected fa\n"),
            std::string::npos)
      << report;
}

}  // namespace
