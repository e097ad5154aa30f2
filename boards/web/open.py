#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# open.py - prints where a page is, and opens it where there is a display.
"""usage: open.py PAGE"""

import os
import sys
import webbrowser


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    path = os.path.abspath(sys.argv[1])
    print(f"Open this file in a browser: {path}")
    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open("file://" + path)


if __name__ == "__main__":
    main()
