#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""self_test.py - what conformance.py must notice, in a few lines of assembler for each instruction set. Prints TAP."""
import configparser
import sys

import conformance
import disassembly

# instruction set: what masks, what unmasks, a load, a store, a branch on a condition, an unmask on a condition, the end
ASSEMBLER = {
    'arm': ('cpsid i', 'msr PRIMASK, r3', 'ldr r2, [r0, #0]', 'str r2, [r0, #0]', 'beq.n {}', 'msrne PRIMASK, r3', 'bx lr'),
    'riscv': ('csrrci a5,mstatus,8', 'csrs mstatus,a5', 'lw a4,0(a0)', 'sw a4,0(a0)', 'beqz a4,{}', '', 'ret'),
    'avr': ('cli', 'out 0x3f, r18', 'ld r24, X', 'st X, r24', 'breq {}', '', 'ret'),
    'sm83': ('call _hutch_port_enter', 'call _hutch_port_exit', 'ld a, (de)', 'ld (de), a', 'jr Z, {}', '', 'ret'),
}
MASKS = {'arm': (r'^cpsid\s+i', r'^msr(ne)?\s+PRIMASK'), 'riscv': (r'^csrr?ci?\s.*mstatus', r'^csrsi?\s+mstatus'),
         'avr': (r'^cli', r'^(out\s+0x3f|sei)'), 'sm83': (r'^call\s+_hutch_port_enter', r'^(call|jp)\s+_hutch_port_exit')}


def code_of(isa, lines):
    """The instructions as objdump or SDCC would print them; a line `end:` is a label."""
    if isa == 'sm83':
        return disassembly.parse_listing('_probe::\n' + ''.join(
            '%s\n' % ('00101$:' if line == 'end:' else '\t' + line.replace(' ', '\t', 1).format('00101$')) for line in lines))
    end = 2 * (lines.index('end:') if 'end:' in lines else 0)
    rows = [line.format('%x <probe+0x%x>' % (end, end)) for line in lines if line != 'end:']
    return disassembly.parse('00000000 <probe>:\n' + ''.join('%8x:\t0000      \t%s\n' % (2 * number, row.replace(' ', '\t', 1))
                                                           for number, row in enumerate(rows)))


def variant_of(**options):
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_dict({'one': {'masks': 'x', 'unmasks': 'y', **options}})
    return conformance.Variant('fake', 'one', parser['one'])


def faults(isa, lines):
    masks, unmasks = MASKS[isa]
    variant = variant_of(isa=isa, masks=masks, unmasks=unmasks)
    return conformance.function_faults(code_of(isa, lines), variant, 'probe', 0, False)


def lost(isa, lines):
    masks, unmasks = MASKS[isa]
    return conformance.lost_stores(code_of(isa, lines), variant_of(isa=isa, masks=masks, unmasks=unmasks), 'probe', 0)


def expects(part, found):
    """A problem, unless a part of what was found is this; None expects nothing."""
    is_right = not found if part is None else any(part in fault for fault in found)
    return '' if is_right else 'found: %s' % found


def cases():
    """(sentence, problem)"""
    for isa in disassembly.ISAS:
        if isa not in ASSEMBLER:
            yield '%s is known, so it has lines here' % isa, 'it has none'
            continue
        mask, unmask, load, store, branch, maybe, end = ASSEMBLER[isa]
        yield '%s: a section passes' % isa, expects(None, faults(isa, [mask, load, store, unmask, end]))
        yield '%s: two ways through a section pass' % isa, expects(None, faults(
            isa, [mask, load, branch, store, 'end:', unmask, end]))
        yield '%s: a port that unmasks on one path only is caught' % isa, expects('ends with interrupts off', faults(
            isa, [mask, load, store, branch, unmask, 'end:', end]))
        yield '%s: a load that only one path has is caught' % isa, expects('without a load', faults(
            isa, [mask, branch, load, store, 'end:', unmask, end]))
        yield '%s: a store that is moved out is caught' % isa, expects('outside', faults(isa, [mask, load, unmask, store, end]))
        yield '%s: stores in a section and beside it pass' % isa, expects(None, lost(isa, [store, mask, store, unmask, end]))
        yield '%s: a store before a section that is dropped is caught' % isa, expects('outside of the section is gone', lost(
            isa, [mask, store, unmask, end]))
        yield '%s: a store in a section that is dropped is caught' % isa, expects('in the section is gone', lost(
            isa, [mask, unmask, store, end]))
        if maybe:
            yield '%s: an unmask on a condition is caught' % isa, expects('ends with interrupts off', faults(
                isa, [mask, load, store, maybe, end]))
    for sentence, part, options in (
            ('an instruction set that is not known is refused', '`isa` is mips, whose branches the check does not know', {'isa': 'mips'}),
            ('a port with neither target nor instruction set is refused', 'there must be an `isa`', {}),
            ('a target that is none is refused', '`target` is m9', {'target': 'm9'}),
            ('a target whose branches are not known is refused', '`isa` is x86', {'target': 'x86'})):
        try:
            variant_of(**options)
            yield sentence, 'it was taken'
        except conformance.Failure as failure:
            yield sentence, expects(part, [str(failure)])


if __name__ == '__main__':
    sys.exit(conformance.tap_out.every(cases()))
