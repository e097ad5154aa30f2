# SPDX-License-Identifier: MIT
"""disassembly.py - reads objdump's output and follows the code, knowing where interrupts are masked."""
import re
import subprocess
from collections import namedtuple

Instruction = namedtuple('Instruction', 'address size text function')
# What a walk found: for each address the states in which it is reached, and the paths' ends that are still masked.
Walk = namedtuple('Walk', 'unmasked masked ends_masked after_unmask')

LINE = re.compile(r'^\s*([0-9a-f]+):\t(?:((?:[0-9a-f]{2,8} )+)\s*\t)?(.*)$')
LABEL = re.compile(r'^([0-9a-f]+) <(.+)>:$')
SYMBOL = re.compile(r'^([0-9a-f]+) [^d]{6}[^df].? *\.text\S*\t[0-9a-f]+ (?:\.hidden )?(\S+)$', re.M)
TARGET = re.compile(r'(?:0x)?([0-9a-f]+) <')

ISAS = ('arm', 'riscv', 'avr', 'sm83')  # the instruction sets whose branches are known here
CONDITIONS = 'eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le'
ARM_BRANCH = re.compile(r'^(?:b(?:%s)?(?:\.[nw])?|cbn?z)$' % CONDITIONS)
ARM_CALL = re.compile(r'^blx?$')
ARM_RETURN = re.compile(r'^(?:bx|pop(?:\.w)?|ldmia(?:\.w)?|ldmfd|mov|ldr(?:\.w)?|subs)(?:%s)?\s' % CONDITIONS)
# In ARM state, and behind an IT: what masks or unmasks may be left out, too.
ARM_CONDITIONAL = re.compile(r'^(?:msr|mcr|str[bh]?|bl)(?:%s)(?:\.[nw])?\s' % CONDITIONS)
SM83_CONDITION = re.compile(r'^\w+ N?[CZ](?:,|$)', re.I)
AVR_SKIPS = ('cpse', 'sbrc', 'sbrs', 'sbic', 'sbis')


def plain(name):
    """A function's name as the source has it, without the build's options that the linker sees behind it."""
    return re.sub('_[A-Z].*', '', name)


def read(objdump, program, start=None, stop=None):
    """The instructions of a program by address."""
    command = [objdump, '-d', '--show-raw-insn', str(program)]
    if start is not None:
        command += ['--start-address=%d' % start, '--stop-address=%d' % stop]
    return parse(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def parse(text):
    """The instructions of what objdump has printed, by address."""
    instructions = {}
    function = None
    for line in text.splitlines():
        label = LABEL.match(line)
        if label:
            function = plain(label.group(2))
            continue
        match = LINE.match(line)
        if match and match.group(2) and not match.group(3).startswith('.'):
            address = int(match.group(1), 16)
            size = len(match.group(2).replace(' ', '')) // 2
            instructions[address] = Instruction(address, size, match.group(3).replace('\t', ' ').strip(), function)
    return instructions


def parse_listing(text):
    """The same for assembler as SDCC writes it: the number of an instruction is its address; calls of other files lead nowhere."""
    lines, labels, function = [], {}, None
    for line in text.splitlines():
        line = line.split(';')[0].strip()
        label = re.match(r'^(\w+\$?):(:?)$', line)
        if label:
            function = label.group(1).removeprefix('_') if label.group(2) else function
            labels[function, label.group(1)] = len(lines)
        elif line and not line.startswith('.') and function:
            lines.append((re.sub(r'\s+', ' ', line), function))

    def with_targets(text, function):
        return re.sub(r'\b\w+\$?(?=$|\W)', lambda word: '%x <%s>' % (labels[function, word.group()], word.group())
                      if (function, word.group()) in labels else word.group(), text)
    return {number: Instruction(number, 1, with_targets(*line), line[1]) for number, line in enumerate(lines)}


def sm83_successors(text, following, target):
    """As successors; what jumps to another file ends here."""
    name = text.split(' ')[0]
    is_conditional = SM83_CONDITION.match(text)
    if name in ('call', 'rst'):
        return [following], target
    if name in ('ret', 'reti', 'jp', 'jr'):
        return ([] if target is None else [target]) + ([following] if is_conditional else []), None
    return [following], None


def is_left_out(text, isa):
    """Whether a condition may leave this instruction out."""
    return isa == 'arm' and bool(ARM_CONDITIONAL.match(text))


def branch_target(text):
    targets = TARGET.findall(text)
    return int(targets[-1], 16) if targets else None


def successors(instructions, address, isa):
    """The addresses that may be executed next, and the one that is called, if any."""
    if isa not in ISAS:
        raise ValueError('the branches of %s are not known' % isa)
    instruction = instructions[address]
    name = instruction.text.split(' ')[0]
    following = instruction.address + instruction.size
    target = branch_target(instruction.text)
    if isa == 'arm':
        if ARM_CALL.match(name):
            return [following], target
        if ARM_BRANCH.match(name):
            return ([target] if name in ('b', 'b.n', 'b.w') else [following, target]), None
        if ARM_RETURN.match(instruction.text + ' ') and (name.startswith('bx') or 'pc' in instruction.text.split('@')[0]
                                                         .replace('[pc', '')):
            return ([following] if re.search('(?:%s)$' % CONDITIONS, name) else []), None
        return [following], None
    if isa == 'riscv':
        if name in ('ret', 'jr', 'mret'):
            return [], None
        if name in ('jal', 'call', 'jalr'):
            return [following], target
        if name in ('j', 'tail'):
            return [target], None
        return ([following, target] if name.startswith('b') else [following]), None
    if isa == 'sm83':
        return sm83_successors(instruction.text, following, target)
    if name in ('ret', 'reti', 'ijmp'):
        return [], None
    if name in ('call', 'rcall', 'icall'):
        return [following], target
    if name in ('jmp', 'rjmp'):
        return [target], None
    if name in AVR_SKIPS:
        skipped = instructions.get(following)
        return [following, following + (skipped.size if skipped else 2)], None
    return ([following, target] if name.startswith('br') else [following]), None


def walk(instructions, isa, masks, unmasks, entries):
    """Follows every path from the entries, where interrupts are on."""
    mask, unmask = re.compile(masks), re.compile(unmasks)
    result = Walk(set(), set(), set(), set())
    todo = [(entry, False) for entry in entries]
    while todo:
        address, is_masked = todo.pop()
        reached = result.masked if is_masked else result.unmasked
        if address in reached or address not in instructions:
            continue
        reached.add(address)
        instruction = instructions[address]
        was_masked = is_masked
        if not is_masked and mask.search(instruction.text):
            is_masked = True
        elif is_masked and unmask.search(instruction.text):
            is_masked = False
        following, called = successors(instructions, address, isa)
        if was_masked and not is_masked:
            result.after_unmask.update(following)
        if not following and is_masked:
            result.ends_masked.add(address)
        if called is not None:
            todo.append((called, is_masked))
        todo += [(target, is_masked) for target in following]
    return result


def symbols(objdump, program):
    """The addresses of a program's labels in code by name. (nm takes forty times as long: it loads plugins.)"""
    output = subprocess.run([objdump, '-t', str(program)], check=True, capture_output=True, text=True).stdout
    return {match.group(2): int(match.group(1), 16) for match in SYMBOL.finditer(output)}
