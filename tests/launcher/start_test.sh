#!/bin/sh
# Starting the workbook: from anywhere, in any environment, as anyone.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2154
. "$(dirname "$0")/support/harness.sh"

checkout="$scratch/a path"
make_checkout "$checkout"
make_torch "$scratch/torch" 2.14.1

launch "$checkout/workbook" --help
expect "help on a bare machine sets nothing up" 0 "workbook check" "!ran"
check "help makes no build folder" test ! -e "$checkout/build"

launch "$checkout/workbook" list "two words" --flag
expect "arguments arrive as they were given" 0 "ran [list] [two words] [--flag]"

launch "$checkout/workbook" list 3
expect "the command's exit code comes back" 3

cd /
launch LIBTORCH="$scratch/torch" "$checkout/workbook" check
expect "starts from another folder, in a path with a blank" 0 "root $checkout" "libtorch $scratch/torch"

ln -s "$checkout/workbook" "$scratch/link"
ln -s link "$scratch/link to link"
launch "$scratch/link to link" list
expect "starts through symbolic links" 0 "root $checkout"

status=0
output=$(env -i "$checkout/workbook" list 2>&1) || status=$?
expect "starts with an empty environment" 0 "ran [list]"

status=0
output=$(env -i PATH="$scratch/bin" LIBTORCH="$scratch/torch" "$checkout/workbook" check 2>/dev/null) || status=$?
check "standard output belongs to the command" test "$(printf '%s\n' "$output" | head -n 1)" = "ran [check]"

# The checkout moves, and its builds with it.
mv "$checkout" "$scratch/moved"
launch "$scratch/moved/workbook" list
expect "a moved checkout is built anew" 0 "made for another place" "root $scratch/moved"
launch "$scratch/moved/workbook" list
expect "and only once" 0 "!made for another place"
cp -r "$scratch/moved" "$scratch/copied"
launch "$scratch/copied/workbook" list
expect "a copied checkout is built anew" 0 "made for another place" "root $scratch/copied"
checkout=$scratch/copied

# A configuration that was left half done, as Ctrl-C in CMake does.
rm -f "$checkout/build/command/build.ninja"
launch "$checkout/workbook" list
expect "a half-done configuration is done again" 0 "ran [list]"

# The compiler of the last start has gone.
printf '#!/bin/sh\nexec g++ "$@"\n' >"$scratch/bin/gone-c++"
chmod 755 "$scratch/bin/gone-c++"
rm -rf "$checkout/build"
launch CXX="$scratch/bin/gone-c++" "$checkout/workbook" list
rm "$scratch/bin/gone-c++"
touch "$checkout/tools/CMakeLists.txt"
launch "$checkout/workbook" list
expect "a compiler that has gone is replaced" 0 "ran [list]"

echo 'this is not C++' >>"$checkout/tools/main.cpp"
launch "$checkout/workbook" list
expect "a failed build shows the compiler's words and the log" 6 "error:" "build/logs/command.log"

# Ctrl-C while the command is built. ninja is one that says when it runs, then waits to be stopped.
make_checkout "$scratch/interrupted"
mkfifo "$scratch/runs" "$scratch/never"
mkdir "$scratch/slow"
printf '#!/bin/sh\ncase " $* " in *" workbook "*) echo runs >"%s/runs"; read -r _ <"%s/never" ;; *) exec /usr/bin/ninja "$@" ;; esac\n' \
  "$scratch" "$scratch" >"$scratch/slow/ninja"
chmod 755 "$scratch/slow/ninja"
env -i PATH="$scratch/slow:$scratch/bin" HOME="$scratch/home" setsid env --default-signal=INT \
  "$scratch/interrupted/workbook" list >"$scratch/output" 2>&1 &
process=$!
read -r _ <"$scratch/runs"
kill -INT "-$process"
status=0
wait "$process" || status=$?
output=$(cat "$scratch/output")
expect "Ctrl-C ends it and says so" 130 "interrupted"
launch "$scratch/interrupted/workbook" list
expect "the next start goes on" 0 "ran [list]"

for system in 'ID=fedora PRETTY_NAME="Fedora 41" VERSION_ID=41' 'ID=debian VERSION_ID=11 PRETTY_NAME="Debian 11"' \
  'ID=ubuntu VERSION_ID=22.04 PRETTY_NAME="Ubuntu 22.04"'; do
  printf '%s\n' "$system" >"$scratch/os-release"
  launch WORKBOOK_OS_RELEASE="$scratch/os-release" "$checkout/workbook" check
  expect "refuses $(echo "$system" | cut -d' ' -f1,2)" 6 "runs on Debian 12 or newer"
done
rm -rf "$checkout"
make_checkout "$checkout"
for system in 'ID=debian VERSION_ID=13' 'ID=ubuntu VERSION_ID="24.04"' 'ID=debian'; do
  printf '%s\n' "$system" >"$scratch/os-release"
  launch WORKBOOK_OS_RELEASE="$scratch/os-release" "$checkout/workbook" list
  expect "accepts $system" 0 "ran [list]"
done

if is_root; then
  launch_as_nobody "$checkout/workbook" list
  expect "a checkout of someone else's" 6 "may not write to $checkout/build" "a folder of your own"
  chown -R 65534:65534 "$scratch/moved"
  launch_as_nobody LIBTORCH="$scratch/torch" "$scratch/moved/workbook" check
  expect "an ordinary user starts it" 0 "ran [check]"
else
  skip "a checkout of someone else's" "needs root"
  skip "an ordinary user starts it" "needs root"
fi
finish
