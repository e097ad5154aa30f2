# SPDX-License-Identifier: MIT
"""matrix.py - the rows of the sweep: which CPU, port and shape of pool, and which deliberate bugs."""
from dataclasses import dataclass, field, replace


@dataclass
class Port:
    """One way to mask: what it looks like in the disassembly, and the state in which nothing is masked."""
    folder: str
    masks: str
    unmasks: str
    opens: str  # C, from `saved`: what a port that does not restore would write
    flags: list = field(default_factory=list)
    variant: str = ''


CORTEX_M = Port('cortex_m', r'^cpsid\s+i', r'^msr\s+PRIMASK', '0')
CORTEX_M_PLAIN = Port('cortex_m', r'^cpsid\s+i', r'^cpsie\s+i', '0', ['-DHUTCH_CFG_PORT_PLAIN=1'], 'plain')
# The interrupts' priority is 0x80, the nested one's 0x60.
BASEPRI = Port('cortex_m_basepri', r'^msr\s+BASEPRI_MAX', r'^msr\s+BASEPRI,', '0', ['-DHUTCH_CFG_BASEPRI=0x40'])
RISCV = Port('riscv', r'^csrr?ci?\s.*mstatus', r'^csrsi?\s+mstatus', '8')
AVR = Port('avr', r'^cli', r'^(out\s+0x3f|sei)', '0x80')
ARM7_IME = Port('arm7tdmi', r'^strh', r'^strh', '1')
ARM7_CPSR = Port('arm7tdmi', r'^msr\s+CPSR', r'^msr\s+CPSR', 'saved&~0x80u', ['-DHUTCH_CFG_ARM7_LOCK=1'], 'cpsr')
# From Thumb the same by calls; hutch_port.c is told not to be swept itself, see sweep.py.
ARM7_CALLS = replace(ARM7_CPSR, masks=r'^bl\s.*hutch_port_enter', unmasks=r'^bl\s.*hutch_port_exit')
HOST = Port('../tests/sweep/host', '', '', '0')  # the program's own mask

# Bits of a word and slots. Small words bring the borders between words and levels close together.
SHAPES = {
    'one-word': (8, 6),
    'one-word-of-32': (32, 30),
    'scan': (8, 20),
    'scan-of-32': (32, 70),
    'two-levels': (8, 36),
    'three-levels': (8, 67),
}


@dataclass
class Row:
    target: str
    port: Port
    shape: str  # of SHAPES
    pattern_step: int  # every how manieth of the 64 patterns; a divisor of 63 tries the empty and the full one
    lock: str = 'irq'
    nested: bool = False
    spawned: bool = False  # a pool with hooks and refs
    bug: str = ''  # set: the sweep must find something
    seed: str = ''  # of seeds.h
    no_outer: bool = False  # a port that does not restore is not asked to
    no_clobber: bool = False

    @property
    def name(self):
        words = [self.target, self.port.folder.split('/')[-1], self.port.variant, self.shape, 'spawned' if self.spawned else '',
                 'free' if self.lock == 'free' else '', 'nested' if self.nested else '', self.bug]
        return '-'.join(filter(None, words))


RUNS = [
    Row('m3', CORTEX_M, 'one-word', 3),
    Row('m3', CORTEX_M, 'one-word-of-32', 7),
    Row('m3', CORTEX_M, 'scan', 7),
    Row('m3', CORTEX_M, 'two-levels', 7),
    Row('m3', CORTEX_M, 'three-levels', 9),
    Row('m3', CORTEX_M, 'one-word', 21, nested=True),
    Row('m3', CORTEX_M_PLAIN, 'one-word', 21, no_outer=True),
    Row('m3', BASEPRI, 'one-word', 9),
    Row('m3', BASEPRI, 'two-levels', 21),
    Row('m0', CORTEX_M, 'one-word', 9),
    Row('m0', CORTEX_M, 'two-levels', 21),
    Row('m4', CORTEX_M, 'one-word', 9),
    Row('m33', CORTEX_M, 'one-word', 9),
    Row('m33', CORTEX_M, 'two-levels', 21),
    Row('rv32', RISCV, 'one-word', 9),
    Row('rv32', RISCV, 'two-levels', 21),
    Row('rv32', RISCV, 'one-word', 63, nested=True),
    Row('avr', AVR, 'one-word', 3),
    Row('avr', AVR, 'scan', 9),
    Row('avr', AVR, 'two-levels', 9),
    Row('avr', AVR, 'three-levels', 21),
    Row('arm7', ARM7_IME, 'one-word', 3),
    Row('arm7', ARM7_IME, 'two-levels', 9),
    Row('arm7', ARM7_CALLS, 'one-word', 21),
    Row('arm7-arm', ARM7_CPSR, 'one-word', 9),
    # Pools with hooks and refs.
    Row('m3', CORTEX_M, 'one-word', 9, spawned=True),
    Row('m3', CORTEX_M, 'two-levels', 21, spawned=True),
    Row('m3', CORTEX_M, 'scan', 9, spawned=True, lock='free'),
    Row('rv32', RISCV, 'one-word-of-32', 21, spawned=True),
    Row('rv32', RISCV, 'one-word-of-32', 21, spawned=True, lock='free'),
    Row('avr', AVR, 'one-word', 21, spawned=True),
    # Without a lock: nothing masks but the caller.
    Row('m3', CORTEX_M, 'one-word', 9, lock='free'),
    Row('m3', CORTEX_M, 'scan', 9, lock='free'),
    Row('m3', CORTEX_M, 'one-word', 21, lock='free', nested=True),
    Row('m4', CORTEX_M, 'one-word', 21, lock='free'),
    Row('m33', CORTEX_M, 'one-word', 21, lock='free'),
    Row('m33', CORTEX_M, 'scan', 21, lock='free'),
    Row('rv32', RISCV, 'one-word-of-32', 21, lock='free'),
    Row('rv32', RISCV, 'scan-of-32', 21, lock='free'),
    Row('rv32', RISCV, 'one-word-of-32', 63, lock='free', nested=True),
]

# On a PC, by its own instructions; a suite of its own.
STEPPED = [
    Row('x86', HOST, 'one-word', 9),
    Row('x86', HOST, 'two-levels', 21),
    Row('x86', HOST, 'one-word', 9, spawned=True),
    Row('x86', HOST, 'one-word', 9, lock='free'),
    Row('x86', HOST, 'scan', 21, lock='free'),
    Row('x86', HOST, 'one-word', 9, spawned=True, lock='free'),
    Row('x86', HOST, 'one-word', 63, nested=True),
    Row('x86', HOST, 'one-word', 63, lock='free', nested=True),
]


def seeds_of(target, port):
    """The bugs that a port can have."""
    row = Row(target, port, 'one-word', 9)
    wrapped = replace(row, lock='none')
    return [
        replace(row, lock='none', bug='unprotected'),
        replace(wrapped, bug='late-mask', seed='SEED_LATE_MASK'),
        replace(wrapped, bug='early-unmask', seed='SEED_EARLY_UNMASK'),
        replace(wrapped, bug='summary-outside', seed='SEED_SUMMARY_OUTSIDE', shape='two-levels'),
        replace(wrapped, bug='lost-store', seed='SEED_LOST_STORE'),
        replace(row, bug='plain-unmask', seed='SEED_PLAIN_UNMASK'),
        # In words of 8 bits, which may alias anything, the compiler would stay careful without being told.
        replace(row, bug='no-clobber', no_clobber=True, shape='one-word-of-32'),
    ]


SEEDS = [
    *seeds_of('m3', CORTEX_M),
    *seeds_of('m3', BASEPRI),
    replace(Row('m3', replace(BASEPRI, flags=['-DHUTCH_CFG_BASEPRI=0xA0']), 'one-word', 9), bug='wrong-ceiling'),
    *seeds_of('rv32', RISCV),
    *seeds_of('avr', AVR),
    *seeds_of('arm7', ARM7_IME),
    *seeds_of('arm7-arm', ARM7_CPSR),
    # Atomic steps that are none: a load, a store and an interrupt between them.
    Row('m3', CORTEX_M, 'one-word', 9, lock='free', bug='torn-swap', seed='SEED_TORN_SWAP'),
    Row('rv32', RISCV, 'one-word-of-32', 9, lock='free', bug='torn-swap', seed='SEED_TORN_SWAP'),
    Row('m3', CORTEX_M, 'one-word', 9, spawned=True, lock='none', bug='unprotected'),
    # And without a lock on every other CPU, and nested.
    *(Row(target, CORTEX_M, 'one-word', 9, lock='none', bug='unprotected') for target in ('m0', 'm4', 'm33')),
    Row('m3', CORTEX_M, 'one-word', 63, nested=True, lock='none', bug='unprotected'),
    Row('rv32', RISCV, 'one-word', 63, nested=True, lock='none', bug='unprotected'),
]

STEPPED_SEEDS = [
    *seeds_of('x86', HOST),
    Row('x86', HOST, 'one-word', 9, lock='free', bug='torn-swap', seed='SEED_TORN_SWAP'),
    Row('x86', HOST, 'one-word', 63, nested=True, lock='none', bug='unprotected'),
    Row('x86', HOST, 'one-word', 63, nested=True, lock='free', bug='torn-swap', seed='SEED_TORN_SWAP'),
]
