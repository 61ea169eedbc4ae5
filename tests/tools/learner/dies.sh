# shellcheck shell=sh disable=SC2154
# Code that ends the program, or never does.
with_includes() {
  { printf '#include <cstdio>\n#include <cstdlib>\n'; tiny_source "$1" "$stub_2"; } >"$source_file"
}
with_includes 'std::exit(0);'
expect 5 "ended early" "exit code 0" "Ex1_1.TwoAndThreeAreFive" -- check 1.1
{ printf '#include <cstdlib>\nnamespace { [[maybe_unused]] const int gone = (std::_Exit(0), 1); }\n'
  tiny_source "$right_1" "$stub_2"; } >"$source_file"
expect 5 "ended early" "before its first test" -- check 1.1
with_includes 'const auto quiet = []() noexcept { throw 7; }; quiet();'
expect 5 "must not throw, such as a deleter" "terminate called" "EXPECT_EQ(tiny::Add(2, 3), 5)" -- check 1.1
hold "the test is named once" test "$(grep -c 'Ex1_1.TwoAndThreeAreFive' "$scratch/out")" = 1
with_includes 'std::free(static_cast<char*>(std::malloc(64)) + 16);'
expect 5 "free() was given an address that malloc() did not return" -- check 1.1
with_includes 'std::abort();'
expect 5 "crashed" "SIGABRT" -- check 1.1
with_includes 'return *reinterpret_cast<volatile int*>(a);'
expect 5 "crashed" "SIGSEGV" -- check 1.1
with_includes 'for (volatile int i = 0;; i = i + 1) {}'
expect 5 "timed out" "still running after 2 s" "an endless loop or" "deadlock?" -- check 1.1 --seconds 2
with_includes 'volatile int deeper = a; return deeper == 1 << 30 ? 0 : Add(a + 1, b) + deeper;'
expect 5 "crashed" "recursion" -- check 1.1
with_includes 'for (int i = 0; i < 100 << 10; ++i) { static char kilobyte[1024] = {}; for (char& c : kilobyte) c = 46; kilobyte[1023] = 10; std::fwrite(kilobyte, 1, 1024, stdout); } return 0;'
expect 1 "wrong" "Ex1_1.TwoAndThreeAreFive" -- check 1.1
hold "100 MB of output are not passed on" test "$(wc -c <"$scratch/out")" -lt 20000
with_includes 'throw 7;'
expect 1 "wrong" "Unknown C++ exception" -- check 1.1
# A test that merely failed is not shown as the one that crashed.
test_file="$project/tests/01_tiny/ex_1_1_add_test.cpp"
cp "$test_file" "$scratch/test"
printf '#include <gtest/gtest.h>\n#include "tiny.h"\nTEST(Ex1_1, Fails) { EXPECT_EQ(tiny::Add(2, 3), 5); }\nTEST(Ex1_1, Crashes) { tiny::Add(0, 0); }\n' >"$test_file"
with_includes 'if (a == 0) std::abort(); return 0;'
expect 5 "crashed" "Ex1_1.Crashes" "before that, this one failed:" "Ex1_1.Fails" -- check 1.1
cp "$scratch/test" "$test_file"
