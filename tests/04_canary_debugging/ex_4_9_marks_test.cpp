#include <gtest/gtest.h>

#include <map>
#include <string>

#include "marks.h"
#include "test_heap.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#elif __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif

namespace {

using workbook::BlockBounds;
using workbook::MemoryMarker;
using workbook::testing::TestHeap;

// A tool that remembers for each byte what it was told last.
std::map<const unsigned char*, char>& Told() {
  static auto& told = *new std::map<const unsigned char*, char>;
  return told;
}

template <char mark>
void Tell(const void* begin, std::size_t bytes) {
  const auto* const first = static_cast<const unsigned char*>(begin);
  for (std::size_t i = 0; i < bytes; ++i) Told()[first + i] = mark;
}

constexpr MemoryMarker kTool{&Tell<'x'>, &Tell<'u'>, &Tell<'d'>};

// "x*100 u*200 x*100": runs of equal marks; '?' where the tool was told nothing.
std::string Marks(const unsigned char* begin, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes;) {
    const auto mark_at = [&](std::size_t at) {
      const auto found = Told().find(begin + at);
      return found == Told().end() ? '?' : found->second;
    };
    std::size_t run = 1;
    while (i + run < bytes && mark_at(i + run) == mark_at(i)) ++run;
    text += (text.empty() ? "" : " ") + std::string(1, mark_at(i)) + "*" + std::to_string(run);
    i += run;
  }
  return text;
}

// What the pictures mean, for failure messages.
constexpr const char* kLegend =
    " (mark*bytes, from low addresses to high ones; x no access, u undefined, d defined, ? never "
    "marked)";

struct Ex4_9 : testing::Test {
  unsigned char memory[420] = {};
  BlockBounds block{memory + 10, 400, memory + 110, 200};

  Ex4_9() { Told().clear(); }
  std::string Marked() const { return Marks(memory, sizeof(memory)); }
};

TEST_F(Ex4_9, AFreshBlockMayBeWrittenBetweenItsGuards) {
  MarkFresh(kTool, block);
  EXPECT_EQ(Marked(), "?*10 x*100 u*200 x*100 ?*10")
      << "what MarkFresh made of a block of 100 bytes guard, 200 payload, 100 guard" << kLegend;
}

TEST_F(Ex4_9, GuardsAreClosedAndOpenedWithoutThePayload) {
  CloseGuards(kTool, block);
  EXPECT_EQ(Marked(), "?*10 x*100 ?*200 x*100 ?*10")
      << "what CloseGuards made of a block" << kLegend
      << ": the payload is not its business. What the user has written so far is defined and must "
         "stay so";
  OpenGuards(kTool, block);
  EXPECT_EQ(Marked(), "?*10 d*100 ?*200 d*100 ?*10")
      << "what OpenGuards made of the block, after CloseGuards" << kLegend;
}

TEST_F(Ex4_9, AFreedBlockIsClosedWhole) {
  MarkFresh(kTool, block);
  MarkOpen(kTool, block);
  EXPECT_EQ(Marked(), "?*10 d*400 ?*10")
      << "what MarkOpen made of the block" << kLegend << ": open means every byte, the guards too";
  MarkFreed(kTool, block);
  EXPECT_EQ(Marked(), "?*10 x*400 ?*10")
      << "what MarkFreed made of the block" << kLegend << ": no byte of it may be touched";
}

struct Ex4_9_Heap : Ex4_9 {
  TestHeap heap{{.quarantine_bytes = 10'000, .marker = &kTool}};
  static std::string MarkedAround(const unsigned char* payload) {
    return Marks(payload - 32, 32 + 100 + 32);
  }
};

TEST_F(Ex4_9_Heap, ABlocksLife) {
  unsigned char* const payload = heap.Allocate(100);
  EXPECT_EQ(MarkedAround(payload), "x*32 u*100 x*32") << "handed out: MarkFresh" << kLegend;
  heap->Check();
  EXPECT_EQ(MarkedAround(payload), "x*32 u*100 x*32")
      << "after a check on request: OpenGuards, then CloseGuards" << kLegend;
  TestHeap::Free(payload);
  EXPECT_EQ(MarkedAround(payload), "x*164") << "in quarantine: MarkFreed" << kLegend;
  heap->Check();
  EXPECT_EQ(MarkedAround(payload), "x*164")
      << "in quarantine, after a check on request: MarkOpen, then MarkFreed" << kLegend;
  heap->FlushQuarantine();
  EXPECT_EQ(MarkedAround(payload), "d*164")
      << "back at the upstream, whose next user has done nothing wrong: MarkOpen" << kLegend;
}

// Damage that was reported is passed over by the next check, but what the check opens it closes.
TEST_F(Ex4_9_Heap, ADamagedBlockIsClosedAgainAfterEveryCheck) {
  unsigned char* const damaged = heap.Allocate(100);
  damaged[100] = 0;
  unsigned char* const stale = heap.Allocate(100);
  TestHeap::Free(stale);
  stale[20] = 0;
  for (int check = 1; check <= 3; ++check) {
    EXPECT_EQ(heap->Check(), check == 1 ? 2U : 0U) << "findings of check " << check;
    EXPECT_EQ(MarkedAround(damaged), "x*32 u*100 x*32")
        << "check " << check << " left the guards of a live, damaged block open: the tool will not "
        << "stop who writes there next. Open and close stand round exercise 4.3's lines in "
        << "CollectDamage; does a `continue` or `return` of yours jump over the close?" << kLegend;
    EXPECT_EQ(MarkedAround(stale), "x*164")
        << "check " << check << " left a damaged block in quarantine open, see above" << kLegend;
  }
  TestHeap::Free(damaged);
  heap->FlushQuarantine();
}

TEST_F(Ex4_9_Heap, EveryByteIsOpenWhenTheUpstreamGetsIt) {
  TestHeap without({.marker = &kTool});
  unsigned char* const payload = without.Allocate(100);
  TestHeap::Free(payload);
  EXPECT_EQ(MarkedAround(payload), "d*164")
      << "without a quarantine a freed block goes back to the upstream at once, and its next user "
         "has done nothing wrong: MarkOpen"
      << kLegend;
}

// With the real tool: in a program with the address sanitizer, or under valgrind
// (`valgrind build/dev/check_4_9`). Elsewhere there is none, and the tests below see that.
enum class Tool { kNone, kAddressSanitizer, kValgrind };

#if defined(__SANITIZE_ADDRESS__)

Tool TheTool() { return Tool::kAddressSanitizer; }
bool IsClosed(const unsigned char* byte) { return __asan_address_is_poisoned(byte) != 0; }
bool IsUndefined(const unsigned char*) { return false; }  // the address sanitizer does not know
unsigned ErrorsSoFar() { return 0; }                      // its first error ends the process

#elif __has_include(<valgrind/memcheck.h>)

// What valgrind knows of a byte: 3 where it may not be touched, else a mask of its undefined bits.
int ValgrindsWord(const unsigned char* byte, unsigned char* mask) {
  return static_cast<int>(VALGRIND_GET_VBITS(byte, mask, 1));
}
Tool TheTool() { return RUNNING_ON_VALGRIND != 0 ? Tool::kValgrind : Tool::kNone; }
bool IsClosed(const unsigned char* byte) {
  unsigned char mask = 0;
  return ValgrindsWord(byte, &mask) == 3;
}
bool IsUndefined(const unsigned char* byte) {
  unsigned char mask = 0;
  return ValgrindsWord(byte, &mask) == 1 && mask != 0;
}
unsigned ErrorsSoFar() { return VALGRIND_COUNT_ERRORS; }

#else

Tool TheTool() { return Tool::kNone; }
bool IsClosed(const unsigned char*) { return false; }
bool IsUndefined(const unsigned char*) { return false; }
unsigned ErrorsSoFar() { return 0; }

#endif

TEST(Ex4_9_Tool, IsToldWhenThereIsOne) {
  EXPECT_EQ(workbook::SystemMarker() != nullptr, TheTool() != Tool::kNone)
      << "SystemMarker() is given: was valgrind's header installed after the stage was compiled?";
}

void ExpectEdges(TestHeap& heap, std::size_t bytes) {
  const bool tool = TheTool() != Tool::kNone;
  unsigned char* const payload = heap.Allocate(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    ASSERT_FALSE(IsClosed(payload + i)) << "byte " << i << " of a block of " << bytes << " bytes";
  EXPECT_EQ(IsClosed(payload - 1), tool) << "the byte before a block of " << bytes << " bytes";
  EXPECT_EQ(IsClosed(payload + bytes), tool) << "the byte behind a block of " << bytes << " bytes";
  TestHeap::Free(payload);
  EXPECT_EQ(IsClosed(payload), tool)
      << "the first byte of a block of " << bytes << " bytes in quarantine";
}

TEST(Ex4_9_Tool, SeesTheEdgesOfABlock) {
  TestHeap heap({.quarantine_bytes = 10'000, .marker = workbook::SystemMarker()});
  for (const std::size_t bytes : {1U, 7U, 8U, 100U}) ExpectEdges(heap, bytes);
  EXPECT_EQ(heap->Check(), 0U);
  heap->FlushQuarantine();
}

TEST(Ex4_9_Tool, KnowsAfterACheckWhichBytesWereWritten) {
  const bool valgrind = TheTool() == Tool::kValgrind;
  TestHeap heap({.marker = workbook::SystemMarker()});
  unsigned char* const payload = heap.Allocate(100);
  payload[10] = 7;
  for (const char* const when : {"before a check", "after a check"}) {
    EXPECT_EQ(IsUndefined(payload + 9), valgrind) << when << ", byte 9: nobody wrote to it";
    EXPECT_FALSE(IsUndefined(payload + 10)) << when << ", byte 10: it was written";
    heap->Check();
  }
  TestHeap::Free(payload);
}

TEST(Ex4_9_Tool, HasNothingToSayAboutARightProgramOrOurOwnReports) {
  const unsigned before = ErrorsSoFar();
  TestHeap heap({.poison = true, .quarantine_bytes = 5'000, .marker = workbook::SystemMarker()});
  for (std::size_t bytes = 1; bytes <= 300; ++bytes) {
    unsigned char* const payload = heap.Allocate(bytes);
    payload[bytes / 2] = 1;
    if (bytes % 20 == 0) heap->Check();
    TestHeap::Free(payload);
  }
  heap->FlushQuarantine();
  EXPECT_EQ(heap.Findings().size(), 0U) << heap.Reports();
  unsigned char* const payload = heap.Allocate(100);
  const BlockBounds bounds{payload - 32, 32 + 100 + 32, payload, 100};
  const MemoryMarker* const marker = workbook::SystemMarker();
  OpenGuards(marker != nullptr ? *marker : kTool, bounds);  // so that the damage is no error
  payload[-1] = 1;
  heap->Check();
  EXPECT_NE(heap.Reports().find("expected ca"), std::string::npos) << heap.Reports();
  TestHeap::Free(payload);
  EXPECT_EQ(ErrorsSoFar(), before) << "valgrind found errors, see above: in what is right, or in "
                                      "our own check or report";
}

void ExpectNoticed(unsigned char* address, const char* what) {
#if defined(__SANITIZE_ADDRESS__)
  EXPECT_DEATH(*address = 0, "use-after-poison") << what;
#else
  const unsigned before = ErrorsSoFar();
  static_cast<void>(*static_cast<volatile unsigned char*>(address));
  EXPECT_EQ(ErrorsSoFar() - before, TheTool() == Tool::kValgrind ? 1U : 0U) << what;
#endif
}

TEST(Ex4_9_Tool_Death, NoticesAtTheCulpritsLine) {
  TestHeap heap({.quarantine_bytes = 10'000, .marker = workbook::SystemMarker()});
  unsigned char* const payload = heap.Allocate(100);
  ExpectNoticed(payload + 100, "one byte behind a block");
  ExpectNoticed(payload - 1, "one byte before a block");
  TestHeap::Free(payload);
  ExpectNoticed(payload + 50, "a byte of a block in quarantine");
  heap->FlushQuarantine();
}

}  // namespace
