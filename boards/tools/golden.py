#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# golden.py - compares what a board did with the golden files that say what it must do; reports in TAP.
"""usage: golden.py [--update] FOLDER RECORDED ...

RECORDED is build/<board>/<game>, without an ending: the recorded run wrote RECORDED.txt (the log) and perhaps
RECORDED.png (the screen). They must be FOLDER/<board>.txt and FOLDER/<board>.png; --update makes them so. A board
without a log there has that of the first, SAME. And the game must end in the same state on every board: the line
`checksum` of each log says so."""

import difflib
import os
import shutil
import sys

import png


def _text_difference(path, golden_path):
    with open(path, encoding='utf-8') as file, open(golden_path, encoding='utf-8') as golden_file:
        lines = difflib.unified_diff(golden_file.readlines(), file.readlines(), golden_path, path, n=0)
        return ''.join(lines)


SAME = 'gba'
KINDS = (('.txt', 'log', _text_difference), ('.png', 'screen', png.difference))


def _board(recorded):
    return os.path.basename(os.path.dirname(recorded))


def _golden(folder, recorded, ending):
    own, same = (os.path.join(folder, board + ending) for board in (_board(recorded), SAME))
    return same if ending == '.txt' and not os.path.exists(own) and os.path.exists(same) else own


def update(folder, recordings):
    """Makes the recorded runs the golden ones. False when a run left nothing."""
    os.makedirs(folder, exist_ok=True)
    for recorded in sorted(recordings, key=lambda recorded: _board(recorded) != SAME):
        for ending, _, difference in KINDS:
            if os.path.exists(recorded + ending):
                golden = os.path.join(folder, _board(recorded) + ending)
                if not _difference(recorded + ending, _golden(folder, recorded, ending), difference):
                    continue
                shutil.copyfile(recorded + ending, golden)
                print(f'  {"golden":8} {golden}')
    return all(os.path.exists(recorded + '.txt') for recorded in recordings)


def _difference(path, golden, difference):
    """How a recorded file differs from the golden one; empty when it does not."""
    if not os.path.exists(golden):
        return f'{golden} is missing; `make golden` makes it'
    if not os.path.exists(path):
        return 'the run left nothing'
    return difference(path, golden)


def _skipped(recorded):
    """Why the run was skipped, as its emulator said in the log; or None."""
    if os.path.exists(recorded + '.log'):
        with open(recorded + '.log', encoding='utf-8') as file:
            return file.read().partition('1..0 # SKIP ')[2].strip() or None
    return None


def _state_difference(recordings):
    """How the states in which the game ended differ between boards; empty when they do not."""
    states = {}
    for recorded in recordings:
        lines = []
        if os.path.exists(recorded + '.txt'):
            with open(recorded + '.txt', encoding='utf-8') as file:
                lines = [line.strip() for line in file if line.startswith('checksum ')]
        states[_board(recorded)] = lines[-1] if lines else 'no checksum'
    is_same = len(set(states.values())) == 1 and 'no checksum' not in states.values()
    return '' if is_same else '\n'.join(f'{board}: {state}' for board, state in states.items())


def _claims(folder, recordings):
    """Yields a claim, and what was found against it."""
    for recorded in filter(_skipped, recordings):
        yield f'scripted game on {_board(recorded)} # SKIP {_skipped(recorded)}', ''
    recordings = [recorded for recorded in recordings if not _skipped(recorded)]
    for recorded in recordings:
        for ending, what, difference in KINDS:
            golden = _golden(folder, recorded, ending)
            if ending == '.txt' or os.path.exists(recorded + ending) or os.path.exists(golden):
                yield f'scripted game on {_board(recorded)}: {what} is the golden one', _difference(recorded + ending, golden, difference)
    if len(recordings) > 1:
        yield 'scripted game: every board reaches the same state', _state_difference(recordings)


def compare(folder, recordings):
    """Prints what is as it must be and what is not; True when all is."""
    claims = list(_claims(folder, recordings))
    for number, (claim, found) in enumerate(claims, 1):
        print(f'{"not ok" if found else "ok"} {number} - {claim}')
        for line in found.splitlines():
            print(f'# {line}')
    print(f'1..{len(claims)}')
    return not any(found for _, found in claims)


def main():
    """The command line."""
    arguments = [argument for argument in sys.argv[1:] if argument != '--update']
    if len(arguments) < 2:
        sys.exit(__doc__)
    act = update if '--update' in sys.argv else compare
    sys.exit(0 if act(arguments[0], arguments[1:]) else 1)


if __name__ == '__main__':
    main()
