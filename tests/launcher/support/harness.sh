# shellcheck shell=sh
# shellcheck disable=SC2016,SC2034  # $ORIGIN and the like; variables for the tests
# What the launcher's tests stand on: a scratch checkout in a path with a blank, whose workbook command is one small
# file; fake libtorches that compile in no time; a clean environment. Needs no network and no real libtorch.
set -eu

project=$(cd "$(dirname "$0")/../.." && pwd -P)
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0
output="" status=0

pass() { passed=$((passed + 1)); printf 'pass  %s\n' "$1"; }
skip() { skipped=$((skipped + 1)); printf 'skip  %s (%s)\n' "$1" "$2"; }
fail() {
  failed=$((failed + 1))
  printf 'FAIL  %s: %s\n' "$1" "$2"
  printf '%s\n' "$output" | tail -n 12 | sed 's/^/      | /'
}

finish() {
  printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

# expect NAME STATUS TEXT…: the last `launch` ended with STATUS and said each TEXT; a TEXT that starts with ! must not be there.
expect() {
  name=$1 wanted=$2
  shift 2
  [ "$status" = "$wanted" ] || { fail "$name" "exit code $status instead of $wanted"; return; }
  for text; do
    case $text in
      !*) case $output in *"${text#!}"*) fail "$name" "it says \"${text#!}\""; return ;; esac ;;
      *) case $output in *"$text"*) ;; *) fail "$name" "it does not say \"$text\""; return ;; esac ;;
    esac
  done
  pass "$name"
}

# check NAME COMMAND…: the command succeeds.
check() {
  name=$1
  shift
  if "$@"; then pass "$name"; else fail "$name" "not so: $*"; fi
}

# A checkout with the real launcher and a workbook command that prints its arguments and LIBTORCH.
make_checkout() {
  mkdir -p "$1/tools"
  cp "$project/workbook" "$project/CMakePresets.json" "$1/"
  cp -r "$project/tools/launcher" "$1/tools/"
  printf 'cmake_minimum_required(VERSION 3.25)\nproject(scratch LANGUAGES CXX)\nadd_subdirectory(tools)\n' >"$1/CMakeLists.txt"
  echo 'add_executable(workbook main.cpp)' >"$1/tools/CMakeLists.txt"
  cat >"$1/tools/main.cpp" <<'END'
#include <cstdio>
#include <cstdlib>
int main(int count, char** arguments) {
  std::printf("ran");
  for (int i = 1; i < count; ++i) std::printf(" [%s]", arguments[i]);
  const char* libtorch = std::getenv("LIBTORCH");
  std::printf("\nroot %s\nlibtorch %s\n", std::getenv("WORKBOOK_ROOT"), libtorch ? libtorch : "none");
  return count > 2 ? std::atoi(arguments[2]) : 0;
}
END
}

# make_torch FOLDER VERSION: enough of one to be found, vetted and linked.
make_torch() {
  mkdir -p "$1/lib" "$1/include/c10/core" "$1/include/ATen" "$1/include/torch/headeronly" "$1/include/torch/csrc/api/include"
  echo '#pragma once' >"$1/include/c10/core/Allocator.h"
  echo '#pragma once' >"$1/include/ATen/ATen.h"
  echo "$2" | sed 's/^\(.*\)\.\(.*\)\.\(.*\)$/#define TORCH_VERSION_MAJOR \1\n#define TORCH_VERSION_MINOR \2\n#define TORCH_VERSION_PATCH \3/' \
    >"$1/include/torch/headeronly/version.h"
  cp "$scratch/libc10.so" "$scratch/libtorch_cpu.so" "$1/lib/"
}

echo 'int c10_answer() { return 42; }' >"$scratch/c10.cpp"
echo 'int c10_answer(); int torch_answer() { return c10_answer(); }' >"$scratch/torch_cpu.cpp"
g++ -shared -fPIC -Wl,-soname,libc10.so -o "$scratch/libc10.so" "$scratch/c10.cpp"
g++ -shared -fPIC -Wl,-soname,libtorch_cpu.so -Wl,-rpath,'$ORIGIN' -o "$scratch/libtorch_cpu.so" \
  "$scratch/torch_cpu.cpp" "$scratch/libc10.so"

# Wheels of the names and versions that the launcher asks for, in $scratch/wheels.
make_wheels() {
  make_torch "$scratch/wheel/torch" 2.14.1
  mkdir -p "$scratch/wheels"
  python3 - "$scratch" "$project/tools/launcher/libtorch.sh" <<'END'
import os, re, sys, zipfile
scratch, launcher = sys.argv[1:]
wanted = re.search(r'kTorchWheels="([^"]*)"', open(launcher).read()).group(1)
for requirement in wanted.split():
    name, version = requirement.replace("-", "_").split("==")
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(f"{scratch}/wheels/{name}-{version}-py3-none-any.whl", "w") as wheel:
        if name == "torch":
            for folder, _, files in os.walk(f"{scratch}/wheel"):
                for file in files:
                    path = os.path.join(folder, file)
                    wheel.write(path, os.path.relpath(path, f"{scratch}/wheel"))
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
END
}

# The programs of this machine without those named: a machine on which packages are missing.
make_bin() {
  mkdir -p "$1"
  cp -s /usr/bin/* "$1/" 2>/dev/null || true
  # A Python that sees no installed torch but what PYTHONPATH shows.
  rm -f "$1/python3"
  printf '#!/bin/sh\nexec /usr/bin/python3 -S "$@"\n' >"$1/python3"
  chmod 755 "$1/python3"
  folder=$1
  shift
  for program; do rm -f "$folder/$program"; done
}

# launch [NAME=VALUE…] COMMAND…: in an environment that holds nothing else; sets $output and $status.
launch() {
  status=0
  output=$(env -i PATH="$scratch/bin" HOME="$scratch/home" LANG=C.UTF-8 PIP_NO_INDEX=1 PIP_FIND_LINKS="$scratch/wheels" \
    PIP_NO_CACHE_DIR=1 "$@" 2>&1 </dev/null) || status=$?
}

# The same as an account without rights.
launch_as_nobody() {
  status=0
  output=$(setpriv --reuid 65534 --regid 65534 --clear-groups env -i PATH="$scratch/bin" HOME="$scratch/nobody" \
    LANG=C.UTF-8 PIP_NO_INDEX=1 PIP_FIND_LINKS="$scratch/wheels" PIP_NO_CACHE_DIR=1 "$@" 2>&1 </dev/null) || status=$?
}

is_root() { [ "$(id -u)" = 0 ]; }

make_bin "$scratch/bin"
mkdir -p "$scratch/home" "$scratch/nobody"
if is_root; then chown 65534:65534 "$scratch/nobody"; fi
