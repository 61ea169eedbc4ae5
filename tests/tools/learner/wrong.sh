# shellcheck shell=sh disable=SC2154
# A wrong answer: which value, which test, whose file, what next.
write "return a - b;" "$stub_2"
expect 1 "1.1  Adding: wrong" "tests/01_tiny/ex_1_1_add_test.cpp:3" "-1" "./workbook check 1.1" -- check 1.1
