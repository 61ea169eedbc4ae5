#include "operators.h"

#include <ATen/record_function.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

namespace workbook::recorder {
namespace {

// The operators that this thread is in, the innermost last. Deeper ones are counted only.
struct OperatorStack {
  static constexpr std::size_t kKept = 64;
  std::array<const char*, kKept> names;
  std::size_t depth;
};

// Zeroed at the start of a thread and without a destructor: it may be asked at any time.
thread_local OperatorStack operators;

std::unique_ptr<at::ObserverContext> Enter(const at::RecordFunction& function) {
  if (operators.depth < OperatorStack::kKept) operators.names[operators.depth] = function.name();
  ++operators.depth;
  return nullptr;
}

void Leave(const at::RecordFunction&, at::ObserverContext*) { --operators.depth; }

// Operators that everybody calls to get memory: to blame them says nothing.
bool OnlyMakesATensor(std::string_view name) {
  static constexpr std::array<std::string_view, 3> kMakers{"aten::empty", "aten::new_empty",
                                                           "aten::resize_"};
  return std::any_of(kMakers.begin(), kMakers.end(),
                     [name](std::string_view maker) { return name.starts_with(maker); });
}

// PyTorch's autograd engine announces its own steps in the same way; their names hold blanks.
bool IsOperator(std::string_view name) {
  return name.find("::") != std::string_view::npos && name.find(' ') == std::string_view::npos;
}

}  // namespace

void FollowOperators() {
  at::addGlobalCallback(
      at::RecordFunctionCallback(&Enter, &Leave).scopes({at::RecordScope::FUNCTION}));
}

const char* CurrentOperator() noexcept {
  const char* maker = nullptr;
  for (std::size_t i = std::min(operators.depth, OperatorStack::kKept); i > 0; --i) {
    const char* name = operators.names[i - 1];
    if (!IsOperator(name)) continue;
    if (!OnlyMakesATensor(name)) return name;
    maker = name;
  }
  return maker;
}

}  // namespace workbook::recorder
