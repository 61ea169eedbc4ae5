#pragma once

#include <ostream>

#include "hybrid_core.h"

// How failure messages show whose a block is: found by gtest beside the type.
namespace workbook {

inline void PrintTo(Owner owner, std::ostream* out) {
  *out << (owner == Owner::kPool    ? "a pool's"
           : owner == Owner::kShelf ? "a shelf's"
                                    : "the upstream's");
}

}  // namespace workbook
