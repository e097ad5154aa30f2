#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""editor_test.py - what clangd, the language server of many editors, says of programs that use hutch.

usage: editor_test.py    Prints TAP. Run from the root.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/tools'))
from tap_out import end, result  # noqa: E402  (of tests/tools)

FLAGS = [f'-I{ROOT}/{folder}' for folder in ('include', 'port/host', 'tests/recipes', 'tests/recipes/stand_in')]
POOL = '#include "hutch/hutch.h"\nstruct rabbit {\n    int x;\n};\nHUTCH_POOL(rabbits, struct rabbit, 40);\nvoid f(void)\n{\n    '


class Clangd:
    """Speaks the Language Server Protocol, https://microsoft.github.io/language-server-protocol/, by its standard streams."""

    def __init__(self, folder, flags):
        (folder / 'compile_flags.txt').write_text('\n'.join(flags), encoding='utf-8')
        self.process = subprocess.Popen(['clangd-19', '--log=error', '--clang-tidy=false', '--enable-config=false', f'--compile-commands-dir={folder}'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.asked, self.found = 0, {}
        self.ask('initialize', {'processId': None, 'rootUri': None, 'capabilities': {'textDocument': {'hover': {'contentFormat': ['plaintext']}}}})
        self.tell('initialized', {})

    def tell(self, method, parameters, **more):
        body = json.dumps({'jsonrpc': '2.0', 'method': method, 'params': parameters, **more}).encode()
        self.process.stdin.write(b'Content-Length: %d\r\n\r\n%b' % (len(body), body))
        self.process.stdin.flush()

    def read(self):
        size = 0
        for line in iter(lambda: self.process.stdout.readline().strip(), b''):
            size = int(line.split(b':')[1]) if line.lower().startswith(b'content-length') else size
        message = json.loads(self.process.stdout.read(size))
        if message.get('method') == 'textDocument/publishDiagnostics':
            self.found[message['params']['uri']] = message['params']['diagnostics']
        return message

    def ask(self, method, parameters):
        self.asked += 1
        self.tell(method, parameters, id=self.asked)
        while True:
            message = self.read()
            if message.get('id') == self.asked and 'method' not in message:
                return message['result']

    def open(self, path, text=None):
        """[line, message] of what the editor marks in a file."""
        text = path.read_text(encoding='utf-8') if text is None else text
        self.tell('textDocument/didOpen', {'textDocument': {'uri': path.as_uri(), 'languageId': 'cpp' if path.suffix == '.cpp' else 'c', 'version': 1, 'text': text}})
        while path.as_uri() not in self.found:
            self.read()
        return [f"{path.name}:{one['range']['start']['line'] + 1}: {one['message']}" for one in self.found[path.as_uri()]]

    def at(self, what, path, text):
        """At the end of a text, which the file begins with."""
        lines = text.split('\n')
        return self.ask(f'textDocument/{what}', {'textDocument': {'uri': path.as_uri()}, 'position': {'line': len(lines) - 1, 'character': len(lines[-1])}})

    def completed(self, path, before, after):
        """[(name, what else the editor would insert)], the best first."""
        self.open(path, before + after)
        found = sorted(self.at('completion', path, before)['items'], key=lambda item: item['sortText'])
        return [(item['filterText'], [edit['newText'] for edit in item.get('additionalTextEdits', [])]) for item in found]


def test_programs(clangd):
    programs = sorted(path for path in (ROOT / 'tests/recipes').glob('*.c*'))
    said = [line for path in programs for line in clangd.open(path)]
    result(len(programs) > 30 and not said, 'clangd says nothing of any program of tests/recipes', '\n'.join(said))


def test_warns(clangd, folder):
    (folder / 'mine.h').write_text('#pragma once\nint mine(void);\n', encoding='utf-8')
    said = clangd.open(folder / 'planted.c', '#include "hutch/hutch.h"\n#include "mine.h"\nHUTCH_POOL(rabbits, int, 40);\n')
    result(said == ['planted.c:2: Included header mine.h is not used directly (fix available)'], 'of a header that is not used it does', '\n'.join(said))


def test_completion(clangd, folder):
    names = clangd.completed(folder / 'names.c', POOL + 'rabbits_', ';\n}\n')
    inner = [place for place, (name, _) in enumerate(names) if name.endswith('_') and 'needs' not in name and 'need_' not in name]
    public = [place for place, (name, _) in enumerate(names) if not name.endswith('_') and name not in ('rabbits_pool', 'rabbits_ref_t')]
    result('rabbits_acquire' in [name for name, _ in names[:3]] and len(public) > 15 and min(inner) > max(public),
           'after the name of a pool acquire is offered first, and what is not for users last', str(names))
    pointers = clangd.completed(folder / 'pointers.c', POOL + 'struct rabbit *one = rabbits_', ';\n    (void)one;\n}\n')
    result('rabbits_acquire' in [name for name, _ in pointers[:3]], 'where a pointer is wanted, too', str(pointers))
    inserted = [pair for word in ('rabbits_', 'hutch_', 'hutch_re', 'HUTCH_POOL_', 'HUTCH_FAULT_')
                for pair in clangd.completed(folder / f'{word}.c', POOL + word, '\n}\n') if any('/core/' in text or 'config' in text for text in pair[1])]
    result(not inserted, 'no completion inserts a header that is not for users', str(inserted))


def test_hover(clangd, folder):
    path, text = folder / 'hover.c', POOL + 'hutch_acquire(&rabbits_pool);\n}\n'
    clangd.open(path, text)
    pool = clangd.at('hover', path, text[:text.index('HUTCH_POOL(') + 3])['contents']['value']
    result('hutch/hutch.h' in pool and 'capacity, .lock' in pool, 'HUTCH_POOL shows its header, and what may follow the type', pool)
    acquire = clangd.at('hover', path, text[:text.index('hutch_acquire(') + 3])['contents']['value']
    result('hutch/hutch.h' in acquire and all(f'@{word}' in acquire for word in ('return', 'time', 'isr', 'fault')), 'a function shows its header and its contract', acquire)


def main():
    with tempfile.TemporaryDirectory() as folder:
        clangd = Clangd(Path(folder), FLAGS)
        test_programs(clangd)
        test_warns(clangd, Path(folder))
        test_completion(clangd, Path(folder))
        test_hover(clangd, Path(folder))
        clangd.process.kill()
        clangd.process.wait()
    return end()


if __name__ == '__main__':
    sys.exit(main())
