#!/bin/sh
# cmake/FindLibTorch.cmake, used by plain CMake: the layouts in which people have PyTorch, and what is refused.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2154
. "$(dirname "$0")/support/harness.sh"

mkdir -p "$scratch/a project"
cat >"$scratch/a project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(scratch LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH "$project/cmake")
find_package(LibTorch REQUIRED)
message("chose \${LibTorch_ROOT_DIR} \${LibTorch_VERSION} CUDA \${LibTorch_CUDA}")
add_executable(program main.cpp)
target_link_libraries(program PRIVATE LibTorch::torch_cpu)
END
cat >"$scratch/a project/main.cpp" <<'END'
#include <ATen/ATen.h>
#include <c10/core/Allocator.h>
int torch_answer();
int main() { return torch_answer() == 42 ? 0 : 1; }
END

# configure [NAME=VALUE…] -- [ARGUMENT…]: a fresh configuration; AGAIN=1 keeps the old one.
configure() {
  variables=""
  while [ "$1" != -- ]; do
    variables="$variables '$1'"
    shift
  done
  shift
  eval "launch $variables cmake -G Ninja -S '$scratch/a project' -B '$scratch/build' ${again:---fresh} \"\$@\""
}
builds_and_runs() {
  name=$1
  if [ "$status" = 0 ]; then
    launch cmake --build "$scratch/build"
    [ "$status" = 0 ] && launch "$scratch/build/program"
  fi
  expect "$name" 0
}

make_torch "$scratch/cpu wheel/torch" 2.14.1
configure LIBTORCH="$scratch/cpu wheel/torch" --
expect "a CPU-only wheel" 0 "chose $scratch/cpu wheel/torch 2.14.1 CUDA OFF"
builds_and_runs "a CPU-only wheel builds and runs"

# libtorch_cpu.so of a CUDA wheel needs a library of a sibling wheel and knows where it lies.
cuda="$scratch/cuda wheel"
make_torch "$cuda/torch" 2.13.0
mkdir -p "$cuda/nvidia/cu13/lib"
echo 'int cuda_answer() { return 0; }' >"$scratch/cuda.cpp"
g++ -shared -fPIC -Wl,-soname,libcuda_of_a_wheel.so.13 -o "$cuda/nvidia/cu13/lib/libcuda_of_a_wheel.so.13" "$scratch/cuda.cpp"
echo 'int c10_answer(); int cuda_answer(); int torch_answer() { return c10_answer() + cuda_answer(); }' >"$scratch/torch_cuda.cpp"
g++ -shared -fPIC -Wl,-soname,libtorch_cpu.so -Wl,-rpath,'$ORIGIN/../../nvidia/cu13/lib:$ORIGIN' \
  -o "$cuda/torch/lib/libtorch_cpu.so" "$scratch/torch_cuda.cpp" "$scratch/libc10.so" \
  "$cuda/nvidia/cu13/lib/libcuda_of_a_wheel.so.13"
cp "$scratch/libc10.so" "$cuda/torch/lib/libc10_cuda.so"
configure LIBTORCH="$cuda" --
expect "a CUDA wheel, named by its site-packages" 0 "chose $cuda/torch 2.13.0 CUDA ON"
builds_and_runs "a CUDA wheel builds and runs"

make_torch "$scratch/zip/libtorch" 2.11.0
configure -- -DLIBTORCH="$scratch/zip"
expect "an unpacked LibTorch zip, as a CMake variable" 0 "chose $scratch/zip/libtorch 2.11.0"
builds_and_runs "an unpacked LibTorch zip builds and runs"

mkdir -p "$scratch/zip/libtorch/share/cmake"
configure -- -DCMAKE_PREFIX_PATH="/nowhere;$scratch/zip/libtorch/share/cmake"
expect "CMAKE_PREFIX_PATH, a variable" 0 "chose $scratch/zip/libtorch"
configure CMAKE_PREFIX_PATH="/nowhere:$scratch/zip/libtorch" --
expect "CMAKE_PREFIX_PATH in the environment" 0 "chose $scratch/zip/libtorch"
configure LIBTORCH="$cuda/torch" CMAKE_PREFIX_PATH="$scratch/zip/libtorch" --
expect "LIBTORCH before CMAKE_PREFIX_PATH" 0 "chose $cuda/torch"

again=--log-level=STATUS
configure --
expect "the last choice stays" 0 "chose $cuda/torch"
configure LIBTORCH="$scratch/zip/libtorch" --
expect "another LIBTORCH is noticed" 0 "chose $scratch/zip/libtorch"
builds_and_runs "and built against"
again=""

mkdir -p "$scratch/site"
cp -r "$scratch/zip/libtorch" "$scratch/site/torch"
printf '' >"$scratch/site/torch/__init__.py"
configure PYTHONPATH="$scratch/site" --
expect "the Python in PATH" 0 "chose $scratch/site/torch"
cache="$scratch/home/.cache/pytorch-allocator-workbook"
make_torch "$cache/libtorch-2.14.1/torch" 2.14.1
make_torch "$cache/libtorch-2.15.0.part/torch" 2.15.0
configure --
expect "the cache folder; a half-made one does not count" 0 "chose $cache/libtorch-2.14.1/torch"
make_torch "$scratch/old/torch" 2.10.1
printf '' >"$scratch/old/torch/__init__.py"
configure PYTHONPATH="$scratch/old" --
expect "an old one of Python is passed over" 0 "chose $cache/libtorch-2.14.1/torch"
rm -rf "$cache"
configure --
expect "none at all: what to do" 1 "No libtorch was found" "Set LIBTORCH"
configure PYTHONPATH="$scratch/old" --
expect "only an old one: the reason" 1 "PyTorch 2.10.1"
configure LIBTORCH="$scratch/old" --
expect "refused: too old" 1 "PyTorch 2.10.1" "2.11"
configure LIBTORCH=/nowhere --
expect "refused: nothing there" 1 "LIBTORCH is /nowhere"
rm "$scratch/cpu wheel/torch/lib/libc10.so"
configure LIBTORCH="$scratch/cpu wheel/torch" --
expect "refused: a library is missing" 1 "lib/libc10.so is missing"
rm "$scratch/zip/libtorch/include/torch/headeronly/version.h"
configure CMAKE_PREFIX_PATH="$scratch/zip" --
expect "refused: no version" 1 "no version"
finish
