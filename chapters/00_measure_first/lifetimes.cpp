#include "lifetimes.h"

#include <map>
#include <unordered_map>

#include "trace/share.h"
#include "workbook/not_implemented.h"

namespace workbook {
using trace::Share;

std::vector<Lifetime> Lifetimes(std::span<const trace::Event> events) {
  // [exercise 0.3]
  throw NotImplemented("0.3", "Exercise 0.3: lifetimes");
  // [end 0.3]
}

YoungShares ShareOfYoung(std::span<const Lifetime> lifetimes, std::uint64_t most_events) {
  // [exercise 0.3b]
  throw NotImplemented("0.3b", "Exercise 0.3: lifetimes");
  // [end 0.3b]
}

double MeanLiveBytes(std::span<const Lifetime> lifetimes, std::size_t event_count) {
  // [exercise 0.3c]
  throw NotImplemented("0.3c", "Exercise 0.3: lifetimes");
  // [end 0.3c]
}

double RemoteShare(std::span<const Lifetime> lifetimes) {
  std::uint64_t freed = 0;
  std::uint64_t remote = 0;
  for (const Lifetime& lifetime : lifetimes) {
    freed += lifetime.freed ? 1 : 0;
    remote += lifetime.remote ? 1 : 0;
  }
  return Share(remote, freed);
}

}  // namespace workbook
