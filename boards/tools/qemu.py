# SPDX-License-Identifier: MIT
# qemu.py - one emulated board: the QEMU process, its UART, its screen and its buttons.
import ctypes
import json
import os
import select
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile

BUTTON_KEYS = {'L': 'left', 'R': 'right', 'U': 'up', 'D': 'down', 'A': 'ctrl'}
STDERR_NOISE = 'Timer with period zero, disabling'
ANSWER_SECONDS = 60  # by the clock: on a busy machine, too


class EmulatorError(Exception):
    """QEMU could not do what it was asked to; the message is for the player."""


def displays(emulator):
    """The kinds of window that this QEMU can open."""
    command = shlex.split(emulator)[:1] + ['-display', 'help']
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return set(answer.stdout.split())


def _die_with_parent():
    set_parent_death_signal = 1
    try:
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
    except (AttributeError, OSError):
        pass  # not Linux: close() is enough unless we are killed


class Board:
    """Runs a firmware from the first instruction on. Use it in a `with`: QEMU never outlives it."""

    def __init__(self, emulator, elf, display='none', first_bytes=b''):
        """first_bytes wait in the UART when the firmware starts."""
        self._folder = tempfile.mkdtemp(prefix='hutch-')
        self._errors = open(os.path.join(self._folder, 'stderr'), 'w+', encoding='utf-8', errors='replace')
        ours, theirs = socket.socketpair()
        command = shlex.split(emulator) + [
            '-S', '-display', display, '-monitor', 'none', '-serial', 'stdio',
            '-chardev', f'socket,id=qmp,fd={theirs.fileno()}', '-mon', 'chardev=qmp,mode=control',
            '-kernel', elf]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=0,
                pass_fds=[theirs.fileno()], start_new_session=True, preexec_fn=_die_with_parent)
        except OSError as error:
            shutil.rmtree(self._folder)
            raise EmulatorError(f'{command[0]} does not start: {error.strerror}') from error
        finally:
            theirs.close()
        self._qmp = ours.makefile('rw')
        self._socket = ours
        self._socket.settimeout(ANSWER_SECONDS)
        self._held = frozenset()
        try:
            self._receive()  # the greeting
            self.write(first_bytes)
            self._ask('qmp_capabilities')  # QEMU looks at all that was sent before it answers this
            self._ask('cont')
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends QEMU if it still runs."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()
        self._qmp.close()
        self._socket.close()
        self._errors.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def wait(self, seconds):
        """The firmware's exit code; QEMU must be about to end."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise EmulatorError('the firmware closed its log and did not end') from None

    def errors(self):
        """What QEMU itself had to say."""
        self._errors.seek(0)
        return ''.join(line for line in self._errors if line.strip() != STDERR_NOISE)

    def _receive(self):
        try:
            line = self._qmp.readline()
        except OSError as error:
            raise EmulatorError(f'QEMU does not answer: {error}') from error
        if not line:
            raise EmulatorError('QEMU ended early. ' + self.errors())
        return json.loads(line)

    def _ask(self, command, **arguments):
        try:
            self._qmp.write(json.dumps({'execute': command, 'arguments': arguments}) + '\n')
            self._qmp.flush()
        except OSError as error:
            raise EmulatorError('QEMU ended early. ' + self.errors()) from error
        while True:
            answer = self._receive()
            if 'error' in answer:
                raise EmulatorError(f'QEMU refuses {command}: {answer["error"]["desc"]}')
            if 'return' in answer:
                return answer['return']

    def write(self, data):
        """Sends bytes to the board's UART."""
        if data:
            try:
                self._process.stdin.write(data)
            except OSError as error:
                raise EmulatorError('QEMU ended early. ' + self.errors()) from error

    def read(self, seconds):
        """Bytes from the board's UART; b'' at the end of the run, None when nothing came in time."""
        ready, _, _ = select.select([self._process.stdout], [], [], seconds)
        return os.read(self._process.stdout.fileno(), 65536) if ready else None

    def hold(self, buttons):
        """Holds exactly these buttons (letters of LRUDA)."""
        events = [{'type': 'key', 'data': {'down': button in buttons, 'key': {'type': 'qcode', 'data': key}}}
                  for button, key in BUTTON_KEYS.items() if (button in buttons) != (button in self._held)]
        if events:
            self._ask('input-send-event', events=events)
            self._held = frozenset(buttons)

    def press_all_once(self):
        """QEMU shows a button as pressed until it was pressed and released for the first time."""
        self.hold(BUTTON_KEYS.keys())
        self.hold('')

    def picture(self):
        """The picture on the board's display: width, height, and three bytes a pixel."""
        path = os.path.join(self._folder, 'screen.ppm')
        self._ask('screendump', filename=path)
        with open(path, 'rb') as file:
            data = file.read()
        width, height = (int(word) for word in data[:32].split()[1:3])
        return width, height, data[len(data) - 3 * width * height:]

    def screen(self):
        """The same with one byte a pixel, 0 to 15."""
        width, height, rgb = self.picture()
        return width, height, rgb[::3].translate(bytes(level >> 4 for level in range(256)))

    def program_counter(self):
        """Where the CPU is, as text."""
        registers = self._ask('human-monitor-command', **{'command-line': 'info registers'})
        _, found, rest = registers.partition('R15=')
        return '0x' + rest[:8] if found else 'unknown'
