#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace workbook::test_support {

/// A stretch of memory with a name, such as {p, 16, "header"}.
struct Span {
  const void* begin;
  std::size_t bytes;
  std::string label;
};

inline constexpr std::size_t kNoFocus = static_cast<std::size_t>(-1);

/// Draws spans in the order of their addresses, with the gaps between them and a marked line
/// wherever two of them overlap. `focus` (an index into `spans`, or kNoFocus) gets carets below it;
/// neighbours further than two spans away from it are left out. Two lines or more, each ended by a
/// newline:
///
///     0x5581e0: | block 2: 40 B | gap 8 B | block 3: 40 B |
///                                           ^^^^^^^^^^^^^
std::string Draw(const std::vector<Span>& spans, std::size_t focus = kNoFocus);

/// A part of a block, such as {"header", 16}.
struct Part {
  std::string label;
  std::size_t bytes;
};

/// Draws the layout of one block from its first byte: "| pad 48 B | header 16 B | payload 40 B |".
/// Takes no addresses, so it fits layouts that are only computed.
std::string DrawLayout(const std::vector<Part>& parts);

/// Shows up to 16 bytes around `offset` of a block, in hexadecimal, with carets below that byte:
///
///     +32: 5a 5b 5c 00 5e
///                   ^^ expected 5d
std::string DrawBytes(const void* block, std::size_t bytes, std::size_t offset,
                      unsigned char expected);

/// The span that holds the first byte of an overlap with an earlier one, or -1: "no two live blocks
/// share a byte" in one call. Spans of 0 bytes overlap nothing.
std::ptrdiff_t FindOverlap(const std::vector<Span>& spans);

}  // namespace workbook::test_support
