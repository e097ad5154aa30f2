// SPDX-License-Identifier: MIT
// screen.mjs - the console's picture, as console.c draws it.

export const WIDTH = 240;
export const HEIGHT = 160;

/// The picture in the module's memory, four bytes a pixel: red, green, blue, opaque.
export const pixels = (machine) => new Uint8ClampedArray(machine.memory.buffer, machine.calls.picture(), WIDTH * HEIGHT * 4);
