#!/usr/bin/env python3
"""Lets PyTorch's own reader take a snapshot: memory_viz_reads.py TORCH_FOLDER SNAPSHOT.pickle

Loads torch/cuda/_memory_viz.py alone, without importing torch, and calls what its command line offers. Prints what the
test looks for.
"""

import base64
import importlib.util
import json
import pickle
import re
import sys


def load(torch_folder):
    spec = importlib.util.spec_from_file_location("memory_viz", torch_folder + "/cuda/_memory_viz.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def snapshot_in(html):
    """The snapshot that a page carries."""
    files = json.loads(re.search(r"const local_files = (\[.*\])", html).group(1))
    return pickle.loads(base64.b64decode(files[0]["base64"]))


def main():
    viz = load(sys.argv[1])
    with open(sys.argv[2], "rb") as file:
        data = pickle.load(file)
    # Raises when the blocks do not fill their segment.
    print(viz.segsum(data).split("\nLegend")[0])
    print(viz.trace(data))
    for page in (viz.trace_plot(data), viz.trace_plot(data, plot_segments=True), viz.segment_plot(data)):
        print("page holds the snapshot:", snapshot_in(page) == data)
    as_is = lambda lines: lines  # noqa: E731  instead of a Perl script from the network
    print(viz.segments(data, as_is))
    print(viz.memory(data, as_is))
    unfreed = viz.filter_alloc_free_pairs(data)["device_traces"][0]
    print("never freed:", [event["size"] for event in unfreed if event["action"] == "alloc"])


if __name__ == "__main__":
    main()
