# shellcheck shell=sh disable=SC2154
# Passing, remembering it, and breaking it again.
write "$right_1" "$stub_2"
expect 0 "1.1  Adding" "passed" "judged     chapters/01_tiny/tiny.cpp" "./workbook next" -- check 1.1
expect 3 "1.2  Multiplying: not started" "1 of 2 passed" -- check
hold "a pass that is remembered is not run again" lacks_text "1.1  Adding" "$scratch/out"
write "$right_1" "$right_2"
expect 0 "1.2  Multiplying" "checking again that 1.1 still passes" "six in one step" "Everything in this workbook has passed" -- check
expect 0 "Everything in this workbook has passed" -- next
write "return a + b + 1;" "$right_2"
expect 1 "It passed before" "1.1  Adding" "wrong" "Ex1_1.TwoAndThreeAreFive" -- check 1.2
expect 1 "1.1  Adding: wrong" "./workbook check 1.1" -- check
expect 1 '"verdict":"wrong"' '"failure":' -- check 1.1 --json --junit "$scratch/own.xml"
hold "JUnit goes where it was asked to" grep -q '<failure' "$scratch/own.xml"
write "$right_1" "$right_2"
expect 0 "passed" -- check 1
hold "without a sanitizer nothing is said of one" lacks_text "sanitizer" "$scratch/out"
# An earlier exercise that cannot run under a sanitizer is neither run there nor called broken.
cp "$project/.workbook/progress.json" "$scratch/progress"
expect 0 "passed" "all 2 passed" "The board counts passes without a sanitizer only." -- check 1.2 --sanitize address
hold "1.1 is not run under the sanitizer" lacks_text "1.1  Adding" "$scratch/out"
hold "a pass under a sanitizer changes nothing that is remembered" cmp -s "$scratch/progress" "$project/.workbook/progress.json"
expect 6 "cannot run under the address sanitizer" -- check 1.1 --sanitize address
write "$right_1" "return a + b;"
expect 1 "./workbook check 1.2 --sanitize address" -- check 1.2 --sanitize address
# What an exercise builds on has changed since it passed.
write "return a + b + 1;" "return a + b;"
expect 1 "1.1's code has changed since it passed: check 1.1 first" "next       ./workbook check 1.1" -- check 1.2
write "$right_1" "$right_2"
expect 0 "passed" -- check 1
# A right answer whose tests call what an earlier exercise has not written yet.
test_file="$project/tests/01_tiny/ex_1_2_multiply_test.cpp"
cp "$test_file" "$scratch/test"
printf '#include <gtest/gtest.h>\n#include "tiny.h"\nTEST(Ex1_2, TwoTimesTheSum) { EXPECT_EQ(tiny::Multiply(2, tiny::Add(1, 2)), 6); }\n' >"$test_file"
write "$stub_1" "$right_2"
expect 1 "1.1 is not written yet, and these tests call it: check 1.1 first" "next       ./workbook check 1.1" -- check 1.2
cp "$scratch/test" "$test_file"
