#include "recording_allocator.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "operators.h"

namespace workbook::recorder {
namespace {

// A deleter gets one word, the block's data pointer. This is its way back to everything else.
const RecordingAllocator* registered = nullptr;

}  // namespace

// Somebody may have registered at any priority, and PyTorch does not say which: the lowest that
// works leaves the most room for a program that registers an allocator of its own later.
void RecordingAllocator::Register(Recorder& recorder) {
  c10::Allocator* upstream = c10::GetAllocator(c10::DeviceType::CPU);
  auto* recording = new RecordingAllocator(*upstream, recorder);
  registered = recording;
  for (int priority = 0; priority <= std::numeric_limits<std::uint8_t>::max(); ++priority) {
    c10::SetAllocator(c10::DeviceType::CPU, recording, static_cast<std::uint8_t>(priority));
    if (c10::GetAllocator(c10::DeviceType::CPU) == recording) return;
  }
  TORCH_CHECK(false, "PyTorch ignored the recording allocator");
}

c10::DataPtr RecordingAllocator::allocate(std::size_t n) {
  const Clock::time_point begin = Clock::now();
  c10::DataPtr block = upstream_.allocate(n);
  const Clock::duration spent = Clock::now() - begin;
  if (n == 0 || !block) return HandOnEmpty(std::move(block), spent);
  void* data = block.get();
  recorder_.Allocated(data, n, {block.get_context(), block.get_deleter()}, CurrentOperator(),
                      spent);
  const c10::Device device = block.device();
  block.release_context();  // the table has it now
  return {data, data, &DeleteBlock, device};
}

// PyTorch never gives an empty block back, and an upstream may hand out the same one every time.
c10::DataPtr RecordingAllocator::HandOnEmpty(c10::DataPtr block, Clock::duration spent) const {
  recorder_.Allocated(nullptr, 0, {nullptr, nullptr}, CurrentOperator(), spent);
  if (const c10::DeleterFnPtr upstreams = upstream_.raw_deleter()) {
    static_cast<void>(block.compare_exchange_deleter(upstreams, &DeleteBlock));
  }
  return block;
}

c10::DeleterFnPtr RecordingAllocator::raw_deleter() const {
  return upstream_.raw_deleter() == nullptr ? nullptr : &DeleteBlock;
}

void RecordingAllocator::DeleteBlock(void* data) {
  if (data != nullptr) registered->Free(data);
}

void RecordingAllocator::Free(void* data) const {
  const std::optional<Owner> owner = recorder_.Freed(data);
  if (!owner) {
    if (const c10::DeleterFnPtr upstreams = upstream_.raw_deleter()) upstreams(data);
    return;
  }
  const Clock::time_point begin = Clock::now();
  owner->deleter(owner->context);
  recorder_.AddFreeTime(Clock::now() - begin);
}

void RecordingAllocator::copy_data(void* dest, const void* src, std::size_t count) const {
  upstream_.copy_data(dest, src, count);
}

}  // namespace workbook::recorder
