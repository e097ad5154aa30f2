// SPDX-License-Identifier: MIT
// lab.mjs - the lab's part of the page: both builds beside each other.
import {ACTS, Build} from './acts.mjs';
import {WORD_BITS} from './machine.mjs';
import {add, binary, byId, onClick} from './page.mjs';

const ANSWERS_SHOWN = 30;
const FIRST = ['acquire', 'release', 'release']; // what a reader finds done
const CELL_SIZES = [[32, '26px'], [128, '17px'], [Infinity, '9px']]; // up to so many slots

export class Lab {
    static async begin() {
        return new Lab(await Build.load(binary('release')), await Build.load(binary('debug')));
    }

    constructor(...builds) {
        const panels = [byId('release-build'), byId('debug-build')];
        this.views = builds.map((build, i) => new BuildView(build, panels[i], () => this.show()));
        this.buttons = ACTS.map((act) => this.newButton(act));
        byId('capacity').addEventListener('input', () => this.choosePool());
        this.choosePool();
        FIRST.forEach((id) => this.run(ACTS.find((act) => act.id === id)));
        byId('lesson').textContent = 'A crate was acquired, and released twice: the second release changed nothing, and was reported.';
    }

    newButton(act) {
        const button = add(byId(act.isRight ? 'right-acts' : 'wrong-acts'), 'button', {type: 'button', id: `act-${act.id}`, title: act.code});
        add(button, 'span', {textContent: act.title});
        add(button, 'code', {textContent: act.code});
        onClick(button, () => this.run(act));
        return {act, button};
    }

    run(act) {
        this.views.forEach(({build}) => build.run(act));
        byId('lesson').textContent = act.lesson;
        this.show();
    }

    choosePool() {
        const number = Number(byId('capacity').value);
        this.views.forEach((view) => view.begin(number));
        byId('capacity-text').value = `${this.views[0].build.pool.capacity} crates`;
        byId('lesson').textContent = 'Begin with Acquire.';
        this.show();
    }

    show() {
        this.views.forEach((view) => view.show());
        for (const {act, button} of this.buttons) {
            button.disabled = !this.views.some(({build}) => build.can(act));
        }
    }
}

class BuildView {
    constructor(build, panel, changed) {
        this.build = build;
        this.facts = add(panel, 'p', {className: 'facts'});
        this.slots = add(panel, 'div', {className: 'slots'});
        this.words = add(panel, 'pre', {className: 'words', tabIndex: 0, ariaLabel: 'the words of the bitmap'});
        this.results = add(panel, 'ol', {className: 'results', tabIndex: 0, ariaLabel: 'what hutch returned'});
        this.changed = changed;
    }

    begin(number) {
        this.build.begin(number);
        const {capacity} = this.build.pool;
        this.slots.style.setProperty('--cell', CELL_SIZES.find(([most]) => capacity <= most)[1]);
        this.slots.replaceChildren();
        this.cells = Array.from({length: capacity}, (_, slot) => {
            const cell = add(this.slots, 'button', {type: 'button', ariaLabel: `slot ${slot}`, title: `slot ${slot}`});
            cell.tabIndex = slot === 0 ? 0 : -1;
            onClick(cell, () => {
                this.build.choose(slot);
                this.changed();
            });
            return cell;
        });
    }

    show() {
        const {pool, inHand, kept} = this.build;
        this.facts.textContent = `${pool.live} of ${pool.capacity} live, peak ${pool.peak}, refused ${pool.refused}`;
        this.cells.forEach((cell, slot) => {
            const states = {live: pool.isLive(slot), damaged: this.build.isDamaged(slot), kept: slot === kept, 'in-hand': slot === inHand};
            cell.className = Object.keys(states).filter((name) => states[name]).join(' ');
        });
        this.words.innerHTML = wordLines(pool).join('\n');
        this.results.replaceChildren();
        for (const {code, result, faults} of this.build.results.slice(0, ANSWERS_SHOWN)) {
            const item = add(this.results, 'li', {textContent: `${code}  →  ${result}`});
            faults.forEach((fault) => add(item, 'span', {className: 'fault', textContent: fault}));
        }
    }
}

// The bitmap in the order of memory: the slots' words, then the summaries, which have no bit for the last word.
// The lowest bit is on the right.
function wordLines(pool) {
    const {leaves, summaries} = pool.bitmap();
    const line = (name, word, used) => {
        let bits = '';
        for (let bit = WORD_BITS - 1; bit >= 0; bit--) {
            bits += (word >>> bit & 1 ? '<b>1</b>' : bit < used ? '0' : '·') + (bit % 8 === 0 && bit > 0 ? ' ' : '');
        }
        return `<span>${name.padEnd(9)}0x${word.toString(16).toUpperCase().padStart(8, '0')}</span>  ${bits}`;
    };
    return [...leaves.map((word, k) => line(`live[${k}]`, word, pool.capacity - k * WORD_BITS)),
        ...summaries.map((word) => line('full', word, leaves.length - 1))];
}
