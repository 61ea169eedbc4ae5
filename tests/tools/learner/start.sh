# shellcheck shell=sh disable=SC2154
# A fresh clone, and names that do not exist.
expect 3 "This is the starting state" "1.1  Adding: not started" "Ex1_1.TwoAndThreeAreFive" "0 of 1 tests" \
  "chapters/01_tiny/tiny.cpp:9" "./workbook check 1.1" "./workbook hint 1.1" -- check
hold "a pipe gets no colour and no cursor movement" lacks_text "$(printf '\033')" "$scratch/out"
expect 3 '"starting_state":true' '"verdict":"not_started"' '"command":"./workbook check 1.1"' -- check --json
expect 2 "9.9" -- check 9.9
expect 2 "there is no verb" -- chekc
expect 2 "reset" -- reset
expect 3 "1.2  Multiplying" "not started" -- check --all
hold "JUnit is always written" grep -q '<skipped' "$project/.workbook/junit.xml"
