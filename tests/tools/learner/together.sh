# shellcheck shell=sh disable=SC2154
# Two checks at once, and Ctrl-C.
write "$right_1" "$right_2"
"$workbook" check --all >"$scratch/first" 2>&1 &
first=$!
"$workbook" check --all >"$scratch/second" 2>&1
second_code=$?
wait "$first"
hold "both of two checks at once pass" test "$?$second_code" = 00
hold "the progress file is whole" python3 -c 'import json, sys; json.load(open(sys.argv[1]))' \
  "$project/.workbook/progress.json"
{ printf '#include <cstdio>\n'; tiny_source 'std::puts("endless"); for (volatile int i = 0;; i = i + 1) {}' "$right_2"; } >"$source_file"
"$workbook" check 1.1 >"$scratch/out" 2>&1 &
checking=$!
until test_runs; do kill -0 "$checking" || break; sleep 0.05; done
"$workbook" check 1.2 --seconds 2 >"$scratch/other" 2>&1 &
waiting=$!
until grep -q "waiting for another one to end: ./workbook check 1.1" "$scratch/other"; do
  kill -0 "$waiting" || break
  sleep 0.05
done
kill -TERM "$checking" # a job in the background ignores SIGINT; both go the same way
wait "$checking"
hold "an interrupted check says so with code 130" test "$?" = 130
wait "$waiting"
hold "the one that waited goes on" grep -q "1.2  Multiplying" "$scratch/other"
hold "no child is left" no_test_runs
hold "it is said who is waited for" grep -q "./workbook check 1.1, process $checking" "$scratch/other"
