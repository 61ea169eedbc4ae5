# shellcheck shell=sh disable=SC2154
# New content comes; what the learner wrote is carried over by id, and the old files are in a copy.
newer="$scratch/newer"
rm -rf "$project/.git" "$newer"
cp -r "$project" "$newer"
rm -rf "$newer/build" "$newer/.workbook"
tiny_source "$stub_1" "$stub_2" | sed 's/^int Add/\/\/\/ Adds.\nint Add/' >"$newer/chapters/01_tiny/tiny.cpp"
tiny_source "$right_1" "$right_2" | sed 's/^int Add/\/\/\/ Adds.\nint Add/' >"$newer/solutions/01_tiny/tiny.cpp"
tiny_source "return b + a;" "$stub_2" | sed 's/^using/\/\/ my own line\nusing/' >"$source_file"
before=$(cat "$source_file")
expect 2 "is not a workbook" -- update --from "$scratch"
expect 2 "not made with git" -- update
expect 0 "carried   1.1" "// my own line" ".workbook/kept/update-1" -- update --from "$newer"
hold "the new text is here" grep -q "/// Adds." "$source_file"
hold "the learner's code is here" grep -q "return b + a;" "$source_file"
hold "the old file is kept" test "$(cat "$project/.workbook/kept/update-1/chapters/01_tiny/tiny.cpp")" = "$before"
expect 0 "passed" -- check 1.1

# By git: a clone whose origin moves on.
git_in() { (cd "$1" && shift && git -c user.name=a -c user.email=a@b -c init.defaultBranch=main "$@" >/dev/null 2>&1); }
origin="$scratch/origin"
cp -r "$newer" "$origin"
printf '/build/\n/.workbook/\n' >"$origin/.gitignore"
git_in "$origin" init && git_in "$origin" add -A && git_in "$origin" commit -m one
clone="$scratch/clone"
git clone -q "$origin" "$clone"
export WORKBOOK_ROOT="$clone"
cloned="$clone/chapters/01_tiny/tiny.cpp"
expect 0 "Nothing new" -- update
sed -i "s/throw NotImplemented(\"1.1\", \"Adding\");/return b + a;/" "$cloned"
for side in chapters solutions; do sed -i 's/Adds\./Adds two./' "$origin/$side/01_tiny/tiny.cpp"; done
git_in "$origin" commit -am two
expect 0 "carried   1.1" -- update
hold "git brought the new text" grep -q "Adds two." "$cloned"
hold "the learner's code is here" grep -q "return b + a;" "$cloned"
# The learner commits; the origin moves on.
git_in "$clone" commit -am mine
for side in chapters solutions; do sed -i 's/Adds two\./Adds three./' "$origin/$side/01_tiny/tiny.cpp"; done
git_in "$origin" commit -am three
git_in "$clone" config user.name a && git_in "$clone" config user.email a@b
expect 0 "carried   1.1" -- update
hold "a commit of one's own is merged" grep -q "Adds three." "$cloned"
hold "the learner's code is here" grep -q "return b + a;" "$cloned"
# A change outside chapters/ that stands in the way: nothing is lost.
echo '# mine' >>"$clone/chapters/chapters.cmake"
echo '# mine' >>"$clone/cmake/Chapter.cmake"
for side in chapters solutions; do sed -i 's/Adds three\./Adds four./' "$origin/$side/01_tiny/tiny.cpp"; done
echo '# theirs' >>"$origin/cmake/Chapter.cmake"
git_in "$origin" commit -am four
expect 2 "cmake/Chapter.cmake" "Nothing was changed" -- update
hold "the learner's code is still here" grep -q "return b + a;" "$cloned"
hold "other files are as they were" grep -q "# mine" "$clone/chapters/chapters.cmake"
# One that was killed is put right by the next.
git_in "$clone" checkout cmake/Chapter.cmake
mkdir -p "$clone/.workbook/kept/update-77" && cp -r "$clone/chapters" "$clone/.workbook/kept/update-77/"
echo ".workbook/kept/update-77" >"$clone/.workbook/update-in-progress"
git_in "$clone" checkout HEAD -- chapters
expect 0 "was interrupted" "carried   1.1" -- update
hold "the learner's code is here after all" grep -q "return b + a;" "$cloned"
export WORKBOOK_ROOT="$project"
