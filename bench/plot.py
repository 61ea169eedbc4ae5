#!/usr/bin/env python3
"""Draws what `./workbook bench N` measured: plot.py RESULTS.json BASE writes BASE.png and BASE.svg.

One panel a workload: the median time of one iteration for each size, with the middle half of all
repetitions as whiskers, for PyTorch's default, the learner's stage and the reference. One panel for
memory: resident bytes for each live byte.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import matplotlib.ticker  # noqa: E402

# Okabe and Ito's palette, told apart by every kind of colour vision; hatches help in grey.
SERIES = [
    ("default", "PyTorch's default", "#999999", ""),
    ("yours", "your stage", "#0072B2", "//"),
    ("reference", "reference", "#E69F00", ".."),
]


def split(name):
    """'allocate_free/stage/4096/threads:2' -> ('allocate_free', 'stage', '4096/threads:2')"""
    workload, who, *rest = name.split("/")
    return workload, who, "/".join(rest)


def size_label(rest):
    """'4096/threads:2' -> '4 KiB\\n2 threads'"""
    words = []
    for part in rest.split("/"):
        if part.isdigit():
            count = int(part)
            for unit in ("B", "KiB", "MiB"):
                if count < 1024 or unit == "MiB":
                    break
                count /= 1024
            words.append(f"{count:g} {unit}")
        elif part.startswith("threads:"):
            words.append(part[len("threads:"):] + " threads")
        elif part and not part.startswith(("iterations:", "repeats:")) and part not in ("manual_time", "real_time"):
            words.append(part.replace("_", " "))
    return "\n".join(words)


def order(rest):
    numbers = [int(part.split(":")[-1]) for part in rest.split("/") if part.split(":")[-1].isdigit()]
    return (rest.count("/"), numbers, rest)


def collect(report):
    """workload -> rest -> series -> case; the default is the one measured beside the judged side."""
    table = {}
    judged = "yours" if "yours" in report else "reference"
    for side in ("yours", "reference"):
        for case in report.get(side, {}).get("cases", []):
            workload, who, rest = split(case["name"])
            if not case["ns"]:
                continue
            if who == "default" and side == judged:
                series = "default"
            elif who == "stage":
                series = side
            else:
                continue
            table.setdefault(workload, {}).setdefault(rest, {})[series] = case
    # What is measured by turns has no default of its own: a bar alone says nothing.
    for workload in [name for name, groups in table.items() if not any("default" in group for group in groups.values())]:
        del table[workload]
    return table


def quartiles(values):
    ordered = sorted(values)

    def at(part):
        place = part * (len(ordered) - 1)
        low = int(place)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (place - low) * (ordered[high] - ordered[low])

    return at(0.25), at(0.75)


def unit_for(largest_ns):
    for limit, unit, scale in ((2e3, "ns", 1), (2e6, "µs", 1e3), (2e9, "ms", 1e6)):
        if largest_ns < limit:
            return unit, scale
    return "s", 1e9


def three_digits(value):
    """0.993, 17.5, 481, 1950: never 1.95e+03"""
    return f"{value:.3g}" if value < 100 else f"{value:,.0f}"


def bars(axes, groups, value_of, whiskers_of=None, text=three_digits):
    """Grouped bars. groups: rest -> series -> case."""
    present = [one for one in SERIES if any(one[0] in cases for cases in groups.values())]
    width = 0.8 / len(present)
    for at, rest in enumerate(sorted(groups, key=order)):
        for place, (key, _, colour, hatch) in enumerate(present):
            case = groups[rest].get(key)
            value = value_of(case) if case else None
            if value is None:
                continue
            x = at + (place - (len(present) - 1) / 2) * width
            axes.bar(x, value, width * 0.92, color=colour, hatch=hatch, edgecolor="white",
                     linewidth=0.5)
            top = value
            if whiskers_of:
                low, high = whiskers_of(case)
                axes.vlines(x, low, high, color="black", linewidth=1.4)
                top = max(top, high)
            axes.annotate(text(value), (x, top), xytext=(0, 2), textcoords="offset points",
                          ha="center", va="bottom", fontsize=9)
    axes.set_xticks(range(len(groups)), [size_label(rest) for rest in sorted(groups, key=order)])
    axes.tick_params(axis="x", length=0)
    axes.margins(y=0.18)
    axes.spines[["top", "right"]].set_visible(False)


def time_panel(axes, workload, groups):
    medians = [case["median_ns"] for cases in groups.values() for case in cases.values()]
    wide = max(medians) > 20 * min(medians)
    unit, scale = unit_for(max(medians))
    if wide:
        unit, scale = unit_for(sorted(medians)[len(medians) // 2])
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda y, _: f"{y:,g}"))
        axes.yaxis.set_minor_formatter(matplotlib.ticker.NullFormatter())
    bars(axes, groups, lambda case: case["median_ns"] / scale,
         lambda case: [ns / scale for ns in quartiles(case["ns"])])
    axes.set_ylabel(f"{unit} an iteration" + (" (logarithmic)" if wide else ""))
    axes.set_title(workload.replace("_", " "), loc="left", fontweight="bold")


def memory_groups(table):
    groups = {}
    for rest, cases in table.get("live_batch", {}).items():
        with_counter = {key: case for key, case in cases.items()
                        if "resident_per_live" in case["counters"]}
        if with_counter:
            groups[rest] = with_counter
    return groups


def memory_panel(axes, groups):
    bars(axes, groups, lambda case: case["counters"]["resident_per_live"], text="{:.2f}".format)
    axes.axhline(1, color="black", linewidth=0.8, linestyle="--")
    axes.set_ylabel("resident bytes a live byte")
    axes.set_title("memory of 1,000 full blocks", loc="left", fontweight="bold")


def draw(report, base):
    table = collect(report)
    memory = memory_groups(table)
    panels = len(table) + bool(memory)
    if panels == 0:
        raise SystemExit("nothing was measured")
    plt.rcParams.update({"font.size": 12, "svg.hashsalt": "workbook", "hatch.linewidth": 0.6})
    columns = min(panels, 2)
    rows = -(-panels // columns)
    figure, grid = plt.subplots(rows, columns, figsize=(6.6 * columns, 3.9 * rows + 0.8),
                                squeeze=False)
    axes = list(grid.flat)
    for workload in sorted(table):
        time_panel(axes.pop(0), workload, table[workload])
    if memory:
        memory_panel(axes.pop(0), memory)
    for unused in axes:
        unused.axis("off")
    side = report.get("yours") or report["reference"]
    machine = side["machine"]
    present = [one for one in SERIES
               if any(one[0] in cases for groups in table.values() for cases in groups.values())]
    handles = [plt.Rectangle((0, 0), 1, 1, facecolor=colour, hatch=hatch, edgecolor="white")
               for _, _, colour, hatch in present]
    figure.legend(handles, [label for _, label, _, _ in present], loc="upper right",
                  ncols=len(present), frameon=False)
    figure.suptitle(f"Chapter {report['chapter']}: {report['title']}", x=0.01, ha="left",
                    fontsize=14, fontweight="bold")
    line = ", ".join(f"{machine[key]}{label}" for key, label in
                     (("processor", ""), ("cores", " cores"), ("kernel", ""), ("compiler", ""))
                     if key in machine)
    figure.text(0.01, 0.005, f"{line}, torch {machine.get('torch', '?')}. Bars: medians; whiskers: "
                             "the middle half of all repetitions. Lower is better.", fontsize=9)
    figure.tight_layout(rect=(0, 0.03, 1, 0.96))
    figure.savefig(base + ".png", dpi=110)
    figure.savefig(base + ".svg", metadata={"Date": None})


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        draw(json.load(file), sys.argv[2])


if __name__ == "__main__":
    main()
