#!/usr/bin/env python3
"""What recording costs: each workload of support/workloads without and with `./workbook trace record`, in turn.

    python3 bench/recorder_overhead.py [--rounds N] [WORKLOAD…]

Prints the medians of the wall times and three ratios: of the wall times; of the processor times, which other work on the
machine disturbs less; and of the processor times after `import torch`. Fails when one of them is above 1.5.
On a busy machine set OMP_NUM_THREADS=1: PyTorch's threads wait for each other in busy loops. It needs the workbook's
own Python, which is installed when it is not there yet (3 GB).
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORKBOOK = str(ROOT / "workbook")
LIMIT = 1.5
# The recorded process: the workload as a program, and the processor time that it takes once torch is there.
RUN = """
import pathlib, runpy, sys, time
import torch
begin = time.process_time()
runpy.run_path(sys.argv[1], run_name="__main__")
pathlib.Path(sys.argv[2]).write_text(str(time.process_time() - begin), encoding="utf-8")
"""


def run_and_time(workload, answer):
    """Runs the workload in a child with this same Python; the child's times alone count."""
    begin = time.monotonic()
    subprocess.run([sys.executable, "-c", RUN, str(ROOT / "support" / "workloads" / f"{workload}.py"), answer], check=True, stdout=subprocess.DEVNULL)
    wall = time.monotonic() - begin
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    path = pathlib.Path(answer)
    path.write_text(f"{wall} {usage.ru_utime + usage.ru_stime} {path.read_text(encoding='utf-8')}", encoding="utf-8")


class Timer:
    def __init__(self, folder):
        self.python = subprocess.run([WORKBOOK, "--python-env"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        self.answer = folder / "times"
        self.trace = folder / "run.trace"

    def times(self, workload, recorded):
        """(wall time, processor time, processor time after the import) in seconds"""
        self.answer.unlink(missing_ok=True)
        command = [self.python, __file__, "--answer", str(self.answer), workload]
        if recorded:
            command = [WORKBOOK, "trace", "record", "--output", str(self.trace), "--", *command]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0 or not self.answer.exists():
            raise SystemExit(f"{' '.join(command)}\n{done.stdout}")
        return tuple(map(float, self.answer.read_text(encoding="utf-8").split()))

    def events(self):
        """The last line of the trace is `end EVENTS`: proof that the run was recorded, to its end."""
        kind, number = self.trace.read_text(encoding="utf-8").splitlines()[-1].split()
        assert kind == "end", "the trace is not whole"
        return int(number)


def measure(timer, workload, rounds):
    times = {False: [], True: []}
    for i in range(rounds):
        for recorded in (False, True) if i % 2 == 0 else (True, False):
            times[recorded].append(timer.times(workload, recorded))
    return times


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    threads = os.environ.get("OMP_NUM_THREADS", "all")
    load = os.getloadavg()[0]
    return f"{names[0] if names else 'unknown processor'}, {os.cpu_count()} cores, OMP_NUM_THREADS {threads}, load {load:.1f}"


def spread(times):
    return f"{statistics.median(times):7.2f} ({min(times):.2f} … {max(times):.2f})"


def main():
    names = sorted(file.stem for file in (ROOT / "support" / "workloads").glob("*.py"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workloads", nargs="*", metavar="WORKLOAD", choices=[*names, []], help=", ".join(names))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.answer:
        run_and_time(arguments.workloads[0], arguments.answer)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        timer = Timer(pathlib.Path(folder))
        workloads = arguments.workloads or names
        timer.times(workloads[0], True)  # builds the recorder
        print(f"{machine()}; {arguments.rounds} rounds; seconds: median (least … most)")
        print(f"{'':27}{'calls':>9}  {'without':>23}  {'with':>23}  {'ratio':>6}  {'processor':>9}  {'after import':>12}")
        worst = 0.0
        for workload in workloads:
            times = measure(timer, workload, arguments.rounds)
            medians = {recorded: [statistics.median(column) for column in zip(*runs)] for recorded, runs in times.items()}
            ratios = [recorded / plain for recorded, plain in zip(medians[True], medians[False])]
            worst = max(worst, *ratios)
            walls = {recorded: spread([run[0] for run in runs]) for recorded, runs in times.items()}
            line = f"{workload:27}{timer.events():9,}  {walls[False]:>23}  {walls[True]:>23}"
            print(line + "  {:6.2f}  {:9.2f}  {:12.2f}".format(*ratios), flush=True)
        print(f"the largest ratio is {worst:.2f}: {'good' if worst <= LIMIT else 'too much'}, at most {LIMIT} is allowed")
        return 0 if worst <= LIMIT else 1


sys.exit(main())
