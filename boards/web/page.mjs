// SPDX-License-Identifier: MIT
// page.mjs - what all views need of the page.

export const byId = (id) => document.getElementById(id);

/// Makes an element with properties, in a parent.
export function add(parent, name, properties = {}) {
    const element = Object.assign(document.createElement(name), properties);
    parent.append(element);
    return element;
}

/// What join.py put into the page under a name.
export const data = (id) => byId(id).textContent;
export const binary = (id) => Uint8Array.from(atob(data(id)), (character) => character.charCodeAt(0));

/// A click by mouse or touch leaves the focus where it was, so that keys stay the game's.
export function onClick(button, act) {
    button.addEventListener('click', (event) => {
        if (event.detail > 0) {
            button.blur();
        }
        act();
    });
}
