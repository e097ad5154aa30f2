// SPDX-License-Identifier: MIT
// rp2040.mjs - runs a program on two cores of an RP2040, which take turns, one instruction at a time.
//
// usage: node rp2040.mjs SCHEDULE PROGRAM     SCHEDULE: cycles, or the seed of random turns
// A run repeats exactly, and its exit code is the program's. Prints the cycles between the marks of tests/bench/mark.h, too.
import { readFileSync } from 'node:fs';
import { NANOSECONDS, TwoCores } from '../../boards/runners/rp2040.mjs';

const [schedule, path] = process.argv.slice(2);
const board = new TwoCores((text) => process.stdout.write(text));
const { chip, cores, tries, waits } = board;

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
  if (!board.isStarted) return 0;
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
for (; board.exit === null; step++) {
  const now = choose(), core = board.use(now);
  const cycles = core.cycles, number = MARKS.indexOf(core.readUint16(core.PC));
  if (number >= 0) mark(number, cycles);
  core.executeInstruction();
  if (schedule !== 'cycles' || now === 0) chip.clock.tick((core.cycles - cycles) * NANOSECONDS);
}
console.log(`steps ${step} cycles ${cores.map((core) => core.cycles).join('/')} lock tries ${tries.join('/')} met taken ${waits.join('/')}`);
process.exitCode = board.exit;
