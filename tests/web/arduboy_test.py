#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# arduboy_test.py - the page of the Arduboy in headless Chromium: picture, pools, keys, touch, memory; at two widths.
"""usage: arduboy_test.py PAGE GOLDEN FOLDER     GOLDEN.png and GOLDEN.txt; FOLDER gets pictures of the page to look at"""

import os
import re
import sys

from browser import DESKTOP, PHONE, Page, golden_frames, golden_picture, must_be, run

READY = "[data-pool=voices] .cells button:nth-child(4)"


def open_page(path, size, moment=""):
    return Page(path, size, moment, READY)


def shows_the_golden_picture(path, golden, _folder):
    with open(golden + ".txt", encoding="utf-8") as file:
        wanted = re.findall(r"^(\w+) +(\d+) +(\d+) +(\d+) +(\d+) +\d+  [#.]+$", file.read(), re.M)
    with open_page(path, DESKTOP, "#demo=9999") as page:
        must_be(page.frame(), golden_frames(golden + ".txt"), "frame")
        must_be(page.picture() == golden_picture(golden + ".png"), True, "that the picture is the golden one")
        shown = [(name, *re.findall(r"\d+", page.find(f"[data-pool={name}] .pool-head span").text)) for name, *_ in wanted]
        must_be(shown, [(name, live, capacity, peak, refused) for name, live, peak, capacity, refused in wanted], "the pools")


def plays_by_keys(path, _golden, _folder):
    with open_page(path, DESKTOP) as page:
        page.hold(" ", True)
        page.until("a phone is thrown", lambda: page.live("phones") > 0)
        page.hold(" ", False)
        page.until("a tone sounds", lambda: any(hertz > 100 for hertz in page.script("return heard")))


def plays_by_touch(path, _golden, folder):
    with open_page(path, PHONE) as page:
        page.touch("[data-button=A]", True)
        page.until("a phone is thrown", lambda: page.live("phones") > 0)
        page.touch("[data-button=A]", False)
        must_be(page.script("return document.documentElement.scrollWidth"), PHONE[0], "width of the page")
        page.keep(os.path.join(folder, "arduboy-phone.png"))


def names_the_bytes(path, _golden, folder):
    with open_page(path, DESKTOP, "#demo=700") as page:
        place = page.script("return JSON.parse(document.getElementById('firmware').textContent).pools.find((pool) => pool.name === 'rabbits').live") - 0x100
        page.script(f"""const canvas = document.getElementById('ram'), box = canvas.getBoundingClientRect();
            canvas.dispatchEvent(new PointerEvent('pointermove', {{clientX: box.left + ({place % 80} + .5) * box.width / 80,
                clientY: box.top + ({place // 80} + .5) * box.height / 32}}));""")
        address, value, name = page.find("#byte").text.split()
        bits = sum(1 << slot for slot in range(8) if page.script(
            f"return document.querySelectorAll('[data-pool=rabbits] .cells button')[{slot}].style.background !== ''"))
        must_be((address, int(value, 16), name), (f"0x{place + 0x100:04x}", bits, "rabbits_live_"), "the byte of the rabbits' bitmap")
        page.keep(os.path.join(folder, "arduboy-desktop.png"))


TESTS = [("the demo's last frame is the golden picture, and its pools are those of the log", shows_the_golden_picture),
         ("keys play the game, with sound", plays_by_keys),
         ("touch plays the game, at a phone's width", plays_by_touch),
         ("a byte of RAM that is pointed at is named, and a bitmap's bits are the cells", names_the_bytes)]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    return run(TESTS, *sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
