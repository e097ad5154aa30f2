// SPDX-License-Identifier: MIT
// avr_play.mjs - plays a script on the chip under node: the firmware's log on standard output, its pools compared on the way.
//
// usage: node avr_play.js FIRMWARE.json SCRIPT     (bundled from this file: see avr.mk)
import {readFileSync} from 'node:fs';
import {Chip, PRESS_TO_LEAVE} from './avr_chip.mjs';
import {PoolOutside} from './avr_pools.mjs';
import {readScript} from './script.mjs';

const [firmwareFile, scriptFile] = process.argv.slice(2);
const firmware = JSON.parse(readFileSync(firmwareFile, 'utf8'));
const script = readScript(readFileSync(scriptFile, 'utf8'));
const chip = new Chip(Buffer.from(firmware.flash, 'base64'), console.log);
const pools = firmware.pools.map((place) => new PoolOutside(place));
pools.forEach((pool) => pool.begin(chip));
chip.frame();
script.held.forEach((buttons, frame) => {
    chip.hold(buttons);
    chip.frame();
    pools.forEach((pool) => pool.look(frame));
});
const seen = pools.map((pool) => [pool.name, pool.live, pool.peak, pool.refused,
    Array.from({length: pool.capacity}, (_, slot) => pool.isLive(slot) ? '#' : '.').join('')].join(' '));
chip.hold(PRESS_TO_LEAVE);
chip.frame();
console.log(['seen from outside', ...seen].join('\n'));
process.exitCode = chip.exitCode;
