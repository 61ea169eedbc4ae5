#!/bin/sh
# ./workbook trace record, with real programs. Needs a libtorch, and the recorder's probe built; what needs a Python with
# torch is skipped where the workbook's own is not installed.
# shellcheck source-path=SCRIPTDIR disable=SC2034,SC2154
. "$(dirname "$0")/../launcher/support/harness.sh"

trace=$scratch/run.trace
probe=$project/build/dev/tests/recorder/recorder_probe
hook=$project/support/recorder/python

# record [NAME=VALUE…] -- PROGRAM…
record() {
  settings=""
  while [ "$1" != -- ]; do settings="$settings $1"; shift; done
  status=0
  # shellcheck disable=SC2086  # a list of settings
  output=$(env $settings "$project/workbook" trace record --output "$trace" "$@" 2>&1 </dev/null) || status=$?
}

whole() { tail -n 1 "$1" | grep -q '^end [1-9]'; }
allocates() { grep -q "^a [0-9]* $1 " "$trace"; }
workers_files() { find "$scratch" -name 'run.trace.*'; }

# --- programs in C++ --------------------------------------------------------------------------------------------------

record -- "$probe" plain
expect "records a program in C++" 0 "recorded" "!ends early"
check "its trace is whole" whole "$trace"
check "and says how it was recorded" grep -q "^# recorded by ./workbook trace record -- $probe plain" "$trace"

record -- "$probe" exit_7
expect "passes the exit code on" 7

record -- "$probe" kill
expect "a killed program's trace is kept" 137 "ends early"
check "and cut to its lines" test "$(tail -n 1 "$trace" | cut -c 1-6)" = "a 100 "

record -- "$probe" fork
expect "names the files of other processes" 0 "another process of the run"
check "a child has a file of its own" whole "$(workers_files)"
record -- "$probe" plain
check "an earlier run's are removed" test -z "$(workers_files)"

record -- sh -c "'$probe' plain"
expect "records what a shell starts" 0 "recorded"

record -- true
expect "a program without torch is an error" 6 "never loaded"
check "and leaves no trace" test ! -e "$trace"
record -- sh -c 'exit 3'
expect "whose own exit code comes first" 3 "never loaded"

record -- "$scratch/nothing"
expect "a program that is not there" 2 "there is no program"
echo precious >"$trace"
record -- "$probe" plain
expect "a file that is no trace is not overwritten" 2 "is no trace"
check "and stays" grep -q precious "$trace"
rm "$trace"

# --- programs in Python, with a torch of another version ------------------------------------------------------------

mkdir -p "$scratch/old/torch" "$scratch/own"
echo "__version__ = '1.13.1+cpu'" | tee "$scratch/old/torch/version.py" >"$scratch/old/torch/__init__.py"
echo 'print("my own sitecustomize")' >"$scratch/own/sitecustomize.py"
python=$(command -v python3)

record PYTHONPATH="$scratch/old" -- "$python" -c 'import torch'
expect "refuses a torch that it can't be built for" 6 "uses PyTorch 1.13.1" "workbook's own is PyTorch 2."

status=0
output=$(PYTHONPATH="$hook:$scratch/own:$scratch/old" WORKBOOK_RECORDER_TORCH=2.14.1 "$python" -c 'import sys, torch
print("in the way" if any("support/recorder" in folder for folder in sys.path) else "out of the way")' 2>&1) || status=$?
expect "the hook names both versions" 0 "built for PyTorch 2.14.1" "uses PyTorch 1.13.1"
expect "a sitecustomize of the user's own runs" 0 "my own sitecustomize"
expect "the hook's folder is out of the program's way" 0 "out of the way"

# --- programs in Python, with a real torch ----------------------------------------------------------------------------

python=""
for complete in "${XDG_CACHE_HOME:-$HOME/.cache}"/pytorch-allocator-workbook/python-*/complete; do
  [ ! -e "$complete" ] || python=$(dirname "$complete")/bin/python
done
if [ -z "$python" ]; then
  skip "programs in Python" "the workbook's own Python is not installed: ./workbook --python-env does it"
  finish
  exit
fi

cat >"$scratch/train.py" <<'END'
import sys
import torch
held = torch.empty(123456, dtype=torch.uint8)
product = torch.mm(torch.ones(10, 10), torch.ones(10, 10))
sys.exit(5)
END
record PYTHONPATH="$scratch/own" -- "$python" "$scratch/train.py"
expect "records a program in Python, and passes its exit code on" 5 "recorded" "my own sitecustomize"
check "its trace is whole" whole "$trace"
check "and holds its tensors" allocates 123456
check "and its operators" grep -q '^t [0-9]* aten::mm$' "$trace"

record -- "$python" -I -c 'import torch'
expect "-I is an error" 6 "never loaded"
record -- "$python" -S -c 'pass'
expect "-S is an error" 6 "never loaded"
record -- "$python" -c 'pass'
expect "no torch is an error" 6 "never loaded"

cat >"$scratch/workers.py" <<'END'
import torch
class Images(torch.utils.data.Dataset):
    def __len__(self): return 8
    def __getitem__(self, index): return torch.full((77,), float(index))
for method in "fork", "spawn":
    loader = torch.utils.data.DataLoader(Images(), batch_size=2, num_workers=2, multiprocessing_context=method)
    assert sum(len(batch) for batch in loader) == 8
END
sed -i 's/^for method/if __name__ == "__main__":\n  for method/; s/^    loader/      loader/; s/^    assert/      assert/' "$scratch/workers.py"
record -- "$python" "$scratch/workers.py"
expect "records the workers of a data loader" 0 "another process of the run" "!ends early"
check "each in a file of its own" test "$(workers_files | wc -l)" = 4
for file in $(workers_files); do check "a worker's trace is whole" whole "$file"; done

record -- "$python" -c 'import os, signal, torch
held = torch.empty(4321, dtype=torch.uint8)
os.kill(os.getpid(), signal.SIGKILL)'
expect "a killed Python's trace is kept" 137 "ends early"
check "with what it held" allocates 4321

record -- "$python" -c 'import os, signal, torch
held = torch.empty(4321, dtype=torch.uint8)
os.kill(os.getpid(), signal.SIGINT)'
expect "after Ctrl-C the trace is whole" 130 "KeyboardInterrupt" "!ends early"
check "and says what was live" allocates 4321
finish
