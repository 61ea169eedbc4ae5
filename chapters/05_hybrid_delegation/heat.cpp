#include "heat.h"

#include "workbook/not_implemented.h"

namespace workbook {

bool Heat::NoteRequest(const HeatLimits& limits) {
  // [exercise 5.5]
  throw NotImplemented("5.5", "Hot and cold");
  // [end 5.5]
}

bool Heat::Cool(const HeatLimits& limits) {
  // [exercise 5.5b]
  throw NotImplemented("5.5b", "Hot and cold");
  // [end 5.5b]
}

}  // namespace workbook
