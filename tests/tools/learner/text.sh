# shellcheck shell=sh disable=SC2154
# Markers and files that are not as they were. Nothing is built then: the text says it.
damage() { # damage SED_SCRIPT
  tiny_source "$right_1" "$stub_2" | sed "$1" >"$source_file"
}
damage '/\[exercise 1.1\]/d'
expect 4 "damaged file" "tiny.cpp" "1.1" -- check 1.1
damage '/\[end 1.1\]/d'
expect 4 "damaged file" "1.1" 'diff 1.1` shows the two lines' -- check 1.1
expect 0 "The lines as they should be" "int Add(int a, int b) {" "// [exercise 1.1]" "// [end 1.1]" -- diff 1.1
expect 0 '"markers"' -- diff 1.1 --json
expect 3 "1.2  Multiplying: not started" -- check 1.2
damage 's/\(.*\[exercise 1.2\]\)/  \/\/ [exercise 1.1]\n\1/'
expect 4 "damaged file" "1.1" -- check 1.1
damage 's/\[end 1.1\]/[end 1.2]/'
expect 4 "damaged file" -- check 1.1
damage '/1\.2\]/d'
expect 4 "damaged file" "1.2" -- check 1.2
expect 0 "1 of 2 passed" -- check 1.1
hold "one exercise's lost markers do not damage the other" lacks_text "damaged file" "$scratch/out"
rm "$source_file"
expect 4 "tiny.cpp is missing" "./workbook reset 1.1" -- check
: >"$source_file"
expect 4 "tiny.cpp is empty" "./workbook reset 1.2" -- check 1.2
expect 0 "copy" "reset" -- reset 1.2
expect 3 "not started" -- check 1.1
: >"$project/chapters/01_tiny/tiny.h"
write "$right_1" "$stub_2"
expect 4 "tiny.h is empty" "./workbook reset 1.1" -- check 1.1
expect 0 "reset   chapters/01_tiny/tiny.h" -- reset 1.1
expect 0 "passed" -- check 1.1
expect 0 "copy" "reset" -- reset 1
expect 3 "not started" -- check 1.1
