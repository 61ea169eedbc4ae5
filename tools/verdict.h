#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace workbook::tool {

/// What the command says about an exercise. Each value has words of its own and an exit code.
enum class Verdict {
  kPassed,
  kWrong,           ///< a test failed
  kNotStarted,      ///< the learner's regions equal their stubs
  kDoesNotCompile,  ///< the compiler or the linker refused the learner's code
  kDamagedFile,     ///< a file is missing or empty, or a marker is missing, doubled or unpaired
  kCrashed,         ///< a signal ended the test program, or a sanitizer stopped it
  kTimedOut,
  kEndedEarly,    ///< the test program ended without a complete report, whatever its exit code
  kSkipped,       ///< a test could not run here and said why: neither passed nor failed
  kMachineLacks,  ///< a tool, a library or a permission is missing on this machine
};

/// The exit codes of the whole command, kept stable for scripts.
enum ExitCode : int {
  kExitPassed = 0,
  kExitWrong = 1,
  kExitUsage = 2,
  kExitNotStarted = 3,
  kExitDoesNotCompile = 4,
  kExitCrashed = 5,
  kExitMachineLacks = 6,
};

/// The plain words of a verdict: "passed", "not started", "timed out" …
std::string_view Words(Verdict verdict);

/// The words as one JSON-friendly identifier: "passed", "not_started", "timed_out" …
std::string_view Identifier(Verdict verdict);

/// The exit code of a verdict.
ExitCode ExitCodeOf(Verdict verdict);

/// Something that the person at the keyboard can mend. The message is whole: what is wrong, where,
/// and the next step. `main` prints it and exits with `code`.
class UserError : public std::runtime_error {
 public:
  UserError(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace workbook::tool
