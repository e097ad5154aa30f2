// SPDX-License-Identifier: MIT
// sizing.mjs - which capacities this play would have needed, and their RAM.
import {byId} from './page.mjs';

const HEADS = ['pool', 'slots', 'peak', 'missed', 'at peak', 'suggested', 'RAM', 'would be'];
const AT_PEAK = 4, SUGGESTED = 5, RAM = 6; // columns

function rowOf(pool) {
    const {peak, shortage, atPeak, observed, suggested} = pool.advice();
    const share = observed === 0 ? '-' : `${Math.round(100 * atPeak / observed)} %`;
    const now = pool.bytes(pool.capacity), then = suggested === 0 ? 0 : pool.bytes(suggested);
    return {cells: [pool.name, pool.capacity, peak, shortage, share, suggested === 0 ? 'not used' : suggested, now, then],
        change: suggested === 0 ? '' : suggested > pool.capacity ? 'more' : suggested < pool.capacity ? 'less' : '', now, then};
}

export function showSizes(machine) {
    const rows = machine.pools.map(rowOf);
    const sum = (name) => rows.reduce((total, row) => total + row[name], 0);
    const total = ['all', '', '', '', '', '', sum('now'), sum('then')];
    const kind = (i, change) => i === AT_PEAK ? ' class="wide"' : i === SUGGESTED && change ? ` class="${change}"` : '';
    const line = (cells, change) => `<tr>${cells.map((cell, i) =>
        `<td${kind(i, change)}>${cell}${i >= RAM ? ' B' : ''}</td>`).join('')}</tr>`;
    byId('sizes').innerHTML = `<thead><tr>${HEADS.map((head, i) => `<th${kind(i)}>${head}</th>`).join('')}</tr></thead>` +
        `<tbody>${rows.map((row) => line(row.cells, row.change)).join('')}${line(total)}</tbody>`;
}
