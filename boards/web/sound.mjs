// SPDX-License-Identifier: MIT
// sound.mjs - the board's voices as square waves. A browser allows sound only after a key or a touch.
import {onClick} from './page.mjs';

const LOUDNESS = 0.03; // of each voice
const FADE_SECONDS = 0.004; // against clicks

export class Sound {
    constructor(machine) {
        this.machine = machine;
        this.isOn = true;
        this.context = null;
    }

    /// Listens for the first key or touch, and to a button that switches the sound off and on.
    listen(button) {
        for (const event of ['keydown', 'pointerup']) { // a touch counts once it ends
            addEventListener(event, () => this.allow());
        }
        onClick(button, () => {
            this.isOn = !this.isOn;
            button.textContent = this.isOn ? 'Sound on' : 'Sound off';
            button.ariaPressed = this.isOn;
        });
    }

    /// Must be called after a key or a touch: before, the browser would refuse.
    allow() {
        if (!navigator.userActivation.hasBeenActive) {
            return;
        }
        if (this.context === null) {
            this.context = new AudioContext();
            this.voices = [];
            while (this.machine.calls.has_voice(this.voices.length)) {
                this.voices.push(this.newVoice());
            }
        }
        this.context.resume();
    }

    newVoice() {
        const wave = new OscillatorNode(this.context, {type: 'square'});
        const gain = new GainNode(this.context, {gain: 0});
        wave.connect(gain).connect(this.context.destination);
        wave.start();
        return {wave, gain};
    }

    /// Sounds what the voices are now; silence when the game stands still.
    play(isRunning) {
        if (this.context === null) {
            return;
        }
        this.voices.forEach(({wave, gain}, i) => {
            const hertz = this.isOn && isRunning ? this.machine.calls.hertz(i) : 0;
            if (hertz > 0) {
                wave.frequency.setValueAtTime(hertz, this.context.currentTime);
            }
            gain.gain.setTargetAtTime(hertz > 0 ? LOUDNESS : 0, this.context.currentTime, FADE_SECONDS);
        });
    }
}
