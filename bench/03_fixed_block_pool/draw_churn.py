#!/usr/bin/env python3
"""Draws the churn's curves: draw_churn.py churn.csv churn.svg

The table comes from the benchmark: who, least bytes, operations, live bytes, resident bytes.
"""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

NAMES = {"default": "PyTorch's default (malloc)", "stage": "pool of 4 KiB blocks"}
TITLES = {64: "requests of 64 to 4,096 bytes", 4096: "requests of 4,096 bytes"}
MIB = 2**20


def read(path):
    """By least bytes, then by allocator: {operations: (live, resident)}. A later run replaces an earlier one."""
    panels = {}
    with open(path, newline="") as file:
        for who, least, operations, live, resident in csv.reader(file):
            curve = panels.setdefault(int(least), {}).setdefault(who, {})
            curve[int(operations)] = (float(live) / MIB, float(resident) / MIB)
    return panels


def draw_panel(axes, title, curves):
    for who, curve in sorted(curves.items()):
        points = sorted(curve)
        axes.plot(points, [curve[p][1] for p in points], label=f"resident, {NAMES.get(who, who)}")
    axes.plot(points, [curve[p][0] for p in points], "k--", label="live: bytes asked for")
    axes.set(xlabel="operations", ylabel="MiB", title=title, ylim=(0, None))
    axes.ticklabel_format(axis="x", style="plain")
    axes.legend()
    axes.grid(alpha=0.3)


def main(table, picture):
    panels = read(table)
    figure, all_axes = plt.subplots(1, len(panels), figsize=(6 * len(panels), 4), layout="constrained", squeeze=False)
    for axes, (least, curves) in zip(all_axes[0], sorted(panels.items())):
        draw_panel(axes, TITLES.get(least, f"{least} bytes and more"), curves)
    figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
