#pragma once

#include <ostream>

#include "block_store.h"
#include "slab.h"

// How failure messages show the chapter's enumerations: found by gtest beside the types.
namespace workbook {

inline void PrintTo(FreeError error, std::ostream* out) {
  switch (error) {
    case FreeError::kNone:
      *out << "kNone (the block is back)";
      return;
    case FreeError::kForeign:
      *out << "kForeign (in no pool's slab)";
      return;
    case FreeError::kMisaligned:
      *out << "kMisaligned (no block starts there)";
      return;
    case FreeError::kNotOut:
      *out << "kNotOut (the block is not in a user's hands)";
      return;
  }
  *out << "no FreeError at all: " << static_cast<int>(error);
}

inline void PrintTo(PoolFailure failure, std::ostream* out) { *out << Describe(failure); }

}  // namespace workbook
