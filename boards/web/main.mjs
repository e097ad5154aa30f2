// SPDX-License-Identifier: MIT
// main.mjs - puts the page together, and plays 60 frames a second.
import {Cells} from './cells.mjs';
import {playFrames} from './clock.mjs';
import {Input} from './input.mjs';
import {Lab} from './lab.mjs';
import {Lanes} from './lanes.mjs';
import {load} from './machine.mjs';
import {binary, byId, data, onClick} from './page.mjs';
import {HEIGHT, pixels, WIDTH} from './screen.mjs';
import {readScript} from './script.mjs';
import {showSizes} from './sizing.mjs';
import {Sound} from './sound.mjs';
import {Tape} from './tape.mjs';

const FRAMES_A_TABLE = 15;

const machine = await load(binary('game'), console.log);
const tape = new Tape(machine);
const script = readScript(data('script'));
const sound = new Sound(machine);
const cells = new Cells(machine, (pool, slots) => {
    tape.limits = tape.limits.with(pool.number, slots);
});
const lanes = new Lanes(tape);
const context = byId('screen').getContext('2d');
let isPaused = false;
let isDemo = false;

const input = new Input(byId('screen'), byId('pad'), () => {
    if (isDemo) {
        begin(false); // who presses a button plays
    }
});
sound.listen(byId('sound'));

function step() {
    if (isDemo && tape.frame >= script.frames) {
        tape.rewind();
    }
    tape.step(isDemo ? script.held[tape.frame] : input.held());
}

function show() {
    context.putImageData(new ImageData(pixels(machine), WIDTH, HEIGHT), 0, 0);
    cells.show();
    lanes.show();
    byId('hint').hidden = !isDemo || isPaused;
    Object.assign(byId('scrub'), {min: tape.begin, max: tape.end, value: tape.frame});
    const back = tape.end - tape.frame;
    byId('when').value = `frame ${tape.frame}${back > 0 ? `, ${(back / 60).toFixed(1)} s back` : isPaused ? ', paused' : ''}`;
    byId('back').disabled = tape.frame <= tape.begin;
    if (isPaused || tape.frame % FRAMES_A_TABLE === 0) {
        showSizes(machine);
    }
}

function pause(value) {
    isPaused = value;
    byId('pause').textContent = isPaused ? 'Go on' : 'Pause';
    sound.play(false);
    show();
}

function goTo(frame) {
    tape.seek(frame);
    pause(true);
}

function stepOn() {
    if (tape.frame < tape.end) {
        goTo(tape.frame + 1);
    } else {
        step();
        pause(true);
    }
}

function begin(withDemo) {
    isDemo = withDemo;
    tape.rewind();
    pause(false);
}

// Each repeat of the key goes back by more than is played between two.
function rewind() {
    tape.seek(Math.max(tape.begin, tape.frame - 8));
    pause(false);
}

onClick(byId('pause'), () => pause(!isPaused));
onClick(byId('back'), () => goTo(tape.frame - 1));
onClick(byId('on'), stepOn);
onClick(byId('demo'), () => begin(true));
onClick(byId('fresh'), () => begin(false));
byId('scrub').addEventListener('input', () => goTo(Number(byId('scrub').value)));
addEventListener('keydown', (event) => {
    const act = {p: () => pause(!isPaused), ',': () => goTo(tape.frame - 1), '.': stepOn, r: rewind}[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
        act();
    }
});

// #demo=1811 shows that frame of the demo, paused.
const moment = /^#demo=(\d+)$/.exec(location.hash);
if (moment) {
    isDemo = true;
    while (tape.frame < Math.min(Number(moment[1]), script.frames)) {
        step();
    }
    pause(true);
} else {
    begin(true);
}
await Lab.begin();

show();
playFrames(() => isPaused, step, () => {
    show();
    sound.play(true);
});
