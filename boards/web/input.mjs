// SPDX-License-Identifier: MIT
// input.mjs - the buttons of the console, by keyboard and by touch.
import {BUTTONS} from './script.mjs';

const KEYS = {
    ArrowLeft: 'L', ArrowRight: 'R', ArrowUp: 'U', ArrowDown: 'D', ' ': 'A', Enter: 'A', q: 'l', Q: 'l', e: 'r', E: 'r',
    b: 'U', B: 'U', a: 'A', A: 'A', // the game names A and B
};

/// Calls `pressed` when a button of the console goes down; `held()` is what is held now, as bits.
export class Input {
    constructor(screen, pad, pressed) {
        this.down = new Map(); // what holds a button (a key, a finger): the button
        this.pressed = pressed;
        this.isVisible = true;
        new IntersectionObserver(([entry]) => { this.isVisible = entry.isIntersecting; }).observe(screen);
        addEventListener('keydown', (event) => this.key(event, true));
        addEventListener('keyup', (event) => this.key(event, false));
        addEventListener('blur', () => this.down.clear());
        screen.addEventListener('pointerdown', () => {
            document.activeElement.blur();
            pressed();
        });
        for (const button of pad.querySelectorAll('button')) {
            this.listen(button);
        }
    }

    held() {
        return [...this.down.values()].reduce((bits, letter) => bits | 1 << BUTTONS.indexOf(letter), 0);
    }

    // Keys go to the game while its screen is visible and no control of the page has the focus.
    key(event, isDown) {
        const letter = KEYS[event.key];
        const isTaken = event.target instanceof HTMLElement && event.target.closest('button, input, a');
        if (!letter || !isDown) {
            this.down.delete(event.key);
        } else if (this.isVisible && !isTaken && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            this.hold(event.key, letter);
        }
    }

    hold(who, letter) {
        this.down.set(who, letter);
        this.pressed();
    }

    // A finger may slide from one button to the next.
    listen(button) {
        const letterUnder = (event) => {
            const found = document.elementFromPoint(event.clientX, event.clientY);
            return found instanceof HTMLElement ? found.dataset.button : undefined;
        };
        const show = () => {
            for (const other of button.parentElement.children) {
                other.classList.toggle('held', [...this.down.values()].includes(other.dataset.button));
            }
        };
        button.addEventListener('pointerdown', (event) => {
            event.preventDefault();
            button.setPointerCapture(event.pointerId);
            this.hold(event.pointerId, button.dataset.button);
            show();
        });
        button.addEventListener('pointermove', (event) => {
            const letter = letterUnder(event);
            if (this.down.has(event.pointerId) && letter && letter !== this.down.get(event.pointerId)) {
                this.hold(event.pointerId, letter);
                show();
            }
        });
        for (const end of ['pointerup', 'pointercancel']) {
            button.addEventListener(end, (event) => {
                this.down.delete(event.pointerId);
                show();
            });
        }
        button.addEventListener('contextmenu', (event) => event.preventDefault());
    }
}
