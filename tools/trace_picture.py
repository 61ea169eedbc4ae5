#!/usr/bin/env python3
"""Draws a trace: trace_picture.py CURVE.json PICTURE, where PICTURE ends in .svg or .png

Above: live bytes over time, by the operator that asked for them. Below: each request, its size over its time.
`./workbook trace show --picture` writes CURVE.json.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import matplotlib.ticker  # noqa: E402

# Okabe and Ito's palette, told apart by every kind of colour vision; "others" is grey.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000"]
OTHERS = "#999999"


def scaled(largest, units):
    """The unit in which the largest value has a short number."""
    for unit, scale in units:
        if largest < 1000 * scale:
            break
    return unit, scale


def time_unit(span_us):
    return scaled(span_us, (("µs", 1), ("ms", 1e3), ("s", 1e6)))


def bytes_unit(largest):
    return scaled(largest, (("B", 1), ("KiB", 2**10), ("MiB", 2**20), ("GiB", 2**30)))


def size_text(value, _):
    """4096 -> '4 KiB'"""
    unit, scale = "B", 1
    for bigger, bytes_in_it in (("KiB", 2**10), ("MiB", 2**20), ("GiB", 2**30)):
        if value >= bytes_in_it:
            unit, scale = bigger, bytes_in_it
    return f"{value / scale:g} {unit}"


def colours(bands):
    return [*COLOURS[: len(bands) - 1], OTHERS]


def short(name, length=34):
    return name if len(name) <= length else name[: length - 1] + "…"


def draw_live(axes, data, times):
    bands = data["bands"]
    stacks = [[column[i] for column in data["columns"]] for i in range(len(bands))]
    unit, scale = bytes_unit(max(map(sum, data["columns"]), default=1))
    shown = [i for i, stack in enumerate(stacks) if any(stack)] or [len(bands) - 1]
    axes.stackplot(times, [[value / scale for value in stacks[i]] for i in shown], labels=[short(bands[i]) for i in shown],
                   colors=[colours(bands)[i] for i in shown], linewidth=0)
    axes.set_ylabel(f"live, {unit}")
    axes.set_ylim(bottom=0)
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=9)


def draw_requests(axes, data, scale):
    requests = [request for request in data["requests"] if request[1] > 0]
    palette = colours(data["bands"])
    axes.scatter([(us - data["first_us"]) / scale for us, _, _ in requests], [size for _, size, _ in requests],
                 s=4, linewidths=0, c=[palette[band] for _, _, band in requests], rasterized=True)
    if requests:
        axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(size_text))
    axes.set_ylabel("size of a request")


def draw(data, path):
    plt.rcParams.update({"font.size": 11, "svg.hashsalt": "workbook", "axes.spines.top": False, "axes.spines.right": False})
    figure, (above, below) = plt.subplots(2, 1, figsize=(11, 7), sharex=True, height_ratios=(3, 2))
    span = max(1, data["last_us"] - data["first_us"])
    unit, scale = time_unit(span)
    count = len(data["columns"])
    draw_live(above, data, [i / max(1, count - 1) * span / scale for i in range(count)])
    draw_requests(below, data, scale)
    below.set_xlabel(f"time, {unit}")
    above.set_title(data["title"], loc="left", fontweight="bold")
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Date": None} if path.endswith(".svg") else None)


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        draw(json.load(file), sys.argv[2])


if __name__ == "__main__":
    main()
