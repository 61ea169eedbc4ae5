#include <gtest/gtest.h>

#include <map>
#include <string>

#include "marks.h"
#include "test_heap.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
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

// x: no access, u: undefined, d: defined, ?: never told.
struct Ex4_9 : testing::Test {
  unsigned char memory[420] = {};
  BlockBounds block{memory + 10, 400, memory + 110, 200};

  Ex4_9() { Told().clear(); }
  std::string Marked() const { return Marks(memory, sizeof(memory)); }
};

TEST_F(Ex4_9, AFreshBlockMayBeWrittenBetweenItsGuards) {
  MarkFresh(kTool, block);
  EXPECT_EQ(Marked(), "?*10 x*100 u*200 x*100 ?*10");
}

TEST_F(Ex4_9, GuardsAreClosedAndOpenedWithoutThePayload) {
  CloseGuards(kTool, block);
  EXPECT_EQ(Marked(), "?*10 x*100 ?*200 x*100 ?*10")
      << "what the user has written so far is defined and must stay so";
  OpenGuards(kTool, block);
  EXPECT_EQ(Marked(), "?*10 d*100 ?*200 d*100 ?*10");
}

TEST_F(Ex4_9, AFreedBlockIsClosedWhole) {
  MarkFresh(kTool, block);
  MarkOpen(kTool, block);
  EXPECT_EQ(Marked(), "?*10 d*400 ?*10") << "open means: every byte, the guards too";
  MarkFreed(kTool, block);
  EXPECT_EQ(Marked(), "?*10 x*400 ?*10");
}

struct Ex4_9_Heap : Ex4_9 {
  TestHeap heap{{.quarantine_bytes = 10'000, .marker = &kTool}};
  static std::string MarkedAround(const unsigned char* payload) {
    return Marks(payload - 32, 32 + 100 + 32);
  }
};

TEST_F(Ex4_9_Heap, ABlocksLife) {
  unsigned char* const payload = heap.Allocate(100);
  EXPECT_EQ(MarkedAround(payload), "x*32 u*100 x*32");
  heap->Check();
  EXPECT_EQ(MarkedAround(payload), "x*32 u*100 x*32") << "after a check on request";
  TestHeap::Free(payload);
  EXPECT_EQ(MarkedAround(payload), "x*164") << "in quarantine";
  heap->Check();
  EXPECT_EQ(MarkedAround(payload), "x*164") << "in quarantine, after a check on request";
  heap->FlushQuarantine();
  EXPECT_EQ(MarkedAround(payload), "d*164")
      << "back at the upstream, whose next user has done nothing wrong";
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
        << "CollectDamage; does a `continue` or `return` of yours jump over the close?";
    EXPECT_EQ(MarkedAround(stale), "x*164")
        << "check " << check << " left a damaged block in quarantine open, see above";
  }
  TestHeap::Free(damaged);
  heap->FlushQuarantine();
}

TEST_F(Ex4_9_Heap, EveryBytesIsOpenWhenTheUpstreamGetsIt) {
  TestHeap without({.marker = &kTool});
  unsigned char* const payload = without.Allocate(100);
  TestHeap::Free(payload);
  EXPECT_EQ(MarkedAround(payload), "d*164");
}

// The tests with the real tool run in a program that has it; elsewhere they see that there is none.
#if defined(__SANITIZE_ADDRESS__)

void ExpectEdges(TestHeap& heap, std::size_t bytes) {
  unsigned char* const payload = heap.Allocate(bytes);
  EXPECT_EQ(__asan_region_is_poisoned(payload, bytes), nullptr);
  EXPECT_TRUE(__asan_address_is_poisoned(payload - 1));
  EXPECT_TRUE(__asan_address_is_poisoned(payload + bytes)) << bytes << " bytes";
  TestHeap::Free(payload);
  EXPECT_TRUE(__asan_address_is_poisoned(payload)) << "in quarantine";
}

void ExpectStop(unsigned char* address) { EXPECT_DEATH(*address = 0, "use-after-poison"); }

#else

void ExpectEdges(TestHeap&, std::size_t) { EXPECT_EQ(workbook::SystemMarker(), nullptr); }
void ExpectStop(const unsigned char*) { EXPECT_EQ(workbook::SystemMarker(), nullptr); }

#endif

TEST(Ex4_9_Tool, TheAddressSanitizerSeesTheEdgesOfABlock) {
  TestHeap heap({.quarantine_bytes = 10'000, .marker = workbook::SystemMarker()});
  for (const std::size_t bytes : {1U, 7U, 8U, 100U}) ExpectEdges(heap, bytes);
  EXPECT_EQ(heap->Check(), 0U);
  heap->FlushQuarantine();
}

TEST(Ex4_9_Tool_Death, TheAddressSanitizerStopsAtTheCulpritsLine) {
  TestHeap heap({.marker = workbook::SystemMarker()});
  unsigned char* const payload = heap.Allocate(100);
  ExpectStop(payload + 100);
  TestHeap::Free(payload);
}

}  // namespace
