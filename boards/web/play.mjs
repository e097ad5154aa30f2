// SPDX-License-Identifier: MIT
// play.mjs - plays a script under node, without a page: the log on standard output, the last frame as PNG.
//
// usage: node play.mjs HORDE.elf --script SCRIPT --png FILE
import {readFileSync, writeFileSync} from 'node:fs';
import {deflateSync} from 'node:zlib';
import {load} from './machine.mjs';
import {HEIGHT, pixels, WIDTH} from './screen.mjs';
import {readScript} from './script.mjs';

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

// As boards/tools/png.py reads it: 8 bits of each colour, no filter.
function png(rgba) {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(WIDTH);
    header.writeUInt32BE(HEIGHT, 4);
    header.set([8, 2], 8);
    const lines = [];
    for (let y = 0; y < HEIGHT; y++) {
        lines.push(0);
        for (let x = 0; x < WIDTH; x++) {
            const at = 4 * (y * WIDTH + x);
            lines.push(rgba[at], rgba[at + 1], rgba[at + 2]);
        }
    }
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header),
        chunk('IDAT', deflateSync(Buffer.from(lines))), chunk('IEND', Buffer.alloc(0))]);
}

const [program, , scriptFile, , pngFile] = process.argv.slice(2);
const machine = await load(readFileSync(program), console.log);
const script = readScript(readFileSync(scriptFile, 'utf8'));
machine.calls.start();
for (const buttons of script.held) {
    machine.calls.hold(buttons);
    machine.calls.frame();
}
console.log(`frames ${machine.calls.frames()}`);
console.log(`score ${machine.calls.score()}`);
console.log(`checksum ${(machine.calls.checksum() >>> 0).toString(16).toUpperCase().padStart(8, '0')}`);
machine.calls.report();
writeFileSync(pngFile, png(pixels(machine)));
