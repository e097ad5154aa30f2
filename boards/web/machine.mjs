// SPDX-License-Identifier: MIT
// machine.mjs - a WebAssembly module of web.h: its pools, and what its addresses point to.

/// Loads a module and lists its pools. `log` is called with each line of its log.
export async function load(bytes, log) {
    let line = '';
    const put_char = (code) => {
        if (code === 10) {
            log(line);
            line = '';
        } else {
            line += String.fromCharCode(code);
        }
    };
    const {instance} = await WebAssembly.instantiate(bytes, {page: {put_char}});
    return new Machine(instance.exports);
}

/// How many bits a word of the bitmap has: the default of 32-bit CPUs.
export const WORD_BITS = 32;

class Machine {
    constructor(exports) {
        this.calls = exports;
        this.memory = new Uint8Array(exports.memory.buffer); // all that the module knows; it never grows
        this.view = new DataView(exports.memory.buffer);
        this.pools = [];
        while (exports.pool(this.pools.length) !== 0) {
            this.pools.push(new Pool(this, this.pools.length));
        }
    }

    text(address) {
        const end = this.memory.indexOf(0, address);
        return new TextDecoder().decode(this.memory.subarray(address, end));
    }

    words(address, count) {
        return Array.from({length: count}, (_, i) => this.view.getUint32(address + 4 * i, true));
    }
}

class Pool {
    constructor(machine, number) {
        this.machine = machine;
        this.number = number;
        this.name = machine.text(machine.calls.pool_name(number));
        this.capacity = machine.calls.pool_capacity(number);
        this.hasSlots = machine.calls.pool_has_slots(number) !== 0;
        this.fields = 'fields' in machine.calls ? fieldsOf(machine, machine.calls.pool(number)) : [];
    }

    get live() { return this.machine.calls.pool_live(this.number); }
    get peak() { return this.machine.calls.pool_peak(this.number); }
    get refused() { return this.machine.calls.pool_refused(this.number) >>> 0; }

    isLive(slot) { return this.machine.calls.pool_is_live(this.number, slot) !== 0; }

    /// For how many frames a live slot has been live, or a free one free; null if it was never used.
    age(slot) {
        const since = this.machine.calls.pool_changed_at(this.number, slot) >>> 0;
        return since === 0 ? null : this.machine.calls.frames() - since;
    }

    /// The words of the bitmap, and the summaries above them: a bit is set when the word of that number is full
    /// and not the last.
    bitmap() {
        const {calls} = this.machine;
        const words = this.machine.words(calls.pool_words(this.number), calls.pool_all_words(this.number));
        const leaves = calls.pool_leaf_words(this.number);
        return {leaves: words.slice(0, leaves), summaries: words.slice(leaves)};
    }

    /// [field, value] of the object in a slot. A free slot's bytes are those that its last object left.
    values(slot) {
        const object = this.machine.calls.pool_object(this.number, slot);
        return this.fields.map((field) => [field.name, readInteger(this.machine.view, object, field)]);
    }

    /// The RAM of objects and bitmap, if the capacity were this one.
    bytes(capacity) { return this.machine.calls.pool_bytes(this.number, capacity); }

    /// struct hutch_advice: what hutch_sizing makes of the play up to now.
    advice() {
        const names = ['peak', 'shortage', 'neverUsed', 'suggested', 'longestIdle', 'atPeak', 'observed'];
        const values = this.machine.words(this.machine.calls.pool_advice(this.number), names.length);
        return Object.fromEntries(names.map((name, i) => [name, values[i]]));
    }
}

// struct web_field: pool, type, name, offset (2 bytes), bytes (1), is_signed (1).
function fieldsOf(machine, pool) {
    const fields = [];
    for (let at = machine.calls.fields(); machine.view.getUint32(at, true) !== 0; at += 16) {
        if (machine.view.getUint32(at, true) === pool) {
            fields.push({
                type: machine.text(machine.view.getUint32(at + 4, true)),
                name: machine.text(machine.view.getUint32(at + 8, true)),
                offset: machine.view.getUint16(at + 12, true),
                bytes: machine.view.getUint8(at + 14),
                isSigned: machine.view.getUint8(at + 15) !== 0,
            });
        }
    }
    return fields;
}

export function readInteger(view, object, {offset, bytes, isSigned}) {
    const kind = `get${isSigned ? 'Int' : 'Uint'}${bytes * 8}`;
    return view[kind](object + offset, true);
}
