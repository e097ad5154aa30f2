// SPDX-License-Identifier: MIT
// screen.mjs - the game's picture in colours.

export const WIDTH = 128;
export const HEIGHT = 64;

// From night to fire, by shade: those of boards/rv32/display.c.
const COLOURS = [
    0x000008, 0x10101c, 0x201c34, 0x302848, 0x40345c, 0x504470, 0x605884, 0x706c90,
    0x80807c, 0x909c6c, 0xa0b464, 0xb0c070, 0xc0cc84, 0xd0d8a0, 0xe0e4c0, 0xf8f8e8,
].map((colour) => [colour >> 16, colour >> 8 & 255, colour & 255]);

/// The picture, four bytes a pixel: red, green, blue, opaque.
export function pixels(machine) {
    const start = machine.calls.picture();
    const rgba = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255);
    machine.memory.subarray(start, start + WIDTH * HEIGHT).forEach((shade, i) => rgba.set(COLOURS[shade], 4 * i));
    return rgba;
}
