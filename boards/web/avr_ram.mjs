// SPDX-License-Identifier: MIT
// avr_ram.mjs - all bytes of the chip's RAM as a picture: coloured by what they belong to, bright when they have just changed.
import {RAM_END, RAM_FIRST} from './avr_chip.mjs';
import {ownerOf} from './avr_pools.mjs';
import {byId} from './page.mjs';

const COLUMNS = 80; // a row of the picture; as in page.html
const FADE_FRAMES = 24;
const DIM = 0.35; // a byte that has not changed for long
const STACK_POINTER = 0x5d;
const COLOURS = {
    slots: [242, 193, 78], bitmap: [120, 220, 110], counters: [150, 130, 240],
    other: [110, 130, 160], stack: [229, 105, 90], none: [40, 44, 54],
};
const TEXTS = {
    slots: 'slots: objects', bitmap: 'bitmaps: which are live', counters: 'counters', other: 'other variables', stack: 'stack', none: 'free, and the stack when it is deeper',
};

export class Ram {
    constructor(firmware) {
        this.firmware = firmware;
        this.canvas = byId('ram');
        this.context = this.canvas.getContext('2d');
        this.image = new ImageData(COLUMNS, (RAM_END - RAM_FIRST) / COLUMNS);
        this.owners = Array.from({length: RAM_END - RAM_FIRST}, (_, i) => ownerOf(firmware, RAM_FIRST + i, RAM_END));
        byId('ram-legend').innerHTML = Object.entries(COLOURS).map(([kind, colour]) =>
            `<span><i style="background: rgb(${colour})"></i>${TEXTS[kind]}</span>`).join(' ');
        for (const event of ['pointermove', 'pointerdown']) {
            this.canvas.addEventListener(event, (where) => this.point(where));
        }
    }

    begin(chip) {
        this.chip = chip;
        this.last = chip.ram.slice();
        this.quiet = new Uint8Array(this.last.length).fill(FADE_FRAMES); // frames since a byte changed
        this.pointed = null;
    }

    get stackPointer() { return this.chip.ram[STACK_POINTER] | this.chip.ram[STACK_POINTER + 1] << 8; }

    /// To be called after each frame.
    look() {
        const {ram} = this.chip;
        for (let at = RAM_FIRST; at < RAM_END; at++) {
            this.quiet[at] = ram[at] !== this.last[at] ? 0 : Math.min(this.quiet[at] + 1, FADE_FRAMES);
        }
        this.last.set(ram);
    }

    show() {
        const stack = this.stackPointer;
        this.owners.forEach(({kind}, i) => {
            const colour = COLOURS[kind === 'none' && RAM_FIRST + i > stack ? 'stack' : kind];
            const light = 1 - (1 - DIM) * this.quiet[RAM_FIRST + i] / FADE_FRAMES;
            this.image.data.set([...colour.map((part) => part * light), 255], 4 * i);
        });
        this.context.putImageData(this.image, 0, 0);
        this.tell();
    }

    point(event) {
        const {left, top, width, height} = this.canvas.getBoundingClientRect();
        const column = Math.floor((event.clientX - left) / width * COLUMNS);
        const row = Math.floor((event.clientY - top) / height * this.image.height);
        const at = row * COLUMNS + column;
        this.pointed = at >= 0 && at < this.owners.length ? at + RAM_FIRST : null;
        this.tell();
    }

    /// Writes what the byte is that was pointed at.
    tell() {
        if (this.pointed === null) {
            byId('byte').textContent = 'Point at a byte, or tap it.';
            return;
        }
        const {name, offset} = ownerOf(this.firmware, this.pointed, this.stackPointer);
        const value = this.chip.ram[this.pointed].toString(16).padStart(2, '0');
        byId('byte').textContent = `0x${this.pointed.toString(16).padStart(4, '0')}  ${value}  ${name}${offset ? ` + ${offset}` : ''}`;
    }
}
