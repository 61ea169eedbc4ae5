# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154  # variables of the other files of this folder
# Chooses the libtorch that the chapters are built against and exports LIBTORCH, the folder with include/ and lib/.
# In this order: LIBTORCH or CMAKE_PREFIX_PATH, the torch of the current Python, our own wheels in the cache folder.

kTorchVersion=2.14.1
kTorchMinimum=2.11
# What torch 2.14.1 asks for through cuda-toolkit 13.0.3, as far as C++ programs need it.
kTorchWheels="torch==2.14.1 nvidia-cuda-runtime==13.0.96 nvidia-cuda-cupti==13.0.85"

# torch_root FOLDER: the folder with include/ and lib/, when FOLDER is one, holds one (site-packages, an unpacked zip)
# or lies inside one (share/cmake, as torch.utils.cmake_prefix_path says).
torch_root() {
  for place in "$1" "$1/torch" "$1/libtorch" "$1/../.." "$1/../../.." "$1"/lib/python3*/site-packages/torch; do
    if [ -e "$place/include/c10/core/Allocator.h" ]; then
      (cd -P -- "$place" && pwd -P)
      return
    fi
  done
  return 1
}

torch_version() {
  for header in torch/headeronly/version.h torch/csrc/api/include/torch/version.h; do
    if [ -r "$1/include/$header" ]; then
      sed -n 's/^#define TORCH_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\).*/\2/p' "$1/include/$header" | paste -sd .
      return
    fi
  done
}

older_than() { # older_than 2.9.1 2.11
  [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]
}

# Changes whenever another torch stands in the same folder.
torch_signature() {
  printf '%s %s' "$1" "$(cd "$1" && stat -Lc '%s-%Y' lib/libc10.so lib/libtorch_cpu.so 2>/dev/null | paste -sd ' ')"
}

# vet_libtorch ROOT: sets $complaint and fails when the workbook cannot be built against it. The proof is a program
# that loads it: a half-copied file, a missing CUDA library or a wrong machine all show there.
vet_libtorch() {
  complaint=""
  for file in lib/libc10.so lib/libtorch_cpu.so include/ATen/ATen.h; do
    [ -e "$1/$file" ] || { complaint="$file is missing"; return 1; }
  done
  found_version=$(torch_version "$1")
  [ -n "$found_version" ] || { complaint="its headers name no version"; return 1; }
  if older_than "$found_version" "$kTorchMinimum"; then
    complaint="it is PyTorch $found_version; the workbook needs $kTorchMinimum or newer"
    return 1
  fi
  probe=$WORKBOOK_ROOT/build/logs/load-libtorch
  echo 'int main() {}' >"$probe.cpp"
  if ! quietly "Trying libtorch $found_version in $1" "$probe.log" "${CXX:-c++}" -o "$probe" "$probe.cpp" \
    -Wl,--no-as-needed -Wl,--allow-shlib-undefined "-Wl,-rpath,$1/lib" "$1/lib/libc10.so" "$1/lib/libtorch_cpu.so" ||
    ! "$probe" >"$probe.log" 2>&1; then
    complaint="a program linked with it does not start: $(tail -n 1 "$probe.log")"
    return 1
  fi
}

# Takes ROOT when it is as it was at the last start, or passes.
accept_libtorch() {
  remembered=$WORKBOOK_ROOT/build/libtorch
  signature=$(torch_signature "$1")
  known=""
  if [ -r "$remembered" ]; then read -r known <"$remembered" || true; fi
  if [ "$known" != "$signature" ]; then
    vet_libtorch "$1" || return 1
    [ -z "$known" ] || say "libtorch has changed; it is now $found_version in $1. The chapters are built anew."
    # CMake looks at this file: configurations notice the change by it.
    printf '%s\n' "$signature" >"$remembered.part"
    mv -f "$remembered.part" "$remembered"
  fi
  LIBTORCH=$1
  export LIBTORCH
}

# Asked for by name: used or refused, never passed over.
libtorch_by_name() {
  if [ -n "${LIBTORCH-}" ]; then
    if ! root=$(torch_root "$LIBTORCH"); then
      lacks "LIBTORCH=$LIBTORCH: there is no libtorch (no include/c10/core/Allocator.h)" \
        "Set it to the folder that holds include/ and lib/: an installed PyTorch's torch folder or an unpacked LibTorch." \
        "Or unset it: the workbook then finds or fetches its own."
    fi
    accept_libtorch "$root" || refuse "LIBTORCH=$LIBTORCH" LIBTORCH
    return 0
  fi
  saved_ifs=$IFS
  IFS=:
  # shellcheck disable=SC2086  # a list of folders between colons
  set -- ${CMAKE_PREFIX_PATH-}
  IFS=$saved_ifs
  for folder; do
    if [ -n "$folder" ] && root=$(torch_root "$folder"); then
      accept_libtorch "$root" || refuse "$root (from CMAKE_PREFIX_PATH)" CMAKE_PREFIX_PATH
      return 0
    fi
  done
  return 1
}

refuse() {
  lacks "$1 cannot be used: $complaint" \
    "Set $2 to a PyTorch $kTorchMinimum or newer, or unset it: the workbook then fetches its own $kTorchVersion."
}

# Looked up, not imported: that would take seconds. The current folder does not count.
python_torch() {
  command -v python3 >/dev/null || return 1
  python3 -c 'import sys
sys.path = [p for p in sys.path if p]
import importlib.util
spec = importlib.util.find_spec("torch")
print(list(spec.submodule_search_locations)[0])' 2>/dev/null
}

choose_libtorch() {
  if libtorch_by_name; then return 0; fi
  if place=$(python_torch) && root=$(torch_root "$place"); then
    if accept_libtorch "$root"; then return 0; fi
    passed_over="Passing over this Python's torch in $root: $complaint."
  fi
  own=$(cache_folder)/libtorch-$kTorchVersion
  if [ -e "$own" ]; then
    if accept_libtorch "$own/torch"; then return 0; fi
    say "The libtorch in $own is damaged: $complaint. Fetching it again."
  fi
  [ -z "${passed_over-}" ] || say "$passed_over"
  start_building
  fetch_libtorch "$own"
  accept_libtorch "$own/torch" || lacks "the libtorch that was just fetched to $own cannot be used: $complaint"
}

# For verbs that only want to know.
mention_libtorch() {
  if [ -z "${LIBTORCH-}" ] && place=$(python_torch || cache_folder) &&
    root=$(torch_root "$place" || torch_root "$(cache_folder)/libtorch-$kTorchVersion"); then
    LIBTORCH=$root
    export LIBTORCH
  fi
}

# --- our own wheels ---------------------------------------------------------------------------------------------------

# Debian's own Python has the pip that need_packages installed; a reader's may have none.
pip_python() {
  for python in /usr/bin/python3 python3; do
    if "$python" -m pip --version >/dev/null 2>&1; then
      printf '%s' "$python"
      return
    fi
  done
  return 1
}

# need_folder FOLDER GIGABYTES WHAT NEXT: can be written and has room.
need_folder() {
  if ! mkdir -p "$1" 2>/dev/null || ! [ -w "$1" ]; then lacks "cannot write to $1, $3" "$4"; fi
  free=$(df -Pk "$1" | awk 'NR == 2 { print int($4 / 1000 / 1000) }')
  [ "$free" -ge "$2" ] || lacks "$1, $3, has $free GB free; this needs $2 GB" "$4"
}

need_cache_folder() {
  need_folder "$1" "$2" "where downloads are kept" \
    "Set XDG_CACHE_HOME to a folder that you may write to and that has $2 GB free, or LIBTORCH to an installed PyTorch."
}

# fetch_libtorch FOLDER: made beside it and renamed, under a lock, so that it is there whole or not at all.
fetch_libtorch() {
  cache=$(dirname "$1")
  need_cache_folder "$cache" 3
  exec 8>"$cache/.lock"
  if ! flock -n 8; then
    say "Another workbook is fetching libtorch to $cache; waiting for it."
    flock 8
    if torch_root "$1" >/dev/null; then
      exec 8>&-
      return
    fi
  fi
  rm -rf "$1.part" # of an interrupted start
  mkdir -p "$1.part/tmp"
  log=$WORKBOOK_ROOT/build/logs/libtorch.log
  if ! quietly "Fetching libtorch $kTorchVersion (570 MB) to $1" "$log" install_wheels "$1.part"; then
    rm -rf "$1.part"
    tail_of "$log" 6
    lacks "libtorch could not be fetched from PyPI" \
      "Without network: set LIBTORCH to an installed PyTorch or an unpacked LibTorch, or take a bundle (README.md)." \
      "Else start again: what has been downloaded whole is kept."
  fi
  rm -rf "$1.part/tmp" "$1"
  mv "$1.part" "$1"
  exec 8>&-
}

# The temporary folder is on the cache's disk: /tmp may be small, and the last step is then a rename.
install_wheels() {
  python=$(pip_python) || { echo "no Python with pip was found"; return 1; }
  # shellcheck disable=SC2086  # a list of wheels
  env TMPDIR="$1/tmp" PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_USER=0 "$python" -m pip install \
    --no-deps --no-compile --only-binary=:all: --progress-bar off --target "$1" $kTorchWheels
}
