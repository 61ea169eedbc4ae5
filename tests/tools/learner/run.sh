#!/bin/sh
# Everything abnormal that a learner can do, done for real to a tiny workbook: each must yield its own plain message and
# exit code, and lose nothing.  run.sh ROOT WORKBOOK_BINARY GROUP…
set -u

here=$(cd "$(dirname "$0")" && pwd)
. "$here/tiny_project.sh"
root=$1
workbook=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
project="$scratch/a tiny workbook" # with spaces, on purpose
make_tiny_project "$root" "$project"
export WORKBOOK_ROOT="$project"
export LC_ALL=C.UTF-8
unset LIBTORCH NO_COLOR 2>/dev/null || true
source_file="$project/chapters/01_tiny/tiny.cpp"
failures=0
checks=0

stub_1='throw NotImplemented("1.1", "Adding");'
stub_2='throw NotImplemented("1.2", "Multiplying");'
right_1='return a + b;'
right_2='return a * b;'

write() { tiny_source "$1" "$2" >"$source_file"; }

# expect CODE TEXT… -- ARGUMENT…: the command's exit code, and texts that its output must hold.
expect() {
  code=$1
  shift
  : >"$scratch/texts"
  while [ "$1" != "--" ]; do
    printf '%s\n' "$1" >>"$scratch/texts"
    shift
  done
  shift
  checks=$((checks + 1))
  "$workbook" "$@" >"$scratch/out" 2>&1
  got=$?
  problem=""
  [ "$got" = "$code" ] || problem="exit code $got, not $code. "
  while read -r text; do
    grep -qF -- "$text" "$scratch/out" || problem="$problem'$text' is missing. "
  done <"$scratch/texts"
  [ -z "$problem" ] && return
  failures=$((failures + 1))
  printf 'FAILED  %s: workbook %s: %s\n' "$step" "$*" "$problem"
  sed 's/^/    | /' "$scratch/out"
}

hold() { # hold WHAT COMMAND…: a fact beside the output
  what=$1
  shift
  checks=$((checks + 1))
  "$@" && return
  failures=$((failures + 1))
  printf 'FAILED  %s: %s\n' "$step" "$what"
}

lacks_text() { ! grep -qF -- "$1" "$2"; }
same_as_kept() { # the newest copy holds this text
  newest=$(find "$project/.workbook/kept" -type f -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d' ' -f2-)
  [ "$(cat "$newest")" = "$1" ]
}

test_runs() { pgrep -f "^$project/.*check_1_1" >/dev/null; }
no_test_runs() { ! test_runs; }

for group; do
  step=$group
  . "$here/$group.sh"
done
printf '%s checks, %s failed\n' "$checks" "$failures"
[ "$failures" = 0 ]
