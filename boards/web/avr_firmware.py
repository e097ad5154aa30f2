# SPDX-License-Identifier: MIT
# avr_firmware.py - what the page of the Arduboy knows of the firmware, as JSON: its code, its pools and its variables.
#
# usage: avr-gdb -batch -x src/tools/hutch.py -x boards/web/avr_firmware.py FIRMWARE.elf

import base64
import json
import subprocess
import tempfile

import gdb
import hutch_names
import hutch_pools  # of src/tools, where hutch.py has found it

RAM = 0x800000  # where the linker puts the addresses of RAM


def flash(elf):
    with tempfile.NamedTemporaryFile(suffix=".bin") as binary:
        subprocess.run(["avr-objcopy", "-O", "binary", "-R", ".eeprom", elf, binary.name], check=True)
        return base64.b64encode(binary.read()).decode()


def variables(elf):
    """[(name, address, bytes)] of all that lies in RAM"""
    listing = subprocess.run(["avr-nm", "-n", "-S", elf], stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.split() for line in listing.splitlines()]
    return [(hutch_names.in_c(row[3]), int(row[0], 16) - RAM, int(row[1], 16)) for row in rows if len(row) == 4 and int(row[0], 16) >= RAM]


def member(field):
    kind = field.type.strip_typedefs()
    return {"name": field.name, "offset": field.bitpos // 8, "bytes": kind.sizeof, "isSigned": kind.sizeof > 0 and kind.is_signed}


def members(kind):
    """The members of a struct that are integers; a plain integer is one without a name."""
    kind = kind.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT:
        return [{"name": "value", "offset": 0, "bytes": kind.sizeof, "isSigned": kind.is_signed}]
    return [member(field) for field in kind.fields() if field.type.strip_typedefs().is_scalar]


def described(pool):
    """One pool of hutch.py: where its parts are in RAM."""
    start, stride, kind = pool.layout() or (0, 0, None)
    return {"name": pool.name, "capacity": pool.capacity, "live": int(pool.live.address) & 0xFFFF, "slots": start & 0xFFFF, "stride": stride,
            "fields": members(kind) if kind else [], "stats": int(pool.stats.address) & 0xFFFF,
            "counters": {field["name"]: field for field in members(pool.stats.type.target())}}


program = gdb.current_progspace().filename
print(json.dumps({"flash": flash(program), "pools": [described(pool) for pool in hutch_pools.pools()], "variables": variables(program)}))
