// SPDX-License-Identifier: MIT
// avr_chip.mjs - an Arduboy: avr8js's CPU, timers and EEPROM, with the display, buttons and speaker that boards/arduboy drives.
import {AVREEPROM, avrInstruction, AVRTimer, CPU, EEPROMMemoryBackend, timer1Config} from 'avr8js';

export const RAM_FIRST = 0x100;
export const RAM_END = 0xb00;
export const PRESS_TO_LEAVE = 15; // left, right, up and down together
const EEPROM_BYTES = 1024;
const WIDTH = 128;
const PICTURE_BYTES = WIDTH * 64 / 8;

// Data addresses of the ATmega32U4.
const PINB = 0x23, PORTD = 0x2b, PINE = 0x2c, PINF = 0x2f;
const GPIOR0 = 0x3e, GPIOR1 = 0x4a, GPIOR2 = 0x4b, SPDR = 0x4e; // the first three have no function: the firmware reports by them
const TCCR3A = 0x90, OCR3A = 0x98;
const TIMER1_VECTORS = {captureInterrupt: 0x20, compAInterrupt: 0x22, compBInterrupt: 0x24, ovfInterrupt: 0x28};
const MARK_DRAWN = 1;

// Bits of PORTD: the display takes data, or commands; it is not selected.
const IS_DATA = 0x10, IS_UNSELECTED = 0x40;
const SET_COLUMNS = 0x21; // begins a frame of boards/arduboy/oled.c

// By the bits of board.h, left, right, up, down, A: the pin that the button pulls low.
const PINS = [[PINF, 0x20], [PINF, 0x40], [PINF, 0x80], [PINF, 0x10], [PINE, 0x40]];

export class Chip {
    /// `log` is called with each line of the firmware's log.
    constructor(flash, log) {
        const words = new Uint16Array(0x4000);
        new Uint8Array(words.buffer).set(flash);
        this.cpu = new CPU(words, RAM_END - RAM_FIRST);
        this.timer = new AVRTimer(this.cpu, {...timer1Config, ...TIMER1_VECTORS});
        this.eeprom = new AVREEPROM(this.cpu, new EEPROMMemoryBackend(EEPROM_BYTES)); // erased; gone with the page
        this.picture = new Uint8Array(PICTURE_BYTES); // as an SSD1306 has it: a byte is eight pixels, the lowest bit the upper one
        this.place = 0;
        this.exitCode = null;
        this.hold(0);
        this.listen(log);
    }

    get ram() { return this.cpu.data; }

    listen(log) {
        let line = '';
        const on = (address, act) => {
            this.cpu.writeHooks[address] = (value) => {
                act(value);
                return false; // the register takes the value, too
            };
        };
        on(SPDR, (value) => this.take(value));
        on(GPIOR0, (value) => { this.exitCode = value; });
        on(GPIOR1, (value) => { this.isDrawn = value === MARK_DRAWN; });
        on(GPIOR2, (value) => {
            if (value === 10) {
                log(line);
                line = '';
            } else {
                line += String.fromCharCode(value);
            }
        });
    }

    /// A byte for the display.
    take(value) {
        const port = this.ram[PORTD];
        if (port & IS_UNSELECTED) {
            return;
        }
        if (port & IS_DATA) {
            this.picture[this.place] = value;
            this.place = (this.place + 1) % PICTURE_BYTES;
        } else if (value === SET_COLUMNS) {
            this.place = 0;
        }
    }

    hold(buttons) {
        this.ram[PINB] = this.ram[PINE] = this.ram[PINF] = 0xff;
        PINS.forEach(([address, pin], bit) => {
            if (buttons >> bit & 1) {
                this.ram[address] &= ~pin;
            }
        });
    }

    /// Runs until the firmware has drawn the next frame, or ends.
    frame() {
        this.isDrawn = false;
        while (!this.isDrawn && this.exitCode === null) {
            avrInstruction(this.cpu);
            this.cpu.tick();
        }
    }

    /// What the speaker's pin sounds, in Hz; 0 when it is silent.
    hertz() {
        const limit = this.ram[OCR3A] | this.ram[OCR3A + 1] << 8;
        return this.ram[TCCR3A] === 0 ? 0 : 1000000 / (limit + 1);
    }
}
