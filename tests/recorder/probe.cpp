// A program that knows nothing of the recorder. Each scenario is one thing that can happen in a
// recorded program; the tests run it with the recorder in it and read the trace.
#include <ATen/ATen.h>
#include <c10/core/CPUAllocator.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <barrier>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

at::Tensor Bytes(std::int64_t count) { return at::empty({count}, at::kByte); }

int Plain() {
  Bytes(100);
  const at::Tensor kept = Bytes(200);
  at::empty({0});
  return 0;
}

// Two threads hand blocks of one size to each other: the same addresses again and again.
int Threads() {
  constexpr int kRounds = 2000;
  std::array<at::Tensor, 2> shelf;
  std::barrier meet(2);
  const auto work = [&](std::size_t mine) {
    for (int round = 0; round < kRounds; ++round) {
      shelf[mine] = Bytes(4096);
      meet.arrive_and_wait();
      shelf[1 - mine].reset();
      Bytes(4096);  // perhaps at the address that was just freed
      meet.arrive_and_wait();
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  return 0;
}

// A child makes something of its own, frees what the parent made and leaves regularly. Another one
// leaves at once.
int Fork() {
  at::Tensor shared = Bytes(1000);
  const pid_t child = fork();
  if (child == 0) {
    Bytes(3000);
    shared.reset();
    std::exit(0);
  }
  const pid_t idle = fork();
  if (idle == 0) std::exit(0);
  int status = 0;
  waitpid(child, &status, 0);
  waitpid(idle, nullptr, 0);
  Bytes(2000);
  return status;
}

// Children are forked while another thread allocates without a pause. Each must get through.
int ForkStorm() {
  Bytes(1);  // whatever PyTorch makes at its first allocation is not what is tried here
  std::atomic<bool> stop{false};
  std::thread busy([&stop] {
    while (!stop) Bytes(256);
  });
  int bad = 0;
  for (int i = 0; i < 40; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);  // a deadlock ends by SIGALRM
      Bytes(64);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) ++bad;
  }
  stop = true;
  busy.join();
  return bad;
}

int Kill() {
  std::vector<at::Tensor> kept;
  for (int i = 1; i <= 100; ++i) kept.push_back(Bytes(i));
  return std::raise(SIGKILL);
}

int Operators() {
  const at::Tensor a = at::ones({8, 8});
  const at::Tensor product = at::mm(a, a);
  const at::Tensor copy = product.t().contiguous();
  c10::GetAllocator(c10::kCPU)->allocate(10);
  return 0;
}

// Freed after `main`, when the recording may be over.
int Outlives() {
  static at::Tensor forever;
  forever = Bytes(5000);
  return 0;
}

int Raw() {
  c10::Allocator* allocator = c10::GetAllocator(c10::kCPU);
  if (allocator->raw_deleter() == nullptr) return 1;
  if (allocator->raw_deleter() != allocator->allocate(10).get_deleter()) return 2;
  if (allocator->raw_deleter() != allocator->allocate(0).get_deleter()) return 3;
  void* block = allocator->raw_allocate(777);
  if (reinterpret_cast<std::uintptr_t>(block) % 64 != 0) return 4;
  allocator->raw_deallocate(block);
  allocator->raw_deallocate(nullptr);
  // A block from before the recorder, given back through it.
  allocator->raw_deallocate(c10::GetDefaultCPUAllocator()->raw_allocate(50));
  return 0;
}

bool LoadRecorder() { return dlopen(std::getenv("WORKBOOK_RECORDER"), RTLD_NOW) != nullptr; }

// Tensors that were there before the recorder.
int Late() {
  at::Tensor older = Bytes(5000);
  at::Tensor grows = Bytes(10);
  if (!LoadRecorder()) return 1;
  Bytes(100);
  grows.resize_({6000});
  older.reset();
  return 0;
}

// An allocator that has one block. Whoever gives it back waits until another thread has had it.
struct OneBlock final : c10::Allocator {
  alignas(64) static inline std::array<char, 64> memory{};
  static inline std::atomic<int> turns{0};

  c10::DataPtr allocate(std::size_t) override {
    return {memory.data(), memory.data(), &GiveBack, c10::kCPU};
  }
  static void GiveBack(void*) {
    if (turns++ > 0) return;
    std::thread([] { Bytes(64); }).join();
  }
  c10::DeleterFnPtr raw_deleter() const override { return &GiveBack; }
  void copy_data(void*, const void*, std::size_t) const override {}
};

int OneAddress() {
  c10::SetAllocator(c10::kCPU, new OneBlock);
  if (!LoadRecorder()) return 1;
  Bytes(32);
  return 0;
}

// An allocator whose context is not the data, and which was registered at a high priority.
struct Boxed final : c10::Allocator {
  struct Box {
    std::array<char, 64> memory;
    static inline int live = 0;
  };
  c10::DataPtr allocate(std::size_t) override {
    ++Box::live;
    auto* box = new Box;
    return {box->memory.data() + 16, box, &Open, c10::kCPU};
  }
  static void Open(void* box) {
    --Box::live;
    delete static_cast<Box*>(box);
  }
  void copy_data(void*, const void*, std::size_t) const override {}
};

int OtherContext() {
  c10::SetAllocator(c10::kCPU, new Boxed, 9);
  if (!LoadRecorder()) return 1;
  {
    c10::DataPtr block = c10::GetAllocator(c10::kCPU)->allocate(40);
    if (block.get() != block.get_context()) return 2;
    if (Boxed::Box::live != 1) return 3;
  }
  return Boxed::Box::live;
}

int Fails() {
  try {
    Bytes(std::int64_t{1} << 60);
  } catch (const c10::Error&) {
    return 0;
  }
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  const std::map<std::string, std::function<int()>> scenarios{{"plain", Plain},
                                                              {"threads", Threads},
                                                              {"fork", Fork},
                                                              {"fork_storm", ForkStorm},
                                                              {"kill", Kill},
                                                              {"operators", Operators},
                                                              {"outlives", Outlives},
                                                              {"raw", Raw},
                                                              {"fails", Fails},
                                                              {"late", Late},
                                                              {"one_address", OneAddress},
                                                              {"other_context", OtherContext},
                                                              {"exit_7", [] { return 7; }}};
  if (count != 2 || !scenarios.contains(arguments[1])) return 99;
  return scenarios.at(arguments[1])();
}
