// What happens when libworkbook_recorder.so is loaded, and at the end of the program.
#include <ATen/Version.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

#include "operators.h"
#include "recording_allocator.h"

namespace workbook::recorder {
namespace {

constexpr const char* kBuiltFor = WORKBOOK_RECORDER_TORCH;

Recorder* recorder = nullptr;

// "… TORCH_VERSION=2.14.1, …" in PyTorch's description of itself.
std::string RunningTorch() {
  const std::string config = at::show_config();
  const std::string sign = "TORCH_VERSION=";
  const std::size_t begin = config.find(sign);
  if (begin == std::string::npos) return "of an unknown version";
  const std::size_t first = begin + sign.size();
  return config.substr(first, config.find_first_not_of("0123456789.", first) - first);
}

// Allocators are no part of PyTorch's stable interface: another version may crash, or worse.
bool VersionFits() {
  const std::string running = RunningTorch();
  if (running == kBuiltFor) return true;
  std::fprintf(stderr,
               "workbook: this recorder was built for PyTorch %s, and the program uses PyTorch %s: "
               "nothing is recorded\n",
               kBuiltFor, running.c_str());
  return false;
}

std::string Setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

std::string HowRecorded() {
  return "recorded by " + Setting("WORKBOOK_TRACE_NOTE", "libworkbook_recorder.so") + "\nPyTorch " +
         kBuiltFor;
}

void Start() {
  if (!VersionFits()) return;
  const auto file = std::filesystem::absolute(Setting("WORKBOOK_TRACE", "workbook.trace"));
  recorder = Recorder::Start(file.string(), HowRecorded());
  if (recorder == nullptr) return;
  FollowOperators();
  RecordingAllocator::Register(*recorder);
}

__attribute__((constructor)) void OnLoad() {
  try {
    Start();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "workbook: the recorder cannot start: %s\n", error.what());
  }
}

}  // namespace
}  // namespace workbook::recorder

/// Ends the recording: for processes that leave without running what belongs to a regular end.
extern "C" __attribute__((visibility("default"), destructor)) void workbook_recorder_finish() {
  if (workbook::recorder::recorder != nullptr) workbook::recorder::recorder->Finish();
}
