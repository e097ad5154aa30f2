// SPDX-License-Identifier: MIT
// clock.mjs - plays 60 frames a second, by the browser's clock.

const FRAME_MILLISECONDS = 1000 / 60;
const FRAMES_AT_ONCE = 4; // a slow machine plays slower rather than in leaps

/// Calls `step` for each frame that is due, then `show`, until the page is closed. While `isPaused()` nothing is due.
export function playFrames(isPaused, step, show) {
    let due = performance.now();
    function loop(now) {
        if (isPaused()) {
            due = now;
        } else {
            due = Math.max(due, now - FRAMES_AT_ONCE * FRAME_MILLISECONDS);
            let isNew = false;
            while (due <= now) {
                step();
                due += FRAME_MILLISECONDS;
                isNew = true;
            }
            if (isNew) {
                show();
            }
        }
        requestAnimationFrame(loop);
    }
    requestAnimationFrame(loop);
}
