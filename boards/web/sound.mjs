// SPDX-License-Identifier: MIT
// sound.mjs - the board's voices: square waves, and of a console a triangle and noise. A browser allows sound only after a key or a touch.
import {onClick} from './page.mjs';

const LOUDNESS = 0.03; // of each voice
const VOLUME_MAX = 15;
const NOISE_SAMPLES = 1 << 15;
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
            button.textContent = this.isOn ? 'Mute' : 'Unmute';
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
                this.voices.push(this.newVoice(['square', 'square', 'triangle'][this.voices.length]));
            }
        }
        this.context.resume();
    }

    /// A tone of that type, or noise. `pitch` is what its hertz set.
    newVoice(type) {
        const wave = type ? new OscillatorNode(this.context, {type}) : new AudioBufferSourceNode(this.context, {loop: true,
            buffer: new AudioBuffer({length: NOISE_SAMPLES, sampleRate: this.context.sampleRate})});
        wave.buffer?.copyToChannel(Float32Array.from({length: NOISE_SAMPLES}, () => Math.random() < 0.5 ? -1 : 1), 0);
        const gain = new GainNode(this.context, {gain: 0});
        wave.connect(gain).connect(this.context.destination);
        wave.start();
        return {pitch: wave.frequency ?? wave.playbackRate, unit: type ? 1 : this.context.sampleRate, gain};
    }

    /// Sounds what the voices are now; silence when the game stands still.
    play(isRunning) {
        if (this.context === null) {
            return;
        }
        this.voices.forEach(({pitch, unit, gain}, i) => {
            const hertz = this.isOn && isRunning ? this.machine.calls.hertz(i) : 0;
            if (hertz > 0) {
                pitch.setValueAtTime(hertz / unit, this.context.currentTime);
            }
            const volume = this.machine.calls.volume?.(i) ?? VOLUME_MAX;
            gain.gain.setTargetAtTime(hertz > 0 ? LOUDNESS * volume / VOLUME_MAX : 0, this.context.currentTime, FADE_SECONDS);
        });
    }
}
