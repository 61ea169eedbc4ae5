#pragma once

#include <ostream>

#include "shelves.h"

// How failure messages show the chapter's enumerations: found by gtest beside the types.
namespace workbook {

inline void PrintTo(Returned returned, std::ostream* out) {
  switch (returned) {
    case Returned::kForeign:
      *out << "kForeign (not one of the shelves')";
      return;
    case Returned::kShelved:
      *out << "kShelved (kept)";
      return;
    case Returned::kDisowned:
      *out << "kDisowned (to be freed upstream)";
      return;
    case Returned::kTwice:
      *out << "kTwice (it lies on its shelf already)";
      return;
  }
  *out << "no Returned at all: " << static_cast<int>(returned);
}

}  // namespace workbook
