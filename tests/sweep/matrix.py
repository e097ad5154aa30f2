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
    shared: list = field(default_factory=list)  # flags of everything that is linked with it

    @property
    def is_plain(self):
        return self.variant == 'plain'


CORTEX_M = Port('cortex_m', r'^cpsid\s+i', r'^msr\s+PRIMASK', '0')
CORTEX_M_PLAIN = Port('cortex_m', r'^cpsid\s+i', r'^cpsie\s+i', '0', ['-DHUTCH_PORT_EXIT_ENABLES=1'], 'plain')
# The interrupts' priority is 0x80, the nested one's 0x60.
BASEPRI = Port('cortex_m_basepri', r'^msr\s+BASEPRI_MAX', r'^msr\s+BASEPRI,', '0', ['-DHUTCH_CFG_BASEPRI=0x40'])
RISCV = Port('riscv', r'^csrr?ci?\s.*mstatus', r'^csrsi?\s+mstatus', '8')
RISCV_PLAIN = replace(RISCV, flags=['-DHUTCH_PORT_EXIT_ENABLES=1'], variant='plain')
AVR = Port('avr', r'^cli', r'^(out\s+0x3f|sei)', '0x80')
AVR_PLAIN = replace(AVR, flags=['-DHUTCH_PORT_EXIT_ENABLES=1'], variant='plain')
# Refs of 32 bits, so that only the lock stores halfwords.
# The address of IME is also the value that masks.
ARM7_IME = Port('arm7tdmi', r'^strh (\w+), \[\1(?:, #0)?\]', r'^strh \w+, \[\w+(?:, #0)?\]', '1', shared=['-DHUTCH_CFG_REF_BITS=32'])
ARM7_CPSR = Port('arm7tdmi', r'^msr\s+CPSR', r'^msr\s+CPSR', 'saved&~0x80u', ['-DHUTCH_PORT_ARM7_LOCK=1'], 'cpsr')
# From Thumb the same by calls; hutch_port.c is told not to be swept itself, see sweep.py.
ARM7_CALLS = replace(ARM7_CPSR, masks=r'^bl\s.*hutch_port_enter', unmasks=r'^bl\s.*hutch_port_exit')


def cores_of(port, more=()):
    """The lock that cores share, by calls around the port's."""
    call = r'|^(bl|b|b\.w|jal|call|j|tail)\s.*hutch_cores_'
    return replace(port, masks=port.masks + call + 'enter', unmasks=port.unmasks + call + 'exit',
                   shared=['-DHUTCH_CFG_CORES=1', '-DHUTCH_CFG_CORE_NUMBER=0', *more], variant='cores')


CORTEX_M_CORES, RISCV_CORES = cores_of(CORTEX_M), cores_of(RISCV)
# A Cortex-M0 has no atomics: its port brings a spin lock. This one's other core is never there.
M0_CORES = cores_of(CORTEX_M, ['-DHUTCH_PORT_SPIN_TRY()=true', '-DHUTCH_PORT_SPIN_RELEASE()=((void)0)'])

HOST = Port('../tests/sweep/host', '', '', '0')  # the program's own mask

# Bits of a word and slots. Small words bring the borders between words and levels close together.
SHAPES = {
    'one-word': (8, 6),
    'one-word-of-32': (32, 30),
    'scan': (8, 20),
    'scan-of-32': (32, 70),
    'two-levels': (8, 36),
    'four-words-of-32': (32, 128),
    'five-words-of-32': (32, 130),
    'three-levels': (8, 67),
    'three-levels-of-32': (32, 1030),
}
LEVELS = ('one-word', 'scan', 'two-levels', 'three-levels')
LEVELS_OF_32 = ('one-word-of-32', 'scan-of-32', 'five-words-of-32', 'three-levels-of-32')  # atomics of whole words only


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
    wrapped: int = 0  # which of SEED_WRAPPED
    change: tuple = ()  # or a source or header of the library, what is changed in it, and into what
    flags: list = field(default_factory=list)  # for swept.c
    no_clobber: bool = False
    pattern_first: int = 0

    @property
    def name(self):
        words = [self.target, self.port.folder.split('/')[-1], self.port.variant, self.shape, self.policy,
                 'spawned' if self.spawned else '', 'looks' if self.looks else '', self.lock if self.lock == 'free' else '',
                 'nested' if self.nested else '', self.bug]
        return '-'.join(filter(None, words))


# All operations, on every level, of pools with hooks and refs: by CPU, port and lock.
EVERYWHERE = [
    ('m0', CORTEX_M, 'irq'), ('m0', M0_CORES, 'cores'),
    ('m3', CORTEX_M, 'irq'), ('m3', BASEPRI, 'irq'), ('m3', CORTEX_M_CORES, 'cores'),
    ('m3', CORTEX_M, 'free'),
    ('m4', CORTEX_M, 'irq'), ('m4', CORTEX_M_CORES, 'cores'), ('m4', CORTEX_M, 'free'),
    ('m33', CORTEX_M, 'irq'), ('m33', CORTEX_M_CORES, 'cores'), ('m33', CORTEX_M, 'free'),
    ('rv32', RISCV, 'irq'), ('rv32', RISCV_CORES, 'cores'), ('rv32', RISCV, 'free'),
    ('avr', AVR, 'irq'),
    ('arm7', ARM7_IME, 'irq'), ('arm7-arm', ARM7_CPSR, 'irq'),
]
# The same by another exit, or by calls: two levels. And a port on a CPU that is hardly another one: one level.
VARIANTS = [('m3', CORTEX_M_PLAIN), ('rv32', RISCV_PLAIN), ('avr', AVR_PLAIN), ('arm7', ARM7_CALLS)]
ELSEWHERE = [('m0', CORTEX_M_PLAIN), ('m4', CORTEX_M_PLAIN), ('m33', CORTEX_M_PLAIN), ('m4', BASEPRI), ('m33', BASEPRI),
             ('arm7-arm', ARM7_IME)]

RUNS = [
    *(Row(target, port, shape, 63, lock=lock, spawned=True) for target, port, lock in EVERYWHERE
      for shape in (LEVELS_OF_32 if (target, lock) == ('rv32', 'free') else LEVELS)),
    *(Row(target, port, shape, 63, spawned=True) for target, port in VARIANTS for shape in ('one-word', 'three-levels')),
    *(Row(target, port, 'one-word', 63, spawned=True) for target, port in ELSEWHERE),
    # Pools without hooks.
    Row('m3', CORTEX_M, 'one-word', 21),
    Row('m3', CORTEX_M, 'one-word-of-32', 63),
    Row('m3', CORTEX_M, 'scan', 63),
    Row('m3', CORTEX_M, 'two-levels', 63),
    *(Row(target, port, shape, 63) for target, port in (('m3', CORTEX_M), ('m0', CORTEX_M), ('rv32', RISCV))
      for shape in ('four-words-of-32', 'five-words-of-32')),
    Row('m3', CORTEX_M, 'three-levels', 63),
    Row('m3', CORTEX_M, 'one-word', 64, nested=True),
    Row('m3', CORTEX_M_PLAIN, 'one-word', 63),
    Row('m3', BASEPRI, 'one-word', 63),
    Row('m3', BASEPRI, 'two-levels', 63),
    Row('m0', CORTEX_M, 'one-word', 63),
    Row('m0', CORTEX_M, 'two-levels', 63),
    Row('m4', CORTEX_M, 'one-word', 63),
    Row('m33', CORTEX_M, 'one-word', 63),
    Row('m33', CORTEX_M, 'two-levels', 63),
    Row('rv32', RISCV, 'one-word', 63),
    Row('rv32', RISCV, 'two-levels', 63),
    Row('rv32', RISCV, 'one-word', 64, nested=True),
    Row('avr', AVR, 'one-word', 21),
    Row('avr', AVR, 'scan', 63),
    Row('avr', AVR, 'two-levels', 63),
    Row('avr', AVR, 'three-levels', 63),
    Row('arm7', ARM7_IME, 'one-word', 21),
    Row('arm7', ARM7_IME, 'two-levels', 63),
    Row('arm7', ARM7_CALLS, 'one-word', 63),
    Row('arm7-arm', ARM7_CPSR, 'one-word', 63),
    # Full is a policy.
    *(Row(target, port, 'one-word', step, policy=policy) for target, port, step in
      (('m3', CORTEX_M, 21), ('m0', CORTEX_M, 63), ('rv32', RISCV, 63), ('avr', AVR, 63), ('arm7-arm', ARM7_CPSR, 21))
      for policy in POLICIES),
    Row('m3', CORTEX_M, 'two-levels', 63, policy='keeps'),
    Row('m3', CORTEX_M, 'one-word', 63, policy='oldest', spawned=True),
    # Who sees objects that come and go.
    *(Row(target, port, 'one-word', 1, looks=True, lock=lock) for target, port, lock in
      (('m3', CORTEX_M, 'irq'), ('m3', CORTEX_M, 'free'), ('m0', CORTEX_M, 'irq'), ('rv32', RISCV, 'irq'),
       ('avr', AVR, 'irq'), ('arm7-arm', ARM7_CPSR, 'irq'))),
    Row('rv32', RISCV, 'one-word-of-32', 1, looks=True, lock='free'),
    # Without a lock: nothing masks but the caller.
    Row('m3', CORTEX_M, 'one-word', 21, lock='free'),
    Row('m3', CORTEX_M, 'scan', 63, lock='free'),
    Row('m3', CORTEX_M, 'two-levels', 63, lock='free'),
    Row('m3', CORTEX_M, 'three-levels', 63, lock='free'),
    Row('rv32', RISCV, 'five-words-of-32', 63, lock='free'),
    # For several cores, on one: the same as LOCK_IRQ, and a spin lock that nobody else has.
    Row('m3', CORTEX_M_CORES, 'one-word', 63, lock='cores'),
    Row('rv32', RISCV_CORES, 'one-word', 63, lock='cores'),
    Row('m3', CORTEX_M, 'one-word', 64, lock='free', nested=True),
    Row('m4', CORTEX_M, 'one-word', 63, lock='free'),
    Row('m33', CORTEX_M, 'one-word', 63, lock='free'),
    Row('m33', CORTEX_M, 'scan', 63, lock='free'),
    Row('rv32', RISCV, 'one-word-of-32', 63, lock='free'),
    Row('rv32', RISCV, 'scan-of-32', 63, lock='free'),
    Row('rv32', RISCV, 'one-word-of-32', 64, lock='free', nested=True),
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


# Bugs around the change of the bitmap, chosen when the program runs: see seeds.h.
WRAPPED = {'late-mask': 1, 'early-unmask': 2, 'summary-outside': 3, 'lost-store': 4, 'plain-unmask': 5}


def wrapped_of(target, port):
    """Those that this port can have: one that does not restore cannot forget to."""
    return [Row(target, port, 'two-levels', 9, lock='none', bug=bug, seed='SEED_WRAPPED', wrapped=number)
            for bug, number in WRAPPED.items() if not (port.is_plain and bug == 'plain-unmask')]


def clobber_of(target, port):
    """In words of 8 bits, which may alias anything, the compiler would stay careful without being told."""
    return [Row(target, port, 'one-word-of-32', 9, bug='no-clobber', no_clobber=True)]


def seeds_of(target, port):
    """The bugs that a port can have."""
    return [Row(target, port, 'one-word', 9, lock='none', bug='unprotected'), *wrapped_of(target, port),
            *clobber_of(target, port)]


def cores_seeds_of(target, port):
    """The same for the lock between cores: around the bitmap, and in src/hutch_cores.c."""
    return [*(row for row in wrapped_of(target, port) if row.bug != 'plain-unmask'),
            *(Row(target, port, 'one-word', 9, lock='cores', bug=bug, change=('hutch_cores.c', *change)) for bug, change in (
                ('opens-inside', (r'(depth\+\+;\n)(    return saved;)', r'\1    hutch_port_exit(saved);\n\2')),
                ('plain-unmask', (r'hutch_port_exit\(saved\);\n\}\n', 'hutch_port_exit(%s);\n(void)saved;\n}\n' % port.opens))))]


# Bugs that a policy can have: what stands in src/hutch_policy.c or in core.h, and what it is made.
ENTER = r'(const hutch_port_state_t saved = is_policed \? [^;]*;\n *)'
EVICTS_UNASKED = ('hutch_policy.c', r'policy->state->acquired == acquired_before', '(policy->state->acquired == acquired_before || 1)')
COUNTS_OUTSIDE = ('policed.h', r'( *if \(index != HUTCH_NONE\) \{\n *HUTCH_POLICY_STAMP_(?:.*\n){3})( *hutch_locked_exit\(pool, saved\);\n)', r'\2\1')
ROOM_OUTSIDE = ('policed.h', ENTER + r'(const unsigned available = [^;]*;)(\n *const hutch_word_t \*const word)', r'\2\n\1\3')
# The victim's slot is free for a moment before it is acquired.
FREE_IN_BETWEEN = ('hutch_policy.c', r'(policy->state->released\+\+;\n)',
                   r'\1        hutch_locked_exit(pool, saved);\n        saved = hutch_locked_enter(pool);\n')
# Whether room is low is counted when others may have been.
LOW_OUTSIDE = ('hutch_policy.c', r'(hutch_locked_exit\(pool, saved\);\n)( *if \(is_low\))',
               r'\1    is_low = index != HUTCH_NONE && policy->on_low != NULL &&\n'
               r'             HUTCH_POLICY_AVAILABLE_(pool, policy) == policy->low;\n\2')

# Of src/hutch_spawn.c: whether the object is live is tested before the section that marks it.
MARKS_WITHOUT_TEST = ('hutch_spawn.c', r'(const hutch_port_state_t saved = hutch_core_lock\(pool\);\n *)(is_live = [^;]*;)',
                      r'\2\n\1')

# Of lockfree.h: a full pool is reported after one round.
ONE_ROUND = ('lockfree.h', r'mask == 0 && leaves > 1 &&', 'mask == 0 && leaves > 1 && false &&')

# The next generation is stored before readers no longer see the object.
COUNTED_EARLY = ('lockfree.h', r'( *\(void\)HUTCH_FETCH_AND\(pool->visible\[k\][^;]*;\n)(    HUTCH_ATOMIC_STORE\([^;]*;\n)', r'\2\1')

# And of src/hutch_prefab.c: without a lock an object's ref is stale before its despawn hook.
FORGETS_FAMILY = ('hutch_prefab.c', r'next_ref\(pool, kin->ref\) != next', 'kin->ref != ref_of(pool, index)')

SEEDS = [
    *(row for target in ('m0', 'm3', 'm4', 'm33') for row in seeds_of(target, CORTEX_M)),
    *seeds_of('m3', BASEPRI),
    *(Row(target, replace(BASEPRI, flags=['-DHUTCH_CFG_BASEPRI=0xA0']), 'one-word', 9, bug='wrong-ceiling')
      for target in ('m3', 'm4', 'm33')),
    *seeds_of('rv32', RISCV),
    *seeds_of('avr', AVR),
    *seeds_of('arm7', ARM7_IME),
    *seeds_of('arm7-arm', ARM7_CPSR),
    *wrapped_of('arm7', ARM7_CALLS),
    *(row for target, port in (('m3', CORTEX_M_PLAIN), ('rv32', RISCV_PLAIN), ('avr', AVR_PLAIN))
      for row in wrapped_of(target, port) + clobber_of(target, port)),
    *(row for target, port in (('m3', CORTEX_M_CORES), ('m33', CORTEX_M_CORES), ('rv32', RISCV_CORES))
      for row in cores_seeds_of(target, port)),
    # Atomic steps that are none: a load, a store and an interrupt between them.
    *(Row(target, CORTEX_M, 'one-word', 9, lock='free', bug='torn-swap', seed='SEED_TORN_SWAP') for target in ('m3', 'm4', 'm33')),
    Row('rv32', RISCV, 'one-word-of-32', 9, lock='free', bug='torn-swap', seed='SEED_TORN_SWAP'),
    # Full is answered after one look at each word, though a slot may have moved from the next to the last.
    Row('m3', CORTEX_M, 'scan', 9, lock='free', bug='spurious-full', change=ONE_ROUND),
    *(Row(target, port, 'one-word', 9, spawned=True, bug='marks-without-test', change=MARKS_WITHOUT_TEST)
      for target, port in (('m3', CORTEX_M), ('rv32', RISCV), ('avr', AVR))),
    Row('m3', CORTEX_M, 'one-word', 9, spawned=True, lock='none', bug='unprotected'),
    *(replace(Row(target, port, 'one-word', 9, policy=policy), bug=bug, change=change)
      for target, port in (('m3', CORTEX_M), ('rv32', RISCV), ('avr', AVR))
      for policy, bug, change in (('oldest', 'evicts-unasked', EVICTS_UNASKED),
                                  ('lowest', 'free-in-between', FREE_IN_BETWEEN), ('keeps', 'counts-outside', COUNTS_OUTSIDE),
                                  ('keeps', 'room-outside', ROOM_OUTSIDE))),
    Row('m3', CORTEX_M, 'one-word', 9, policy='lowest', bug='low-outside', change=LOW_OUTSIDE),
    Row('m3', CORTEX_M, 'one-word', 9, policy='spills', bug='spill-unlocked', flags=['-DSWEEP_SPARES_LOCK=HUTCH_LOCK_NONE']),
    *(Row(target, port, 'one-word', 1, looks=True, bug=bug, seed=seed)
      for target, port in (('m3', CORTEX_M), ('rv32', RISCV))
      for bug, seed in (('shown-early', 'SEED_SHOWN_EARLY'), ('hidden-late', 'SEED_HIDDEN_LATE'))),
    Row('m3', CORTEX_M, 'one-word', 1, looks=True, lock='free', bug='forgets-family', change=FORGETS_FAMILY),
    Row('m3', CORTEX_M, 'one-word', 1, looks=True, lock='free', bug='counted-early', change=COUNTED_EARLY),
    # And nested.
    Row('m3', CORTEX_M, 'one-word', 63, nested=True, lock='none', bug='unprotected'),
    Row('rv32', RISCV, 'one-word', 63, nested=True, lock='none', bug='unprotected'),
]

STEPPED_SEEDS = [
    *seeds_of('x86', HOST),
    Row('x86', HOST, 'one-word', 9, lock='free', bug='torn-swap', seed='SEED_TORN_SWAP'),
    Row('x86', HOST, 'one-word', 63, nested=True, lock='none', bug='unprotected'),
    Row('x86', HOST, 'one-word', 63, nested=True, lock='free', bug='torn-swap', seed='SEED_TORN_SWAP'),
]

# What `make test-ci` sweeps: everything on Cortex-M3, deliberate bugs too; on one more CPU of each kind the smallest and the
# largest shape of its usual port, and the smallest of its other ports. FULL=1 sweeps the rest.
QUICK_TARGETS = ('m0', 'rv32', 'avr', 'arm7')
QUICK_SHAPES = ('one-word', 'three-levels')


def is_quick(row):
    return row.target == 'm3' or (row.target in QUICK_TARGETS and not row.bug and not row.nested and
                                  row.shape.startswith(QUICK_SHAPES) and (row.port.variant == '' or row.shape == 'one-word'))


# What `make test` sweeps: the smallest shape on each kind of CPU, and without its lock, which must be found.
FEW = [('m0', CORTEX_M), ('m3', CORTEX_M), ('rv32', RISCV), ('avr', AVR)]


def is_few(row):
    return (row.target, row.port) in FEW and row.shape == 'one-word' and not row.nested and \
        (row.spawned and not row.policy and row.lock == 'irq' and not row.bug or row.bug == 'unprotected')
