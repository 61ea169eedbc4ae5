#!/bin/sh
# Debian packages: installed with rights, asked for without. apt-get and sudo are fakes that write down what they are told.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2154
. "$(dirname "$0")/support/harness.sh"

checkout="$scratch/a path"
make_checkout "$checkout"

lose() { rm -f "$scratch/bin/$1"; }

# fake_apt INSTALLS…: an apt-get that brings these programs, or fails when there are none.
fake_apt() {
  {
    printf '#!/bin/sh\necho "apt-get $*" >>"%s/told"\n' "$scratch"
    printf 'case " $* " in *" install "*) ;; *) exit 0 ;; esac\n'
    [ $# -gt 0 ] || printf 'echo "E: Unable to locate package"; exit 100\n'
    for program; do printf 'ln -sf /usr/bin/%s "%s/bin/%s"\n' "$program" "$scratch" "$program"; done
  } >"$scratch/apt-get"
  rm -f "$scratch/bin/apt-get"
  cp "$scratch/apt-get" "$scratch/bin/apt-get"
  chmod 755 "$scratch/bin/apt-get"
  : >"$scratch/told"
  chmod 666 "$scratch/told"
}
rm -f "$scratch/bin/sudo"

if is_root; then
  lose cmake && lose ninja && fake_apt cmake ninja
  launch "$checkout/workbook" list
  expect "root: missing packages are installed" 0 "not installed: cmake ninja-build" "ran [list]"
  output=$(cat "$scratch/told")
  check "the lists are updated first" grep -q 'apt-get .* update' "$scratch/told"
  check "only what is missing is asked for" grep -q 'install --no-install-recommends cmake ninja-build$' "$scratch/told"
  : >"$scratch/told"
  launch "$checkout/workbook" list
  check "nothing missing: apt-get is not called" test ! -s "$scratch/told"

  lose dot && lose shellcheck && fake_apt
  launch "$checkout/workbook" list
  expect "a verb asks for what it needs and no more" 0 "ran [list]"

  lose cmake && fake_apt
  launch "$checkout/workbook" list
  expect "apt-get fails: its words, the log, the line to run" 6 "Unable to locate package" "build/logs/packages.log" \
    "apt-get install -y --no-install-recommends cmake"

  chown -R 65534:65534 "$checkout"
  : >"$scratch/told"
  launch_as_nobody "$checkout/workbook" list
  expect "no rights and no sudo: the one line to run" 6 \
    "sudo apt-get update && sudo apt-get install -y --no-install-recommends cmake"
  check "nothing was tried" test ! -s "$scratch/told"

  printf '#!/bin/sh\necho "sudo $*" >>"%s/told"\n[ "$1" != -n ] || shift\nexec /usr/bin/env "$@"\n' "$scratch" >"$scratch/bin/sudo"
  chmod 755 "$scratch/bin/sudo"
  chmod 777 "$scratch/bin"
  fake_apt cmake
  launch_as_nobody "$checkout/workbook" list
  expect "with sudo: installed" 0 "ran [list]"
  check "through sudo" grep -q 'sudo .*apt-get .*install' "$scratch/told"

  lose cmake
  printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/sudo"
  launch_as_nobody "$checkout/workbook" list
  expect "sudo that wants a password where nobody can type one" 6 "install -y --no-install-recommends cmake"
else
  lose cmake && fake_apt
  launch "$checkout/workbook" list
  expect "no rights and no sudo: the one line to run" 6 \
    "sudo apt-get update && sudo apt-get install -y --no-install-recommends cmake"
  skip "the cases with rights" "needs root"
fi
finish
