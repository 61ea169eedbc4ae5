#include "progress.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "files.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kProgressVersion = 1;

Progress FromJson(const json& root) {
  Progress progress;
  progress.last_chapter = root.value("last_chapter", -1);
  for (const auto& [id, entry] : root.at("exercises").items()) {
    ExerciseProgress& exercise = progress.exercises[id];
    exercise.passed_hash = entry.value("passed_hash", "");
    exercise.hints = entry.value("hints", 0);
    exercise.solution_asked = entry.value("solution_asked", 0);
  }
  return progress;
}

json ToJson(const Progress& progress) {
  json exercises = json::object();
  for (const auto& [id, exercise] : progress.exercises) {
    exercises[id] = {{"passed_hash", exercise.passed_hash},
                     {"hints", exercise.hints},
                     {"solution_asked", exercise.solution_asked}};
  }
  return {{"version", kProgressVersion},
          {"last_chapter", progress.last_chapter},
          {"exercises", exercises}};
}

// The reason why the text is no progress of this version, or empty and `progress` filled.
std::string Parse(const std::string& text, Progress& progress) {
  try {
    const json root = json::parse(text);
    const int version = root.at("version").get<int>();
    if (version != kProgressVersion) {
      return fmt::format("is version {}, this workbook writes version {}", version,
                         kProgressVersion);
    }
    progress = FromJson(root);
    return {};
  } catch (const json::exception&) {
    return "is damaged";
  }
}

fs::path FreeName(const fs::path& file) {
  for (int n = 1;; ++n) {
    fs::path name = fmt::format("{}.kept-{}", file.string(), n);
    if (!fs::exists(name)) return name;
  }
}

}  // namespace

ProgressFile::ProgressFile(fs::path state_folder) : file_(std::move(state_folder)) {
  file_ /= "progress.json";
}

Progress ProgressFile::Load() {
  if (!fs::exists(file_)) return {};
  const FileLock lock(file_.string() + ".lock");
  return LoadLocked();
}

void ProgressFile::Change(const std::function<void(Progress&)>& change) {
  const FileLock lock(file_.string() + ".lock");
  Progress progress = LoadLocked();
  change(progress);
  WriteFileAtomically(file_, ToJson(progress).dump(2) + "\n");
}

Progress ProgressFile::LoadLocked() {
  Progress progress;
  if (!fs::exists(file_)) return progress;
  const std::string reason = Parse(ReadFile(file_), progress);
  if (!reason.empty()) {
    KeepAside(reason);
    return {};
  }
  return progress;
}

void ProgressFile::KeepAside(const std::string& reason) {
  const fs::path kept = FreeName(file_);
  fs::rename(file_, kept);
  note_ = fmt::format(
      "The progress file {}. It is kept as .workbook/{}; your code is untouched. "
      "Run ./workbook check --all to rebuild it.",
      reason, kept.filename().string());
}

}  // namespace workbook::tool
