#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "block_record.h"
#include "guards.h"

namespace workbook {

enum class FindingKind {
  kHeadGuardOverwritten,  ///< somebody wrote before a block
  kTailGuardOverwritten,  ///< somebody wrote behind a block
  kWrittenAfterFree,      ///< somebody wrote into a block that had been freed
  kFreedTwice,
  kForeignFree,  ///< a pointer was freed that is no block's first byte
};

/// One misuse, with all that is known of it. A copy: it stays true when the block is gone.
struct Finding {
  FindingKind kind = FindingKind::kForeignFree;
  const void* address = nullptr;  // the block's payload; for a foreign free the pointer freed
  BlockRecord block;              // serial 0: no block of ours
  Damage damage;                  // of the first three kinds

  // The bytes around the first bad one, as they were: drawn_bytes of them from drawn_offset on,
  // which counts from the payload's first byte.
  std::array<unsigned char, 48> drawn{};
  std::size_t drawn_bytes = 0;
  std::ptrdiff_t drawn_offset = 0;

  const char* when = "";  // "at its free", "by a check on request", …
  int thread = 0;         // that found it
  StackTrace found_at;
};

/// Copies the rows of 16 bytes around the first bad byte, as far as they lie in the block. The
/// block's memory must still be held, and readable.
void DrawDamage(Finding& finding);

/// The report that a reader gets: what happened, to which block, the bytes, and up to three stacks.
/// Lines of at most 100 characters, but for the names in the stacks.
std::string Describe(const Finding& finding);

}  // namespace workbook
