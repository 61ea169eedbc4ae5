#!/usr/bin/env python3
"""Draws the churn's curves: draw_churn.py churn.csv churn.svg

The table comes from the benchmark: who, operations, live bytes, resident bytes.
"""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def read(path):
    curves = {}
    with open(path, newline="") as file:
        for who, operations, live, resident in csv.reader(file):
            curves.setdefault(who, {})[int(operations)] = (float(live) / 2**20, float(resident) / 2**20)
    return curves


def main(table, picture):
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    names = {"default": "PyTorch's default (malloc)", "stage": "pool of 4 KiB blocks"}
    for who, curve in sorted(read(table).items()):
        operations = sorted(curve)
        axes.plot(operations, [curve[o][1] for o in operations], label=f"resident, {names.get(who, who)}")
    axes.plot(operations, [curve[o][0] for o in operations], "k--", label="live: bytes asked for")
    axes.set(xlabel="operations", ylabel="MiB", title="A million allocations of mixed lifetimes", ylim=(0, None))
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
