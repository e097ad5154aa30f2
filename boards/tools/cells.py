# SPDX-License-Identifier: MIT
# cells.py - shows a picture of 128 x 64 pixels and 16 greys as characters of a terminal.
import os

WIDTH = 128
HEIGHT = 64
LIT = 8  # shades from here on are lit where there are no greys


def _ramp_index(shade):
    """The colour of the usual palette of 256 that comes next to a shade."""
    if shade in (0, 15):
        return 16 if shade == 0 else 231
    return 232 + max(0, (shade * 17 - 8 + 5) // 10)


def colour_codes(environment=os.environ):
    """The codes for foreground and background of each shade, or None where the terminal has no greys."""
    if environment.get('COLORTERM') in ('truecolor', '24bit'):
        greys = ['2;{0};{0};{0}'.format(shade * 17) for shade in range(16)]
    elif '256color' in environment.get('TERM', ''):
        greys = [f'5;{_ramp_index(shade)}' for shade in range(16)]
    else:
        return None
    return [f'38;{grey}' for grey in greys], [f'48;{grey}' for grey in greys]


class HalfBlocks:
    """Two pixels a cell, one above the other: 128 x 32 cells."""
    columns, rows, pixel_rows = WIDTH, HEIGHT // 2, 2

    def __init__(self, colours):
        self._cells = {}
        for top in range(16):
            for bottom in range(16):
                bright, dark, character = max(top, bottom), min(top, bottom), '▀' if top > bottom else '▄'
                if colours:
                    code = f'\x1b[{colours[0][bright]};{colours[1][dark]}m'
                    cell = (code, ' ' if bright == dark else character)
                elif (bright >= LIT) == (dark >= LIT):
                    cell = ('', '█' if dark >= LIT else ' ')
                else:
                    cell = ('', character)
                self._cells[top, bottom] = cell

    def row(self, lines):
        """The cells of one row: pairs of colour code and character."""
        cells = self._cells
        return [cells[pair] for pair in zip(lines[:WIDTH], lines[WIDTH:])]


class Braille:
    """2 x 4 pixels a cell: 64 x 16 cells, coloured by the brightest. For small terminals."""
    columns, rows, pixel_rows = WIDTH // 2, HEIGHT // 4, 4
    _DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

    def __init__(self, colours):
        self._codes = [f'\x1b[{code};40m' for code in colours[0]] if colours else [''] * 16

    def row(self, lines):
        """The cells of one row: pairs of colour code and character."""
        cells = []
        for x in range(0, WIDTH, 2):
            dots, brightest = 0, 0
            for y, (left, right) in enumerate(self._DOTS):
                for dot, shade in ((left, lines[y * WIDTH + x]), (right, lines[y * WIDTH + x + 1])):
                    brightest = max(brightest, shade)
                    dots |= dot if shade >= LIT else 0
            cells.append((self._codes[brightest], chr(0x2800 + dots)))
        return cells


class Ascii:
    """Two pixels a cell by a ramp of characters, for terminals without UTF-8."""
    columns, rows, pixel_rows = WIDTH, HEIGHT // 2, 2
    _RAMP = ' .,:;-~+=*oxO%#@'

    def __init__(self, _colours):
        pass

    def row(self, lines):
        """The cells of one row: pairs of colour code and character."""
        pairs = zip(lines[:WIDTH], lines[WIDTH:])
        return [('', self._RAMP[(top + bottom + 1) // 2]) for top, bottom in pairs]


def has_utf8(environment=os.environ):
    """Whether the terminal shows more than ASCII, by its variables; most do, so silence means yes."""
    for name in ('LC_ALL', 'LC_CTYPE', 'LANG'):
        if environment.get(name):
            return 'utf' in environment[name].lower()
    return True


def style_for(columns, rows, is_ascii, colours):
    """The best way to show the screen, with one row to spare below it; None when nothing fits."""
    for style in (Ascii,) if is_ascii else (HalfBlocks, Braille):
        if columns >= style.columns and rows > style.rows:
            return style(colours)
    return None


class Painter:
    """Turns pictures into what must be written to show them; remembers what is shown."""

    def __init__(self, style):
        self._style = style
        self._lines = [None] * style.rows
        self._cells = [None] * style.rows

    def paint(self, shades):
        """Codes and characters that bring the terminal from the last picture to this one."""
        out = []
        size = self._style.pixel_rows * WIDTH
        for row in range(self._style.rows):
            lines = shades[row * size:(row + 1) * size]
            if lines != self._lines[row]:
                cells = self._style.row(lines)
                self._paint_row(out, row, cells, self._cells[row])
                self._lines[row] = lines
                self._cells[row] = cells
        if out:
            out.append('\x1b[0m')
        return ''.join(out)

    @staticmethod
    def _paint_row(out, row, cells, shown):
        first, end = 0, len(cells)
        if shown:
            while first < end and cells[first] == shown[first]:
                first += 1
            while end > first and cells[end - 1] == shown[end - 1]:
                end -= 1
        if first == end:
            return
        out.append(f'\x1b[{row + 1};{first + 1}H')
        code = None
        for cell_code, character in cells[first:end]:
            if cell_code != code:
                out.append(cell_code)
                code = cell_code
            out.append(character)
