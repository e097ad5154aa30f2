// SPDX-License-Identifier: MIT
// script.mjs - reads a script of buttons: lines of FRAME BUTTONS, as boards/tools/script.py does.

/// The buttons, in the order of their bits in board.h; then L and R of a console that has them, which scripts do not press.
export const BUTTONS = 'LRUDAlr';

/// Returns {frames, held}: how many frames the script plays, and the buttons of each as bits.
export function readScript(text) {
    const held = [];
    let bits = 0;
    for (const [index, line] of text.split('\n').entries()) {
        const [frame, what, ...rest] = line.split('#')[0].split(/\s+/).filter(Boolean);
        if (frame === undefined) {
            continue;
        }
        if (!/^\d+$/.test(frame) || !/^([LRUDA]+|-|end)$/.test(what) || rest.length > 0 || Number(frame) < held.length) {
            throw new Error(`script, line ${index + 1}: not FRAME BUTTONS, or frames that do not rise`);
        }
        while (held.length < Number(frame)) {
            held.push(bits);
        }
        if (what === 'end') {
            return {frames: held.length, held};
        }
        bits = what === '-' ? 0 : [...what].reduce((sum, letter) => sum | 1 << BUTTONS.indexOf(letter), 0);
    }
    throw new Error('script: no line `FRAME end`');
}
