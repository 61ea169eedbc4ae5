# shellcheck shell=sh disable=SC2154
# watch: each save is judged without another word, whichever way the watcher learns of it.

# await TEXT [COUNT]: until the watcher has said it so often. Gives up when the watcher ends, or after five minutes.
await() {
  deadline=$(($(date +%s) + 300))
  checks=$((checks + 1))
  until [ "$(grep -cF -- "$1" "$scratch/watched")" -ge "${2-1}" ]; do
    if kill -0 "$watching" 2>/dev/null && [ "$(date +%s)" -lt "$deadline" ]; then
      sleep 0.05
      continue
    fi
    failures=$((failures + 1))
    printf "FAILED  %s: the watcher never said '%s'\n" "$step" "$1"
    sed 's/^/    | /' "$scratch/watched"
    return
  done
}

# From here on only what comes next counts. The watcher appends, so the file may be emptied under it.
save() {
  : >"$scratch/watched"
  write "$1" "$2"
}

# As many editors save: into a file beside, which is then renamed.
save_by_renaming() {
  : >"$scratch/watched"
  tiny_source "$1" "$2" >"$source_file.new"
  mv "$source_file.new" "$source_file"
}

watch_a_session() {
  rm -rf "$project/.workbook"
  write "$stub_1" "$stub_2"
  : >"$scratch/watched"
  "$workbook" watch >>"$scratch/watched" 2>&1 &
  watching=$!
  await "1.1  Adding: not started"
  await "watching chapters/ for a save"
  save "return a - b;" "$stub_2"
  await "chapters/01_tiny/tiny.cpp was saved: checking 1.1"
  await "1.1  Adding: wrong"
  await "watching chapters/ for a save"
  save_by_renaming "$right_1" "$stub_2"
  await "checking 1.1"
  await "judged     chapters/01_tiny/tiny.cpp"
  save "$stub_1" "return a + b;"
  await "checking 1.1"
  await "watching chapters/ for a save"
  # The exercise that is edited, not the first unfinished one.
  save "$stub_1" "return a - b;"
  await "checking 1.2"
  await "1.2  Multiplying: wrong"
  # A check that never ends is stopped by the next save.
  save 'for (volatile int i = 0;; i = i + 1) {}' "return a - b;"
  await "checking 1.1"
  until test_runs; do kill -0 "$watching" || break; sleep 0.05; done
  save "$right_1" "return a - b;"
  await "judged     chapters/01_tiny/tiny.cpp"
  hold "the check of the save before is gone" no_test_runs
  kill -TERM "$watching" # a job in the background ignores SIGINT; both go the same way
  wait "$watching"
  hold "the watcher ends with 0" test "$?" = 0
  hold "and says that nothing is lost" grep -qF "Your files and your progress are saved" "$scratch/watched"
}

watch_a_session
step="watch, by looking"
export WORKBOOK_WATCH_BY_POLLING=1
watch_a_session
unset WORKBOOK_WATCH_BY_POLLING

step="watch --json"
write "$stub_1" "$stub_2"
: >"$scratch/watched"
"$workbook" watch --json >>"$scratch/watched" 2>/dev/null &
watching=$!
await '"verdict":"not_started"'
save "return a - b;" "$stub_2"
await '"verdict":"wrong"'
kill -TERM "$watching"
wait "$watching"
hold "nothing but JSON is printed" python3 -c 'import json, sys
for line in open(sys.argv[1]): json.loads(line)' "$scratch/watched"
