# SPDX-License-Identifier: MIT
# lockstep.py - the driver's side of lock-step: decides when each frame of an emulated board begins.
"""The conversation is drawn in boards/lockstep/lockstep.h."""

from qemu import EmulatorError

ASK = b'\x16'
FRAME = b'\x05'
GO_ON = b'n'
LEAVE = b'q'
FRAME_SECONDS = 60  # by the clock: on a busy machine, too
FAULT_EXIT_CODE = 99


class Driver:
    """Steps a board that was started with ASK as its first byte."""

    def __init__(self, board):
        self.board = board
        self.frame = -2  # the frame that the board waits to begin; 0 is the first of the game
        self.log = ''

    def wait_for_frame(self):
        """True when the board waits to begin a frame of the game, False when its program has ended."""
        while self._read_mark():
            self.frame += 1
            if self.frame >= 0:
                return True
            self.board.press_all_once()
            self.go_on()
        return False

    def _read_mark(self):
        while True:
            data = self.board.read(FRAME_SECONDS)
            if data is None:
                raise EmulatorError(f'{self.log}\nFrame {self.frame} did not end within {FRAME_SECONDS} s: '
                                    f'the firmware hangs at pc {self.board.program_counter()}.')
            is_frame = FRAME in data
            self.log += data.replace(FRAME, b'').decode('ascii', 'replace')
            if is_frame:
                return True
            if not data:
                return False

    def go_on(self):
        """Begins the next frame."""
        self.board.write(GO_ON)

    def leave(self):
        """Asks the program to end, and waits until it has."""
        self.board.write(LEAVE)
        while self.wait_for_frame():
            self.board.write(LEAVE)

    def exit_code(self):
        """The ended program's exit code. Says on the log what the code means when it means trouble."""
        code = self.board.wait(FRAME_SECONDS)
        if code == FAULT_EXIT_CODE:
            self.log += f'The firmware faulted in frame {self.frame}.\n'
        elif code < 0:
            self.log += f'QEMU was ended by signal {-code}. {self.board.errors()}\n'
        elif code > 0:
            self.log += f'The firmware ended with exit code {code}. {self.board.errors()}\n'
        return code if code >= 0 else 1
