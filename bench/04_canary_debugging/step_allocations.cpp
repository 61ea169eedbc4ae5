#include "step_allocations.h"

#include <c10/core/CPUAllocator.h>

#include <map>
#include <stdexcept>
#include <vector>

#include "training.h"
#include "work.h"

namespace workbook::bench {
namespace {

// An allocation of `bytes` bytes into `slot`, or, with 0 bytes, the free of what is there.
struct Call {
  std::size_t slot;
  std::size_t bytes;
};

// Passes everything on to PyTorch's default and writes it down. One thread, one recording.
class Recorder final : public c10::Allocator {
 public:
  static Recorder& Get() {
    static auto& recorder = *new Recorder;
    return recorder;
  }

  void Start() {
    calls_.clear();
    slots_.clear();
    recording_ = true;
  }

  /// Frees what the step left behind, so that the calls can be repeated.
  std::vector<Call> Stop() {
    recording_ = false;
    for (const auto& [data, slot] : slots_) calls_.push_back({slot, 0});
    return calls_;
  }

  c10::DataPtr allocate(std::size_t n) override {
    void* const data = c10::GetDefaultCPUAllocator()->raw_allocate(n);
    if (recording_ && data != nullptr) {
      const std::size_t slot = allocations_++;
      slots_[data] = slot;
      calls_.push_back({slot, n});
    }
    return {data, data, &Free, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &Free; }
  void copy_data(void* dest, const void* src, std::size_t count) const override {
    default_copy_data(dest, src, count);
  }

 private:
  static void Free(void* data) {
    if (data == nullptr) return;
    Recorder& recorder = Get();
    const auto found = recorder.slots_.find(data);
    if (recorder.recording_ && found != recorder.slots_.end()) {
      recorder.calls_.push_back({found->second, 0});
      recorder.slots_.erase(found);
    }
    c10::GetDefaultCPUAllocator()->raw_deallocate(data);
  }

  bool recording_ = false;
  std::size_t allocations_ = 0;
  std::map<void*, std::size_t> slots_;
  std::vector<Call> calls_;
};

std::vector<Call> RecordOneStep() {
  c10::Allocator* const before = c10::GetAllocator(c10::kCPU);
  c10::SetAllocator(c10::kCPU, &Recorder::Get());
  DigitsTraining training;
  training.Step();  // what is made once is made now
  Recorder::Get().Start();
  training.Step();
  std::vector<Call> calls = Recorder::Get().Stop();
  c10::SetAllocator(c10::kCPU, before);
  if (calls.empty()) throw std::runtime_error("the training step made no allocation");
  return calls;
}

void Repeat(const std::vector<Call>& calls, c10::Allocator& allocator,
            std::vector<c10::DataPtr>& blocks) {
  for (const Call& call : calls) {
    if (call.bytes == 0) {
      blocks[call.slot].clear();
    } else {
      blocks[call.slot] = allocator.allocate(call.bytes);
      *static_cast<volatile char*>(blocks[call.slot].get()) = 1;
    }
  }
}

void StepAllocations(benchmark::State& state, const Subject& subject) {
  static const std::vector<Call> calls = RecordOneStep();
  c10::Allocator& allocator = *subject.allocator();
  std::vector<c10::DataPtr> blocks(calls.size());
  for (auto _ : state) Repeat(calls, allocator, blocks);
  state.counters["calls"] = static_cast<double>(calls.size()) / 2;
  CountMemory(state, subject);
}

}  // namespace

void RegisterStepAllocations(const Subject& subject) {
  Register("step_allocations/" + subject.who, [subject](benchmark::State& state) {
    StepAllocations(state, subject);
  })->Unit(benchmark::kMicrosecond);
}

void RegisterStepAllocationsByTurns(const Subject& subject) {
  const auto make = [](c10::Allocator& allocator) -> TimedWork {
    return [&allocator, calls = RecordOneStep()](std::size_t times) {
      std::vector<c10::DataPtr> blocks(calls.size());
      return TimeOf(times, [&] { Repeat(calls, allocator, blocks); });
    };
  };
  RegisterByTurns("step_allocations", subject, make, 140, 1000);
}

}  // namespace workbook::bench
