#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# browser_test.py - the page in headless Chromium: picture, keys, touch, sound, past, lab; at a desk's and a phone's width.
"""usage: browser_test.py PAGE GOLDEN.png FOLDER     FOLDER gets pictures of the page, desktop.png and phone.png, to look at"""

import os
import sys

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from browser import DESKTOP, PHONE, Page, golden_picture, must_be, run


def shows_the_golden_picture(path, golden, _folder):
    with Page(path, DESKTOP, "#demo=1811") as page:
        must_be(page.frame(), 1811, "frame")
        must_be(page.picture() == golden_picture(golden), True, "that the picture is the golden one")


def plays_by_keys(path, _golden, _folder):
    with Page(path, DESKTOP) as page:
        must_be(page.script("return heard.length"), 0, "tones before a key")
        before = page.frame()
        page.until("frames go on", lambda: page.frame() > before + 5)
        page.hold(" ", True)
        page.until("a phone is thrown", lambda: page.live("phones") > 0)
        page.hold(" ", False)
        page.until("a tone sounds", lambda: any(hertz > 100 for hertz in page.script("return heard")))
        left = page.picture()
        page.hold("ArrowRight", True)
        page.until("the picture moves", lambda: page.picture() != left)
        page.hold("ArrowRight", False)
        page.script("document.getElementById('lab').scrollIntoView()")
        bottom = "return document.getElementById('screen').getBoundingClientRect().bottom"
        page.until("the screen is out of sight", lambda: page.script(bottom) < 0)
        page.script("window.taken = []; addEventListener('keydown', (event) => taken.push(event.defaultPrevented))")
        page.hold("ArrowRight", True)
        must_be(page.script("return taken"), [False], "whether the game takes a key when its screen is out of sight")


def plays_by_the_key_it_names(path, _golden, _folder):
    with Page(path, DESKTOP) as page:  # PRESS A
        page.hold("a", True)
        page.until("a phone is thrown", lambda: page.live("phones") > 0)
        page.hold("a", False)


def plays_by_touch(path, _golden, _folder):
    with Page(path, PHONE) as page:
        page.touch("[data-button=A]", True)
        page.until("a phone is thrown", lambda: page.live("phones") > 0)
        must_be(page.find("[data-button=A]").get_attribute("class"), "held", "class of the button that is held")
        page.touch("[data-button=A]", False)
        page.until("the button is up", lambda: page.find("[data-button=A]").get_attribute("class") == "")
        page.touch("[data-button=A]", True)
        page.until("a tone sounds", lambda: any(hertz > 100 for hertz in page.script("return heard")))


def goes_back_and_on(path, _golden, _folder):
    with Page(path, DESKTOP, "#demo=1000") as page:
        last = page.picture()
        page.find("#back").click()
        must_be((page.frame(), page.picture() == last), (999, False), "a frame back")
        page.find("#on").click()
        must_be((page.frame(), page.picture() == last), (1000, True), "a frame on")
        page.slide("scrub", 400)
        must_be(page.find("#when").text, "frame 400, 10.0 s back", "after the slider")
        page.find("#pause").click()
        page.until("it plays on from there", lambda: page.frame() > 402)
        must_be(page.frame() < 1000, True, "that what came after is forgotten")


def shows_an_object(path, _golden, _folder):
    with Page(path, DESKTOP, "#demo=700") as page:
        ActionChains(page.driver).move_to_element(page.find("[data-pool=rabbits] .cells button")).perform()
        names = [name.text for name in page.driver.find_elements(By.CSS_SELECTOR, "#object dt")]
        must_be(names, ["x", "height", "dx", "dy", "kind", "rest", "shown_struck", "looks_left"], "fields of a rabbit")
        must_be("rabbits[0]" in page.find("#object p").text, True, "that the cell is named")


def lab_answers(path, _golden, folder):
    with Page(path, DESKTOP, "#demo=1500") as page:
        page.slide("capacity", 2)
        for act in ("acquire", "keep", "release", "release"):
            page.find("#act-" + act).click()
        for build in ("release", "debug"):
            must_be("DOUBLE_RELEASE" in page.find(f"#{build}-build .results").text, True, f"that the {build} build reports")
        for act in ("acquire", "acquire", "overrun", "write", "check"):
            page.find("#act-" + act).click()
        damaged = [len(page.driver.find_elements(By.CSS_SELECTOR, f"#{build}-build .damaged")) for build in ("release", "debug")]
        must_be(damaged, [1, 0], "damaged crates in the release and in the debug build")
        words = page.find("#release-build .words").text.split("\n")
        must_be((len(words), words[0].split()[:2], words[4].split()[0]), (5, ["live[0]", "0x00000003"], "full"), "the words of 100 slots")
        page.keep(os.path.join(folder, "desktop.png"))


def fits(path, _golden, folder):
    for size in (DESKTOP, PHONE):
        with Page(path, size, "#demo=1500") as page:
            page.slide("capacity", 3)
            page.find("#act-fill").click()
            must_be(page.script("return document.documentElement.scrollWidth"), size[0], "width of the page")
            cut = page.script("""return [...document.querySelectorAll('.words, .scroll')].filter((part) => part.scrollWidth > part.clientWidth)
                .map((part) => part.className);""")
            must_be(cut, [], f"what is cut off at {size[0]} pixels")
            if size == PHONE:
                page.keep(os.path.join(folder, "phone.png"))


TESTS = [("the demo's last frame is the golden picture", shows_the_golden_picture),
         ("keys play the game, with sound, while its screen is in sight", plays_by_keys),
         ("PRESS A: the key A starts the game and throws", plays_by_the_key_it_names),
         ("touch plays the game", plays_by_touch),
         ("the past is shown frame by frame, and one can play on from there", goes_back_and_on),
         ("a cell that is pointed at shows its object's fields", shows_an_object),
         ("the lab's two builds answer, and draw their bitmaps", lab_answers),
         ("nothing is cut off at 1280 and at 390 pixels", fits)]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    return run(TESTS, *sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
