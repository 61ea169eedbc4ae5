# shellcheck shell=sh disable=SC2154
# The command works from any folder.
write "$right_1" "$stub_2"
cd "$scratch" || exit 1
expect 0 "passed" -- check 1.1
