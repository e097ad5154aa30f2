# SPDX-License-Identifier: MIT
"""steps.py - builds the programs and the plug-in that run others by instructions: qemu_steps.c, simavr_steps.c, mgba_steps.c."""
import os
import subprocess
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / 'build/runners'
KINDS = {'qemu': (['-fPIC', '-shared'], []), 'simavr': ([], ['simavr_core.c', '-lsimavr']), 'mgba': ([], ['mgba_core.c', '-lmgba'])}
one_at_a_time = threading.Lock()


def built(emulator):
    """The path of an emulator's program or plug-in, newer than its sources."""
    flags, library = KINDS[emulator]
    out = BUILD / (emulator + '_steps')
    with one_at_a_time:
        if not out.exists() or out.stat().st_mtime < max(path.stat().st_mtime for path in HERE.glob('*.[ch]')):
            out.parent.mkdir(parents=True, exist_ok=True)
            partial = out.with_suffix('.%d' % os.getpid())  # others may build it, or run it, at the same time
            subprocess.run([os.environ.get('CC', 'gcc'), '-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', *flags, emulator + '_steps.c',
                            *library, '-o', partial], cwd=HERE, check=True)
            partial.replace(out)
    return out
