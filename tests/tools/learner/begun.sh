# shellcheck shell=sh disable=SC2154
# An exercise of two places. One alone is begun, not wrong; and of several failures one is shown and the others are named.
test_file="$project/tests/01_tiny/ex_1_1_add_test.cpp"
two_places() { # two_places BODY_1.1 BODY_1.1b
  tiny_source "$1" "$stub_2" |
    sed "s|^}  // namespace tiny|int Negate(int a) {\n  // [exercise 1.1b]\n  $2\n  // [end 1.1b]\n}\n&|"
}
for file in chapters/01_tiny/tiny.h solutions/01_tiny/tiny.h solutions/01_tiny/tiny.cpp; do
  cp "$project/$file" "$scratch/$(echo "$file" | tr / -)"
done
cp "$test_file" "$scratch/test"
for side in chapters solutions; do
  sed -i 's/^int Add(/int Negate(int a);\n&/' "$project/$side/01_tiny/tiny.h"
done
two_places "$right_1" 'return -a;' | sed 's/throw NotImplemented("1.2".*/return a * b;/' >"$project/solutions/01_tiny/tiny.cpp"
{ printf '#include <gtest/gtest.h>\n#include "tiny.h"\n'
  printf 'TEST(Ex1_1, TwoAndThreeAreFive) { EXPECT_EQ(tiny::Add(2, 3), 5); }\n'
  for n in 1 2 3 4 5 6 7; do
    printf 'TEST(Ex1_1, Negates%s) { EXPECT_EQ(tiny::Negate(%s), -%s); }\n' "$n" "$n" "$n"
  done; } >"$test_file"

stub_1b='throw NotImplemented("1.1b", "Adding");'
two_places "$stub_1" "$stub_1b" >"$source_file"
expect 3 "1.1  Adding: not started" -- check 1.1
hold "where nothing is written, no place is singled out" lacks_text "still to write" "$scratch/out"
two_places "$right_1" "$stub_1b" >"$source_file"
expect 1 "1.1  Adding: begun, 1 of 2 places written" "7 of 8 tests failed" "tiny.cpp:9" "tiny.cpp:21, still to write" -- check 1.1
hold "the written place is not still to write" lacks_text "tiny.cpp:9, still" "$scratch/out"
grep 'A tiny chapter' "$scratch/out" >"$scratch/row"
hold "the board does not call it failed" lacks_text '✗' "$scratch/row"
hold "the line of the exercise says it too" grep -q 'Adding  *begun  *1 of 2 places' "$scratch/out"
expect 1 '"begun":true' '"verdict":"wrong"' '"written":true' '"written":false' -- check 1.1 --json --junit "$scratch/own.xml"
hold "JUnit says it too" grep -q '<failure message="begun, 1 of 2 places written"' "$scratch/own.xml"
two_places "$right_1" '__builtin_trap();' >"$source_file"
expect 5 "1.1  Adding: crashed" -- check 1.1
hold "both places are written" lacks_text "still to write" "$scratch/out"
two_places '__builtin_trap();' "$stub_1b" >"$source_file"
expect 5 "1.1  Adding: crashed" "still to write" -- check 1.1
two_places 'return a - b;' 'return a;' >"$source_file"
expect 1 "1.1  Adding: wrong" "Which is: -1" "failed too:" "Ex1_1.Negates1" "Ex1_1.Negates5" "and 2 more" -- check 1.1
hold "the failure shown in full is not named again" test "$(grep -c TwoAndThreeAreFive "$scratch/out")" = 1
hold "not all others are named" lacks_text "Negates6" "$scratch/out"
expect 1 '"begun":false' 'failed too:' -- check 1.1 --json
two_places "$right_1" 'return a == 7 ? 7 : -a;' >"$source_file"
expect 1 "1 of 8 tests failed" -- check 1.1
hold "one failure has no others" lacks_text "failed too" "$scratch/out"

for file in chapters/01_tiny/tiny.h solutions/01_tiny/tiny.h solutions/01_tiny/tiny.cpp; do
  cp "$scratch/$(echo "$file" | tr / -)" "$project/$file"
done
cp "$scratch/test" "$test_file"
