// SPDX-License-Identifier: MIT
// cells.mjs - the pools of the game, a cell a slot, and the object in the cell that is pointed at.
import {add, byId} from './page.mjs';

const FREE = '';
// [age in frames, colour]: straight lines between.
const AGES = [[0, [255, 246, 201]], [15, [242, 193, 78]], [60, [217, 128, 59]], [240, [168, 72, 122]], [600, [91, 75, 154]]];

function colourOf(age) {
    const last = AGES.findIndex(([frames]) => frames >= age);
    if (last < 1) {
        return `rgb(${AGES.at(last)[1]})`;
    }
    const [[from, dark], [to, light]] = AGES.slice(last - 1, last + 1);
    const mixed = dark.map((value, i) => Math.round(value + (light[i] - value) * (age - from) / (to - from)));
    return `rgb(${mixed})`;
}

export class Cells {
    /// `changed(pool, slots)` is called when the reader lowers a capacity; without it none can be.
    constructor(machine, changed) {
        this.changed = changed;
        this.chosen = null; // {pool, slot}
        this.rows = machine.pools.map((pool) => this.newRow(pool));
        byId('ages').style.background = `linear-gradient(90deg, ${AGES.map(([, colour]) => `rgb(${colour})`)})`;
    }

    newRow(pool) {
        const row = add(byId('pools'), 'div', {className: 'pool'});
        row.dataset.pool = pool.name;
        const head = add(row, 'div', {className: 'pool-head'});
        const entry = {pool, limit: pool.capacity};
        if (this.changed) {
            const line = add(head, 'code', {textContent: pool.hasSlots ? `HUTCH_POOL(${pool.name}, struct ${pool.fields[0].type}, `
                : `HUTCH_POOL_IDS(${pool.name}, `});
            const number = add(line, 'b', {textContent: pool.capacity});
            line.append(');');
            const slider = add(head, 'input', {type: 'range', min: 1, max: pool.capacity, value: pool.capacity, ariaLabel: `capacity of ${pool.name}`});
            slider.addEventListener('input', () => {
                number.textContent = entry.limit = Number(slider.value);
                this.changed(pool, entry.limit);
                this.show();
            });
        } else {
            add(head, 'b', {textContent: pool.name});
        }
        entry.text = add(head, 'span');
        const strip = add(row, 'div', {className: 'cells'});
        entry.cells = Array.from({length: pool.capacity}, (_, slot) => {
            const cell = add(strip, 'button', {type: 'button', ariaLabel: `${pool.name}[${slot}]`});
            for (const event of ['pointerenter', 'focus', 'click']) {
                cell.addEventListener(event, () => this.choose(pool, slot, cell));
            }
            return {cell, colour: FREE};
        });
        return entry;
    }

    choose(pool, slot, cell) {
        this.chosen?.cell.classList.remove('chosen');
        cell.classList.add('chosen');
        this.chosen = {pool, slot, cell};
        this.showObject();
    }

    show() {
        for (const {pool, limit, text, cells} of this.rows) {
            const {live, peak, refused} = pool;
            text.textContent = `${String(live).padStart(2)} of ${limit}   peak ${String(peak).padStart(2)}   refused ${refused}`;
            text.classList.toggle('full', live >= limit);
            cells.forEach((entry, slot) => {
                const colour = pool.isLive(slot) ? colourOf(pool.age(slot)) : FREE;
                if (colour !== entry.colour) {
                    entry.cell.style.background = entry.colour = colour;
                }
                entry.cell.classList.toggle('peak', slot === peak - 1);
                entry.cell.classList.toggle('withheld', slot >= limit);
            });
        }
        this.showObject();
    }

    showObject() {
        if (this.chosen === null) {
            byId('object').innerHTML = '<p>Point at a cell, or tap it, to see the fields of its object.</p>';
            return;
        }
        const {pool, slot} = this.chosen;
        const age = pool.age(slot);
        const frames = age === null ? '' : ` for ${age} frames`;
        const state = pool.isLive(slot) ? `live${frames}` : age === null ? 'never used' : `free${frames}; the bytes of its last object`;
        const fields = pool.values(slot).map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
        byId('object').innerHTML = `<p><code>${pool.name}[${slot}]</code> ${state}</p><dl>${fields}</dl>`;
    }
}
