#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""replay.py - binds lock_free.pml, refs.pml and wait.pml to their texts: the text makes each step of many traces of the model, and no other.

Then the text is changed, one step at a time: each change must be noticed. Prints TAP.
"""
import shutil
import subprocess
import sys
from pathlib import Path

from replays import REPLAYS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import tap_out  # noqa: E402  (of tests/tools)

WORK = ROOT / 'build/proof/replay'


def traces(replay):
    """Random runs of the model, which end."""
    for begin, options in replay.runs:
        for seed in range(1, replay.seeds + 1):
            done = subprocess.run(['spin', '-T', '-n%d' % seed, '-DREPLAY', *options, str(HERE / replay.model)], cwd=WORK,
                                  check=True, capture_output=True, text=True)
            yield begin + '\n' + done.stdout


def compiled(replay, source, name):
    """Compiles a source into WORK; returns why not, or None."""
    where = WORK if source.startswith('src/') else ROOT
    done = subprocess.run(['gcc', '-std=gnu99', '-O1', '-w', *replay.flags, '-I%s/include' % WORK, '-c', str(where / source), '-o', name], cwd=WORK,
                          check=False, capture_output=True, text=True)
    return done.stderr[-300:] if done.returncode != 0 else None


def built(replay, file=None, pairs=()):
    """Builds the program, with something replaced in one file. What does not include it is built once. Returns why not, or None."""
    text = (ROOT / (file or replay.sources[0])).read_text(encoding='utf-8')
    for old, new in pairs:
        if text.count(old) != 1:
            return 'the text has not one ' + old
        text = text.replace(old, new)
    if file is None:
        for folder in ('include', 'src'):
            shutil.copytree(ROOT / folder, WORK / folder, dirs_exist_ok=True)
    else:
        (WORK / file).write_text(text, encoding='utf-8')
    why, objects = None, []
    for source in replay.sources:
        is_changed = file is not None and (file == source or file.endswith('.h'))
        objects.append(Path(source).stem + ('_changed.o' if is_changed else '.o'))
        if is_changed or file is None:
            why = why or compiled(replay, source, objects[-1])
    if file is not None:
        shutil.copyfile(ROOT / file, WORK / file)
    if why is None and subprocess.run(['gcc', *objects, '-pthread', '-o', 'replay'], cwd=WORK, check=False).returncode != 0:
        why = 'is not linked'
    return why


def replayed(text):
    """(is the program as the model, what it said)"""
    try:
        done = subprocess.run([str(WORK / 'replay')], input=text, check=False, capture_output=True, text=True, timeout=30)
    except subprocess.TimeoutExpired:
        return False, 'it does not stop'
    return done.returncode == 0, done.stdout[-300:].strip()


def test(replay):
    text = ''.join(traces(replay))
    why = built(replay)
    holds, said = (None, why) if why else replayed(text)
    tap_out.result(holds is True, replay.about + ': ' + said, said)
    for about, file, *pairs in replay.wrong:
        why = built(replay, file, pairs)
        holds, said = (None, why) if why else replayed(text)
        tap_out.result(holds is False, about + ': noticed', said)
        if holds is False:
            print('# ' + said.split('\n')[0])


def main():
    if subprocess.run(['sh', 'boards/tools/need.sh', 'spin', 'gcc'], cwd=ROOT, stdout=sys.stderr, check=False).returncode != 0:
        print('1..0 # SKIP spin is not installed')
        return 0
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    for replay in REPLAYS:
        test(replay)
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main())
