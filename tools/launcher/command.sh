# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154  # variables of the other files of this folder
# Builds the workbook command, build/command/tools/workbook. It needs no libtorch.

command_is_built() {
  [ -x "$WORKBOOK_ROOT/build/command/tools/workbook" ]
}

# A checkout that was moved or copied brings builds along that point to its old place.
drop_moved_builds() {
  for cache in "$WORKBOOK_ROOT"/build/*/CMakeCache.txt; do
    [ -e "$cache" ] || continue
    if ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$WORKBOOK_ROOT" "$cache"; then
      folder=$(dirname "$cache")
      say "$folder was made for another place: building it anew."
      rm -rf "$folder"
    fi
  done
}

# On the first start the command is built while libtorch is fetched.
start_building() {
  if command_is_built; then return 0; fi
  prepare_build
  ninja -C "$build" workbook >"$log" 2>&1 8>&- 9>&- &
  background_process=$!
}

prepare_build() {
  drop_moved_builds
  build=$WORKBOOK_ROOT/build/command
  log=$WORKBOOK_ROOT/build/logs/command.log
  [ -e "$build/build.ninja" ] || configure_command
}

build_command() {
  progress_note="takes a few minutes, once"
  build_command_now
  progress_note=""
  progress_log=""
}

build_command_now() {
  progress_log=$WORKBOOK_ROOT/build/logs/command.log
  if [ -n "$background_process" ]; then
    quietly "Building the workbook command" "$WORKBOOK_ROOT/build/logs/wait.log" wait "$background_process" || true
    background_process=""
  fi
  prepare_build
  if quietly "Building the workbook command" "$log" ninja -C "$build" workbook; then return 0; fi
  # A compiler or a library that has gone since the last start: a fresh configuration finds its successor.
  if grep -q 'CMake Error\|missing and no known rule' "$log"; then
    configure_command
    if quietly "Building the workbook command" "$log" ninja -C "$build" workbook; then return 0; fi
  fi
  tail_of "$log" 25
  lacks "the workbook command could not be built" "The full log: $log"
}

configure_command() {
  if ! quietly "Configuring the workbook command" "$log" cmake -S "$WORKBOOK_ROOT" --preset command --fresh; then
    tail_of "$log" 25
    rm -f "$build/CMakeCache.txt" # nothing half configured stays
    lacks "CMake could not configure the workbook command" "The full log: $log"
  fi
}
