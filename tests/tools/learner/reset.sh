# shellcheck shell=sh disable=SC2154
# Back to the skeleton, with a copy; what is not named stays.
write "$right_1" "$right_2"
before=$(cat "$source_file")
expect 0 "copy    .workbook/kept/" 'back    cp ".workbook/kept/' "reset   1.1 in chapters/01_tiny/tiny.cpp" -- reset 1.1
hold "the copy holds the old text" same_as_kept "$before"
hold "1.2 is as it was" grep -qF "$right_2" "$source_file"
hold "1.1 is the stub" grep -qF "$stub_1" "$source_file"
expect 0 "Nothing to do" -- reset 1.1
tiny_source "$right_1" "$right_2" | sed '/\[end 1.1\]/d' >"$source_file"
before=$(cat "$source_file")
expect 0 "copy    .workbook/kept/" -- reset 1.1
hold "the damaged text is in the copy" same_as_kept "$before"
hold "1.2 was saved from the damaged file" grep -qF "$right_2" "$source_file"
expect 3 "not started" -- check 1.1
