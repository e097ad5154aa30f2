# SPDX-License-Identifier: MIT
# hutch_ring.py - reads the events that hutch_ring.c has recorded: a sample of a pool after each.

import os
import struct

import hutch_lines

MAGIC = b"HRN1"
NAME_BYTES = 14
ACQUIRE, RELEASE, REFUSE, WAIT, WAKE = range(1, 6)


def events(data):
    """([(name, capacity)], [(tick, slot, pool, event)] from the oldest on, how many could not be read)"""
    order = next((order for order in "<>" if struct.unpack_from(order + "H", data.ljust(8, b"\0"), 6)[0] == 16), None)
    if order is None:
        raise ValueError("a ring of another number of pools than 16")
    size, pools, next_place = struct.unpack_from(order + "4xHHI", data.ljust(12, b"\0"))
    table, ring = struct.Struct(f"{order}{NAME_BYTES}sH"), struct.Struct(order + "IHBB")
    begin = 12 + pools * table.size
    if size == 0 or size & (size - 1) or len(data) < begin + size * ring.size:
        raise ValueError(f"a ring of {size} events has {len(data)} bytes, not {begin + size * ring.size}")
    names = [(hutch_lines.printable(name.split(b"\0")[0].decode("ascii", "replace")), capacity)
             for name, capacity in table.iter_unpack(data[12:begin])]
    # Two names that are cut to the same one stay two pools.
    names = [(f"{name}#{i}" if name in [before for before, _ in names[:i]] else name, capacity) for i, (name, capacity) in enumerate(names)]
    first = next_place % size if next_place >= size else 0
    places = [ring.unpack_from(data, begin + (first + i) % size * ring.size) for i in range(min(next_place, size))]
    good = [place for place in places if place[2] < pools and ACQUIRE <= place[3] <= WAKE and 0 < names[place[2]][1] <= hutch_lines.CAPACITY_MAX
            and (place[3] > RELEASE or place[1] < names[place[2]][1])]
    return names, good, len(places) - len(good)


def snapshots(data):
    """([{name: sample}], how many events could not be read). A slot whose first event is its release was live from the beginning on."""
    names, good, damaged = events(data)
    live, refused = [0] * len(names), [0] * len(names)
    seen = set()
    for _, slot, pool, event in good:
        if event <= RELEASE and (pool, slot) not in seen:
            seen.add((pool, slot))
            live[pool] |= (event == RELEASE) << slot
    found = []
    for tick, slot, pool, event in good:
        name, capacity = names[pool]
        if event <= RELEASE:
            live[pool] = live[pool] & ~(1 << slot) | (event == ACQUIRE) << slot
        refused[pool] += event == REFUSE
        found.append({name: hutch_lines.Sample(name, live[pool], capacity, None, refused[pool], tick)})
    return found, damaged


def is_ring(path):
    """Whether a file is a ring; nothing is read of a pipe or a serial port."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def read_all(path):
    with open(path, "rb") as file:
        return snapshots(file.read())
