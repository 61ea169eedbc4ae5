#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workbook {

/// Block sizes are multiples of this, in bytes: the alignment that PyTorch's kernels expect.
inline constexpr std::size_t kGranuleBytes = 64;

/// The next multiple of kGranuleBytes. `bytes` is at most SIZE_MAX - 63.
constexpr std::size_t RoundedUpToGranule(std::size_t bytes) {
  return (bytes + kGranuleBytes - 1) & ~(kGranuleBytes - 1);
}

/// A line of a size histogram: so many requests asked for so many bytes.
struct SizeCount {
  std::size_t bytes;
  std::uint64_t requests;
};

/// Requests of `least_bytes` to `block_bytes` bytes, which all get a block of `block_bytes`. What a
/// request does not fill of its block is slack (internal fragmentation).
struct SizeClass {
  std::size_t least_bytes;
  std::size_t block_bytes;  ///< a multiple of kGranuleBytes

  friend bool operator==(const SizeClass&, const SizeClass&) = default;
};

/// What ChooseClasses() may spend.
struct ClassLimits {
  std::size_t max_classes = 16;
  std::size_t max_slack_percent = 12;  ///< of the block, beyond the rounding to 64 bytes; 0 to 99
  std::size_t max_block_bytes = std::size_t{64} << 20;  ///< larger sizes get no class
};

/// The smallest size that a class with blocks of `block_bytes` serves: sizes count as rounded up to
/// kGranuleBytes, and slack is at most `max_slack_percent` of the block.
///
///     | least_bytes - 1, rounded up to 64 | slack: too much |
///     | least_bytes, rounded up to 64       | slack: enough |
///     |<------------------ block_bytes -------------------->|
///
/// @param block_bytes  a multiple of kGranuleBytes, not 0
/// @return 1 or more
std::size_t LeastServed(std::size_t block_bytes, std::size_t max_slack_percent);

/// The classes that serve the most requests of a histogram within the limits. Each ends at a size
/// that occurs (rounded up to 64); no two serve the same size. Of several best choices one with the
/// fewest classes.
/// @param histogram  in any order; a size may stand in it more than once; 0 bytes are left out
/// @return in ascending order; empty for an empty histogram
std::vector<SizeClass> ChooseClasses(const std::vector<SizeCount>& histogram,
                                     const ClassLimits& limits);

/// What a choice of classes is worth on a histogram.
struct ClassScore {
  std::uint64_t requests = 0;       ///< all, without those of 0 bytes
  std::uint64_t served = 0;         ///< those that some class serves
  std::uint64_t served_bytes = 0;   ///< what the served ones asked for
  std::uint64_t served_blocks = 0;  ///< bytes of the blocks that they get

  double Share() const {
    return requests == 0 ? 0 : static_cast<double>(served) / static_cast<double>(requests);
  }
  double Slack() const {
    return served_blocks == 0
               ? 0
               : 1 - static_cast<double>(served_bytes) / static_cast<double>(served_blocks);
  }
};

/// @param classes  ascending, no size in two of them
ClassScore Score(const std::vector<SizeClass>& classes, const std::vector<SizeCount>& histogram);

/// Classes that know nothing of any program: a grid with `kGridSteps` sizes from one power of two
/// to the next, so that slack is below 1/16 of the block (6.25 %). Given.
/// @param above_bytes  the largest size below the grid; a power of two, at least 1024
/// @param most_bytes  the last block size; a power of two
std::vector<SizeClass> GridClasses(std::size_t above_bytes, std::size_t most_bytes);

inline constexpr std::size_t kGridSteps = 16;

}  // namespace workbook
