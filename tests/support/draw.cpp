#include "draw.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <numeric>

namespace workbook::test_support {
namespace {

constexpr std::size_t kNeighbours = 2;
constexpr std::size_t kBytesShown = 16;

std::uintptr_t Address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
std::uintptr_t End(const Span& span) { return Address(span.begin) + span.bytes; }

std::string Hex(std::uintptr_t value) {
  std::array<char, 16> digits;
  return {digits.data(), std::to_chars(digits.begin(), digits.end(), value, 16).ptr};
}

std::string HexByte(unsigned char byte) { return (byte < 16 ? "0" : "") + Hex(byte); }

std::vector<std::size_t> OrderByAddress(const std::vector<Span>& spans) {
  std::vector<std::size_t> order(spans.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return Address(spans[a].begin) < Address(spans[b].begin);
  });
  return order;
}

std::string Bytes(std::size_t bytes) { return std::to_string(bytes) + " B"; }

// The neighbourhood of `focus` in address order; everything when nothing is in focus.
std::vector<std::size_t> Neighbourhood(const std::vector<std::size_t>& order, std::size_t focus) {
  const auto at = std::find(order.begin(), order.end(), focus);
  if (at == order.end()) return order;
  const auto before = std::min<std::ptrdiff_t>(at - order.begin(), kNeighbours);
  const auto after = std::min<std::ptrdiff_t>(order.end() - at, kNeighbours + 1);
  return {at - before, at + after};
}

}  // namespace

std::string Draw(const std::vector<Span>& spans, std::size_t focus) {
  const auto shown = Neighbourhood(OrderByAddress(spans), focus);
  if (shown.empty()) return "  (no blocks)\n";
  std::string line = "  0x" + Hex(Address(spans[shown.front()].begin)) + ": |";
  std::string carets;
  std::string overlaps;
  std::uintptr_t end = Address(spans[shown.front()].begin);
  std::string previous;
  for (const std::size_t index : shown) {
    const Span& span = spans[index];
    if (Address(span.begin) > end) line += " gap " + Bytes(Address(span.begin) - end) + " |";
    if (Address(span.begin) < end && span.bytes > 0) {
      overlaps += "  \"" + span.label + "\" begins " + Bytes(end - Address(span.begin)) +
                  " before the end of \"" + previous + "\": they overlap\n";
    }
    const std::string cell = span.label + ": " + Bytes(span.bytes);
    if (index == focus) carets = std::string(line.size() + 1, ' ') + std::string(cell.size(), '^');
    line += " " + cell + " |";
    if (End(span) >= end) {
      end = End(span);
      previous = span.label;
    }
  }
  return line + "\n" + (carets.empty() ? "" : carets + "\n") + overlaps;
}

std::string DrawLayout(const std::vector<Part>& parts) {
  std::string line = "|";
  for (const Part& part : parts) line += " " + part.label + " " + Bytes(part.bytes) + " |";
  return line;
}

std::string DrawBytes(const void* block, std::size_t bytes, std::size_t offset,
                      unsigned char expected) {
  const auto* data = static_cast<const unsigned char*>(block);
  const std::size_t first = offset - std::min(offset, kBytesShown / 2);
  const std::size_t last = std::min(bytes, first + kBytesShown);
  std::string line = "  +" + std::to_string(first) + ":";
  std::string marks;
  for (std::size_t i = first; i < last; ++i) {
    if (i == offset) marks = std::string(line.size() + 1, ' ') + "^^ expected ";
    line += " " + HexByte(data[i]);
  }
  return line + "\n" + marks + HexByte(expected) + "\n";
}

std::ptrdiff_t FindOverlap(const std::vector<Span>& spans) {
  std::uintptr_t end = 0;
  for (const std::size_t index : OrderByAddress(spans)) {
    if (spans[index].bytes == 0) continue;
    if (Address(spans[index].begin) < end) return static_cast<std::ptrdiff_t>(index);
    end = End(spans[index]);
  }
  return -1;
}

}  // namespace workbook::test_support
