// SPDX-License-Identifier: MIT
// lanes.mjs - the last ten seconds: a lane for each pool, how many were live and when one was refused.
import {byId} from './page.mjs';

const SHOWN_FRAMES = 600;
const LABEL_HEIGHT = 15;

export class Lanes {
    constructor(tape) {
        this.tape = tape;
        this.canvas = byId('lanes');
        this.context = this.canvas.getContext('2d');
    }

    show() {
        const {clientWidth, clientHeight} = this.canvas;
        const scale = devicePixelRatio;
        const width = Math.round(clientWidth * scale), height = Math.round(clientHeight * scale);
        if (this.canvas.width !== width || this.canvas.height !== height) {
            this.canvas.width = width;
            this.canvas.height = height;
        }
        this.context.setTransform(scale, 0, 0, scale, 0, 0);
        this.context.clearRect(0, 0, clientWidth, clientHeight);
        const style = getComputedStyle(this.canvas);
        this.colours = Object.fromEntries(['dim', 'line', 'accent', 'wrong'].map((name) => [name, style.getPropertyValue(`--${name}`)]));
        const {pools} = this.tape.machine;
        const laneHeight = clientHeight / pools.length;
        pools.forEach((pool, i) => this.drawLane(pool, i * laneHeight, laneHeight, clientWidth));
    }

    drawLane(pool, top, height, width) {
        const {context, tape} = this;
        const bottom = top + height - 5, room = height - LABEL_HEIGHT - 7;
        const first = tape.frame - SHOWN_FRAMES;
        const step = width / SHOWN_FRAMES;
        context.fillStyle = this.colours.dim;
        context.font = '12px ui-monospace, "DejaVu Sans Mono", monospace';
        context.fillText(pool.name, 0, top + LABEL_HEIGHT - 4);
        context.fillStyle = this.colours.line;
        context.fillRect(0, bottom, width, 1);
        context.fillRect(0, bottom - room, width, 1);
        for (let frame = Math.max(first, 1); frame < tape.frame; frame++) {
            const [live, refused] = tape.samples[frame][pool.number];
            const tall = live / pool.capacity * room;
            const x = (frame - first) * step;
            context.fillStyle = this.colours.accent;
            context.fillRect(x, bottom - tall, step + 0.5, tall);
            if (refused > tape.samples[frame - 1][pool.number][1]) {
                context.fillStyle = this.colours.wrong;
                context.fillRect(x, bottom - room - 3, Math.max(step, 1.5), 6);
            }
        }
    }
}
