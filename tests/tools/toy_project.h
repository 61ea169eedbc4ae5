#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "files.h"
#include "project.h"
#include "temporary_folder.h"

namespace workbook::tool {

/// A small checkout with one torch-free chapter of two exercises, "add" and "halve", built by the
/// real CMake files. Complete: dev check proves it once dev sync has run.
class ToyProject {
 public:
  ToyProject() {
    namespace fs = std::filesystem;
    const fs::path real = WORKBOOK_SOURCE_FOLDER;
    fs::create_directories(root() / "tests");
    for (const std::string name : {"CMakeLists.txt", "cmake", "support", "bench"}) {
      fs::copy(real / name, root() / name, fs::copy_options::recursive);
    }
    fs::copy(real / "tests" / "CMakeLists.txt", root() / "tests" / "CMakeLists.txt");
    fs::copy(real / "tests" / "support", root() / "tests" / "support");
    Write("CMakePresets.json", kPresets);
    Write("chapters/chapters.cmake",
          "workbook_add_chapter(01_toy STAGE toy.cpp\n"
          "  TORCH_FREE_TESTS ex_1_1_add_test.cpp ex_1_2_halve_test.cpp)\n");
    Write("chapters/01_toy/chapter.toml", kToml);
    Write(
        "chapters/01_toy/README.md",
        "# Toy\n\n## Adding\n\n<!-- snippet toy.h halve -->\n<!-- end snippet -->\n\n## Halving\n");
    Write("solutions/01_toy/toy.h", kHeader);
    Write("solutions/01_toy/toy.cpp", kSource);
    Write("tests/01_toy/ex_1_1_add_test.cpp", kAddTest);
    Write("tests/01_toy/ex_1_2_halve_test.cpp", kHalveTest);
    Fault("1.1_subtracts", "failed", "Ex1_1.AddsPositives", "5 was wanted", "  return a - b;\n");
    Fault("1.1_forgets_b", "failed", "Ex1_1.AddsNegatives", "-5 was wanted",
          "  return b < 0 ? a : a + b;\n");
    Fault("1.1_crashes_on_zero", "crashed", "Ex1_1.AddsZero", "SIGABRT",
          "  if (b == 0) std::abort();\n  return a + b;\n");
    Fault("1.2_doubles", "failed", "Ex1_2.HalvesEven", "2 was wanted", "  return 2 * n;\n");
    Fault("1.2_rounds_up", "failed", "Ex1_2.RoundsDown", "2 was wanted", "  return (n + 1) / 2;\n");
    Fault("1.2_never_ends", "ended early", "Ex1_2.HalvesZero", "before its tests were over",
          "  if (n == 0) std::_Exit(0);\n  return n / 2;\n");
  }

  [[nodiscard]] Project project() const { return {root()}; }
  [[nodiscard]] const std::filesystem::path& root() const { return folder_.path(); }
  void Write(const std::string& name, std::string_view text) const {
    WriteFileAtomically(root() / name, text);
  }
  [[nodiscard]] std::string Read(const std::string& name) const { return ReadFile(root() / name); }
  /// Replaces `from`, which must be there, in a file.
  void Edit(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = Read(name);
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error(from + " is not in " + name);
    Write(name, text.replace(at, from.size(), to));
  }
  void Fault(const std::string& name, const std::string& verdict, const std::string& by,
             const std::string& message, const std::string& body) const {
    Write("tests/faults/01_toy/" + name + ".cpp",
          "// Mistake: " + name + ".\n// Verdict: " + verdict + "\n// Caught by: " + by +
              "\n// Message: " + message + "\n" + body);
  }

 private:
  static constexpr std::string_view kPresets = R"({"version": 6, "configurePresets": [
  {"name": "dev", "generator": "Ninja", "binaryDir": "${sourceDir}/build/dev",
   "cacheVariables": {"WORKBOOK_COMMAND": "OFF", "WORKBOOK_TORCH": "OFF", "BUILD_SHARED_LIBS": "ON",
                      "CMAKE_DISABLE_PRECOMPILE_HEADERS": "ON",
                      "CMAKE_BUILD_TYPE": "Debug", "CMAKE_CXX_FLAGS_DEBUG": "-O0"}}]}
)";
  static constexpr std::string_view kToml = R"(number = 1
title = "Toy"
summary = "two small functions"
[[exercise]]
id = "1.1"
title = "Add"
minutes = 5
core = true
section = "Adding"
hints = ["one", "two", "three"]
[[exercise]]
id = "1.2"
title = "Halve"
minutes = 5
section = "Halving"
hints = ["one", "two", "three"]
)";
  static constexpr std::string_view kHeader = R"(#pragma once
namespace workbook {
int Add(int a, int b);
// [snippet halve]
/// Rounds down.
int Halve(int n);
// [end snippet halve]
}  // namespace workbook
)";
  static constexpr std::string_view kSource = R"(#include "toy.h"

#include <cstdlib>

#include "workbook/not_implemented.h"

namespace workbook {
int Add(int a, int b) {
  // [exercise 1.1]
  int sum = a;
  sum += b;
  return sum;
  // [end 1.1]
}
int Halve(int n) {
  // [exercise 1.2]
  return n / 2;
  // [end 1.2]
}
}  // namespace workbook
)";
  static constexpr std::string_view kAddTest = R"(#include <gtest/gtest.h>
#include "toy.h"
namespace workbook {
TEST(Ex1_1, AddsPositives) { EXPECT_EQ(Add(2, 3), 5) << "5 was wanted"; }
TEST(Ex1_1, AddsNegatives) { EXPECT_EQ(Add(-2, -3), -5) << "-5 was wanted"; }
TEST(Ex1_1, AddsZero) { EXPECT_EQ(Add(4, 0), 4) << "4 was wanted"; }
}  // namespace workbook
)";
  static constexpr std::string_view kHalveTest = R"(#include <gtest/gtest.h>
#include "toy.h"
namespace workbook {
TEST(Ex1_2, HalvesEven) { EXPECT_EQ(Halve(4), 2) << "2 was wanted"; }
TEST(Ex1_2, RoundsDown) { EXPECT_EQ(Halve(5), 2) << "2 was wanted"; }
TEST(Ex1_2, HalvesZero) { EXPECT_EQ(Halve(0), 0) << "0 was wanted"; }
}  // namespace workbook
)";

  TemporaryFolder folder_;
};

}  // namespace workbook::tool
