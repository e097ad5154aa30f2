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


def cores_of(port):
    """The lock that cores share, by calls around the port's."""
    call = r'|^(bl|b|b\.w|jal|call|j|tail)\s.*hutch_cores_'
    return replace(port, masks=port.masks + call + 'enter', unmasks=port.unmasks + call + 'exit',
                   flags=['-DHUTCH_CFG_CORES=1', '-DHUTCH_CFG_CORE_NUMBER=0'], variant='cores')


HOST = Port('../tests/sweep/host', '', '', '0')  # the program's own mask

# Bits of a word and slots. Small words bring the borders between words and levels close together.
SHAPES = {
    'one-word': (8, 6),
    'one-word-of-32': (32, 30),
    'scan': (8, 20),
    'scan-of-32': (32, 70),
    'two-levels': (8, 36),
    'five-words-of-32': (32, 130),
    'three-levels': (8, 67),
}


# What a pool may do when it is full: see swept.h.
POLICIES = {'keeps': 1, 'oldest': 2, 'lowest': 3, 'spills': 4}


@dataclass
class Row:
    target: str
    port: Port
    shape: str  # of SHAPES
    pattern_step: int  # every how manieth of the 64 patterns; a divisor of 63 tries the empty and the full one
    lock: str = 'irq'
    nested: bool = False
    spawned: bool = False  # a pool with hooks and refs
    policy: str = ''  # of POLICIES: what the pool does when it is full
    looks: bool = False  # looks.c: who sees which objects
    bug: str = ''  # set: the sweep must find something
    seed: str = ''  # of seeds.h
    change: tuple = ()  # or a source of the library, what is changed in it, and into what
    flags: list = field(default_factory=list)  # for swept.c
    no_outer: bool = False  # a port that does not restore is not asked to
    no_clobber: bool = False

    @property
    def name(self):
        words = [self.target, self.port.folder.split('/')[-1], self.port.variant, self.shape, self.policy,
                 'spawned' if self.spawned else '', 'looks' if self.looks else '', self.lock if self.lock == 'free' else '',
                 'nested' if self.nested else '', self.bug]
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
    # Full is a policy.
    *(Row(target, port, 'one-word', step, policy=policy) for target, port, step in
      (('m3', CORTEX_M, 9), ('m0', CORTEX_M, 21), ('rv32', RISCV, 21), ('avr', AVR, 21), ('arm7-arm', ARM7_CPSR, 21))
      for policy in POLICIES),
    Row('m3', CORTEX_M, 'two-levels', 21, policy='keeps'),
    Row('m3', CORTEX_M, 'one-word', 9, policy='oldest', spawned=True),
    # Who sees objects that come and go.
    *(Row(target, port, 'one-word', 1, looks=True, lock=lock) for target, port, lock in
      (('m3', CORTEX_M, 'irq'), ('m3', CORTEX_M, 'free'), ('m0', CORTEX_M, 'irq'), ('rv32', RISCV, 'irq'),
       ('avr', AVR, 'irq'), ('arm7-arm', ARM7_CPSR, 'irq'))),
    Row('rv32', RISCV, 'one-word-of-32', 1, looks=True, lock='free'),
    # Without a lock: nothing masks but the caller.
    Row('m3', CORTEX_M, 'one-word', 9, lock='free'),
    Row('m3', CORTEX_M, 'scan', 9, lock='free'),
    Row('m3', CORTEX_M, 'two-levels', 21, lock='free'),
    Row('m3', CORTEX_M, 'three-levels', 21, lock='free'),
    Row('m3', CORTEX_M, 'two-levels', 21, lock='free', spawned=True),
    Row('rv32', RISCV, 'five-words-of-32', 21, lock='free'),
    # For several cores, on one: the same as LOCK_IRQ, and a spin lock that nobody else has.
    Row('m3', cores_of(CORTEX_M), 'one-word', 21, lock='cores'),
    Row('m3', cores_of(CORTEX_M), 'two-levels', 21, lock='cores'),
    Row('m33', cores_of(CORTEX_M), 'one-word', 21, lock='cores'),
    Row('rv32', cores_of(RISCV), 'one-word', 21, lock='cores'),
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
    *(Row('x86', HOST, 'one-word', 63, policy=policy) for policy in POLICIES),
    Row('x86', HOST, 'one-word', 1, looks=True),
    Row('x86', HOST, 'two-levels', 1, looks=True, lock='free'),
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


# Bugs that a policy can have: what stands in src/policy.c, and what it is made.
EVICTS_UNASKED = ('policy.c', 'turns->taken == taken_before', '(turns->taken == taken_before || 1)')
COUNTS_OUTSIDE = ('policy.c', r'(const hutch_port_state_t saved = enter\(pool\);\n *)(const unsigned free = [^;]*;)', r'\2\n\1')
ROOM_OUTSIDE = ('policy.c', r'(const hutch_port_state_t saved = enter\(pool\);\n *)(const bool was_full = [^;]*;)', r'\2\n\1')

# And of src/prefab.c: without a lock an object's ref is stale before its despawn hook.
FORGETS_FAMILY = ('prefab.c', r'next_ref\(pool, kin->ref\) != next', 'kin->ref != ref_of(pool, index)')

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
    # Full is answered after one look at each word, though a slot may have moved from the next to the last.
    Row('m3', CORTEX_M, 'scan', 9, lock='free', bug='spurious-full', flags=['-DHUTCH_CFG_SPURIOUS_FULL=1']),
    Row('m3', CORTEX_M, 'one-word', 9, spawned=True, lock='none', bug='unprotected'),
    *(replace(Row(target, port, 'one-word', 9, policy=policy), bug=bug, change=change)
      for target, port in (('m3', CORTEX_M), ('rv32', RISCV), ('avr', AVR))
      for policy, bug, change in (('oldest', 'evicts-unasked', EVICTS_UNASKED), ('keeps', 'counts-outside', COUNTS_OUTSIDE),
                                  ('keeps', 'room-outside', ROOM_OUTSIDE))),
    Row('m3', CORTEX_M, 'one-word', 9, policy='spills', bug='spill-unlocked', flags=['-DSWEEP_SPARES_LOCK=HUTCH_LOCK_NONE']),
    *(Row(target, port, 'one-word', 1, looks=True, bug=bug, seed=seed)
      for target, port in (('m3', CORTEX_M), ('rv32', RISCV))
      for bug, seed in (('shown-early', 'SEED_SHOWN_EARLY'), ('hidden-late', 'SEED_HIDDEN_LATE'))),
    Row('m3', CORTEX_M, 'one-word', 1, looks=True, lock='free', bug='forgets-family', change=FORGETS_FAMILY),
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
