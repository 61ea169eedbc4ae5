#include "live_bytes.h"

#include <algorithm>
#include <map>

#include "workbook/not_implemented.h"

namespace workbook {

Peak FindPeak(std::span<const trace::Event> events) {
  // [exercise 0.1]
  throw NotImplemented("0.1", "Exercise 0.1: peak live bytes");
  // [end 0.1]
}

std::vector<Holder> HoldersAfter(std::span<const trace::Event> events) {
  // [exercise 0.1b]
  throw NotImplemented("0.1b", "Exercise 0.1: peak live bytes");
  // [end 0.1b]
}

}  // namespace workbook
