# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154  # variables of the other files of this folder
# Debian packages by verb. What a package is needed for is probed (a command or a file), not its name in dpkg's list:
# a compiler or a CMake from elsewhere will do as well, and probing takes no time.

check_platform() {
  os_release=${WORKBOOK_OS_RELEASE:-/etc/os-release} # the variable is for the launcher's tests
  ID="" VERSION_ID="" PRETTY_NAME=""
  # shellcheck source=/dev/null
  if [ -r "$os_release" ]; then . "$os_release"; fi
  machine=$(uname -m)
  major=${VERSION_ID%%.*}
  case $ID-$machine in
    debian-x86_64) [ "${major:-99}" -ge 12 ] && return ;; # testing has no number
    ubuntu-x86_64) [ "${major:-99}" -ge 24 ] && return ;;
  esac
  lacks "this machine is ${PRETTY_NAME:-${ID:-of an unknown kind}} on $machine; the workbook runs on Debian 12 or newer and Ubuntu 24.04 or newer, x86-64" \
    "A container does: docker run -it -v \"\$PWD\":/workbook -w /workbook debian:12 ./workbook check"
}

# PACKAGE PROBE, a line each. A probe with a slash is a file (or a pattern), any other a command.
packages_of() {
  case $1 in
    basic)
      echo 'g++ g++
cmake cmake
ninja-build ninja
python3 python3
python3-pip /usr/lib/python3/dist-packages/pip
ca-certificates /etc/ssl/certs/ca-certificates.crt
diffutils diff
libcli11-dev /usr/include/CLI/CLI.hpp
libfmt-dev /usr/include/fmt/core.h
nlohmann-json3-dev /usr/include/nlohmann/json.hpp
libtomlplusplus-dev /usr/include/toml++/toml.h
libgtest-dev /usr/include/gtest/gtest.h' ;;
    bench)
      echo 'libbenchmark-dev /usr/include/benchmark/benchmark.h
python3-matplotlib /usr/lib/python3/dist-packages/matplotlib' ;;
    plot)
      echo 'python3-matplotlib /usr/lib/python3/dist-packages/matplotlib' ;;
    docs)
      echo 'doxygen doxygen
graphviz dot
doxygen-awesome-css /usr/share/doxygen-awesome-css' ;;
    test)
      echo 'clang clang++
clang-tidy clang-tidy
clang-format clang-format
shellcheck shellcheck
valgrind /usr/include/valgrind/memcheck.h
libbenchmark-dev /usr/include/benchmark/benchmark.h' ;;
    python)
      echo 'python3-venv /usr/lib/python3.*/ensurepip' ;;
  esac
}

# missing_packages GROUP…: the names, blank-separated.
missing_packages() {
  missing=""
  for group; do
    while read -r package probe; do
      case $probe in
        */*)
          for hit in $probe; do break; done # the first of several versions
          [ -e "$hit" ] || missing="$missing $package" ;;
        *) command -v "$probe" >/dev/null || missing="$missing $package" ;;
      esac
    done <<END
$(packages_of "$group")
END
  done
  printf '%s' "${missing# }"
}

need_packages() {
  wanted=$(missing_packages "$@")
  [ -n "$wanted" ] || return 0
  log="$WORKBOOK_ROOT/build/logs/packages.log"
  become_root
  say "This needs Debian packages that are not installed: $wanted"
  # shellcheck disable=SC2086  # a list of package names
  if quietly "Installing them with apt-get" "$log" install_packages $wanted; then
    hash -r
    configure_again
  else
    say "workbook: apt-get could not install them."
    tail_of "$log"
    lacks "the packages are still missing" \
      "When the machine has no network: ./workbook bundle, on one that has, packs them (README.md)." \
      "Otherwise repair what apt-get says above, then start again. By hand: $(by_hand "$wanted")"
  fi
  still=$(missing_packages "$@")
  [ -z "$still" ] || lacks "installed, and yet not found: $still" "The full log: $log"
}

# Configurations made without a library look for it again: CMake looks at this file.
configure_again() {
  [ ! -e "$WORKBOOK_ROOT/build/libtorch" ] || touch "$WORKBOOK_ROOT/build/libtorch"
}

by_hand() {
  printf 'sudo apt-get update && sudo apt-get install -y --no-install-recommends %s' "$1"
}

# Sets $as_root to what must stand before a command that needs rights, or leaves with the line to run.
become_root() {
  as_root=""
  [ "$(id -u)" != 0 ] || return 0
  if command -v sudo >/dev/null; then
    as_root="sudo"
    if sudo -n true 2>/dev/null; then return 0; fi
    if [ -t 0 ] && [ -t 2 ]; then
      say "Installing Debian packages needs administrator's rights: $wanted"
      if sudo -v 9>&-; then return 0; fi
    fi
  fi
  lacks "this needs Debian packages, and this account may not install them." \
    "Run this line, or ask someone who may, then start again:" "$(by_hand "$wanted")"
}

apt() {
  # shellcheck disable=SC2086  # empty, or sudo
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 "$@" </dev/null
}

install_packages() {
  if [ -n "$(dpkg --audit 2>/dev/null)" ]; then
    # An earlier installation was interrupted.
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a </dev/null
  fi
  # Old lists name versions that the mirror no longer has; without network the cache may still do.
  apt update || echo "workbook: apt-get update failed; trying with what is known here"
  apt install --no-install-recommends "$@"
}
