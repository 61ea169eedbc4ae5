# shellcheck shell=sh disable=SC2154
# The compiler's and the linker's complaints: the learner's own file first, with the place of the whole log.
write 'return a + undeclared;' "$stub_2"
expect 4 "does not compile" "chapters/01_tiny/tiny.cpp:10" "undeclared" "whole log: build/dev/logs/" -- check 1.1
write 'return a + undeclared;' "$stub_2"
expect 4 '"compile_error"' '"line":10' -- check 1.1 --json
tiny_source "$right_1" "$stub_2" | sed 's/^int Add/int Addd/' >"$source_file"
expect 4 "does not compile" "undefined reference" "Add" -- check 1.1
# An exercise that is not started, in a file that does not compile: the compiler has the word.
write 'return undeclared;' "$stub_2"
expect 4 "1.2  Multiplying" "does not compile" "undeclared" -- check 1.2
