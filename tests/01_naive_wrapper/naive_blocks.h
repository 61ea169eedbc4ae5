#pragma once

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdint>
#include <string>

#include "draw.h"
#include "naive_allocator.h"

namespace workbook::test_support {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kMallocIsGlibc = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kMallocIsGlibc = false;
#else
inline constexpr bool kMallocIsGlibc = true;
#endif
#else
inline constexpr bool kMallocIsGlibc = true;
#endif

/// Large enough that glibc's malloc takes it from the kernel and gives it back at once (its limit
/// moves with use, up to 32 MiB). Untouched pages of it cost nothing.
inline constexpr std::size_t kMappedBytes = std::size_t{64} << 20;

/// Bytes of malloc's blocks that come straight from the kernel, such as one of kMappedBytes.
inline std::size_t MappedBytes() { return mallinfo2().hblkhd; }

/// The header that must stand before a block's payload.
inline const BlockHeader* HeaderBefore(const void* payload) {
  return static_cast<const BlockHeader*>(payload) - 1;
}

/// The block that the chapter's page promises, drawn.
inline std::string PromisedBlock(std::size_t payload_bytes) {
  return "  promised: " + DrawLayout({{"header", kHeaderBytes}, {"payload", payload_bytes}}) +
         "\n" + "  data and context both point to the payload's first byte\n";
}

/// Where context and data point, seen from the data pointer's header.
inline std::string PointersOf(const c10::DataPtr& pointer) {
  const auto data = reinterpret_cast<std::intptr_t>(pointer.get());
  const auto context = reinterpret_cast<std::intptr_t>(pointer.get_context());
  return "  came back: context stands " + std::to_string(context - data) + " bytes from data\n";
}

}  // namespace workbook::test_support
