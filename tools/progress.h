#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace workbook::tool {

/// What is remembered of one exercise.
struct ExerciseProgress {
  std::string passed_hash;  ///< hash of the learner's regions when it passed; empty: not passed yet
  int hints = 0;            ///< how many hints have been shown, 0…3
  int solution_asked = 0;   ///< how often the solution was asked for before passing
};

/// The learner's progress: by exercise id ("3.2", "3.milestone").
struct Progress {
  std::map<std::string, ExerciseProgress> exercises;
  int last_chapter = -1;  ///< where the learner last worked; -1: nowhere yet
};

/// The plain file `.workbook/progress.json`. Every change is made under a lock and written
/// atomically: two commands at once lose nothing, and Ctrl-C leaves the old file or the new one.
class ProgressFile {
 public:
  /// @param state_folder  the project's `.workbook/`; made when something is saved
  explicit ProgressFile(std::filesystem::path state_folder);

  /// Reads the file. One that is corrupt or from another version is moved aside, and `note()` says
  /// so; progress is then empty.
  Progress Load();
  /// Reads, lets `change` alter it, writes: all under the lock.
  void Change(const std::function<void(Progress&)>& change);
  /// What the user must be told about the file, in whole sentences; empty when all is well.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  Progress LoadLocked();
  void KeepAside(const std::string& reason);

  std::filesystem::path file_;
  std::string note_;
};

}  // namespace workbook::tool
