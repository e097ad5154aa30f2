// SPDX-License-Identifier: MIT
// avr_pools.mjs - pools seen from outside: nothing but the bytes of a chip's RAM, and where the linker put what.
import {readInteger} from './machine.mjs';

/// A pool of avr_firmware.py's list in a chip, with the members that cells.mjs uses.
export class PoolOutside {
    constructor(place) {
        Object.assign(this, {place, name: place.name, capacity: place.capacity});
    }

    /// To be called with each new chip.
    begin(chip) {
        this.chip = chip;
        this.view = new DataView(chip.ram.buffer, chip.ram.byteOffset);
        this.frame = 0;
        this.changedAt = new Array(this.capacity).fill(null); // the frame in which a slot was acquired or released last
        this.wasLive = new Array(this.capacity).fill(false);
    }

    isLive(slot) { return (this.chip.ram[this.place.live + (slot >> 3)] >> (slot & 7) & 1) === 1; }

    get live() { return this.wasLive.filter(Boolean).length; }
    get peak() { return this.counter('peak'); }
    get refused() { return this.counter('refused'); }

    counter(name) { return readInteger(this.view, this.place.stats, this.place.counters[name]); }

    /// To be called after each frame.
    look(frame) {
        this.frame = frame;
        for (let slot = 0; slot < this.capacity; slot++) {
            if (this.isLive(slot) !== this.wasLive[slot]) {
                this.wasLive[slot] = !this.wasLive[slot];
                this.changedAt[slot] = frame;
            }
        }
    }

    /// For how many frames a live slot has been live, or a free one free; null if it was never used.
    age(slot) { return this.changedAt[slot] === null ? null : this.frame - this.changedAt[slot]; }

    /// [field, value] of the object in a slot. A free slot's bytes are those that its last object left.
    values(slot) {
        const object = this.place.slots + slot * this.place.stride;
        return this.place.fields.map((field) => [field.name, readInteger(this.view, object, field)]);
    }
}

/// What a byte of RAM belongs to: {kind, name, offset}. Kinds: slots, bitmap, counters, other, stack, none.
export function ownerOf(firmware, address, stackPointer) {
    const found = firmware.variables.find(([, start, length]) => address >= start && address < start + length);
    const [, last, length] = firmware.variables.at(-1);
    if (!found && address < last + length) {
        return {kind: 'other', name: 'constants without a name', offset: 0};
    }
    if (!found) {
        return address > stackPointer ? {kind: 'stack', name: 'stack', offset: 0} : {kind: 'none', name: 'free, or stack a moment ago', offset: 0};
    }
    const [name, start] = found;
    const part = /_(slots|live|stats)_$/.exec(name);
    const isPools = part && firmware.pools.some((pool) => name === `${pool.name}${part[0]}`);
    return {kind: isPools ? {slots: 'slots', live: 'bitmap', stats: 'counters'}[part[1]] : 'other', name, offset: address - start};
}
