#pragma once

#include <cstddef>

#include "block_layout.h"

namespace workbook {

/// How a tool that watches memory is told what may be touched: three functions, each for a range of
/// bytes. The tests pass functions of their own.
struct MemoryMarker {
  void (*no_access)(const void* begin, std::size_t bytes);  // any access is a bug
  void (*undefined)(const void* begin, std::size_t bytes);  // may be written, not read before that
  void (*defined)(const void* begin, std::size_t bytes);    // may be read and written
};

/// The marker of the tool that this process runs under: the address sanitizer, where its runtime is
/// loaded, or valgrind, where this file was compiled with valgrind's header. It is null when there
/// is none.
///
/// The address sanitizer knows no "undefined": such bytes may be read. It keeps its marks for
/// groups of 8 bytes, so a guard that begins in the middle of a group is marked from there on, but
/// one that ends in the middle only up to the group.
const MemoryMarker* SystemMarker() noexcept;

/// The two guards: no access.
void CloseGuards(const MemoryMarker& marker, const BlockBounds& block);

/// The two guards may be read, for a check of ours.
void OpenGuards(const MemoryMarker& marker, const BlockBounds& block);

/// A block that was just handed out: closed guards, an undefined payload.
void MarkFresh(const MemoryMarker& marker, const BlockBounds& block);

/// A block in quarantine: no byte of it may be touched.
void MarkFreed(const MemoryMarker& marker, const BlockBounds& block);

/// A block that goes back to its upstream, or that we look through: every byte of it may be touched
/// again. Without this the upstream's next user would be called the culprit.
void MarkOpen(const MemoryMarker& marker, const BlockBounds& block);

}  // namespace workbook
