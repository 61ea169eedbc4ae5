# shellcheck shell=sh disable=SC2154
# Passing, remembering it, and breaking it again.
write "$right_1" "$stub_2"
expect 0 "1.1  Adding" "passed" "sha256" "./workbook next" -- check 1.1
expect 3 "1.2  Multiplying: not started" "1 of 2 passed" -- check
hold "a pass that is remembered is not run again" lacks_text "1.1  Adding" "$scratch/out"
write "$right_1" "$right_2"
expect 0 "1.2  Multiplying" "Everything in this workbook has passed" -- check
expect 0 "Everything in this workbook has passed" -- next
write "return a + b + 1;" "$right_2"
expect 1 "It passed before" "1.1  Adding" "wrong" "Ex1_1.TwoAndThreeAreFive" -- check 1.2
expect 1 "1.1  Adding: wrong" "./workbook check 1.1" -- check
expect 1 '"verdict":"wrong"' '"failure":' -- check 1.1 --json --junit "$scratch/own.xml"
hold "JUnit goes where it was asked to" grep -q '<failure' "$scratch/own.xml"
write "$right_1" "$right_2"
expect 0 "passed" -- check 1
expect 0 "passed" -- check 1.1 --sanitize address
expect 6 "cannot run under the address sanitizer" -- check 1.2 --sanitize address
