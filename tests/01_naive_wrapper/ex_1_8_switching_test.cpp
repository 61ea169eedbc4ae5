#include "pch.h"
//
#include "registration.h"

namespace workbook {
namespace {

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
  for (const NaiveAllocator* seen : elsewhere) EXPECT_EQ(seen, here);
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

void RegisterTooLow() {
  NaiveAllocator& high = NewAllocator();
  RegisterForCpu(high, 5);
  try {
    RegisterForCpu(NewAllocator(), 4);
  } catch (const c10::Error&) {
    Say(InUse() == &high, "the refused registration changed the allocator in use");
  }
  Say(false, "RegisterForCpu(…, 4) after a registration at 5: PyTorch ignored it, nobody threw");
}

TEST_F(Ex1_8, ARegistrationThatPyTorchIgnoresIsAnError) {
  EXPECT_EXIT(RegisterTooLow(), testing::ExitedWithCode(0), "");
}

void RegisterAtEqualPriority() {
  NaiveAllocator& next = NewAllocator();
  RegisterForCpu(NewAllocator(), 5);
  RegisterForCpu(next, 5);
  Say(InUse() == &next, "an equal priority must be enough");
}

TEST_F(Ex1_8, AnEqualPriorityIsEnough) {
  EXPECT_EXIT(RegisterAtEqualPriority(), testing::ExitedWithCode(0), "");
}

void NameThePriority() {
  RegisterForCpu(NewAllocator(), 200);
  try {
    RegisterForCpu(NewAllocator(), 117);
  } catch (const c10::Error& error) {
    Say(error.msg().find("117") != std::string::npos, error.msg().c_str());
  }
  Say(false, "RegisterForCpu(…, 117) after a registration at 200: nobody threw");
}

TEST_F(Ex1_8, TheErrorNamesThePriority) {
  EXPECT_EXIT(NameThePriority(), testing::ExitedWithCode(0), "");
}

void ScopeAtHighPriority() {
  c10::Allocator* const before = InUse();
  { const CpuRegistration registration(NewAllocator(), 7); }
  Say(InUse() == before,
      "the end of a scope at priority 7 did not put the former allocator back: PyTorch ignores a "
      "lower priority");
}

TEST_F(Ex1_8, AScopeAtAHighPriorityPutsTheFormerAllocatorBack) {
  EXPECT_EXIT(ScopeAtHighPriority(), testing::ExitedWithCode(0), "");
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
  EXPECT_EXIT(LeaveMain(), testing::ExitedWithCode(0), "")
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
  EXPECT_EXIT(LeaveMainWithALivingTensor(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace workbook
