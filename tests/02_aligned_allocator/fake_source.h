#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>

#include "aligned_memory.h"
#include "in_words.h"

namespace workbook::testing {

struct FakeSourceState {
  std::size_t offset = 0;
  std::size_t requested = 0;
  int acquired = 0;
  int released = 0;
  void* last_released = nullptr;
  bool refuses = false;
};

/// A MemorySource over one buffer, for one block at a time. It chooses the alignment of what it
/// hands out, keeps what it was asked and given back, and fences the block with bytes that nobody
/// may change.
class FakeSource {
 public:
  static constexpr std::size_t kBufferBytes = std::size_t{64} << 10;
  static constexpr std::size_t kFenceBytes = 64;
  static constexpr unsigned char kFence = 0xF5;

  FakeSource() { Reset(0); }

  /// Forgets all; the next block starts `offset` bytes after a multiple of 4096.
  void Reset(std::size_t offset) {
    state_ = FakeSourceState{};
    state_.offset = offset;
    std::memset(buffer_.data(), kFence, buffer_.size());
  }

  void Refuse() { state_.refuses = true; }
  MemorySource Source() const { return {&Acquire, &Release}; }
  char* Original() const { return First() + state_.offset; }

  int acquired() const { return state_.acquired; }
  int released() const { return state_.released; }
  std::size_t requested() const { return state_.requested; }
  void* last_released() const { return state_.last_released; }

  /// The first byte outside the block that was overwritten, as a distance from the block's first
  /// byte; empty text when there is none.
  std::string DamagedFence() const {
    for (std::size_t i = 0; i < kFenceBytes; ++i) {
      if (Byte(Original() - 1 - i) != kFence) return Damage(-1 - static_cast<std::ptrdiff_t>(i));
      if (Byte(Original() + state_.requested + i) != kFence)
        return Damage(static_cast<std::ptrdiff_t>(state_.requested + i));
    }
    return {};
  }

  /// The block as it lies, for failure messages.
  std::string Draw(const void* payload, std::size_t bytes) const {
    std::ostringstream out;
    const auto* const at = static_cast<const char*>(payload);
    out << "\n  original " << static_cast<const void*>(Original()) << ", " << state_.requested
        << " bytes asked for\n";
    if (payload == nullptr) return out.str() + "  no payload\n";
    const std::ptrdiff_t padding = at - Original() - static_cast<std::ptrdiff_t>(kWordBytes);
    const std::ptrdiff_t tail =
        Original() + state_.requested - at - static_cast<std::ptrdiff_t>(bytes);
    out << "  | padding " << padding << " B | word 8 B | payload " << payload << ", " << bytes
        << " B | left over " << tail << " B |\n";
    return out.str();
  }

 private:
  static unsigned char Byte(const char* address) { return static_cast<unsigned char>(*address); }

  static std::string Damage(std::ptrdiff_t at) {
    return "byte " + std::to_string(at) + " of a block of " + std::to_string(state_.requested) +
           " bytes was overwritten: it is not the block's";
  }

  static char* First() {
    const auto address = reinterpret_cast<std::uintptr_t>(buffer_.data()) + kFenceBytes;
    return buffer_.data() + kFenceBytes + (0 - address) % 4096;
  }

  static void* Acquire(std::size_t bytes) {
    ++state_.acquired;
    state_.requested = bytes;
    if (state_.refuses) return nullptr;
    if (bytes > kBufferBytes / 2) {
      ADD_FAILURE() << "the source was asked for " << InWords(bytes) << " bytes";
      return nullptr;
    }
    return First() + state_.offset;
  }

  static void Release(void* original) noexcept {
    ++state_.released;
    state_.last_released = original;
  }

  static inline FakeSourceState state_;
  static inline std::array<char, kBufferBytes> buffer_;
};

inline std::size_t Remainder(const void* address, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(address) % alignment;
}

}  // namespace workbook::testing
