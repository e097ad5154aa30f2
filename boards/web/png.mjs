// SPDX-License-Identifier: MIT
// png.mjs - writes a picture as boards/tools/png.py reads it: 8 bits of each colour, no filter.
import {deflateSync} from 'node:zlib';

function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) {
            crc = crc >>> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
    }
    return ~crc >>> 0;
}

function chunk(kind, data) {
    const bytes = Buffer.alloc(12 + data.length);
    bytes.writeUInt32BE(data.length);
    bytes.write(kind, 4, 'latin1');
    bytes.set(data, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
    return bytes;
}

/// The bytes of the file; a pixel is red, green, blue, and a byte that is left out.
export function png(width, height, rgba) {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width);
    header.writeUInt32BE(height, 4);
    header.set([8, 2], 8);
    const lines = [];
    for (let y = 0; y < height; y++) {
        lines.push(0);
        for (let at = 4 * y * width; at < 4 * (y + 1) * width; at += 4) {
            lines.push(rgba[at], rgba[at + 1], rgba[at + 2]);
        }
    }
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header),
        chunk('IDAT', deflateSync(Buffer.from(lines))), chunk('IEND', Buffer.alloc(0))]);
}
