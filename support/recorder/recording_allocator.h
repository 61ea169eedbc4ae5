#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>

#include "recorder.h"

namespace workbook::recorder {

/// Hands every request on to an upstream allocator and has it recorded. Blocks are the upstream's
/// own: their addresses, sizes and alignment do not change, and data stays context.
///
/// Threads: any. Lifetime: one in a process, never destroyed.
class RecordingAllocator final : public c10::Allocator {
 public:
  /// Makes PyTorch take CPU tensors from a recording allocator over the one that it uses now.
  /// @throws c10::Error  when PyTorch ignores the registration
  static void Register(Recorder& recorder);

  /// A block of the upstream. What the upstream throws passes through, unrecorded.
  c10::DataPtr allocate(std::size_t n) override;

  /// The one function that takes back all blocks, given a block's data pointer. Null when the
  /// upstream has none. Blocks that were not recorded go to the upstream's own in silence.
  c10::DeleterFnPtr raw_deleter() const override;

  void copy_data(void* dest, const void* src, std::size_t count) const override;

 private:
  RecordingAllocator(c10::Allocator& upstream, Recorder& recorder)
      : upstream_(upstream), recorder_(recorder) {}
  c10::DataPtr HandOnEmpty(c10::DataPtr block, Clock::duration spent) const;
  void Free(void* data) const;
  static void DeleteBlock(void* data);

  c10::Allocator& upstream_;
  Recorder& recorder_;
};

}  // namespace workbook::recorder
