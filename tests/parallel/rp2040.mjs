// SPDX-License-Identifier: MIT
// rp2040.mjs - rp2040js with a second core, which it lacks: the cores take turns, one instruction at a time.
//
// usage: NODE_PATH=... node rp2040.mjs SCHEDULE PROGRAM     SCHEDULE: cycles, or the seed of random turns
// A run repeats exactly, and its exit code is the program's. Core 1 has registers, NVIC and SysTick of its own; its
// boot ROM is played here. Prints the cycles between the marks of tests/bench/mark.h, too.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { RP2040 } = createRequire(import.meta.url)('rp2040js');
const [schedule, path] = process.argv.slice(2);
const NANOSECONDS = 8; // a cycle, at 125 MHz
const chip = new RP2040();
chip.logger = { debug() {}, info() {}, warn() {}, error(...words) { console.log(...words); } };

const cores = [chip.core, new chip.core.constructor(chip)];
const ppbs = cores.map((core) => new chip.ppb.constructor(Object.create(chip, { core: { value: core } }), 'PPB'));
let now = 0, isStarted = false, exit = null;
const tries = [0, 0], waits = [0, 0];

const { sio } = chip, read = sio.readUint32.bind(sio), write = sio.writeUint32.bind(sio);
const echoed = [], sent = [];
sio.readUint32 = (offset) => {
  if (offset === 0) return now; // CPUID
  if (offset === 0x50) return 2 | (echoed.length > 0); // FIFO_ST
  if (offset === 0x58) return echoed.shift(); // FIFO_RD
  const value = read(offset);
  if (offset >= 0x100 && offset < 0x180) { // spin locks
    tries[now]++;
    waits[now] += value === 0;
  }
  return value;
};
sio.writeUint32 = (offset, value) => {
  if (offset !== 0x54) return write(offset, value);
  sent.push(value >>> 0); // FIFO_WR: 0, 0, 1, table, stack, start
  echoed.push(value >>> 0);
  if (sent.length === 6) {
    [cores[1].VTOR, cores[1].SP, cores[1].PC] = [sent[3], sent[4], sent[5] & ~1];
    cores[1].cycles = cores[0].cycles;
    isStarted = true;
  }
};
chip.onBreak = () => { // semihosting: SYS_WRITEC, SYS_EXIT_EXTENDED
  const [operation, at] = cores[now].registers;
  if (operation !== 3) {
    exit = chip.readUint32(at + 4);
    return;
  }
  process.stdout.write(String.fromCharCode(chip.readUint8(at)));
};

const elf = readFileSync(path), memories = [[0x20000000, chip.sram], [0, new Uint8Array(chip.bootrom.buffer)]];
const first = elf.readUInt32LE(28), size = elf.readUInt16LE(42);
for (let at = first; at < first + size * elf.readUInt16LE(44); at += size) {
  const [type, from, , to, length] = [0, 4, 8, 12, 16].map((field) => elf.readUInt32LE(at + field));
  if (type === 1) {
    const [start, memory] = memories.find(([lowest]) => to >= lowest);
    memory.set(elf.subarray(from, from + length), to - start);
  }
}
cores[0].VTOR = elf.readUInt32LE(24) & 0x20000000; // where the program starts
cores[0].reset();

let random = Number(schedule) >>> 0, left = 0, turn = 0;
function next() {
  random ^= random << 13;
  random ^= random >>> 17;
  random ^= random << 5;
  return random >>>= 0;
}

// Most turns are of a few instructions, some of dozens.
function choose() {
  if (!isStarted) return 0;
  if (schedule === 'cycles') return cores[0].cycles <= cores[1].cycles ? 0 : 1;
  if (left-- <= 0) {
    turn = next() & 1;
    left = next() & ((next() & 7) < 6 ? 3 : 63);
  }
  return turn;
}

const MARKS = [0x46c9, 0x46d2, 0x46db, 0x46e4];
let began = 0, lanes = [0, 0], count = 0;
function mark(number, cycles) {
  if (number === 0) {
    began = cycles + 1;
  } else if (number < 3) {
    lanes[number - 1] += cycles - began;
    count += number === 1;
  } else {
    if (count !== 0) console.log(`cycles ${lanes[0]} ${lanes[1]} of ${count}`);
    [lanes, count] = [[0, 0], 0];
  }
}

let step = 0;
for (; exit === null; step++) {
  now = choose();
  const core = chip.core = cores[now];
  chip.ppb = ppbs[now];
  const cycles = core.cycles, number = MARKS.indexOf(core.readUint16(core.PC));
  if (number >= 0) mark(number, cycles);
  core.executeInstruction();
  if (schedule !== 'cycles' || now === 0) chip.clock.tick((core.cycles - cycles) * NANOSECONDS);
}
console.log(`steps ${step} cycles ${cores.map((core) => core.cycles).join('/')} lock tries ${tries.join('/')} met taken ${waits.join('/')}`);
process.exitCode = exit;
