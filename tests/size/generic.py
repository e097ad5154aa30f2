#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# generic.py - linked programs that call the generic functions, of one, 18 and 20 pools, against their limits; in TAP.
"""usage: generic.py

Each pool is acquired from and released to by hutch_acquire and hutch_release, in functions of their own. Bytes of flash of the
linked program at -O2, descriptors, fault reports and its `main` included; policies on AVR at -Os. `walks`: with a HUTCH_FOREACH
for each pool and HUTCH_CFG_FOLD 0, so that the typed functions are generic calls. At the end: a program that calls typed functions
only must not link the generic ones, although hutch_check has the descriptor of its tracked pool; and pools of a C++ class."""

import functools
import os
import sys
import tempfile

import linked

linked.BUILD = os.path.join(linked.ROOT, 'build', 'tests', 'size-generic')  # size-linked may run beside this
SLOTS, BYTES = (8, 16, 24, 32, 12, 6), (14, 18, 22, 26, 42, 9)
POOL = """struct o{i} {{ unsigned char x, bytes[{bytes}]; }};
HUTCH_POOL(p{i}, struct o{i}, {slots}, .lock = HUTCH_LOCK_IRQ);
void *p{i}_new(void); void *p{i}_new(void) {{ return {acquire}; }}
void p{i}_gone(const void *o); void p{i}_gone(const void *o) {{ {release}; }}
"""
WALK = "void p{i}_move(void); void p{i}_move(void) {{ HUTCH_FOREACH (struct o{i}, o, p{i}) {{ o->x++; }} }}\n"
GENERIC = ('hutch_acquire(&p{i}_pool)', 'hutch_release(&p{i}_pool, o)')
TYPED = ('p{i}_acquire()', 'p{i}_release((const struct o{i} *)o)')
TRACKED = """#include "hutch/all.h"
struct o { unsigned char bytes[24]; };
HUTCH_POOL_TRACKED(foes, struct o, 200, .lock = HUTCH_LOCK_IRQ);
int main(void) { foes_release(foes_acquire()); return hutch_check(&foes_pool); }
"""
FREE, BARE = '-DHUTCH_CFG_LOCK_FREE=1', '-DHUTCH_CFG_NAMES=0'
# CPU, options, pools, walks, at most so many bytes: what was measured, and a few more.
ROWS = [('Cortex-M3', '', 1, False, 660), ('Cortex-M3', FREE, 1, False, 1050), ('Cortex-M3', '', 18, False, 2410),
        ('Cortex-M3', BARE, 18, False, 2020), ('Cortex-M3', '', 20, False, 2610), ('Cortex-M3', BARE, 20, False, 2200),
        ('Cortex-M3', '', 20, True, 4810), ('Cortex-M0', '', 1, False, 700), ('Cortex-M0', '', 20, False, 2700),
        ('RV32IMAC', '', 1, False, 750), ('RV32IMAC', '', 20, False, 2730)]

# What a call adds to a program of plain pools: words, statements before the call of main, at most so many bytes on a Cortex-M3 at -Os.
ADDED = [('hutch_clear', 'hutch_clear(&p0_pool);', 160),
         ('hutch_pool_over of few slots', 'hutch_pool_over(&over, "over", memory, sizeof memory, 24, HUTCH_LOCK_NONE); '
          'hutch_release(&over.pool, hutch_acquire(&over.pool));', 640)]
OVER = 'static struct hutch_over over;\nstatic void *memory[HUTCH_POOL_OVER_BYTES(16, 24) / sizeof(void *)];\n'

# A pool of which the oldest object goes if it is full; without a policy, and its parts on top of that.
POLICY = """#include "hutch/all.h"
struct o {{ unsigned char bytes[5]; }};
HUTCH_POOL(spare, struct o, 8);
{policy}
HUTCH_POOL(foes, struct o, 15, .lock = HUTCH_LOCK_IRQ, .policy = &policy);
int main(void) {{ foes_release(foes_acquire()); return 0; }}
"""
# words, declaration, at most so many bytes on each machine of POLICY_MACHINES
POLICIES = [('with a reserve', 'HUTCH_POLICY(policy, .reserve = 2);', (430, 440)),
            ('that evicts the oldest', 'HUTCH_POLICY_OLDEST(policy, 15);', (2480, 3220)),
            ('that spills', 'HUTCH_POLICY(policy, .spill = &spare_pool);', (2380, 3010))]
POLICY_MACHINES = [('Cortex-M3', '-O2'), ('ATmega32U4', '-Os')]

# A C++ class with a constructor: bytes of flash of hutch.hpp's pools above those of HUTCH_POOL, on an ATmega32U4 at -Os as Arduino
# builds, with -flto and without it.
CLASS = """#include "hutch/hutch.hpp"
class bullet { public: bullet(); unsigned char x, y, direction; };
bullet::bullet() {}
volatile unsigned char button;
"""
BY_MACRO = 'HUTCH_POOL({n}, bullet, {count});'.replace('bullet', 'struct thing')
BY_CLASS = 'typedef hutch::pool<bullet, {count}, struct {n}_> {n};'
USES = """void {n}_turn() {{ {type} *made = {n}{c}{acquire}(); if (made) {{ made->x = button; }}
    {loop} {{ if (++it{m}x > 100) {{ {n}{c}{release}({of}it); }} }} if (button) {{ {n}{c}clear(); }} }}
"""
LTO = ('', '-flto')


def arduino(folder, is_class, option):
    """Bytes of flash of a C++ program with two pools."""
    text = CLASS if is_class else CLASS.replace('bullet::bullet() {}', '').replace('bullet();', '').replace('class bullet { public:', 'struct thing {')
    for n, count in (('shots', 15), ('others', 10)):
        words = (dict(type='bullet', c='::', acquire='create', release='destroy', loop=f'for (bullet &it : {n}())', m='.', of='&') if is_class else
                 dict(type='thing', c='_', acquire='acquire', release='release', loop=f'HUTCH_FOREACH (struct thing, it, {n})', m='->', of=''))
        text += (BY_CLASS if is_class else BY_MACRO).format(n=n, count=count) + '\n' + USES.format(n=n, **words)
    text += 'int main() { for (;;) { shots_turn(); others_turn(); } }\n'
    with open(os.path.join(folder, 'user.cpp'), 'w', encoding='utf-8') as file:
        file.write(text)
    flags = ['-mmcu=atmega32u4', '-Os', '-fno-exceptions', '-ffunction-sections', '-fdata-sections', *option.split(),
             '-I' + os.path.join(linked.ROOT, 'include'), '-I' + os.path.join(linked.ROOT, 'port', 'auto')]
    parts = ('hutch_small', 'hutch_fault', 'hutch_fault_default')
    for part in parts:
        linked.call(['avr-gcc', '-std=c99', *flags, '-c', os.path.join(linked.ROOT, 'src', part + '.c')], folder)
    linked.call(['avr-g++', '-std=gnu++11', '-fno-threadsafe-statics', *flags, '-Wl,--gc-sections', 'user.cpp', *(part + '.o' for part in parts),
                 '-o', 'program'], folder)
    return linked.compiled.flash('avr-', 'program', folder)


def program(pools, walks):
    """The text of a program of so many pools."""
    acquire, release = TYPED if walks else GENERIC
    text, calls = '#include "hutch/all.h"\n', ''
    for i in range(pools):
        text += POOL.format(i=i, slots=SLOTS[i % 6], bytes=BYTES[i % 6] - 1, acquire=acquire.format(i=i), release=release.format(i=i))
        text += WALK.format(i=i) if walks else ''
        calls += f'sink = p{i}_new(); p{i}_gone(sink); ' + (f'p{i}_move(); ' if walks else '')
    return text + 'void *volatile sink;\nint main(void) { for (;;) { ' + calls + '} }\n'


@functools.lru_cache(maxsize=None)
def library(cpu, level, option):
    return linked.archive(cpu, level, option)


def size_and_names(folder, cpu, option, text, level='-O2'):
    """Bytes of flash of a program, linked with the library as an archive, and the names that it links."""
    flash = linked.gcc_size(folder, cpu, level, (text, ''), option, [library(cpu, level, option)])
    return flash, linked.call([linked.MACHINES[cpu][0] + 'nm', 'program'], folder)


def cases(folder):
    """Yields (sentence, what speaks against it)."""
    for cpu, option, pools, walks, flash_max in ROWS:
        used = '-DHUTCH_CFG_FOLD=0' if walks else option
        flash, names = size_and_names(folder, cpu, used, program(pools, walks))
        print(f'# {flash} bytes of flash')
        yield (f"{cpu} -O2, {used or 'no option'}, {pools} pool{'' if pools == 1 else 's'}{', walks' if walks else ''}: "
               f'at most {flash_max} bytes of flash, without the core', [] if flash <= flash_max and 'hutch_generic_calls' not in names else [flash])
    without, _ = size_and_names(folder, 'Cortex-M3', '', program(1, False), '-Os')
    for words, calls, added_max in ADDED:
        text = program(1, False).replace('void *volatile', OVER + 'void *volatile').replace('main(void) { ', 'main(void) { ' + calls)
        flash, names = size_and_names(folder, 'Cortex-M3', '', text, '-Os')
        print(f'# {flash - without} bytes of flash')
        is_right = flash - without <= added_max and 'hutch_generic_calls' not in names and 'tracked' not in names
        yield f'Cortex-M3 -Os, {words}: at most {added_max} bytes more, without the core', [] if is_right else [names]
    for words, policy, limits in POLICIES:
        for (cpu, level), flash_max in zip(POLICY_MACHINES, limits):
            flash, names = size_and_names(folder, cpu, '', POLICY.format(policy=policy), level)
            print(f'# {flash} bytes of flash')
            uncalled = [name for name in ('by_core', 'hutch_core_claim', '_run', 'spawn') if name in names]
            yield (f'{cpu} {level}, a typed pool with a policy {words}: at most {flash_max} bytes of flash, without what it does not call',
                   uncalled or ([flash] if flash > flash_max else []))
    for option in LTO:
        by_class, by_macro = arduino(folder, True, option), arduino(folder, False, option)
        print(f'# {by_class} bytes of flash, by HUTCH_POOL {by_macro}')
        yield (f'ATmega32U4 {" ".join(("-Os", *option.split()))}, hutch::pool of a class with a constructor: at most 20 bytes more than HUTCH_POOL',
               [] if by_class <= by_macro + 20 else [by_class - by_macro])
    _, names = size_and_names(folder, 'Cortex-M3', '', TRACKED)
    is_right = 'foes_pool' in names and 'hutch_generic_calls' not in names and 'by_core' not in names
    yield 'a descriptor with refs and a summary does not link the core into a program of typed calls', [] if is_right else [names]
    _, names = size_and_names(folder, 'Cortex-M3', '', TRACKED.replace('foes_acquire()', 'hutch_acquire(&foes_pool)'))
    yield 'it does if a generic function acquires', [] if 'hutch_generic_calls' in names and 'acquire_by_core' in names else [names]


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(linked.tap_out.every(cases(temporary)))
