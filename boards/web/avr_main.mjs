// SPDX-License-Identifier: MIT
// avr_main.mjs - the page of the Arduboy: the firmware in an emulated chip, and its RAM beside the screen.
import {Chip} from './avr_chip.mjs';
import {PoolOutside} from './avr_pools.mjs';
import {Ram} from './avr_ram.mjs';
import {Cells} from './cells.mjs';
import {playFrames} from './clock.mjs';
import {Input} from './input.mjs';
import {byId, data, onClick} from './page.mjs';
import {readScript} from './script.mjs';
import {Sound} from './sound.mjs';

const WIDTH = 128, HEIGHT = 64;
const LIT = [216, 240, 255];

const firmware = JSON.parse(data('firmware'));
const flash = Uint8Array.from(atob(firmware.flash), (character) => character.charCodeAt(0));
const script = readScript(data('script'));
const image = new ImageData(WIDTH, HEIGHT);
const screen = byId('screen').getContext('2d');
const speaker = {has_voice: (voice) => voice === 0, hertz: () => chip.hertz()};
const sound = new Sound({calls: speaker});
const ram = new Ram(firmware);
const machine = {pools: firmware.pools.map((place) => new PoolOutside(place))};
const cells = new Cells(machine);
let chip, frame, isDemo = false, isPaused = false;

const input = new Input(byId('screen'), byId('pad'), () => {
    isDemo = false; // who presses a button takes over
});
sound.listen(byId('sound'));

function begin(withDemo) {
    chip = new Chip(flash, console.log);
    machine.pools.forEach((pool) => pool.begin(chip));
    ram.begin(chip);
    chip.frame();
    frame = 0;
    isDemo = withDemo;
    pause(false);
}

function step() {
    isDemo = isDemo && frame < script.frames;
    chip.hold(isDemo ? script.held[frame] : input.held());
    chip.frame();
    frame++;
    machine.pools.forEach((pool) => pool.look(frame));
    ram.look();
}

function show() {
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
        const y = Math.floor(i / WIDTH);
        const isLit = chip.picture[(y >> 3) * WIDTH + i % WIDTH] >> (y & 7) & 1;
        image.data.set(isLit ? LIT : [0, 0, 0], 4 * i);
        image.data[4 * i + 3] = 255;
    }
    screen.putImageData(image, 0, 0);
    cells.show();
    ram.show();
    byId('when').value = `frame ${frame}, ${(chip.cpu.cycles / 16e6).toFixed(1)} s of the chip's time`;
}

function pause(value) {
    isPaused = value;
    byId('pause').textContent = isPaused ? 'Go on' : 'Pause';
    sound.play(false);
    show();
}

onClick(byId('pause'), () => pause(!isPaused));
onClick(byId('demo'), () => begin(true));
onClick(byId('fresh'), () => begin(false));

begin(false);
// #demo=300 shows that frame of the demo, paused.
const moment = /^#demo=(\d+)$/.exec(location.hash);
if (moment) {
    isDemo = true;
    while (frame < Math.min(Number(moment[1]), script.frames)) {
        step();
    }
    pause(true);
}
playFrames(() => isPaused, step, () => {
    show();
    sound.play(true);
});
