#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/event.h"

namespace workbook {

/// How many requests asked for one size.
struct SizeCount {
  std::uint64_t bytes = 0;
  std::uint64_t requests = 0;
};

/// All sizes that were asked for, each once: the most requests first, and of equal requests the
/// smaller size first. Requests for zero bytes are left out: they take no memory.
std::vector<SizeCount> CountSizes(std::span<const trace::Event> events);

/// What share of all requests asked for a size that had been asked for before (*repeats*); 0 to 1,
/// and 0 for an empty list. No cache of freed blocks can serve more, however clever it is.
/// @param sizes  as CountSizes returns them
double RepeatShare(std::span<const SizeCount> sizes);

/// What share of all requests asked for one of the `pools` first sizes of the list; 0 to 1, and 0
/// for an empty list. So much would that many pools of one size each serve. If there are fewer
/// sizes than pools, they serve everything.
double PoolShare(std::span<const SizeCount> sizes, std::size_t pools);

/// The size class of a request: the smallest of these sizes that it fits in. 0 has class 0. Then
/// come the multiples of 64 up to 256, and from there on four classes for each doubling, equally
/// far apart: 320, 384, 448, 512, then 640, 768, 896, 1024, then 1280 …
/// @param bytes  at most 2^63
std::uint64_t ClassBytes(std::uint64_t bytes);

/// The same requests, each counted under its class instead of its own size. In the order of
/// CountSizes.
std::vector<SizeCount> CountClasses(std::span<const SizeCount> sizes);

/// If every request got a block of its class: what share of the bytes handed out nobody asked for
/// (*slack*); 0 to 1, and 0 for an empty list.
double SlackShare(std::span<const SizeCount> sizes);

}  // namespace workbook
