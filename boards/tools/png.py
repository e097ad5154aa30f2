# SPDX-License-Identifier: MIT
# png.py - writes pictures of 16 greys or in colour, and films, as PNG; reads them strictly, and compares two by their pixels.
"""Only what boards need. A file that some program would refuse raises ValueError here. Two PNG files of the same pixels may differ in bytes when different versions of zlib
packed them, so `difference` looks at what comes out of it."""

import struct
import zlib

SIGNATURE = b'\x89PNG\r\n\x1a\n'
GREYSCALE, COLOUR, PALETTE = 0, 2, 3
BITS = {(4, GREYSCALE): 4, (8, COLOUR): 24, (8, PALETTE): 8}  # of a pixel, by depth and kind


def _chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def _write(path, width, height, depth, kind, lines):
    header = struct.pack('>IIBBBBB', width, height, depth, kind, 0, 0, 0)
    with open(path, 'wb') as file:
        file.write(SIGNATURE + _chunk(b'IHDR', header) + _chunk(b'IDAT', zlib.compress(bytes(lines), 9)) +
                   _chunk(b'IEND', b''))


def write(path, width, height, shades):
    """Writes a picture of one byte a pixel, 0 (black) to 15 (white); the width is even."""
    lines = bytearray()
    for start in range(0, width * height, width):
        row = shades[start:start + width]
        lines.append(0)  # no filter
        lines.extend(left << 4 | right for left, right in zip(row[::2], row[1::2]))
    _write(path, width, height, 4, GREYSCALE, lines)


def write_colour(path, width, height, rgb):
    """Writes a picture of three bytes a pixel."""
    lines = bytearray()
    for start in range(0, 3 * width * height, 3 * width):
        lines.append(0)  # no filter
        lines.extend(rgb[start:start + 3 * width])
    _write(path, width, height, 8, COLOUR, lines)


def _indexed(width, height, rgb, colours):
    """The packed lines of a picture, a byte a pixel: the number of its colour. Adds its colours to {colour: number}."""
    pixels = bytes(colours.setdefault(rgb[at:at + 3], len(colours)) for at in range(0, 3 * width * height, 3))
    return zlib.compress(b''.join(b'\0' + pixels[at:at + width] for at in range(0, width * height, width)), 9)


def write_film(path, width, height, pictures, delay):
    """Writes pictures of three bytes a pixel, which have at most 256 colours together, as a film that repeats for ever (APNG: the
    chunks acTL, fcTL and fdAT of the PNG specification's third edition). Readers that know no films show the first picture.
    delay: the seconds of a picture, as numerator and denominator"""
    colours = {}
    packed = [_indexed(width, height, rgb, colours) for rgb in pictures]
    with open(path, 'wb') as file:
        file.write(SIGNATURE + _chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, PALETTE, 0, 0, 0)) +
                   _chunk(b'acTL', struct.pack('>II', len(packed), 0)) + _chunk(b'PLTE', b''.join(colours)))
        for index, lines in enumerate(packed):
            number = max(0, 2 * index - 1)  # these two kinds of chunks are counted together
            file.write(_chunk(b'fcTL', struct.pack('>IIIIIHHBB', number, width, height, 0, 0, *delay, 0, 0)))
            file.write(_chunk(b'fdAT', struct.pack('>I', number + 1) + lines) if index else _chunk(b'IDAT', lines))
        file.write(_chunk(b'IEND', b''))


def read(path):
    """The picture in a PNG file that this program or a runner wrote, of a film the first: width, height, three bytes a pixel."""
    header, palette, lines = _read(path)
    width, height, _, kind = struct.unpack_from('>IIBB', header)
    size = len(lines) // height
    rows = [lines[start + 1:start + size] for start in range(0, len(lines), size)]
    if kind == COLOUR:
        return width, height, b''.join(rows)
    if kind == PALETTE:
        return width, height, b''.join(palette[3 * pixel:3 * pixel + 3] for row in rows for pixel in row)
    spread = [bytes([pair >> 4] * 3 + [pair & 15] * 3) for pair in range(256)]
    grey = bytes(level * 17 & 0xFF for level in range(256))
    return width, height, b''.join(spread[pair] for row in rows for pair in row).translate(grey)


def _chunks(path):
    """Yields the kind and the body of each chunk of a PNG file."""
    with open(path, 'rb') as file:
        data = file.read()
    at, kind = len(SIGNATURE), b''
    if not data.startswith(SIGNATURE):
        raise ValueError(f'{path} is no PNG file')
    while kind != b'IEND':
        length, kind = struct.unpack_from('>I4s', data.ljust(at + 8, b'\0'), at)
        body, crc = data[at + 8:at + 8 + length], data[at + 8 + length:at + 12 + length]
        if crc != struct.pack('>I', zlib.crc32(kind + body)):
            raise ValueError(f'{path}: the chunk {kind.decode("latin-1")!r} at byte {at} is cut or has a wrong CRC')
        yield kind, body
        at += length + 12
    if at != len(data):
        raise ValueError(f'{path} has {len(data) - at} bytes after its end')


def _unpacked(path, header, packed):
    """The lines of a picture, each after a byte that says how it is filtered, which is not at all."""
    width, height, depth, kind, *others = struct.unpack('>IIBBBBB', header)
    if (depth, kind) not in BITS or any(others):
        raise ValueError(f'{path} is not of our kind: 4 bits of grey, 8 of each colour, or 8 of a palette')
    size, unpacker = 1 + (width * BITS[depth, kind] + 7) // 8, zlib.decompressobj()
    try:
        lines = unpacker.decompress(packed)
    except zlib.error as error:
        raise ValueError(f'{path}: {error}') from None
    if not unpacker.eof or unpacker.unused_data or not height or len(lines) != height * size:
        raise ValueError(f'{path} has not as many bytes of pixels as it should')
    if any(lines[::size]):
        raise ValueError(f'{path} is not of our kind: it has filtered lines')
    return lines


def _read(path):
    """The header, the palette and the unpacked lines of a PNG file. All pictures of a film are unpacked."""
    (first, header), *chunks = _chunks(path)
    if first != b'IHDR' or len(header) != 13:
        raise ValueError(f'{path} does not begin with a header')
    for kind, body in chunks:
        if kind == b'fdAT':
            _unpacked(path, header, body[4:])
    palette, packed = (b''.join(body for kind, body in chunks if kind == wanted) for wanted in (b'PLTE', b'IDAT'))
    return header, palette, _unpacked(path, header, packed)


def difference(path, golden_path):
    """A sentence that says how two pictures differ, or why one cannot be read; empty when they are the same."""
    try:
        header, palette, lines = _read(path)
        golden_header, golden_palette, golden_lines = _read(golden_path)
    except ValueError as problem:
        return str(problem)
    if header != golden_header or palette != golden_palette:
        return 'size, kind or colours of the picture differ'
    if lines == golden_lines:
        return ''
    height = struct.unpack_from('>I', header, 4)[0]
    size = len(lines) // height
    starts = range(0, len(lines), size)
    rows = [at // size for at in starts if lines[at:at + size] != golden_lines[at:at + size]]
    return f'{len(rows)} of {height} rows of the picture differ, the first is row {rows[0]}'
