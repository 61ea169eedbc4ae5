#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "catalog.h"
#include "project.h"
#include "runner.h"

namespace workbook::tool {

/// A chapter's stage as one learner might have it: the solution with some files different.
struct StageState {
  const Chapter* chapter = nullptr;
  std::map<std::string, std::string> files;  ///< name -> text, of those .cpp files that differ
};

/// Compiles a state's changed files and runs unchanged test programs with the resulting libraries.
///
/// The stages are shared libraries, and the programs reference_N_M were built once against the
/// solutions. A state is compiled with the command that CMake noted for the solution's file, linked
/// into a library of the same name in a folder of its own, and found first by LD_LIBRARY_PATH.
/// What a program said is kept by the hash of everything that it depends on. Safe for threads.
class StateRunner {
 public:
  /// Builds the reference programs of `exercises` in the preset of `sanitizer` ("" for none).
  /// Throws UserError if the solutions do not build.
  StateRunner(const Project& project, std::string sanitizer,
              const std::vector<const Exercise*>& exercises);
  ~StateRunner();
  StateRunner(const StateRunner&) = delete;
  StateRunner& operator=(const StateRunner&) = delete;

  struct Outcome {
    bool compiled = false;
    std::string compiler_output;                   ///< if it did not compile
    std::map<std::string, RunResult> by_exercise;  ///< by exercise id
  };

  /// Runs the tests of `exercises`, all of the state's chapter, on a state.
  Outcome Run(const StageState& state, const std::vector<const Exercise*>& exercises,
              std::chrono::milliseconds time_limit);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The state in which the regions of `bodies` are replaced; unnamed regions stay the solution's.
/// Files that come out as the solution has them are left out.
StageState MakeState(const Project& project, const Chapter& chapter,
                     const std::map<std::string, std::string>& bodies);

/// The bodies of a state whose exercises 1…k are the solution's and whose later ones are stubs.
std::map<std::string, std::string> StubsAfter(const Chapter& chapter, int k);

}  // namespace workbook::tool
