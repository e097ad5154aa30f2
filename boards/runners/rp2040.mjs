// SPDX-License-Identifier: MIT
// rp2040.mjs - rp2040js, of npm, with the second core that it lacks.
//
// Core 1 has registers, NVIC and SysTick of its own, and its boot ROM is played here. `use(number)` lets the chip be that core's.
import { createRequire } from 'node:module';

export const NANOSECONDS = 8; // a cycle, at 125 MHz

// SysTick begins again from its reload value when its current one is written, without an interrupt.
function reloads(ppb) {
  const write = ppb.writeUint32.bind(ppb);
  ppb.writeUint32 = (offset, value) => offset === 0x18 ? ppb.systickTimer.set(ppb.systickReload) : write(offset, value);
}

export class TwoCores {
  now = 0;
  isStarted = false; // core 1
  exit = null; // the program's code
  tries = [0, 0]; // of spin locks
  waits = [0, 0];

  constructor(put) {
    const { RP2040, USBCDC } = createRequire(new URL('../../build/rp2040/', import.meta.url))('rp2040js');
    const chip = this.chip = new RP2040();
    this.cores = [chip.core, new chip.core.constructor(chip)];
    this.ppbs = this.cores.map((core) => new chip.ppb.constructor(Object.create(chip, { core: { value: core } }), 'PPB'));
    chip.logger = { debug() {}, warn() {}, error(...words) { console.log(...words); }, info: (_, word) => word === 'SEV' && this.signal() };
    this.ppbs.forEach(reloads);
    this.hearSio(chip.sio);
    chip.peripherals[0x4000C].readUint32 = () => ~(this.isOff('peri', 0x410000) | this.isOff('usb', 0x1000000)); // RESET_DONE
    this.hearUsb(new USBCDC(chip.usbCtrl), put);
    chip.onBreak = () => { // semihosting: SYS_WRITEC, SYS_EXIT_EXTENDED
      const [operation, at] = this.cores[this.now].registers;
      if (operation !== 3) {
        this.exit = chip.readUint32(at + 4);
        return;
      }
      put(String.fromCharCode(chip.readUint8(at)));
    };
  }

  // The host: opens the serial port, reads a line, sets a coding, reads it back and the device's descriptor; then presses q.
  hearUsb(port, put) {
    const { usb } = port, hear = usb.onEndpointWrite, read = usb.onEndpointRead;
    const coding = '80250000000008', requests = ['2120000000000700', 'A121000000000700', '8006000100001200'];
    let line = 'USB: ', answers = '';
    usb.onEndpointRead = (endpoint, size) => {
      endpoint === 0 && size === 7 ? usb.endpointReadDone(0, Buffer.from(coding, 'hex')) : read(endpoint, size);
    };
    usb.onEndpointWrite = (endpoint, bytes) => {
      if (!line.endsWith('\r\n')) {
        hear(endpoint, bytes);
        line += endpoint === 0 ? '' : String.fromCharCode(...bytes);
        if (!line.endsWith('\r\n')) return;
      } else {
        answers += Buffer.from(bytes).toString('hex') + ' ';
      }
      if (requests.length > 0) {
        usb.sendSetupPacket(Buffer.from(requests.shift(), 'hex'));
      } else {
        put(answers === ` ${coding} 12010002020000408a2e0a00000100000001 ` ? line.replace('\r', '') : `USB: ${answers}\n`);
        port.sendSerialByte('q'.charCodeAt(0));
      }
    };
  }

  // Those parts, which stay in reset, if their clock is off.
  isOff(clock, parts) {
    return this.chip.clocks[`${clock}Ctrl`] & 0x800 ? 0 : parts;
  }

  hearSio(sio) {
    const read = sio.readUint32.bind(sio), write = sio.writeUint32.bind(sio), echoed = [], sent = [];
    sio.readUint32 = (offset) => {
      if (offset === 0) return this.now; // CPUID
      if (offset === 0x50) return 2 | (echoed.length > 0); // FIFO_ST
      if (offset === 0x58) return echoed.shift(); // FIFO_RD
      const value = read(offset);
      if (offset >= 0x100 && offset < 0x180) { // spin locks
        this.tries[this.now]++;
        this.waits[this.now] += value === 0;
      }
      return value;
    };
    sio.writeUint32 = (offset, value) => {
      if (offset !== 0x54) return write(offset, value);
      sent.push(value >>> 0); // FIFO_WR: 0, 0, 1, table, stack, start
      echoed.push(value >>> 0);
      if (sent.length === 6) {
        const [first, second] = this.cores;
        [second.VTOR, second.SP, second.PC] = [sent[3], sent[4], sent[5] & ~1];
        second.cycles = first.cycles;
        this.isStarted = true;
      }
    };
  }

  // SEV reaches both cores.
  signal() {
    for (const core of this.cores) {
      core.eventRegistered = !core.waiting;
      core.waiting = false;
    }
  }

  use(number) {
    this.now = number;
    this.chip.ppb = this.ppbs[number];
    return this.chip.core = this.cores[number];
  }
}
