#pragma once

#include <array>
#include <cstdint>
#include <mutex>

#include "pool_core.h"

/// The process's kMaxPools cores, in one array that is never destroyed, and what a fork does with
/// them. Given.
namespace workbook::pool_registry {

/// Guards opening. Lock order: this, then a core's, then the slab region's.
std::mutex& Mutex() noexcept;

/// A core that no pool uses. The caller holds Mutex().
/// @return null when there is none
PoolCore* FindUnused();

PoolCore& At(std::size_t index) noexcept;
std::size_t IndexOf(const PoolCore& core) noexcept;

/// 1, 2, 3 … The caller holds Mutex().
std::uint64_t NextId() noexcept;

}  // namespace workbook::pool_registry
