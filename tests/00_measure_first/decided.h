#pragma once

#include <algorithm>
#include <cstdio>
#include <string>

#include "ceiling.h"
#include "decision.h"
#include "in_words.h"
#include "recorded.h"

namespace workbook::testing {

inline std::string Percent(double share) {
  char text[32];
  static_cast<void>(std::snprintf(text, sizeof(text), "%.1f %%", 100 * share));
  return text;
}

/// What Examine and Decide, the learner's, say of one of the six traces: a sentence with the
/// numbers it rests on.
inline std::string Decided(const std::string& name) {
  const Findings found = Examine(Recorded(name), {});
  char ceiling[32];
  static_cast<void>(std::snprintf(ceiling, sizeof(ceiling), "%.2f",
                                  Ceiling(std::min(1.0, found.calls + found.faults))));
  return name + ": " + InWords(Decide(found, {}, {})) + ". Calls " + Percent(found.calls) +
         " of the run, avoidable faults " + Percent(found.faults) + ": at most " + ceiling +
         " times as fast. Eight pools would serve " + Percent(found.pooled) + ".";
}

}  // namespace workbook::testing
