#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""conformance.py - is a port right? Looks at the disassembly of probes, runs them on an emulator, and checks itself.

usage: conformance.py [PORT ...]     all ports with a conformance.ini, when none is named; prints TAP
What a conformance.ini holds, in the folder of the port; for an instruction set that is not there, first add its branches to disassembly.py
of tests/sweep:

[m0]                      ; one section per variant, of any name
target = m0               ; of tests/sweep/targets.py: selects compiler, flags and emulator
flags = -DHUTCH_CFG_X=1   ; additional flags of the variant
masks = cpsid\\s+i         ; regular expressions over the disassembly
unmasks = msr\\s+PRIMASK
ignores = ^ldrh           ; loads and stores of the port itself, on registers of the interrupt controller
opens = 0                 ; C: the state in which nothing is masked; the check builds a port that "restores" that
plain = no                ; yes: exit does not restore; nesting is then not required
calls = no                ; yes: enter and exit are functions of hutch_port.c; masks and unmasks then match the calls

If no target fits, these instead; the run on the emulator is then skipped:

[mine]
isa = arm                 ; the instruction set, whose branches the check follows: arm, riscv, avr or sm83; any other is refused
compiler = arm-none-eabi-gcc -mcpu=cortex-m7 -mthumb
objdump = arm-none-eabi-objdump
loads = ^ldr              ; regular expressions for instructions that load, that store, and for operands on the stack;
stores = ^(str|stm)       ; the defaults are those of the instruction set
stack = \\[sp
listing = no              ; yes: reads the assembler that the compiler (SDCC) writes, not objdump's output; isa is sm83 then
"""
import configparser
import re
import shlex
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / 'tests/sweep'), str(ROOT / 'tests/tools')]
import disassembly  # noqa: E402
import tap_out  # noqa: E402  (of tests/tools)
from targets import TARGETS, WARNINGS, Failure, build, must, need, port_without_clobber, run  # noqa: E402

PROBES = ('probe_once', 'probe_loop', 'probe_pair', 'probe_nested')
OVERWRITTEN = ('probe_before', 'probe_after')  # one store in the section and one outside, of the same word
POOL = ('probe_acquire', 'probe_release')
OPTIMISATIONS = ('-O2', '-Os')
# Instructions that load and store, and how one shows that it is about the stack or a constant beside the code.
ACCESS = {
    'arm': (r'^(ldr|lda)', r'^(str|stm|stl)', r'\[(pc|sp)|sp!'),
    'riscv': (r'^l[bhw]u?\s', r'^s[bhw]\s', r'\(sp\)'),
    'avr': (r'^(ld|ldd|lds)\s', r'^(st|std|sts)\s', r'\bY'),
    'sm83': (r'^(ld \w, ?\((de|bc|hl[+-]?)\)|(inc|dec|xor|or|and|add) .*\(hl\))', r'^(ld \((de|bc|hl[+-]?)\)|(inc|dec) \(hl\))',
             r'\bsp\b'),
}
KNOWN = ', '.join(disassembly.ISAS)


class Variant:
    """One section of a conformance.ini."""

    def __init__(self, port, name, options):
        self.port, self.name = port, name
        self.target = options.get('target')
        self.flags = shlex.split(options.get('flags', ''))
        self.masks, self.unmasks = options['masks'], options['unmasks']
        self.is_plain = options.getboolean('plain', False)
        self.has_calls = options.getboolean('calls', False)
        self.opens = options.get('opens')
        self.is_listing = options.getboolean('listing', False)
        self.ignores = options.get('ignores', r'^\b$')
        self.isa = self.known_isa(options)
        self.loads, self.stores, self.stack = (options.get(key, default) for key, default in
                                               zip(('loads', 'stores', 'stack'), ACCESS[self.isa]))
        self.compiler, self.objdump = options.get('compiler'), options.get('objdump')

    def known_isa(self, options):
        """The instruction set, whose branches the check must know; by another's it would miss paths."""
        where = 'port/%s/conformance.ini, [%s]: ' % (self.port, self.name)
        if self.target and self.target not in TARGETS:
            raise Failure(where + '`target` is %s, and the targets are: %s' % (self.target, ', '.join(TARGETS)))
        isa = TARGETS[self.target].isa if self.target else options.get('isa', 'sm83' if self.is_listing else None)
        if isa is None:
            raise Failure(where + 'without a `target` there must be an `isa`, one of: ' + KNOWN)
        if isa not in disassembly.ISAS:
            raise Failure(where + '`isa` is %s, whose branches the check does not know; it knows: %s' % (isa, KNOWN))
        return isa

    @property
    def title(self):
        return '%s, %s' % (self.port, self.name)


def variants_of(port):
    path = ROOT / 'port' / port / 'conformance.ini'
    if not path.exists():
        raise Failure('port/%s has no conformance.ini: the head of tests/ports/conformance/conformance.py says what it holds' % port)
    parser = configparser.ConfigParser(inline_comment_prefixes=(';',), interpolation=None)
    parser.read(path)
    return [Variant(port, name, parser[name]) for name in parser.sections()]


# --------------------------------------------------------------------------------------- disassembly

def sections_lack(code, variant, mask_address):
    """Follows every path from a mask to its unmask; answers what one of them does without, if any. A path that refuses
    has nothing to store, but not all of them refuse."""
    mask, unmask = re.compile(variant.masks), re.compile(variant.unmasks)
    todo, seen, one_stores = [(mask_address, 0, False, False)], set(), False
    while todo:
        address, depth, loaded, stored = state = todo.pop()
        if state in seen or address not in code or depth > 3:
            continue
        seen.add(state)
        text = code[address].text
        following, _ = disassembly.successors(code, address, variant.isa)
        if depth and unmask.search(text):
            if disassembly.is_left_out(text, variant.isa):
                todo += [(target, depth, loaded, stored) for target in following]
            depth -= 1
        elif mask.search(text):
            depth += 1
        elif not re.search(variant.stack, text) and not re.search(variant.ignores, text):
            loaded = loaded or bool(re.search(variant.loads, text))
            stored = stored or bool(re.search(variant.stores, text))
        if depth == 0:
            if not loaded:
                return 'a section without a load'
            one_stores = one_stores or stored
            continue
        if not following:
            return 'a path that ends with interrupts off'
        todo += [(target, depth, loaded, stored) for target in following]
    return None if one_stores else 'a section without a store'


def reached(code, variant, name, entry):
    """{(address, in how many sections)} of a function: a path may reach one address in several ways."""
    mask, unmask = re.compile(variant.masks), re.compile(variant.unmasks)
    todo, seen = [(entry, 0)], set()
    while todo:
        address, depth = todo.pop()
        if (address, depth) in seen or address not in code or code[address].function != name or depth > 3:
            continue
        seen.add((address, depth))
        text = code[address].text
        following, _ = disassembly.successors(code, address, variant.isa)
        depth += -1 if depth and unmask.search(text) else 1 if mask.search(text) else 0
        todo += [(target, depth) for target in following]
    return seen


def is_outer_access(code, variant, address, patterns):
    """Is it one of these accesses, and neither the port's own nor to the stack?"""
    text = code[address].text
    others = (variant.masks, variant.unmasks, variant.ignores, variant.stack)
    return any(re.search(pattern, text) for pattern in patterns) and not any(re.search(pattern, text) for pattern in others)


def lost_stores(code, variant, name, entry):
    """What is wrong in a function that stores a word in a section, and the same word before it or after it: without a
    clobber at that border the compiler drops the first of the two stores, since nothing reads it."""
    seen = reached(code, variant, name, entry)
    inside = {address for address, depth in seen if depth}
    kept = {where: any(is_outer_access(code, variant, address, (variant.stores,)) for address in addresses)
            for where, addresses in (('in', inside), ('outside of', {address for address, _ in seen} - inside))}
    return ['%s: the store %s the section is gone' % (name, where) for where in kept if not kept[where]]


def function_faults(code, variant, name, entry, only_stores):
    """What is wrong in one function."""
    outside = {address for address, depth in reached(code, variant, name, entry) if depth == 0}
    masks = [address for address in outside if re.search(variant.masks, code[address].text)]
    if not masks:
        return ['%s masks nothing' % name]
    faults = ['%s: %s' % (name, lack) for lack in (sections_lack(code, variant, address) for address in masks) if lack]
    for address in sorted(outside):
        if is_outer_access(code, variant, address, (variant.stores,) if only_stores else (variant.stores, variant.loads)):
            faults.append('%s: %x %s is outside of the section' % (name, address, code[address].text))
    return faults


def disassembly_faults(program, variant):
    if variant.is_listing:
        code = disassembly.parse_listing(program.read_text())
    else:
        code = disassembly.read(variant.objdump or TARGETS[variant.target].tools + 'objdump', program)
    entries = {}
    for address in sorted(code, reverse=True):
        entries[code[address].function] = address
    faults = []
    for name in PROBES + OVERWRITTEN + (() if variant.is_listing else POOL):
        if name == 'probe_nested' and variant.masks == variant.unmasks:
            continue  # one cannot tell them apart there; nesting is shown by running it
        if name not in entries:
            faults.append('%s is not in the program' % name)
        elif name in OVERWRITTEN:
            faults += lost_stores(code, variant, name, entries[name])
        else:
            faults += function_faults(code, variant, name, entries[name], name in POOL)
    return faults


# --------------------------------------------------------------------------------------- building and running

def compiled(variant, port_folder, optimisation, folder):
    """The program, or for a port without a target the probes' object file."""
    flags = [optimisation, '-DCONFORMANCE_PLAIN=%d' % variant.is_plain, '-Itests/ports/conformance',
             '-fno-inline-functions-called-once', '-fno-ipa-icf', *variant.flags]
    sources = [Path('tests/ports/conformance') / name for name in ('probe.c', 'run.c')]
    if variant.target:
        return build(variant.target, port_folder, sources, flags, folder)
    output = ROOT / folder / 'probe.o'
    output.parent.mkdir(parents=True, exist_ok=True)
    if variant.is_listing:
        output = output.with_suffix('.asm')
        must([*shlex.split(variant.compiler), *variant.flags, '-DCONFORMANCE_PROBES_ONLY', '-Itests/ports/conformance', '-Iinclude', '-I%s' % port_folder, '-S',
              sources[0], '-o', output])
        return output
    must([*shlex.split(variant.compiler), *WARNINGS, *flags, '-fno-function-sections', '-Iinclude', '-I%s' % port_folder, '-c', sources[0],
          '-o', output])
    return output


def run_faults(variant, program):
    code, text, _ = run(variant.target, program, timeout=30)
    faults = [line for line in text.splitlines() if line.startswith('not ok')]
    if not faults and (code != 0 or 'end' not in text.split()):
        faults = ['the program ended with %d\n%s' % (code, text[-800:])]
    return faults


def wrong_port(variant, kind, folder):
    """A copy of the port that has one thing wrong with it."""
    if kind.startswith('no clobber'):
        return port_without_clobber(variant.port, folder, *kind.split()[3:])
    copy = ROOT / folder / kind.replace(' ', '_')
    copy.mkdir(parents=True, exist_ok=True)
    real = '#include "%s"\n' % (ROOT / 'port' / variant.port / 'hutch_port.h')
    if kind == 'swapped':
        text = ('#define hutch_port_enter real_enter\n#define hutch_port_exit real_exit\n' + real +
                '#undef hutch_port_enter\n#undef hutch_port_exit\n#ifndef SWAPPED\n#define SWAPPED\n'
                'static inline hutch_port_state_t hutch_port_enter(void) { real_exit(0); return 0; }\n'
                'static inline void hutch_port_exit(hutch_port_state_t saved) { (void)saved; (void)real_enter(); }\n#endif\n')
    elif kind == 'unmasks on one path only':
        text = real + ('#ifndef ONE_PATH\n#define ONE_PATH\nstatic volatile unsigned char one_path;\n#endif\n'
                       '#define hutch_port_exit(saved) (one_path ? hutch_port_exit(saved) : (void)0)\n')
    else:
        text = real + '#define hutch_port_exit(saved) hutch_port_exit((hutch_port_state_t)((void)(saved), %s))\n' % variant.opens
    (copy / 'hutch_port.h').write_text('#ifdef REAL_PORT\n%s#else\n%s#endif\n' % (real, text))
    own_file = ROOT / 'port' / variant.port / 'hutch_port.c'
    if own_file.exists():
        (copy / 'hutch_port.c').write_text('#define REAL_PORT\n#include "%s"\n' % own_file)
    return copy


def is_caught(variant, kind, folder):
    """Does the check notice a port that is wrong in this way?"""
    port_folder = wrong_port(variant, kind, folder)
    for optimisation in OPTIMISATIONS[:1] if variant.is_listing else OPTIMISATIONS:
        program = compiled(variant, port_folder, optimisation, Path(folder) / (kind.replace(' ', '_') + optimisation))
        faults = run_faults(variant, program) if kind == 'plain unmask' else disassembly_faults(program, variant)
        if faults:
            return True
    return False


def check_variant(variant, say):
    folder = Path('build/conformance') / variant.port / variant.name
    port_folder = Path('port') / variant.port
    for optimisation in OPTIMISATIONS[:1] if variant.is_listing else OPTIMISATIONS:
        program = compiled(variant, port_folder, optimisation, folder / optimisation[1:])
        say(disassembly_faults(program, variant),
            '%s, %s: loads and stores stand between mask and unmask, a load on every path, and no store is dropped' % (variant.title, optimisation))
        if variant.target:
            say(run_faults(variant, program), '%s, %s: runs right on %s%s' % (
                variant.title, optimisation, TARGETS[variant.target].about, ' (plain: does not nest)' if variant.is_plain else ''))
        else:
            say([], '%s: run on an emulator # SKIP no target is named' % variant.title)
    kinds = ['unmasks on one path only']
    if variant.is_listing:
        variant.masks, variant.unmasks = variant.unmasks, variant.masks
        say([] if disassembly_faults(program, variant) else ['it was not noticed'],
            '%s: the check itself notices a port with: swapped' % variant.title)
        variant.masks, variant.unmasks = variant.unmasks, variant.masks
    elif not variant.has_calls:
        kinds += ['swapped', 'no clobber', 'no clobber in enter', 'no clobber in exit']
    kinds += ['plain unmask'] if variant.opens and variant.target and not variant.is_plain else []
    for kind in kinds:
        say([] if is_caught(variant, kind, folder) else ['it was not noticed'],
            '%s: the check itself notices a port with: %s' % (variant.title, kind))


def main():
    ports = sys.argv[1:] or sorted(path.parent.name for path in ROOT.glob('port/*/conformance.ini'))

    def say(faults, name):
        tap_out.result(not faults, name, '\n'.join(faults[:8]))

    for port in ports:
        try:
            variants = variants_of(port)
            need({variant.target for variant in variants if variant.target},
                 {variant.compiler.split()[0] for variant in variants if variant.compiler})
            for variant in variants:
                check_variant(variant, say)
        except Failure as failure:
            say([str(failure)], port)
    return tap_out.end() or int(not ports)


if __name__ == '__main__':
    sys.exit(main())
