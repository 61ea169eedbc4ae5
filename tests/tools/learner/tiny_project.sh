# shellcheck shell=sh
# Makes a workbook of one chapter with two exercises, without libtorch: what a learner can do to it is tried there.
# Without precompiled headers too: they don't pay for two tests.
# make_tiny_project ROOT FOLDER: ROOT is the real checkout, from which everything but the chapter is taken.

make_tiny_project() {
  real=$1
  tiny=$2
  mkdir -p "$tiny/chapters" "$tiny/bench" "$tiny/tests/support"
  cp -r "$real/cmake" "$real/support" "$real/CMakeLists.txt" "$tiny/"
  cp "$real"/tests/CMakeLists.txt "$tiny/tests/"
  cp "$real"/tests/support/*.cpp "$real"/tests/support/*.h "$tiny/tests/support/"
  : >"$tiny/bench/CMakeLists.txt"
  cat >"$tiny/CMakePresets.json" <<'END'
{ "version": 6, "configurePresets": [
  { "name": "base", "hidden": true, "generator": "Ninja", "binaryDir": "${sourceDir}/build/${presetName}",
    "cacheVariables": { "WORKBOOK_COMMAND": "OFF", "WORKBOOK_TORCH": "OFF", "CMAKE_BUILD_TYPE": "Debug",
                        "CMAKE_CXX_FLAGS_DEBUG": "-O0 -g1", "BUILD_SHARED_LIBS": "ON",
                        "CMAKE_DISABLE_PRECOMPILE_HEADERS": "ON" } },
  { "name": "dev", "inherits": "base" },
  { "name": "asan", "inherits": "base", "cacheVariables": { "WORKBOOK_SANITIZER": "address" } } ] }
END
  echo 'workbook_add_chapter(01_tiny STAGE tiny.cpp TORCH_FREE_TESTS ex_1_1_add_test.cpp ex_1_2_multiply_test.cpp)' \
    >"$tiny/chapters/chapters.cmake"
  tiny_chapter "$tiny"
}

tiny_chapter() {
  for side in chapters solutions tests; do mkdir -p "$1/$side/01_tiny"; done
  cat >"$1/chapters/01_tiny/chapter.toml" <<'END'
number = 1
title = "A tiny chapter"
summary = "two sums"
[[exercise]]
id = "1.1"
title = "Adding"
minutes = 10
core = true
section = "Adding"
hints = ["look at plus", "write a plus b", "return a + b;"]
[[exercise]]
id = "1.2"
title = "Multiplying"
minutes = 15
section = "Multiplying"
sanitize = ["address"]
hints = ["look at times", "write a times b", "return a * b;"]
END
  printf '# A tiny chapter\n\n## Adding\n\n## Multiplying\n' >"$1/chapters/01_tiny/README.md"
  printf '#pragma once\nnamespace tiny {\nint Add(int a, int b);\nint Multiply(int a, int b);\n}  // namespace tiny\n' |
    tee "$1/chapters/01_tiny/tiny.h" >"$1/solutions/01_tiny/tiny.h"
  tiny_source 'return a + b;' 'return a * b;' >"$1/solutions/01_tiny/tiny.cpp"
  tiny_source 'throw NotImplemented("1.1", "Adding");' 'throw NotImplemented("1.2", "Multiplying");' \
    >"$1/chapters/01_tiny/tiny.cpp"
  printf '#include <gtest/gtest.h>\n#include "tiny.h"\nTEST(Ex1_1, TwoAndThreeAreFive) { EXPECT_EQ(tiny::Add(2, 3), 5); }\n' \
    >"$1/tests/01_tiny/ex_1_1_add_test.cpp"
  printf '#include <gtest/gtest.h>\n#include "tiny.h"\nTEST(Ex1_2, TwoTimesThreeIsSix) {\n  RecordProperty("note", "six in one step");\n  EXPECT_EQ(tiny::Multiply(2, 3), 6);\n}\n' \
    >"$1/tests/01_tiny/ex_1_2_multiply_test.cpp"
}

# tiny_source BODY_1 BODY_2: the text of tiny.cpp with these bodies.
tiny_source() {
  cat <<END
#include "tiny.h"

#include "workbook/not_implemented.h"

namespace tiny {
using workbook::NotImplemented;

int Add(int a, int b) {
  // [exercise 1.1]
  $1
  // [end 1.1]
}

int Multiply(int a, int b) {
  // [exercise 1.2]
  $2
  // [end 1.2]
}

}  // namespace tiny
END
}
