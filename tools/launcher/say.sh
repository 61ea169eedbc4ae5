# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154  # variables of the other files of this folder
# Words to the reader, locks, and a progress line for what takes over two seconds.

kMachineLacks=6

say() {
  printf '%s\n' "$*" >&2
}

# lacks WHAT [NEXT STEP…]: this machine lacks something; every argument is a line.
lacks() {
  printf 'workbook: %s\n' "$1" >&2
  shift
  for line; do printf '  %s\n' "$line" >&2; done
  exit "$kMachineLacks"
}

first_words() {
  cat <<END
A workbook: build a memory allocator for PyTorch, stage by stage.

  $WORKBOOK_CALLED check    the first exercise that is not done yet; sets up what is missing on the first start
  $WORKBOOK_CALLED --help   every verb, once the workbook is set up

The first start installs Debian packages (a compiler, CMake, small libraries; needs root or sudo) and, unless it
finds an installed PyTorch, fetches libtorch from PyPI (570 MB). README.md tells more.
END
}

# The home folder also where HOME is not set (cron, env -i).
home_folder() {
  if [ -n "${HOME-}" ]; then
    printf '%s' "$HOME"
  else
    getent passwd "$(id -u)" | cut -d: -f6
  fi
}

# The cache is shared by all checkouts of a user.
cache_folder() {
  printf '%s/pytorch-allocator-workbook' "${XDG_CACHE_HOME:-$(home_folder)/.cache}"
}

need_build_folder() {
  # mkdir alone says yes to an existing folder that is not ours.
  if ! mkdir -p "$WORKBOOK_ROOT/build/logs" 2>/dev/null || ! [ -w "$WORKBOOK_ROOT/build/logs" ]; then
    lacks "this account may not write to $WORKBOOK_ROOT/build" \
      "Builds and logs stand there. Clone the workbook into a folder of your own and start it there."
  fi
}

# One set-up at a time in a checkout: ninja has no lock of its own. Descriptor 9 holds it.
take_lock() {
  need_build_folder
  exec 9>"$WORKBOOK_ROOT/build/.lock"
  if ! flock -n 9; then
    say "Another workbook command is setting up here; waiting for it."
    flock 9
  fi
}

release_lock() {
  exec 9>&-
}

# --- progress ---------------------------------------------------------------------------------------------------------

progress_process=""
progress_started=0

# The waiting is done beside the command, so that Ctrl-C reaches the command itself. Nothing of the reader's is kept
# open by a sleep: a pipe behind us would wait for it.
show_progress() {
  trap 'kill $! 2>/dev/null; exit 0' TERM
  sleep 2 >/dev/null 2>&1 & wait $!
  if ! [ -t 2 ]; then
    say "$1 …${progress_note:+ ($progress_note)}"
    return
  fi
  while :; do
    printf '\r\033[K%s … %s%d s' "$1" "$(steps_done)" $(($(date +%s) - progress_started)) >&2
    sleep 1 >/dev/null 2>&1 & wait $!
  done
}

# How far ninja is, from the log that it writes: "[12/65] ".
progress_log=""
progress_note=""
steps_done() {
  [ -n "$progress_log" ] && [ -e "$progress_log" ] || return 0
  step=$(tail -n 1 "$progress_log" 2>/dev/null | sed -n 's|^\(\[[0-9]*/[0-9]*\]\).*|\1 |p')
  printf '%s' "$step"
}

start_progress() {
  progress_started=$(date +%s)
  show_progress "$1" 8>&- 9>&- &
  progress_process=$!
}

stop_progress() {
  [ -n "$progress_process" ] || return 0
  kill "$progress_process" 2>/dev/null || true
  wait "$progress_process" 2>/dev/null || true
  progress_process=""
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# What must not outlive us.
leftover=""
leftover_too=""
background_process=""

clean_up() {
  stop_progress
  [ -z "$background_process" ] || kill "$background_process" 2>/dev/null || true
  rm -rf ${leftover:+"$leftover"} ${leftover_too:+"$leftover_too"}
}

interrupted() {
  clean_up
  say ""
  say "workbook: interrupted. Nothing is half done: the same command goes on from here."
  trap - INT TERM EXIT
  exit $((128 + $1))
}
trap 'interrupted 2' INT
trap 'interrupted 15' TERM
trap 'clean_up' EXIT

# quietly LABEL LOG COMMAND…: runs it with its output in LOG; says LABEL when it takes over two seconds.
quietly() {
  label=$1
  log=$2
  shift 2
  start_progress "$label"
  status=0
  "$@" >"$log" 2>&1 8>&- 9>&- || status=$?
  stop_progress
  seconds=$(($(date +%s) - progress_started))
  if [ "$status" = 0 ] && [ "$seconds" -ge 2 ]; then say "$label: done, $seconds s"; fi
  return "$status"
}

# tail_of LOG: where the full log is, and its last lines.
tail_of() {
  say "  The end of $1:"
  tail -n "${2:-15}" "$1" | sed 's/^/    /' >&2
}
