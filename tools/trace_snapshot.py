#!/usr/bin/env python3
"""Makes a memory snapshot of what `./workbook trace show --snapshot` wrote: trace_snapshot.py EVENTS.json SNAPSHOT.pickle

The snapshot has the form of torch.cuda.memory._snapshot(), so that torch.cuda._memory_viz and
https://pytorch.org/memory_viz read it. A trace knows no addresses and no stacks: the addresses are those of a best-fit
heap, and each stack is one frame with the operator's name. Needs no torch.
"""

import json
import pickle
import sys

STEP = 64  # blocks begin at multiples of it


def room(size):
    return -(-size // STEP) * STEP


def frames_of(names):
    """One list a name, shared by all its events: a pickle stores it once."""
    return [[{"name": name, "filename": "trace", "line": 0}] for name in names]


def traced(events, frames, base, total):
    """The events in the words of the caching allocator: one segment, blocks in it."""
    yield {"action": "segment_alloc", "addr": base, "size": total, "stream": 0, "frames": [], "time_us": 0}
    for allocates, address, size, tag, time_us in events:
        common = {"addr": address, "size": size, "stream": 0, "frames": frames[tag], "time_us": time_us}
        for action in ("alloc",) if allocates else ("free_requested", "free_completed"):
            yield {"action": action, **common}


def free_block(address, size):
    return {"address": address, "size": size, "requested_size": 0, "state": "inactive", "frames": []}


def blocks(live, frames, base, total):
    """All of the segment, without a gap: the live blocks and what is free between them."""
    at = base
    for address, size, tag in live:
        if address > at:
            yield free_block(at, address - at)
        yield {"address": address, "size": room(size), "requested_size": size, "state": "active_allocated",
               "frames": frames[tag]}
        at = address + room(size)
    if at < base + total:
        yield free_block(at, base + total - at)


def snapshot(data):
    frames = frames_of(data["names"])
    base, total = data["base"], data["total"]
    in_use = sum(room(size) for _, size, _ in data["live"])
    segment = {
        "device": 0, "address": base, "total_size": total, "allocated_size": in_use, "active_size": in_use,
        "requested_size": sum(size for _, size, _ in data["live"]), "stream": 0, "segment_type": "large",
        "segment_pool_id": (0, 0), "is_expandable": False, "frames": [],
        "blocks": list(blocks(data["live"], frames, base, total)),
    }
    return {
        "segments": [segment] if total else [],
        "device_traces": [list(traced(data["events"], frames, base, total)) if total else []],
        "allocator_settings": {}, "external_annotations": [],
    }


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    with open(sys.argv[2], "wb") as file:
        pickle.dump(snapshot(data), file, protocol=4)


if __name__ == "__main__":
    main()
