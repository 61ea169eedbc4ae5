#include "decision.h"

#include <algorithm>

#include "ceiling.h"
#include "live_bytes.h"
#include "page_faults.h"
#include "sizes.h"
#include "workbook/not_implemented.h"

namespace workbook {

Findings Examine(const trace::Trace& trace, const Costs& costs) {
  // [exercise 0.6]
  throw NotImplemented("0.6", "Exercise 0.6: the decision");
  // [end 0.6]
}

Advice Decide(const Findings& findings, const Needs& needs, const Bar& bar) {
  // [exercise 0.6b]
  throw NotImplemented("0.6b", "Exercise 0.6: the decision");
  // [end 0.6b]
}

std::string_view OwnReason(std::string_view trace) {
  // [exercise 0.6c]
  throw NotImplemented("0.6c", "Exercise 0.6: the decision");
  // [end 0.6c]
}

}  // namespace workbook
