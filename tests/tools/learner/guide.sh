# shellcheck shell=sh disable=SC2154
# Hints, the solution and the difference.
rm -f "$project/.workbook/progress.json"
write "$stub_1" "$stub_2"
expect 0 "1.1  Adding" "chapters/01_tiny/README.md" -- next
expect 0 "look at plus" "2 more" -- hint 1.1
hold "the second hint is not shown yet" lacks_text "write a plus b" "$scratch/out"
expect 0 "look at plus" "write a plus b" "1 more" -- hint 1.1
expect 0 "return a + b;" "That was the last hint" -- hint 1.1
expect 0 '"shown": 3' -- hint 1.1 --json
expect 0 "ask once more" -- solution 1.1
hold "the solution is not shown yet" lacks_text "return a + b;" "$scratch/out"
expect 0 "return a + b;" "solutions/01_tiny/tiny.cpp:10" -- solution 1.1
expect 0 "ask once more" -- solution 1.2
write "$stub_1" "return b * a;"
expect 0 "the skeleton" "+   return b * a;" -- diff 1.2
expect 0 "passed" -- check 1.2
expect 0 "return a * b;" -- solution 1.2
expect 0 "-   return b * a;" "+   return a * b;" "the solution" -- diff 1.2
write "$stub_1" "$right_2"
expect 0 "passed" -- check 1.2
expect 0 "the same as the reference" -- diff 1.2
expect 0 "look at times" "return a * b;" -- hint 1.2
expect 0 "Multiplying" "25 min in all" "■ passed" -- list
expect 0 "Adding" "The two-hour path: 10 min" -- list --track workshop
hold "the path leaves out what is not core" lacks_text "Multiplying" "$scratch/out"
expect 2 "no track" -- list --track evening
for verb in next list "hint 1.1" "solution 1.1" "diff 1.1"; do
  # shellcheck disable=SC2086  # a verb and its argument
  "$workbook" $verb --json >"$scratch/json" 2>/dev/null
  hold "$verb --json is JSON" python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$scratch/json"
done
