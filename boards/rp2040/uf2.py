#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""uf2.py - makes of a flash image in binary what an RP2040's USB drive takes. The image begins with boot.S, which gets its checksum.

usage: uf2.py IMAGE.bin IMAGE.uf2"""
import struct
import sys

FLASH, BLOCK, BOOT = 0x10000000, 256, 252
BEGIN, BEGIN_2, END, HAS_FAMILY, RP2040 = 0x0A324655, 0x9E5D5157, 0x0AB16F30, 0x2000, 0xE48BFF56


def checksum(data):
    """The boot ROM's CRC-32: from the top bit down, begun with ones."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C11DB7 if crc >> 31 else 0)) & 0xFFFFFFFF
    return crc


def blocks(image):
    image = image[:BOOT] + struct.pack('<I', checksum(image[:BOOT])) + image[BLOCK:]
    count = (len(image) + BLOCK - 1) // BLOCK
    for number in range(count):
        part = image[number * BLOCK:][:BLOCK].ljust(476, b'\0')
        yield struct.pack('<8I476sI', BEGIN, BEGIN_2, HAS_FAMILY, FLASH + number * BLOCK, BLOCK, number, count, RP2040, part, END)


if __name__ == '__main__':
    with open(sys.argv[1], 'rb') as file, open(sys.argv[2], 'wb') as uf2:
        uf2.writelines(blocks(file.read()))
