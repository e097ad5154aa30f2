// SPDX-License-Identifier: MIT
// site.js - gives each cell the head of its column, which site.css shows where a row is a block.
addEventListener("DOMContentLoaded", () => {
    for (const table of document.querySelectorAll("table.docutils")) {
        const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent);
        for (const row of table.tBodies[0]?.rows ?? []) {
            [...row.cells].forEach((cell, column) => { cell.dataset.head = heads[column]; });
        }
    }
});
