#pragma once

#include <cstddef>

/// All cores of the process, and what a fork does with them. Given.
namespace workbook {
class HybridCore;
}

namespace workbook::fork_watch {

/// Cores that can exist at one time.
inline constexpr std::size_t kMaxCores = 64;

/// @throws std::length_error  when there are kMaxCores
void Add(HybridCore& core);
void Remove(HybridCore& core) noexcept;

}  // namespace workbook::fork_watch
