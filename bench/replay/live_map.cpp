#include "live_map.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <sstream>
#include <vector>

#include "draw.h"

namespace workbook::replay {
namespace {

using Word = std::uint64_t;

// Word i of a block holds seed + i * kStep: cheap to make, and different at every place of every
// block. A pattern byte by byte would take most of the replay's time.
constexpr Word kStep = 0x9e3779b97f4a7c15U;

Word SeedOf(const BlockName& name) { return (name.id + 1) * 0xd1342543de82ef95U; }

void Fill(void* block, const BlockName& name) {
  auto* const bytes = static_cast<unsigned char*>(block);
  Word word = SeedOf(name);
  std::size_t at = 0;
  for (; at + sizeof(Word) <= name.bytes; at += sizeof(Word), word += kStep)
    std::memcpy(bytes + at, &word, sizeof(Word));
  std::memcpy(bytes + at, &word, name.bytes - at);
}

unsigned char PatternByte(const BlockName& name, std::size_t at) {
  const Word word = SeedOf(name) + at / sizeof(Word) * kStep;
  unsigned char bytes[sizeof(Word)];
  std::memcpy(bytes, &word, sizeof(Word));
  return bytes[at % sizeof(Word)];
}

bool Holds(const unsigned char* bytes, const BlockName& name) {
  Word word = SeedOf(name);
  Word differences = 0;
  std::size_t at = 0;
  for (; at + sizeof(Word) <= name.bytes; at += sizeof(Word), word += kStep) {
    Word found = 0;
    std::memcpy(&found, bytes + at, sizeof(Word));
    differences |= found ^ word;
  }
  return differences == 0 && std::memcmp(bytes + at, &word, name.bytes - at) == 0;
}

std::size_t FirstWrong(const unsigned char* bytes, const BlockName& name) {
  std::size_t at = 0;
  while (at < name.bytes && bytes[at] == PatternByte(name, at)) ++at;
  return at;
}

std::string Words(const BlockName& name) {
  return "block " + std::to_string(name.id) + " (" + std::to_string(name.bytes) + " bytes, line " +
         std::to_string(name.line) + ")";
}

}  // namespace

std::string LiveMap::Add(void* block, const BlockName& name, std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (block == nullptr) return Words(name) + " is a null pointer";
  const auto [place, is_new] = blocks_.emplace(address, name);
  if (!is_new) {
    return Words(name) + " was handed out twice: the same address is still " +
           Words(place->second) + "\n" + Draw(place);
  }
  std::string wrong = Overlap(place);
  if (wrong.empty() && address % alignment != 0) {
    std::ostringstream words;
    words << Words(name) << " lies at " << block << ", " << address % alignment
          << " bytes past a multiple of " << alignment << "\n"
          << Draw(place);
    wrong = words.str();
  }
  if (wrong.empty()) Fill(block, name);
  return wrong;
}

std::string LiveMap::Remove(const void* block) {
  const auto place = blocks_.find(reinterpret_cast<std::uintptr_t>(block));
  const BlockName name = place->second;
  const auto* const bytes = static_cast<const unsigned char*>(block);
  std::string wrong;
  if (!Holds(bytes, name)) {
    const std::size_t at = FirstWrong(bytes, name);
    wrong = Words(name) + " lost its byte at +" + std::to_string(at) +
            ": somebody else wrote there\n" +
            test_support::DrawBytes(block, name.bytes, at, PatternByte(name, at)) + Draw(place);
  }
  blocks_.erase(place);
  return wrong;
}

std::string LiveMap::Overlap(Blocks::const_iterator place) const {
  const auto next = std::next(place);
  const auto end = [](Blocks::const_iterator at) { return at->first + at->second.bytes; };
  auto other = blocks_.end();
  if (next != blocks_.end() && end(place) > next->first) other = next;
  if (place != blocks_.begin() && end(std::prev(place)) > place->first) other = std::prev(place);
  if (other == blocks_.end()) return {};
  return Words(place->second) + " overlaps " + Words(other->second) + "\n" + Draw(place);
}

// Two neighbours on each side.
std::string LiveMap::Draw(Blocks::const_iterator place) const {
  auto from = place;
  for (int i = 0; i < 2 && from != blocks_.begin(); ++i) --from;
  auto to = std::next(place);
  for (int i = 0; i < 2 && to != blocks_.end(); ++i) ++to;
  std::vector<test_support::Span> spans;
  std::size_t focus = test_support::kNoFocus;
  for (; from != to; ++from) {
    if (from == place) focus = spans.size();
    spans.push_back({reinterpret_cast<const void*>(from->first), from->second.bytes,
                     "block " + std::to_string(from->second.id)});
  }
  return test_support::Draw(spans, focus);
}

}  // namespace workbook::replay
