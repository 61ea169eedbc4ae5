#pragma once

#include <ostream>

#include "decision.h"

// How failure messages show an advice: found by gtest beside the type.
namespace workbook {

inline const char* InWords(Advice advice) {
  switch (advice) {
    case Advice::kBuildForTheNeed:
      return "kBuildForTheNeed (malloc cannot do it)";
    case Advice::kLeaveIt:
      return "kLeaveIt (nothing to win)";
    case Advice::kTuneMalloc:
      return "kTuneMalloc (it is the page faults)";
    case Advice::kBuildPools:
      return "kBuildPools (it is the calls, of few sizes)";
    case Advice::kSwapMalloc:
      return "kSwapMalloc (it is the calls, of many sizes)";
  }
  return "no Advice at all";
}

inline void PrintTo(Advice advice, std::ostream* out) { *out << InWords(advice); }

}  // namespace workbook
