#include "sanitizers.h"

#include <algorithm>

#include "verdict.h"

namespace workbook::tool {

std::string PresetOf(const std::string& sanitizer) {
  if (sanitizer.empty()) return "dev";
  if (sanitizer == "address") return "asan";
  if (sanitizer == "undefined") return "ubsan";
  if (sanitizer == "thread") return "tsan";
  throw UserError(kExitUsage, "There is no sanitizer \"" + sanitizer +
                                  "\". There are address, undefined and thread.");
}

std::map<std::string, std::string> SanitizerEnvironment(const Exercise& exercise,
                                                        const std::string& sanitizer) {
  // libtorch keeps memory until the process ends; only torch-free tests (those that the thread
  // sanitizer can run) can be held to leaking nothing.
  const bool torch_free = std::find(exercise.sanitizers.begin(), exercise.sanitizers.end(),
                                    "thread") != exercise.sanitizers.end();
  // A request too big for the machine must give null, as it does without a sanitizer.
  const std::string null = "allocator_may_return_null=1";
  const std::pair<const std::string, std::string> undefined{"UBSAN_OPTIONS", "print_stacktrace=1"};
  if (sanitizer == "address") {
    return {{"ASAN_OPTIONS", null + (torch_free ? ":detect_leaks=1" : ":detect_leaks=0")},
            undefined};
  }
  if (sanitizer == "undefined") return {undefined};
  if (sanitizer == "thread") return {{"TSAN_OPTIONS", null + ":halt_on_error=1"}};
  return {};
}

std::filesystem::path ProgramPath(const Project& project, const std::string& preset,
                                  const std::string& target) {
  // Chapters are registered from the root's list, so their programs stand in the build's top
  // folder.
  return project.build(preset) / target;
}

}  // namespace workbook::tool
