#!/bin/sh
# Which libtorch is taken, which is refused and why, and how our own is fetched.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2154
. "$(dirname "$0")/support/harness.sh"

checkout="$scratch/a path"
own="$scratch/home/.cache/pytorch-allocator-workbook/libtorch-2.14.1"
make_checkout "$checkout"
make_torch "$scratch/torch" 2.14.1
make_torch "$scratch/site/torch" 2.12.0
make_torch "$scratch/unpacked zip/libtorch" 2.11.0
make_torch "$scratch/venv/lib/python3.11/site-packages/torch" 2.13.0
mkdir -p "$scratch/torch/share/cmake"
printf '' >"$scratch/site/torch/__init__.py"

launch LIBTORCH="$scratch/torch" PYTHONPATH="$scratch/site" "$checkout/workbook" check
expect "LIBTORCH comes first" 0 "libtorch $scratch/torch"
launch LIBTORCH="$scratch/torch" "$checkout/workbook" check
expect "an unchanged choice is not mentioned" 0 "!changed"
launch LIBTORCH="$scratch/unpacked zip" "$checkout/workbook" check
expect "an unpacked zip; the change is noticed" 0 "libtorch $scratch/unpacked zip/libtorch" "libtorch has changed"
launch CMAKE_PREFIX_PATH="/nowhere:$scratch/torch/share/cmake" PYTHONPATH="$scratch/site" "$checkout/workbook" check
expect "CMAKE_PREFIX_PATH as PyTorch prints it" 0 "libtorch $scratch/torch"
launch CMAKE_PREFIX_PATH="$scratch/venv" "$checkout/workbook" check
expect "CMAKE_PREFIX_PATH with a virtual environment" 0 "libtorch $scratch/venv/lib/python3.11/site-packages/torch"
launch PYTHONPATH="$scratch/site" "$checkout/workbook" check
expect "the current Python's torch" 0 "libtorch $scratch/site/torch"
cp "$scratch/libc10.so" "$scratch/site/torch/lib/libc10.so.new"
touch -d '2001-01-01' "$scratch/site/torch/lib/libc10.so"
launch PYTHONPATH="$scratch/site" "$checkout/workbook" check
expect "another torch in the same place is noticed" 0 "libtorch has changed"

mkdir "$scratch/here"
cp -r "$scratch/site/torch" "$scratch/here/torch"
make_wheels
cd "$scratch/here" || exit
launch "$checkout/workbook" check
expect "a torch folder in the current folder is not taken for Python's" 0 "libtorch $own/torch"
cd /

# Refused by name.
launch LIBTORCH=/nowhere "$checkout/workbook" check
expect "LIBTORCH: nothing there" 6 "LIBTORCH=/nowhere" "Or unset it"
make_torch "$scratch/old" 2.10.3
launch LIBTORCH="$scratch/old" "$checkout/workbook" check
expect "LIBTORCH: too old" 6 "PyTorch 2.10.3" "2.11 or newer"
launch CMAKE_PREFIX_PATH="$scratch/old" "$checkout/workbook" check
expect "CMAKE_PREFIX_PATH: too old" 6 "PyTorch 2.10.3" "CMAKE_PREFIX_PATH"
make_torch "$scratch/older" 1.13.1
mkdir -p "$scratch/older/include/torch/csrc/api/include/torch"
mv "$scratch/older/include/torch/headeronly/version.h" "$scratch/older/include/torch/csrc/api/include/torch/"
launch LIBTORCH="$scratch/older" "$checkout/workbook" check
expect "LIBTORCH: much too old" 6 "PyTorch 1.13.1"
make_torch "$scratch/headers" 2.14.1
rm "$scratch/headers/lib/libtorch_cpu.so"
launch LIBTORCH="$scratch/headers" "$checkout/workbook" check
expect "LIBTORCH: a library is missing" 6 "lib/libtorch_cpu.so is missing"
make_torch "$scratch/broken" 2.14.1
head -c 5000 "$scratch/libtorch_cpu.so" >"$scratch/broken/lib/libtorch_cpu.so"
launch LIBTORCH="$scratch/broken" "$checkout/workbook" check
expect "LIBTORCH: a library was copied half" 6 "a program linked with it does not start" "or unset it"
make_torch "$scratch/needy" 2.14.1
g++ -shared -fPIC -Wl,-soname,libneeded_by_torch.so.13 -o "$scratch/libneeded_by_torch.so.13" "$scratch/c10.cpp"
g++ -shared -fPIC -Wl,-soname,libtorch_cpu.so -Wl,--no-as-needed -o "$scratch/needy/lib/libtorch_cpu.so" \
  "$scratch/torch_cpu.cpp" "$scratch/libneeded_by_torch.so.13" "$scratch/libc10.so"
launch LIBTORCH="$scratch/needy" "$checkout/workbook" check
expect "LIBTORCH: a CUDA library that it needs is missing" 6 "libneeded_by_torch.so.13"

# An old torch of the current Python is no reason to stop.
mkdir "$scratch/oldsite"
cp -r "$scratch/old" "$scratch/oldsite/torch"
printf '' >"$scratch/oldsite/torch/__init__.py"
rm -rf "$own"
launch PYTHONPATH="$scratch/oldsite" "$checkout/workbook" check
expect "the current Python's torch is too old: said, passed over" 0 "Passing over" "PyTorch 2.10.3" "libtorch $own/torch"

# Our own.
rm -rf "$own"
mkdir -p "$own.part/torch/include/c10/core"
echo junk >"$own.part/torch/include/c10/core/Allocator.h"
launch "$checkout/workbook" check
expect "an interrupted fetch is done again" 0 "libtorch $own/torch"
check "and leaves nothing behind" test ! -e "$own.part" -a ! -e "$own/tmp"
launch PIP_FIND_LINKS=/nowhere "$checkout/workbook" check
expect "fetched once" 0 "libtorch $own/torch"
rm "$own/torch/lib/libc10.so"
launch "$checkout/workbook" check
expect "a damaged one is fetched again" 0 "damaged: lib/libc10.so is missing" "libtorch $own/torch"
rm -rf "$own"
launch PIP_FIND_LINKS=/nowhere "$checkout/workbook" check
expect "no network: the reason, the next step" 6 "could not be fetched" "No matching distribution" "set LIBTORCH"
check "and nothing half done" test ! -e "$own" -a ! -e "$own.part"
launch "$checkout/workbook" list
expect "a verb that needs no libtorch fetches none" 0 "libtorch none"
launch "$checkout/workbook" trace show a.trace
expect "to look at a trace neither" 0 "ran [trace] [show] [a.trace]" "libtorch none"

# Two at once: the second waits for the first and does not fetch. The first is played by this test.
mkdir -p "$(dirname "$own")"
exec 7>"$(dirname "$own")/.lock"
flock 7
mkfifo "$scratch/words"
env -i PATH="$scratch/bin" HOME="$scratch/home" PIP_NO_INDEX=1 PIP_FIND_LINKS=/nowhere "$checkout/workbook" check \
  >"$scratch/result" 2>"$scratch/words" 7>&- &
process=$!
exec 6<"$scratch/words"
output=""
while read -r line <&6; do
  output="$output$line
"
  case $line in *"waiting for it"*) break ;; esac
done
cp -r "$scratch/wheel" "$own"
exec 7>&-
output="$output$(cat <&6)"
status=0
wait "$process" || status=$?
output="$output$(cat "$scratch/result")"
expect "two at once: the second waits and takes what the first made" 0 "waiting for it" "libtorch $own/torch"

rm -rf "$own"
make_checkout "$scratch/second"
launch sh -c '"$1/workbook" check & "$2/workbook" check && wait $!' _ "$checkout" "$scratch/second"
expect "two checkouts started together" 0 "root $checkout" "root $scratch/second"
check "make one libtorch" test -e "$own/torch/lib/libc10.so" -a ! -e "$own.part"

if is_root; then
  chown -R 65534:65534 "$checkout"
  launch_as_nobody HOME="$scratch/home" "$scratch/a path/workbook" check
  expect "someone else's cache folder that is whole is used" 0 "libtorch $own/torch"
  mkdir "$scratch/locked"
  launch_as_nobody HOME="$scratch/locked" "$checkout/workbook" check
  expect "a home that cannot be written to: what to set" 6 "cannot write to $scratch/locked" "Set XDG_CACHE_HOME"
  launch_as_nobody HOME="$scratch/locked" XDG_CACHE_HOME="$scratch/nobody" "$checkout/workbook" check
  expect "XDG_CACHE_HOME is used" 0 "libtorch $scratch/nobody/pytorch-allocator-workbook/libtorch-2.14.1/torch"
else
  skip "a home that cannot be written to" "needs root"
fi
finish
