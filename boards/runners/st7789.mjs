// SPDX-License-Identifier: MIT
// st7789.mjs - the PicoSystem's display: 240 x 240 pixels of 16 bits, by SPI 0; pin 5 selects it, 9 is high for data.

const HIGH = 1;

export class Display {
  width = 240;
  height = 240;
  shown = new Uint8Array(4 * 240 * 240); // of the last picture that was complete
  memory = new Uint8Array(4 * 240 * 240);
  isOn = false;
  command = 0;
  data = [];
  columns = [0, 239];
  rows = [0, 239];
  at = [0, 0];

  constructor(chip) {
    const spi = chip.spi[0];
    spi.onTransmit = (value) => {
      if (chip.gpio[5].value !== HIGH) {
        this.take(value, chip.gpio[9].value === HIGH, spi.dataBits);
      }
      spi.completeTransmit(0);
    };
  }

  take(value, isData, bits) {
    if (!isData) {
      this.command = value;
      this.data = [];
      this.at = [this.columns[0], this.rows[0]];
      this.isOn ||= value === 0x29;
    } else if (this.command === 0x2C && bits === 16 && this.isOn) {
      this.paint(value);
    } else if (this.command === 0x2A || this.command === 0x2B) { // CASET, RASET: first and last, 16 bits each
      this.data.push(value);
      if (this.data.length === 4) {
        const [a, b, c, d] = this.data;
        this[this.command === 0x2A ? 'columns' : 'rows'] = [a << 8 | b, c << 8 | d];
      }
    }
  }

  paint(value) {
    const [x, y] = this.at, spread = (part, bits) => part << 8 - bits | part >> 2 * bits - 8;
    this.memory.set([spread(value >> 11, 5), spread(value >> 5 & 63, 6), spread(value & 31, 5), 255], 4 * (y * this.width + x));
    if (x < this.columns[1]) {
      this.at[0]++;
    } else if (y < this.rows[1]) {
      this.at = [this.columns[0], y + 1];
    } else {
      this.at = [this.columns[0], this.rows[0]];
      this.shown.set(this.memory);
    }
  }
}
