#include "finding.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "poison.h"
#include "workbook/not_implemented.h"

namespace workbook {
namespace {

constexpr std::ptrdiff_t kRowBytes = 16;

std::ptrdiff_t RowOf(std::ptrdiff_t offset) {
  return offset - ((offset % kRowBytes) + kRowBytes) % kRowBytes;
}

const char* Headline(FindingKind kind) {
  switch (kind) {
    case FindingKind::kHeadGuardOverwritten:
      return "underrun: somebody wrote before the first byte of a block";
    case FindingKind::kTailGuardOverwritten:
      return "overrun: somebody wrote behind the last byte of a block";
    case FindingKind::kWrittenAfterFree:
      return "write after free: somebody wrote into a block that had been freed";
    case FindingKind::kFreedTwice:
      return "double free: a block was freed that had been freed before";
    case FindingKind::kForeignFree:
      return "foreign free: a pointer was freed that is not the first byte of a block";
  }
  return "?";
}

__attribute__((format(printf, 1, 2))) std::string Text(const char* format, ...) {
  char text[160];
  va_list values;
  va_start(values, format);
  static_cast<void>(std::vsnprintf(text, sizeof(text), format, values));
  va_end(values);
  return text;
}

unsigned char Expected(const Finding& finding, std::ptrdiff_t offset) {
  if (finding.damage.part == DamagedPart::kHeadGuard) return kHeadByte;
  if (finding.damage.part == DamagedPart::kTailGuard) return kTailByte;
  unsigned char pattern[sizeof(kFreedPattern)];
  std::memcpy(pattern, &kFreedPattern, sizeof(pattern));
  return pattern[static_cast<std::size_t>(offset) % sizeof(pattern)];
}

std::string Where(const Finding& finding) {
  const std::ptrdiff_t offset = finding.damage.offset;
  const auto bytes = static_cast<std::ptrdiff_t>(finding.block.bounds.payload_bytes);
  if (offset < 0) return Text("%td before the block's first byte", -offset);
  if (offset >= bytes) return Text("%td behind the block's last byte", offset - bytes + 1);
  return "inside the block";
}

std::string Row(const Finding& finding, std::ptrdiff_t offset) {
  std::string line = Text("    %+6td:", offset);
  for (std::ptrdiff_t i = offset; i < offset + kRowBytes; ++i) {
    const std::ptrdiff_t at = i - finding.drawn_offset;
    const bool known = at >= 0 && at < static_cast<std::ptrdiff_t>(finding.drawn_bytes);
    line += known ? Text(" %02x", finding.drawn[static_cast<std::size_t>(at)]) : "   ";
  }
  return line + "\n";
}

std::string Bytes(const Finding& finding) {
  const Damage& damage = finding.damage;
  std::string text = Text("  %zu bad byte%s, the first at %+td: ", damage.bytes,
                          damage.bytes == 1 ? "" : "s", damage.offset) +
                     Where(finding) + "\n";
  const std::ptrdiff_t row = RowOf(damage.offset);
  const auto end = finding.drawn_offset + static_cast<std::ptrdiff_t>(finding.drawn_bytes);
  for (std::ptrdiff_t at = RowOf(finding.drawn_offset); at < end; at += kRowBytes) {
    text += Row(finding, at);
    if (at != row) continue;
    const auto column = static_cast<std::size_t>(12 + 3 * (damage.offset - row));
    text += std::string(column, ' ') + Text("^^ expected %02x\n", Expected(finding, damage.offset));
  }
  return text;
}

// "  block #41: 400 bytes at 0x7f.., allocated by thread 7, freed by thread 8"
std::string Block(const Finding& finding) {
  const BlockRecord& block = finding.block;
  if (block.serial == 0)
    return Text("  %p is in no live block, and none that was freed lately began there\n",
                finding.address);
  std::string text = Text("  block #%llu: %zu bytes at %p, allocated by thread %d",
                          static_cast<unsigned long long>(block.serial), block.bounds.payload_bytes,
                          static_cast<const void*>(block.bounds.payload), block.allocated_by);
  if (block.freed_by != 0) text += Text(", freed by thread %d", block.freed_by);
  text += "\n";
  if (finding.kind == FindingKind::kFreedTwice && block.state == BlockState::kGone)
    text +=
        "  its memory had gone back: if it was handed out again, the pointer is somebody else's\n";
  if (finding.kind == FindingKind::kForeignFree)
    text += Text("  %p, which was freed, is %+td from its first byte\n", finding.address,
                 static_cast<const unsigned char*>(finding.address) - block.bounds.payload);
  return text;
}

std::string Stack(const char* what, const StackTrace& trace) {
  return trace.depth == 0 ? std::string() : "  " + std::string(what) + ":\n" + DescribeStack(trace);
}

}  // namespace

void DrawDamage(Finding& finding) {
  const BlockBounds& block = finding.block.bounds;
  const auto first = -static_cast<std::ptrdiff_t>(block.head_bytes());
  const auto end = first + static_cast<std::ptrdiff_t>(block.total_bytes);
  const std::ptrdiff_t row = RowOf(finding.damage.offset);
  const std::ptrdiff_t begin = std::max(first, row - kRowBytes);
  const auto room = static_cast<std::ptrdiff_t>(finding.drawn.size());
  const std::ptrdiff_t stop = std::min({end, row + 2 * kRowBytes, begin + room});
  finding.drawn_offset = begin;
  finding.drawn_bytes = static_cast<std::size_t>(stop - begin);
  std::memcpy(finding.drawn.data(), block.payload + begin, finding.drawn_bytes);
}

std::string Describe(const Finding& finding) {
  std::string text =
      std::string("DebugAllocator: ") + Headline(finding.kind) + "\n" + Block(finding);
  if (finding.damage) text += Bytes(finding);
  text += Text("  found %s, by thread %d\n", finding.when, finding.thread);
  text += Stack("found at", finding.found_at);
  text += Stack("allocated at", finding.block.allocated_at);
  text += Stack("freed at", finding.block.freed_at);
  return text;
}

}  // namespace workbook
