#include "pch.h"
//
#include <sys/wait.h>
#include <unistd.h>

#include "interrupted.h"
#include "registration.h"

namespace workbook {
namespace {

using test_support::Interrupted;

c10::Allocator* InUse() { return c10::GetAllocator(c10::DeviceType::CPU); }

// Allocators to register: never destroyed, as the contract demands.
NaiveAllocator& NewAllocator() {
  static auto* const all = new std::vector<std::unique_ptr<NaiveAllocator>>;
  return *all->emplace_back(std::make_unique<NaiveAllocator>());
}

class Ex1_8 : public testing::Test {
 protected:
  Ex1_8() : original_(InUse()) { testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
  ~Ex1_8() override {
    c10::SetAllocator(c10::DeviceType::CPU, original_, 0);
    EXPECT_EQ(InUse(), original_) << "the test left PyTorch with another allocator";
  }

  c10::Allocator* const original_;
  NaiveAllocator& ours_ = NewAllocator();
};

TEST_F(Ex1_8, RegisteringMakesPyTorchUseTheAllocator) {
  RegisterForCpu(ours_);
  ASSERT_EQ(InUse(), &ours_);
  const at::Tensor tensor = at::empty({1000}, at::kByte);
  EXPECT_EQ(ours_.Statistics().live_bytes, 1000U);
}

TEST_F(Ex1_8, RegisteringReturnsTheFormerAllocator) {
  NaiveAllocator& next = NewAllocator();
  EXPECT_EQ(&RegisterForCpu(ours_), original_);
  EXPECT_EQ(&RegisterForCpu(next), &ours_);
}

TEST_F(Ex1_8, AScopePutsTheFormerAllocatorBack) {
  {
    const CpuRegistration registration(ours_);
    EXPECT_EQ(InUse(), &ours_);
  }
  EXPECT_EQ(InUse(), original_);
}

TEST_F(Ex1_8, ScopesNest) {
  NaiveAllocator& inner_allocator = NewAllocator();
  const CpuRegistration outer(ours_);
  {
    const CpuRegistration inner(inner_allocator);
    EXPECT_EQ(InUse(), &inner_allocator);
  }
  EXPECT_EQ(InUse(), &ours_) << "the end of the inner scope must bring back the outer allocator";
}

TEST_F(Ex1_8, ThereIsOneSharedAllocator) {
  NaiveAllocator* const here = &SharedNaiveAllocator();
  std::vector<NaiveAllocator*> elsewhere(4);
  std::vector<std::thread> threads;
  for (NaiveAllocator*& seen : elsewhere) {
    threads.emplace_back([&seen] { seen = &SharedNaiveAllocator(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const NaiveAllocator* seen : elsewhere) {
    EXPECT_EQ(seen, here) << "another thread got another allocator; one process has one";
  }
}

// Who frees what.

TEST_F(Ex1_8, TheLastViewFreesTheBlock) {
  at::Tensor view;
  {
    const CpuRegistration registration(ours_);
    view = at::ones({1000}, at::kByte).slice(0, 500, 510);
  }
  EXPECT_EQ(ours_.Statistics().live_bytes, 1000U);
  EXPECT_EQ(view.sum().item<std::int64_t>(), 10);
  view.reset();
  EXPECT_EQ(ours_.Statistics().live_bytes, 0U);
}

TEST_F(Ex1_8, TensorsOlderThanTheSwapNeverComeHere) {
  at::Tensor older = at::ones({1000}, at::kByte);
  const CpuRegistration registration(ours_);
  older.resize_({5000});
  older.reset();
  EXPECT_EQ(ours_.Statistics().total_allocations, 0U)
      << "a storage keeps the allocator that it was made with, for resize_ too";
}

TEST_F(Ex1_8, TensorsThatOutliveTheSwapStillComeHere) {
  at::Tensor survivor;
  {
    const CpuRegistration registration(ours_);
    survivor = at::ones({1000}, at::kByte);
  }
  survivor.resize_({5000});
  EXPECT_EQ(ours_.Statistics().live_bytes, 5000U) << "resize_ after the swap was over";
  survivor.reset();
  EXPECT_EQ(ours_.Statistics().live_bytes, 0U);
}

// A registration at a priority above 0 is for good: each of these has a process of its own. The
// child says on standard error what is wrong, and its exit code is the verdict.

[[noreturn]] void Say(bool right, const char* what) {
  if (!right) std::fprintf(stderr, "%s\n", what);
  std::exit(right ? 0 : 1);
}

// The words of the exception on its way, without the long list of frames that c10::Error adds.
void PrintException(const char* what_happened) {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const c10::Error& error) {
    std::fprintf(stderr, "%s\n  %s\n", what_happened, error.msg().c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n  %s\n", what_happened, error.what());
  } catch (...) {
    std::fprintf(stderr, "%s\n", what_happened);
  }
}

// Runs in the child. Whatever goes wrong there, a sentence says so.
[[noreturn]] void InChild(void (*body)()) {
  std::set_terminate([] {
    if (std::current_exception()) {
      PrintException("an exception left a destructor or a noexcept function:");
    }
    std::_Exit(1);
  });
  try {
    body();
  } catch (...) {
    PrintException("an exception came where none was expected:");
  }
  std::exit(1);
}

void RegisterTooLow() {
  NaiveAllocator& high = NewAllocator();
  RegisterForCpu(high, 5);
  try {
    RegisterForCpu(NewAllocator(), 4);
  } catch (const c10::Error&) {
    Say(InUse() == &high, "the refused registration changed the allocator in use");
  }
  Say(false, "after a registration at 5, RegisterForCpu(…, 4) returned as if all were well");
}

TEST_F(Ex1_8, ARegistrationThatPyTorchIgnoresIsAnError) {
  EXPECT_EXIT(InChild(RegisterTooLow), testing::ExitedWithCode(0), "")
      << "PyTorch ignores a priority lower than the last one. RegisterForCpu must notice,\n"
      << "throw a c10::Error, and leave the former allocator in use";
}

void RegisterAtEqualPriority() {
  NaiveAllocator& next = NewAllocator();
  RegisterForCpu(NewAllocator(), 5);
  RegisterForCpu(next, 5);
  Say(InUse() == &next, "after two registrations at 5, the second one is not in use");
}

TEST_F(Ex1_8, AnEqualPriorityIsEnough) {
  EXPECT_EXIT(InChild(RegisterAtEqualPriority), testing::ExitedWithCode(0), "")
      << "PyTorch obeys a priority equal to the last one: RegisterForCpu must pass on the\n"
      << "priority that it was given, and must not throw";
}

void NameThePriority() {
  RegisterForCpu(NewAllocator(), 200);
  try {
    RegisterForCpu(NewAllocator(), 117);
  } catch (const c10::Error& error) {
    const std::string message = "the message was: " + error.msg();
    Say(error.msg().find("117") != std::string::npos, message.c_str());
  }
  Say(false, "after a registration at 200, RegisterForCpu(…, 117) returned as if all were well");
}

TEST_F(Ex1_8, TheErrorNamesThePriority) {
  EXPECT_EXIT(InChild(NameThePriority), testing::ExitedWithCode(0), "")
      << "RegisterForCpu(…, 117) must throw a c10::Error whose message contains 117";
}

void ScopeAtHighPriority() {
  c10::Allocator* const before = InUse();
  { const CpuRegistration registration(NewAllocator(), 7); }
  Say(InUse() == before,
      "after a scope at priority 7 the former allocator is not back: PyTorch ignores a lower "
      "priority");
}

TEST_F(Ex1_8, AScopeAtAHighPriorityPutsTheFormerAllocatorBack) {
  EXPECT_EXIT(InChild(ScopeAtHighPriority), testing::ExitedWithCode(0), "")
      << "the destructor must put the former allocator back at the priority that the\n"
      << "constructor used";
}

// Runs after the destructors of all statics that were constructed since it was registered.
c10::Allocator* used_at_exit = nullptr;

void AllocateAfterStaticsAreGone() {
  c10::DataPtr pointer = used_at_exit->allocate(64);
  const bool served = pointer.get() != nullptr;
  pointer.clear();
  std::_Exit(served ? 0 : 1);
}

void LeaveMain() {
  std::atexit(AllocateAfterStaticsAreGone);
  used_at_exit = &SharedNaiveAllocator();
  std::exit(2);  // the handler ends the process before this code is used
}

TEST_F(Ex1_8, TheSharedAllocatorServesUntilTheVeryEnd) {
  EXPECT_EXIT(InChild(LeaveMain), testing::ExitedWithCode(0), "")
      << "SharedNaiveAllocator was destroyed at exit, and then asked for a block";
}

void LeaveMainWithALivingTensor() {
  static at::Tensor survivor;  // constructed before the allocator, so destroyed after it
  RegisterForCpu(SharedNaiveAllocator());
  survivor = at::ones({100'000});
  survivor.resize_({200'000});
  std::exit(0);
}

TEST_F(Ex1_8, AStaticTensorMayBeTheLastToGo) {
  EXPECT_EXIT(InChild(LeaveMainWithALivingTensor), testing::ExitedWithCode(0), "")
      << "a tensor in a static variable was freed after main, and the process did not\n"
      << "survive it: the allocator must never be destroyed";
}

// The first call of a process, stopped after `instructions` machine instructions; at that moment
// another thread makes its first call. It may have to wait until ours is over, so we give it a
// fair chance only, and go on.
enum class FirstCall : int { kOneAllocator = 0, kTwoAllocators, kWasOver, kFailed };

FirstCall StopFirstCall(std::uint64_t instructions) {
  std::atomic<bool> go{false};
  std::atomic<NaiveAllocator*> theirs{nullptr};
  std::thread other([&] {
    while (!go) std::this_thread::yield();
    theirs = &SharedNaiveAllocator();
  });
  NaiveAllocator* ours = nullptr;
  const bool stopped = Interrupted::After(
      instructions, [&] { ours = &SharedNaiveAllocator(); },
      [&] {
        go = true;
        for (int i = 0; i < 5000 && theirs == nullptr; ++i) std::this_thread::yield();
      });
  go = true;
  other.join();
  if (ours != theirs) return FirstCall::kTwoAllocators;
  return stopped ? FirstCall::kOneAllocator : FirstCall::kWasOver;
}

// A process makes its first call only once, so each stop has a process of its own. The steps grow:
// what lies between the look at a pointer and its first value, a whole `new`, is many
// instructions long.
void StopFirstCallEverywhere() {
  constexpr std::uint64_t kMostInstructions = 4000;
  for (std::uint64_t at = 0; at < kMostInstructions; at += 1 + at / 2) {
    const pid_t child = fork();
    if (child == 0) {
      try {
        std::_Exit(static_cast<int>(StopFirstCall(at)));
      } catch (...) {
        std::_Exit(static_cast<int>(FirstCall::kFailed));
      }
    }
    int status = 0;
    waitpid(child, &status, 0);
    const bool exited = WIFEXITED(status);
    const auto result = exited ? FirstCall{WEXITSTATUS(status)} : FirstCall::kFailed;
    if (result == FirstCall::kWasOver) Say(true, "");
    if (result == FirstCall::kTwoAllocators) Say(false, "two threads got two allocators");
    if (result == FirstCall::kFailed) Say(false, "SharedNaiveAllocator crashed or threw");
  }
  Say(true, "");
}

TEST_F(Ex1_8, TwoFirstCallsAtOnceMakeOneAllocator) {
  EXPECT_EXIT(InChild(StopFirstCallEverywhere), testing::ExitedWithCode(0), "")
      << "two threads called SharedNaiveAllocator for the first time, one in the middle of the\n"
      << "other's call. Both must get the same allocator: a look at a pointer and a write are two\n"
      << "steps, but C++ makes a function-local static variable once, whoever comes";
}

}  // namespace
}  // namespace workbook
