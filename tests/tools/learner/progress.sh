# shellcheck shell=sh disable=SC2154
# A progress file that is damaged or from another version is said, kept, and rebuilt.
write "$right_1" "$right_2"
mkdir -p "$project/.workbook"
echo '{"version": 1, "exer' >"$project/.workbook/progress.json"
expect 0 "The progress file is damaged" "progress.json.kept-1" "./workbook check --all" -- check 1.1
hold "the damaged file is kept" test -f "$project/.workbook/progress.json.kept-1"
echo '{"version": 99, "exercises": {}}' >"$project/.workbook/progress.json"
expect 0 "is version 99" "Everything in this workbook has passed" -- check --all
expect 0 "Everything in this workbook has passed" -- check
