#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "layout.h"

namespace workbook::testing {

/// Every byte that a nest reads, one by one, from its definition.
inline std::set<std::uintptr_t> BytesRead(const LoopNest& nest) {
  std::set<std::uintptr_t> bytes;
  std::vector<std::size_t> turn(nest.loops.size(), 0);
  for (const Loop& loop : nest.loops) {
    if (loop.count == 0) return bytes;
  }
  while (true) {
    std::uintptr_t address = nest.base;
    for (std::size_t i = 0; i < turn.size(); ++i) address += turn[i] * nest.loops[i].stride_bytes;
    for (std::size_t i = 0; i < nest.element_bytes; ++i) bytes.insert(address + i);
    std::size_t depth = turn.size();
    while (depth > 0 && ++turn[depth - 1] == nest.loops[depth - 1].count) turn[--depth] = 0;
    if (depth == 0) return bytes;
  }
}

inline std::vector<std::uintptr_t> UnitsOf(const std::set<std::uintptr_t>& bytes,
                                           std::size_t unit_bytes) {
  std::set<std::uintptr_t> units;
  for (const std::uintptr_t byte : bytes) units.insert(byte / unit_bytes);
  return {units.begin(), units.end()};
}

/// A small nest of zero to four loops.
inline LoopNest RandomNest(std::mt19937& random) {
  LoopNest nest{random() % 10'000, 1 + random() % 200, {}};
  for (std::size_t depth = random() % 5; depth > 0; --depth) {
    nest.loops.push_back({random() % 6 + (random() % 8 != 0), random() % 300});
  }
  return nest;
}

/// @param start  how to name the nest's base; its address if empty
inline std::string Describe(const LoopNest& nest, const std::string& start = {}) {
  std::ostringstream out;
  out << "elements of " << nest.element_bytes << " B from "
      << (start.empty() ? "address " + std::to_string(nest.base) : start);
  for (const Loop& loop : nest.loops)
    out << ", " << loop.count << " x " << loop.stride_bytes << " B";
  return out.str();
}

}  // namespace workbook::testing
