# SPDX-License-Identifier: MIT
"""matrix.py - the rows of the sweep: which CPU, port and shape of pool, and which deliberate bugs."""
from dataclasses import dataclass, field

PRIMASK = (r'^cpsid\s+i', r'^(msr\s+PRIMASK|cpsie\s+i)')
BASEPRI = (r'^msr\s+BASEPRI_MAX', r'^msr\s+BASEPRI,')
MSTATUS = (r'^csrr?ci?\s.*mstatus', r'^csrsi?\s+mstatus')
SREG = (r'^cli', r'^(out\s+0x3f|sei)')
IME = (r'^strh', r'^strh')
CPSR = (r'^msr\s+CPSR', r'^msr\s+CPSR')


@dataclass
class Row:
    target: str
    port: str
    mask: tuple
    shape: str  # of SHAPES
    lock: str = 'irq'
    flags: list = field(default_factory=list)
    pattern_step: int = 1  # every how manieth of the 64 patterns; a divisor of 63 tries the empty and the full one
    nested: bool = False
    seed: str = ''
    no_clobber: bool = False
    bug: str = ''  # set: the sweep must find something

    @property
    def name(self):
        return '-'.join(filter(None, [self.target, self.port, self.shape, 'nested' if self.nested else '', self.bug]))

    @property
    def is_seed(self):
        return bool(self.bug)

    @property
    def masks(self):
        return self.mask[0]

    @property
    def unmasks(self):
        return self.mask[1]

    @property
    def word_bits(self):
        return SHAPES[self.shape][0]

    @property
    def capacity(self):
        return SHAPES[self.shape][1]


# Bits of a word and slots. Small words bring the borders between words and levels close together.
SHAPES = {
    'one-word': (8, 6),
    'one-word-of-32': (32, 30),
    'scan': (8, 20),
    'two-levels': (8, 36),
    'three-levels': (8, 67),
}

CEILING = '-DHUTCH_CFG_BASEPRI=0x40'  # the interrupt's priority is 0x80
TOO_LOW = '-DHUTCH_CFG_BASEPRI=0xA0'  # does not mask it

RUNS = [
    Row('m3', 'cortex_m', PRIMASK, 'one-word'),
    Row('m3', 'cortex_m', PRIMASK, 'one-word-of-32', pattern_step=3),
    Row('m3', 'cortex_m', PRIMASK, 'scan', pattern_step=3),
    Row('m3', 'cortex_m', PRIMASK, 'two-levels', pattern_step=3),
    Row('m3', 'cortex_m', PRIMASK, 'three-levels', pattern_step=3),
]

SEEDS = [
    Row('m3', 'cortex_m', PRIMASK, 'one-word', lock='none', pattern_step=9, bug='unprotected'),
]
SEEDS += [
    Row('m3', 'cortex_m', PRIMASK, 'one-word', lock='none', seed='SEED_LATE_MASK', pattern_step=9, bug='late-mask'),
    Row('m3', 'cortex_m', PRIMASK, 'one-word', lock='none', seed='SEED_EARLY_UNMASK', pattern_step=9, bug='early-unmask'),
    Row('m3', 'cortex_m', PRIMASK, 'two-levels', lock='none', seed='SEED_SUMMARY_OUTSIDE', pattern_step=9, bug='summary-outside'),
    Row('m3', 'cortex_m', PRIMASK, 'one-word', lock='none', seed='SEED_LOST_STORE', pattern_step=9, bug='lost-store'),
    Row('m3', 'cortex_m', PRIMASK, 'one-word', flags=['-DHUTCH_CFG_PORT_PLAIN=1'], pattern_step=9, bug='plain-unmask'),
    Row('m3', 'cortex_m', PRIMASK, 'one-word', no_clobber=True, pattern_step=9, bug='no-clobber'),
    Row('m3', 'cortex_m_basepri', BASEPRI, 'one-word', flags=[TOO_LOW], pattern_step=9, bug='wrong-ceiling'),
    Row('m3', 'cortex_m_basepri', BASEPRI, 'one-word', flags=[CEILING], pattern_step=3, bug=''),
]
RUNS += [Row('rv32', 'riscv', MSTATUS, 'one-word', pattern_step=3),
    Row('rv32', 'riscv', MSTATUS, 'two-levels', pattern_step=7), Row('m0', 'cortex_m', PRIMASK, 'one-word', pattern_step=3),
    Row('m33', 'cortex_m', PRIMASK, 'one-word', pattern_step=3), Row('m4', 'cortex_m', PRIMASK, 'one-word', pattern_step=3)]
RUNS += [Row('avr', 'avr', SREG, 'one-word', pattern_step=9), Row('avr', 'avr', SREG, 'two-levels', pattern_step=21)]
RUNS += [Row('arm7', 'arm7tdmi', IME, 'one-word', pattern_step=9), Row('arm7-arm', 'arm7tdmi', CPSR, 'one-word', flags=['-DHUTCH_CFG_ARM7_LOCK=1'],pattern_step=9)]
