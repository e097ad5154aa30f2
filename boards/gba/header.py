#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# header.py - fills in the header of a Game Boy Advance ROM: title, and complement that the BIOS checks.
"""usage: header.py ROM"""

import os
import sys

TITLE, TITLE_BYTES = 0xA0, 12
COMPLEMENT = 0xBD


def main():
    """The command line."""
    path = sys.argv[1]
    title = os.path.splitext(os.path.basename(path))[0].upper().encode('ascii')[:TITLE_BYTES]
    with open(path, 'r+b') as file:
        header = bytearray(file.read(COMPLEMENT + 1))
        header[TITLE:TITLE + TITLE_BYTES] = title.ljust(TITLE_BYTES, b'\0')
        header[COMPLEMENT] = -(0x19 + sum(header[TITLE:COMPLEMENT])) & 0xFF
        file.seek(0)
        file.write(header)


if __name__ == '__main__':
    main()
