// What never comes to a registered CPU allocator. Nothing of this is a fault of the stage: the
// tests keep the page's list true for the PyTorch that is installed.
#include "pch.h"
//
#include <ATen/MapAllocator.h>
#include <ATen/ops/from_file.h>
#include <unistd.h>

#include "registration.h"

namespace workbook {
namespace {

NaiveAllocator& NewAllocator() {
  static auto* const all = new std::vector<std::unique_ptr<NaiveAllocator>>;
  return *all->emplace_back(std::make_unique<NaiveAllocator>());
}

class Ex1_8_Bypass : public testing::Test {
 protected:
  std::uint64_t Served() const { return ours_.Statistics().total_allocations; }

  NaiveAllocator& ours_ = NewAllocator();
  CpuRegistration registration_{ours_};
};

TEST_F(Ex1_8_Bypass, OrdinaryTensorsAreServed) {
  const at::Tensor tensor = at::ones({100});
  EXPECT_EQ(Served(), 1U);
  const at::Tensor copy = tensor.clone();
  EXPECT_EQ(Served(), 2U);
}

TEST_F(Ex1_8_Bypass, FromBlobBringsItsOwnMemory) {
  std::array<float, 8> memory{};
  const at::Tensor tensor = at::from_blob(memory.data(), {8});
  EXPECT_EQ(Served(), 0U);
  EXPECT_EQ(tensor.data_ptr<float>(), memory.data());
}

// What torch.UntypedStorage(n), copy.deepcopy(tensor) and pickle.loads make: a storage of the
// default allocator, whatever is registered.
TEST_F(Ex1_8_Bypass, StoragesOfTheDefaultAllocatorStayThere) {
  const c10::Storage storage(c10::Storage::use_byte_size_t(), 64, c10::GetDefaultCPUAllocator(),
                             true);
  EXPECT_NE(c10::GetDefaultCPUAllocator(), &ours_);
  EXPECT_EQ(Served(), 0U);
  at::Tensor tensor = at::empty({0}, at::kByte).set_(storage);
  tensor.resize_({1000});
  EXPECT_EQ(Served(), 0U) << "its resize_ stays with the default too";
}

TEST_F(Ex1_8_Bypass, MappedFilesAreTheKernels) {
  char path[] = "/tmp/bypass_test_XXXXXX";
  const int file = mkstemp(path);
  ASSERT_GE(file, 0);
  ASSERT_EQ(ftruncate(file, 64), 0);
  const at::Tensor tensor = at::from_file(path, false, 16, at::TensorOptions(at::kFloat));
  EXPECT_EQ(Served(), 0U);
  EXPECT_EQ(tensor.sum().item<float>(), 0.0F);
  close(file);
  unlink(path);
}

// What share_memory_() and tensors from other processes use.
TEST_F(Ex1_8_Bypass, SharedMemoryIsTheKernels) {
  const std::string name = "/bypass_test_" + std::to_string(getpid());
  std::size_t bytes = 0;
  const c10::DataPtr shared = at::MapAllocator::makeDataPtr(
      name,
      at::ALLOCATOR_MAPPED_SHAREDMEM | at::ALLOCATOR_MAPPED_EXCLUSIVE | at::ALLOCATOR_MAPPED_UNLINK,
      64, &bytes);
  EXPECT_NE(shared.get(), nullptr);
  EXPECT_EQ(Served(), 0U);
}

TEST_F(Ex1_8_Bypass, MetaTensorsHaveNoMemory) {
  const at::Tensor tensor = at::empty({1000}, at::TensorOptions(at::kFloat).device(at::kMeta));
  EXPECT_EQ(tensor.nbytes(), 4000U);
  EXPECT_EQ(Served(), 0U);
}

}  // namespace
}  // namespace workbook
