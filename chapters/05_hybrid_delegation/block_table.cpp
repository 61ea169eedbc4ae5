#include "block_table.h"

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

constexpr std::uint64_t kClassBits = 13;
constexpr std::uint64_t kClassMask = (std::uint64_t{1} << kClassBits) - 1;

}  // namespace

std::uint64_t BlockTable::Pack(const void* block, ClassIndex index) {
  // [exercise 5.3]
  throw NotImplemented("5.3", "Whose block is it? The third answer");
  // [end 5.3]
}

void* BlockTable::BlockOf(std::uint64_t word) {
  // [exercise 5.3b]
  throw NotImplemented("5.3b", "Whose block is it? The third answer");
  // [end 5.3b]
}

ClassIndex BlockTable::ClassOf(std::uint64_t word) {
  // [exercise 5.3c]
  throw NotImplemented("5.3c", "Whose block is it? The third answer");
  // [end 5.3c]
}

BlockTable::Slot BlockTable::Insert(const void* block, ClassIndex index) {
  // [exercise 5.3d]
  throw NotImplemented("5.3d", "Whose block is it? The third answer");
  // [end 5.3d]
}

BlockTable::Slot BlockTable::Find(const void* address) const {
  // [exercise 5.3e]
  throw NotImplemented("5.3e", "Whose block is it? The third answer");
  // [end 5.3e]
}

void BlockTable::Remove(Slot slot) {
  // [exercise 5.3f]
  // [end 5.3f]
}

}  // namespace workbook
