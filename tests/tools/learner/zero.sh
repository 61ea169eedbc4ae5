# shellcheck shell=sh disable=SC2154
# A book that begins with chapter 0, as the real one does: the tiny chapter again, under that number.
for side in chapters solutions tests; do
  cp -r "$project/$side/01_tiny" "$project/$side/00_first"
  for file in "$project/$side/00_first"/*; do
    sed -i 's/number = 1/number = 0/; s/\b1\.\([12]\)\b/0.\1/g; s/Ex1_/Ex0_/' "$file"
  done
done
mv "$project/tests/00_first/ex_1_1_add_test.cpp" "$project/tests/00_first/ex_0_1_add_test.cpp"
mv "$project/tests/00_first/ex_1_2_multiply_test.cpp" "$project/tests/00_first/ex_0_2_multiply_test.cpp"
tiny_source "$stub_1" "$stub_2" | sed 's/1\.\([12]\)/0.\1/g' >"$project/chapters/00_first/tiny.cpp"
cp "$project/chapters/chapters.cmake" "$scratch/one_chapter"
echo 'workbook_add_chapter(00_first STAGE tiny.cpp TORCH_FREE_TESTS ex_0_1_add_test.cpp ex_0_2_multiply_test.cpp)' \
  >>"$project/chapters/chapters.cmake"
mv "$project/.workbook" "$scratch/kept_state" 2>/dev/null
write "$stub_1" "$stub_2"

expect 3 "This is the starting state" "0.1  Adding: not started" "chapters/00_first/tiny.cpp:9" "./workbook hint 0.1" -- check
expect 3 "0.1  Adding" "0.2  Multiplying" -- check 0
expect 3 "0.1  Adding: not started" -- check 0.1
expect 0 "0.1  Adding" -- next
expect 0 "0.1" "0.2" "1.1" -- list
expect 0 "look at plus" -- hint 0.1
expect 2 "whole chapter" "such as 0.1" -- hint 0
expect 2 "chapter 0 has no benchmark" -- bench 0
expect 2 "0 (0.1 to 0.2), 1 (1.1 to 1.2)" -- check 0.9
sed -i 's/throw NotImplemented("0.1", "Adding");/return a + b;/' "$project/chapters/00_first/tiny.cpp"
expect 0 "0.1  Adding" "judged     chapters/00_first/tiny.cpp" "0.2 Multiplying" -- check 0.1
# Who last worked in chapter 0 goes on there, and who last worked in chapter 1 goes on there.
expect 3 "0.2  Multiplying: not started" -- check
write "$right_1" "$stub_2"
expect 0 "1.1  Adding" -- check 1.1
expect 3 "1.2  Multiplying: not started" -- check
expect 0 "reset   0.1 in chapters/00_first/tiny.cpp" -- reset 0.1
expect 3 "0.1  Adding: not started" -- check 0.1

for side in chapters solutions tests; do rm -rf "$project/$side/00_first"; done
cp "$scratch/one_chapter" "$project/chapters/chapters.cmake"
rm -rf "$project/.workbook"
mv "$scratch/kept_state" "$project/.workbook" 2>/dev/null
