// SPDX-License-Identifier: MIT
// acts.mjs - what the buttons of the lab do with a build of lab.c, and what hutch returns. Needs no page.
import {load} from './machine.mjs';

const slotText = (slot) => slot < 0 ? 'NULL' : `slot ${slot}`;
const boolText = (value) => value ? 'true' : 'false';

/// Each act: whether it is correct use, what it needs (a crate in hand, a kept one), its code, and its result as text.
export const ACTS = [
    {id: 'acquire', title: 'Acquire', isRight: true, code: 'crate = crates_acquire()',
        lesson: 'The release build hands out the lowest free slot. The debug build hands out the one that was released ' +
            'longest ago: a stale pointer then meets a free slot, where it is noticed.',
        run: (calls) => slotText(calls.lab_acquire())},
    {id: 'release', title: 'Release', isRight: true, needs: 'hand', code: 'crates_release(crate)',
        lesson: 'Press it twice. The second release is refused, reported, and changes nothing. On a microcontroller a debug ' +
            'build also names the call that released the crate first; WebAssembly does not tell who called.',
        run: (calls) => boolText(calls.lab_release())},
    {id: 'fill', title: 'Fill the pool', isRight: true, code: 'while (crates_acquire() != NULL) ...',
        lesson: 'A full pool is not an error: acquire returns NULL, and the pool counts a refusal. Above 96 slots a ' +
            'summary marks each word that is full, but for the last, so that an acquire reads two words, at 1000 slots too.',
        run: (calls) => `${calls.lab_fill()} acquired, then NULL`},
    {id: 'clear', title: 'Clear', isRight: true, code: 'crates_clear()',
        lesson: 'Every slot is free again. The bytes stay as they are; debug builds fill them.',
        run: (calls) => { calls.lab_clear(); return 'done'; }},
    {id: 'keep', title: 'Keep pointer and ref', isRight: true, needs: 'hand', code: 'kept = crate, ref = crates_ref(crate)',
        lesson: 'Now release the crate, acquire another, and use what was kept: the ref knows that its crate is gone, the ' +
            'pointer does not.',
        run: (calls) => { calls.lab_keep(); return `slot ${calls.lab_kept()}`; }},
    {id: 'deref', title: 'Use the ref', isRight: true, needs: 'kept', code: 'crates_deref(ref)',
        lesson: 'A ref is a slot number and a generation. Once its crate is gone it leads to NULL, in every build, also ' +
            'when the slot has a new owner. That is no fault.',
        run: (calls) => slotText(calls.lab_deref())},
    {id: 'check', title: 'Check the pool', isRight: true, code: 'hutch_check(&crates_pool)',
        lesson: 'Looks for damage: in a release build of the bitmap and its summaries, in a debug build also of guards ' +
            'and of free slots.',
        run: (calls) => boolText(calls.lab_check())},
    {id: 'write', title: 'Use a stale pointer', isRight: false, needs: 'kept', code: 'kept->words[0] = 0xBAD',
        lesson: 'Keep, release, then this. If the slot has a new owner, its crate is damaged, and turns red. Otherwise ' +
            'nobody notices in a release build; the debug build reports it at the next check, or when the slot is ' +
            'acquired.',
        run: (calls) => { calls.lab_write_kept(); return 'written'; }},
    {id: 'overrun', title: 'Overrun', isRight: false, needs: 'hand', code: 'crate->words[2] = 0xBAD',
        lesson: 'A crate has two words. In the release build the third is the next crate\'s first, which turns red if it ' +
            'is live. In the debug build it is a guard: the overrun is reported at the release, or by a check.',
        run: (calls) => calls.lab_overrun() ? 'written' : 'not done: this is the last slot'},
    {id: 'null', title: 'Release NULL', isRight: false, code: 'crates_release(NULL)',
        lesson: 'What follows when the result of an acquire was not looked at.',
        run: (calls) => boolText(calls.lab_release_null())},
    {id: 'member', title: 'Release a member', isRight: false, needs: 'hand', code: 'hutch_release(pool, &crate->words[1])',
        lesson: 'One multiply and one compare find that the address is no multiple of the stride.',
        run: (calls) => boolText(calls.lab_release_member())},
];

/// One of the two builds, and what it has answered.
export class Build {
    static async load(bytes) {
        const lines = [];
        return new Build(await load(bytes, (line) => lines.push(line)), lines);
    }

    constructor(machine, lines) {
        this.machine = machine;
        this.lines = lines; // what hutch has reported in the current act
        this.begin(0);
    }

    begin(number) {
        this.pool = this.machine.pools[number];
        this.machine.calls.lab_begin(number);
        this.lines.length = 0;
        this.results = []; // newest first
    }

    get inHand() { return this.machine.calls.lab_in_hand(); }
    get kept() { return this.machine.calls.lab_kept(); }

    can(act) {
        return act.needs === 'hand' ? this.inHand >= 0 : act.needs === 'kept' ? this.kept >= 0 : true;
    }

    /// Runs the act, if it is possible now; returns its code, its result and its faults, and keeps them.
    run(act) {
        if (!this.can(act)) {
            return null;
        }
        const result = act.run(this.machine.calls);
        const entry = {code: act.code, result, faults: this.lines.splice(0)};
        this.results.unshift(entry);
        return entry;
    }

    choose(slot) { this.machine.calls.lab_choose(slot); }
    isDamaged(slot) { return this.pool.isLive(slot) && this.machine.calls.lab_is_intact(slot) === 0; }
}
