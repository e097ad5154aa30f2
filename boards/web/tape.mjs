// SPDX-License-Identifier: MIT
// tape.mjs - plays the game frame by frame, and remembers the last minute exactly: any frame of it can be shown again.
//
// The module's memory is all of its state. Once a second the tape copies it; a frame between two copies is the copy
// before it, played on with the buttons that were held then, and the pools' limits.

const SECOND = 60; // frames
const MINUTE = 60 * SECOND;

export class Tape {
    constructor(machine) {
        this.machine = machine;
        this.limits = machine.pools.map((pool) => pool.capacity); // of each pool, from now on: another array if one changes
        machine.calls.start();
        this.fresh = machine.memory.slice();
        this.rewind();
    }

    /// Goes back to frame 0 and forgets what came after.
    rewind() {
        this.machine.memory.set(this.fresh);
        this.frame = 0; // how many have been played: what is shown
        this.end = 0; // the last frame that is known
        this.copies = new Map();
        this.held = []; // in frame i + 1: buttons, limits
        this.samples = []; // of the frame before frame i + 1: [live, refused] of each pool
    }

    /// The first frame that can still be shown.
    get begin() { return Math.min(...this.copies.keys(), this.frame); }

    /// Plays one frame. What was known of the frames after it is forgotten.
    step(buttons) {
        if (this.frame % SECOND === 0) {
            this.copies.set(this.frame, this.machine.memory.slice());
        }
        this.held[this.frame] = {buttons, limits: this.limits};
        this.play();
        this.samples[this.frame - 1] = this.machine.pools.map((pool) => [pool.live, pool.refused]);
        this.end = this.frame;
        this.held.length = this.samples.length = this.end;
        for (const frame of this.copies.keys()) {
            if (frame <= this.end - MINUTE - SECOND || frame >= this.end) {
                this.copies.delete(frame);
            }
        }
    }

    /// Shows a frame of the past, or of what was known when the past was entered.
    seek(frame) {
        const wanted = Math.max(this.begin, Math.min(frame, this.end));
        const from = Math.max(...[...this.copies.keys()].filter((copy) => copy <= wanted));
        if (!Number.isFinite(from)) {
            return; // nothing has been played
        }
        this.machine.memory.set(this.copies.get(from));
        this.frame = from;
        while (this.frame < wanted) {
            this.play();
        }
    }

    play() {
        const {buttons, limits} = this.held[this.frame];
        limits.forEach((slots, pool) => this.machine.calls.limit(pool, slots));
        this.machine.calls.hold(buttons);
        this.machine.calls.frame();
        this.frame++;
    }
}
