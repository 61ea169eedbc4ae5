# shellcheck shell=sh disable=SC2154
# A wrong answer: which value, which test, whose file, what next.
write "return a - b;" "$stub_2"
expect 1 "1.1  Adding: wrong" "tests/01_tiny/ex_1_1_add_test.cpp:3" "-1" "./workbook check 1.1" -- check 1.1
# The same failure for many values is shown twice and counted.
test_file="$project/tests/01_tiny/ex_1_1_add_test.cpp"
cp "$test_file" "$scratch/test"
printf '%s\n' '#include <gtest/gtest.h>' '#include "tiny.h"' 'TEST(Ex1_1, TwoAndThreeAreFive) {' \
  '  for (int i = 1; i < 27; ++i) EXPECT_EQ(tiny::Add(2, i), 2 + i) << "terms 2 and " << i;' \
  '  ADD_FAILURE() << "[  DEATH   ] frame #3: <unknown function>\nthe cause";' '}' >"$test_file"
expect 1 "terms 2 and 2" "and 24 more like it" "the cause" -- check 1.1
hold "the third one is not shown" lacks_text "terms 2 and 3" "$scratch/out"
hold "frames are not shown" lacks_text "frame #" "$scratch/out"
cp "$scratch/test" "$test_file"
