# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154  # variables of the other files of this folder
# A Python that can import torch and numpy. The torch is of the version that the C++ code is built against.

# python_environment: prints the interpreter; makes a virtual environment in the cache folder when none is there yet.
python_environment() {
  take_lock
  need_packages basic python
  choose_libtorch
  if [ "$(python_torch || true)" = "$LIBTORCH" ] && python3 -c 'import numpy' 2>/dev/null; then
    command -v python3
    return
  fi
  version=$(torch_version "$LIBTORCH")
  environment=$(cache_folder)/python-$version
  [ -e "$environment/complete" ] || make_environment
  printf '%s\n' "$environment/bin/python"
}

# Made in place, as an environment cannot be renamed; the file `complete` is written last.
make_environment() {
  need_cache_folder "$(cache_folder)" 7
  exec 8>"$(cache_folder)/.lock"
  if ! flock -n 8; then
    say "Another workbook is installing into $(cache_folder); waiting for it."
    flock 8
    if [ -e "$environment/complete" ]; then return 0; fi
  fi
  rm -rf "$environment"
  log=$WORKBOOK_ROOT/build/logs/python.log
  if ! quietly "Installing PyTorch $version for Python (3 GB) to $environment" "$log" install_environment; then
    rm -rf "$environment"
    tail_of "$log" 6
    lacks "the Python environment could not be made" "The full log: $log"
  fi
  : >"$environment/complete"
  exec 8>&-
}

install_environment() {
  "$(pip_python)" -m venv "$environment" &&
    env PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0 "$environment/bin/python" -m pip install \
      --progress-bar off "torch==$version" numpy
}
