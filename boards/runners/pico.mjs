// SPDX-License-Identifier: MIT
// pico.mjs - runs a program for a Pico or a PicoSystem, both cores: log on standard output, display, buttons, exit code.
//
// usage: node pico.mjs PROGRAM.elf [--script FILE] [--png FILE] [--budget CYCLES] [--play FILE] [--headless] [--ascii]
// The program is the .uf2 beside the .elf. Exit codes are those of runner.h.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { png } from '../web/png.mjs';
import { readScript } from '../web/script.mjs';
import { NANOSECONDS, TwoCores } from './rp2040.mjs';
import { Display } from './st7789.mjs';

const FAILED = 90, HANGS = 94, TOO_SLOW = 95;
const SECONDS_MAX = 300; // of a program without frames
const ASK = 0x16, FRAME = 0x05, GO_ON = 'n', LEAVE = 'q'; // lockstep.h
const VIEW_LINES = 160, VIEW_PICTURE = 0x40, VIEW_LEAVE = 0x80; // of view.c
const PINS = [22, 21, 23, 20, 18]; // of BUTTONS, which pull them low

const fail = (words) => { console.error(words); process.exit(FAILED); };

// As the boot ROM: takes blocks in order, then the first 256 bytes must have their checksum.
function load(chip, uf2) {
  for (let at = 0, number = 0; at < uf2.length; at += 512, number++) {
    const words = Array.from({ length: 8 }, (_, i) => uf2.readUInt32LE(at + 4 * i));
    const right = [0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * number, 256, number, uf2.length / 512, 0xE48BFF56];
    if (words.some((word, i) => word !== right[i]) || uf2.readUInt32LE(at + 508) !== 0x0AB16F30) {
      fail(`block ${number} is none of an RP2040's UF2 file`);
    }
    chip.flash.set(uf2.subarray(at + 32, at + 288), 256 * number);
  }
  let crc = ~0;
  for (const byte of chip.flash.subarray(0, 252)) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc << 1 ^ (crc < 0 ? 0x04C11DB7 : 0);
    }
  }
  if (crc >>> 0 !== chip.flashView.getUint32(252, true)) {
    fail('the boot ROM would not start it: the checksum of the first 252 bytes is another');
  }
  chip.sram.set(chip.flash.subarray(0, 256), 0x41F00);
  chip.core.PC = 0x20041F00;
}

const { values: given, positionals: [program] } = parseArgs({
  args: process.argv.slice(2), allowPositionals: true,
  options: { script: { type: 'string' }, png: { type: 'string' }, budget: { type: 'string' }, play: { type: 'string' },
    headless: { type: 'boolean' }, ascii: { type: 'boolean' } },
});
if (!existsSync(new URL('../../build/rp2040/node_modules/rp2040js', import.meta.url))) {
  (given.script ? console.error : console.log)('1..0 # SKIP npm brings no rp2040js');
  process.exit(given.script ? FAILED : 0);
}
const isShown = given.play !== undefined && !given.headless && process.stdin.isTTY && process.stdout.isTTY;
const scriptFile = given.script ?? (isShown ? undefined : given.play);
const script = scriptFile && readScript(readFileSync(scriptFile, 'utf8'));

let log = '';
const put = (text) => {
  log += text;
  if (!isShown && log.endsWith('\n')) {
    writeSync(1, log);
    log = '';
  }
};
const board = new TwoCores(put), { chip, cores } = board;
const display = new Display(chip);
load(chip, readFileSync(program.replace(/\.elf$/, '.uf2')));

let isAtFrame = false, time = 0;
chip.uart[0].onByte = (byte) => {
  if (byte === FRAME) {
    isAtFrame = true;
  } else {
    put(String.fromCharCode(byte));
  }
};
const tell = (word) => chip.uart[0].feedByte(word.charCodeAt(0));
if (script || isShown) {
  chip.uart[0].feedByte(ASK);
}
const hold = (buttons) => PINS.concat(19, 17, 16).forEach((pin, bit) => chip.gpio[pin].setInputValue((buttons >> bit & 1) === 0));
hold(0);

const sleeps = (core) => core.waiting && !core.interruptsUpdated;

const ROUND = script || isShown ? 32 : 4; // cycles that core 0 runs before core 1 catches up

// Both cores run for some cycles; where both sleep, until something wakes one. Returns false if nothing will.
function round() {
  let cycles = ROUND;
  if (sleeps(cores[0]) && (!board.isStarted || sleeps(cores[1]))) {
    cycles = Math.ceil(chip.clock.nanosToNextAlarm / NANOSECONDS);
    if (cycles === 0) {
      return false;
    }
  }
  time += cycles;
  for (let number = 0; number < 1 + board.isStarted; number++) {
    const core = board.use(number);
    while (core.cycles < time && !sleeps(core) && board.exit === null) {
      const taken = core.executeInstruction();
      if (number === 0) chip.clock.tick(taken * NANOSECONDS);
    }
    if (number === 0 && core.cycles < time) chip.clock.tick((time - core.cycles) * NANOSECONDS);
    core.cycles = Math.max(core.cycles, time);
  }
  return true;
}

// Runs on until core 1 has nothing to do: then the display shows all.
const settle = () => { while (board.exit === null && board.isStarted && !sleeps(cores[1]) && round()) ; };

let view = null, viewed = [];
if (isShown) {
  view = spawn('build/runners/view', given.ascii ? ['--ascii'] : [], { stdio: ['pipe', 'pipe', 'inherit'] });
  view.stdout.on('data', (bytes) => { viewed.shift()?.(bytes[0]); });
  view.on('exit', () => { viewed.shift()?.(VIEW_LEAVE); });
  view.stdin.on('error', () => {});
}

// Shows the lines between the black ones above and below, if a picture is wanted.
let answer = VIEW_PICTURE;
async function ask() {
  const { width, height, shown } = display, lines = (answer & VIEW_PICTURE) !== 0 ? VIEW_LINES : 0;
  const bytes = Buffer.alloc(4 + 3 * width * lines);
  if (lines > 0) {
    settle();
    bytes.writeUInt16LE(width);
    bytes.writeUInt16LE(lines, 2);
  }
  for (let from = 4 * width * (height - lines) / 2, to = 4; to < bytes.length; from += 4, to += 3) {
    bytes.set(shown.subarray(from, from + 3), to);
  }
  answer = await new Promise((tell) => {
    viewed.push(tell);
    view.stdin.write(bytes);
  });
  return answer & ~VIEW_PICTURE;
}

let frame = -1, worst = 0, began = 0;
while (board.exit === null && (script || isShown || time * NANOSECONDS < SECONDS_MAX * 1e9)) {
  if (!isAtFrame) {
    if (!round()) break;
    continue;
  }
  isAtFrame = false;
  worst = frame > 0 ? Math.max(worst, time - began) : worst;
  let buttons = 0;
  if (frame >= 0 && script) {
    if (frame >= script.frames - 1) settle();
    buttons = script.held[frame] ?? VIEW_LEAVE;
  } else if (frame >= 0) {
    buttons = await ask();
  }
  frame++;
  hold(buttons & 0x1F);
  tell((buttons & VIEW_LEAVE) !== 0 ? LEAVE : GO_ON);
  began = time;
}
settle();
if (isShown) {
  view.stdin.end();
  await new Promise((ended) => view.exitCode === null ? view.on('exit', ended) : ended());
  writeSync(1, log);
}
if (given.png || given.play && !isShown) {
  writeFileSync(given.png ?? program.replace(/\.elf$/, '.png'), png(display.width, display.height, display.shown));
}
if (script) {
  console.error(`the slowest frame took ${worst} cycles of core 0`);
}
process.exit(board.exit === null ? HANGS : board.exit === 0 && given.budget && worst > Number(given.budget) ? TOO_SLOW : board.exit);
