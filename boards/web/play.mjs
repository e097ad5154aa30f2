// SPDX-License-Identifier: MIT
// play.mjs - plays a script under node, without a page: the log on standard output, the last frame as PNG.
//
// usage: node play.mjs HORDE.elf --script SCRIPT --png FILE
import {readFileSync, writeFileSync} from 'node:fs';
import {load} from './machine.mjs';
import {png} from './png.mjs';
import {HEIGHT, pixels, WIDTH} from './screen.mjs';
import {readScript} from './script.mjs';

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
writeFileSync(pngFile, png(WIDTH, HEIGHT, pixels(machine)));
