#pragma once

#include <ostream>

#include "finding.h"
#include "guards.h"
#include "ledger.h"

// How failure messages show the chapter's enumerations: found by gtest beside the types.
namespace workbook {

inline void PrintTo(BlockState state, std::ostream* out) {
  static constexpr const char* kWords[] = {"kUnused", "kLive (in a user's hands)",
                                           "kFreed (its memory is still held)",
                                           "kGone (its memory has gone back)"};
  *out << kWords[static_cast<int>(state)];
}

inline void PrintTo(FreeVerdict verdict, std::ostream* out) {
  switch (verdict) {
    case FreeVerdict::kGood:
      *out << "kGood (a live block, claimed)";
      return;
    case FreeVerdict::kTwice:
      *out << "kTwice (freed already)";
      return;
    case FreeVerdict::kForeign:
      *out << "kForeign (no block starts there)";
      return;
  }
  *out << "no FreeVerdict at all: " << static_cast<int>(verdict);
}

inline void PrintTo(DamagedPart part, std::ostream* out) {
  switch (part) {
    case DamagedPart::kNone:
      *out << "kNone (nothing is damaged)";
      return;
    case DamagedPart::kHeadGuard:
      *out << "kHeadGuard (before the payload)";
      return;
    case DamagedPart::kTailGuard:
      *out << "kTailGuard (behind the payload)";
      return;
    case DamagedPart::kFreedPayload:
      *out << "kFreedPayload (written after the free)";
      return;
  }
  *out << "no DamagedPart at all: " << static_cast<int>(part);
}

inline void PrintTo(const Damage& damage, std::ostream* out) {
  PrintTo(damage.part, out);
  *out << ", first bad byte at " << damage.offset << ", " << damage.bytes << " bad bytes";
}

inline void PrintTo(FindingKind kind, std::ostream* out) {
  static constexpr const char* kWords[] = {"an underrun", "an overrun", "a write after free",
                                           "a double free", "a foreign free"};
  *out << kWords[static_cast<int>(kind)];
}

}  // namespace workbook
