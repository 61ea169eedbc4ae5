# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154  # variables of the other files of this folder
# ./workbook bundle [FILE]      packs every download for machines without network: Debian packages with all that they
#                               depend on, and the wheels of libtorch
# ./workbook bundle --use FILE  installs from it

kBundleGroups="basic bench docs test"

bundle() {
  case ${1-} in
    -h | --help) bundle_usage_text 2>&1; exit 0 ;;
    --use)
      [ $# = 2 ] || bundle_usage
      use_bundle "$2" ;;
    -*) bundle_usage ;;
    *)
      [ $# -le 1 ] || bundle_usage
      make_bundle "${1:-pytorch-allocator-workbook-$ID-${VERSION_ID:-testing}.tar}" ;;
  esac
}

bundle_usage_text() {
  say "usage: ./workbook bundle [FILE]        packs all downloads for a room without network
       ./workbook bundle --use FILE   installs from it, without network"
}

bundle_usage() {
  bundle_usage_text
  exit 2
}

bundle_packages() {
  for group in $kBundleGroups; do packages_of "$group"; done | cut -d' ' -f1 | sort -u
}

# --- packing ----------------------------------------------------------------------------------------------------------

make_bundle() {
  file=$(readlink -f -- "$1") || lacks "there is no folder $(dirname -- "$1")"
  work=$file.part
  take_lock
  need_packages basic
  need_folder "$(dirname -- "$file")" 3 "where the bundle is to stand" "Name another file: ./workbook bundle FILE"
  rm -rf "$work"
  leftover=$work
  mkdir -p "$work/debs/partial" "$work/wheels" "$work/apt/lists/partial" "$work/apt/cache"
  logs=$WORKBOOK_ROOT/build/logs
  quietly "Downloading Debian packages" "$logs/bundle-packages.log" download_packages ||
    bundle_failed "the packages could not be downloaded" "$logs/bundle-packages.log"
  quietly "Downloading libtorch $kTorchVersion (570 MB)" "$logs/bundle-wheels.log" download_wheels ||
    bundle_failed "the wheels could not be downloaded" "$logs/bundle-wheels.log"
  printf '%s %s\n%s\n' "$ID" "${VERSION_ID%%.*}" "$kTorchWheels" >"$work/bundle.txt"
  quietly "Packing $file" "$logs/bundle-pack.log" pack_bundle ||
    bundle_failed "the file could not be written" "$logs/bundle-pack.log"
  mv -f "$work/bundle.tar" "$file"
  rm -rf "$work"
  leftover=""
  say "$file holds everything ($(du -m "$file" | cut -f1) MB). On the other machine, in a clone of the workbook:"
  say "  ./workbook bundle --use $(basename -- "$file")"
}

bundle_failed() {
  tail_of "$2" 6
  lacks "$1" "The full log: $2"
}

# With an empty record of what is installed, apt-get fetches all that a bare system would need. It keeps its state in
# our folder, so that this needs no rights.
download_packages() {
  : >"$work/apt/status"
  set -- -q -y -o APT::Sandbox::User=root -o Debug::NoLocking=true -o Dir::State="$work/apt" \
    -o Dir::State::status="$work/apt/status" -o Dir::Cache="$work/apt/cache" -o Dir::Cache::archives="$work/debs"
  # shellcheck disable=SC2046  # a list of package names
  apt-get "$@" update && apt-get "$@" --download-only --no-install-recommends install $(bundle_packages) || return 1
  rm -rf "$work/apt" "$work/debs/partial" "$work/debs/lock"
  index_packages
}

# What apt-get reads to know a folder of packages. An epoch's colon in a file name (%3a) would be decoded: it goes.
index_packages() (
  cd "$work/debs" || return 1
  for deb in *%3a*.deb; do
    [ ! -e "$deb" ] || mv "$deb" "$(printf '%s' "$deb" | sed 's/%3a/_/')"
  done
  for deb in *.deb; do
    dpkg-deb -f "$deb"
    printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "$deb" "$(stat -c %s "$deb")" "$(sha256sum "$deb" | cut -d' ' -f1)"
  done >Packages
)

download_wheels() {
  # shellcheck disable=SC2086  # a list of wheels
  env TMPDIR="$work" PIP_DISABLE_PIP_VERSION_CHECK=1 "$(pip_python)" -m pip download --no-deps --only-binary=:all: \
    --progress-bar off -d "$work/wheels" $kTorchWheels
}

pack_bundle() (
  cd "$work" || return 1
  find bundle.txt debs wheels -type f -exec sha256sum {} + >SHA256SUMS || return 1
  tar -cf bundle.tar bundle.txt SHA256SUMS debs wheels && rm -rf debs wheels
)

# --- using ------------------------------------------------------------------------------------------------------------

use_bundle() {
  [ -r "$1" ] || lacks "there is no file $1"
  file=$(readlink -f -- "$1")
  take_lock
  cache=$(cache_folder)
  need_cache_folder "$cache" 4
  work=$cache/bundle.part
  rm -rf "$work"
  mkdir -p "$work"
  leftover=$work
  log=$WORKBOOK_ROOT/build/logs/bundle.log
  quietly "Unpacking $file" "$log" unpack_bundle || bundle_failed "$file is damaged: copy it again" "$log"
  { read -r release; read -r wheels; } <"$work/bundle.txt"
  [ "$release" = "$ID ${VERSION_ID%%.*}" ] ||
    lacks "$file was made on $release, this is $ID ${VERSION_ID%%.*}: their packages don't mix" \
      "Make the bundle on a machine with this release."
  [ "$wheels" = "$kTorchWheels" ] ||
    lacks "$file is of another version of the workbook: it holds $wheels, this one needs $kTorchWheels"

  # Both tools dislike blanks in paths.
  here=$(mktemp -d)
  leftover_too=$here
  ln -s "$work" "$here/bundle"
  use_packages
  PIP_NO_INDEX=1 PIP_FIND_LINKS=$here/bundle/wheels
  export PIP_NO_INDEX PIP_FIND_LINKS
  own=$cache/libtorch-$kTorchVersion
  [ -e "$own" ] || fetch_libtorch "$own"
  rm -rf "$work" "$here"
  leftover="" leftover_too=""
  say "Everything is here. ./workbook check needs no network now."
}

unpack_bundle() (
  tar -xf "$file" -C "$work" && cd "$work" && sha256sum --check --quiet SHA256SUMS
)

use_packages() {
  # shellcheck disable=SC2086  # a list of groups
  wanted=$(missing_packages $kBundleGroups)
  [ -n "$wanted" ] || return 0
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    lacks "this needs Debian packages, and this account may not install them" \
      "Missing: $wanted" "An administrator can run, in this folder: ./workbook bundle --use $file" "Then start this again."
  fi
  become_root
  log=$WORKBOOK_ROOT/build/logs/packages.log
  # shellcheck disable=SC2086  # a list of package names
  quietly "Installing Debian packages from the bundle" "$log" install_from_bundle $wanted ||
    bundle_failed "apt-get could not install the packages" "$log"
  hash -r
  configure_again
}

install_from_bundle() {
  printf 'deb [trusted=yes allow-insecure=yes] file:%s/bundle/debs ./\n' "$here" >"$here/sources.list"
  mkdir -p "$here/lists/partial"
  options="-o APT::Sandbox::User=root -o Dir::State::lists=$here/lists -o Dir::Etc::sourcelist=$here/sources.list"
  options="$options -o Dir::Etc::sourceparts=/dev/null"
  # shellcheck disable=SC2086
  apt $options update && apt $options install --no-install-recommends "$@"
}
