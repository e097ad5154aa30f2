#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# browser_test.py - the page in headless Chromium: picture, keys, touch, sound, past, lab; at a desk's and a phone's width.
"""usage: browser_test.py PAGE GOLDEN.png FOLDER AXE.js     FOLDER gets pictures of the page, desktop.png and phone.png, to look at"""

import os
import sys

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from browser import DESKTOP, PHONE, Page, golden_frames, golden_picture, must_be, run

IN_SITE = (928, 700)  # the frame on the site's first page


def shows_the_golden_picture(path, golden, *_):
    with Page(path, DESKTOP, "#demo=9999") as page:
        must_be(page.frame(), golden_frames(golden.replace(".png", ".txt")), "frame")
        must_be(page.picture() == golden_picture(golden), True, "that the picture is the golden one")


def plays_a_demo(path, *_):
    with Page(path, DESKTOP) as page:
        page.until("somebody plays", lambda: page.live("phones") > 0)
        must_be(page.find("#hint").is_displayed(), True, "that the demo is called one")
        page.until("some frames have been shown", lambda: page.frame() > 200)
        page.hold("ArrowRight", True)
        page.until("the game begins", lambda: page.frame() < 200)
        must_be(page.find("#hint").is_displayed(), False, "that it is still called a demo")


def lowers_a_capacity(path, *_):
    with Page(path, DESKTOP, "#demo=1811") as page:
        row, refused = "[data-pool=rabbits]", "return Number(document.querySelector('[data-pool=rabbits] span').textContent.split(' ').at(-1))"
        before = page.script(refused)
        page.script(f"const slider = document.querySelector('{row} input'); slider.value = 3; slider.dispatchEvent(new Event('input'))")
        must_be(page.find(row + " code").text, "HUTCH_POOL(rabbits, struct rabbit, 3);", "the declaration")
        page.find("#pause").click()
        page.until("refusals rise", lambda: page.script(refused) > before and page.live("rabbits") <= 3)


def has_no_barrier(path, _golden, _folder, axe):
    for scheme in ("dark", "light"):
        with Page(path, DESKTOP, "#demo=1500") as page:
            page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            with open(axe, encoding="utf-8") as file:
                page.script(file.read())
            found = page.driver.execute_async_script("axe.run().then((found) => arguments[0](found.violations.map((rule) => "
                                                     "`${rule.id}: ${rule.nodes.map((node) => node.target).join(', ')}`)))")
            must_be(found, [], f"what axe finds, {scheme}")


def plays_by_keys(path, *_):
    with Page(path, DESKTOP) as page:
        must_be(page.script("return heard.length"), 0, "tones before a key")
        page.hold(" ", True)
        page.until("a phone is thrown", lambda: page.live("phones") > 0)
        page.hold(" ", False)
        page.until("a tone sounds", lambda: any(hertz > 100 for hertz in page.script("return heard")))
        before, left = page.frame(), page.picture()
        page.hold("ArrowRight", True)
        page.until("the picture moves", lambda: page.frame() > before + 5 and page.picture() != left)
        page.hold("ArrowRight", False)
        page.script("document.getElementById('lab').scrollIntoView()")
        bottom = "return document.getElementById('screen').getBoundingClientRect().bottom"
        page.until("the screen is out of sight", lambda: page.script(bottom) < 0)
        page.script("window.taken = []; addEventListener('keydown', (event) => taken.push(event.defaultPrevented))")
        page.hold("ArrowRight", True)
        must_be(page.script("return taken"), [False], "whether the game takes a key when its screen is out of sight")


def plays_by_the_key_it_names(path, *_):
    with Page(path, DESKTOP) as page:  # PRESS A
        page.hold("a", True)
        page.until("a phone is thrown", lambda: page.live("phones") > 0)
        page.hold("a", False)


def plays_by_touch(path, *_):
    with Page(path, PHONE) as page:
        page.touch("[data-button=A]", True)
        page.until("a phone is thrown", lambda: page.live("phones") > 0)
        must_be(page.find("[data-button=A]").get_attribute("class"), "held", "class of the button that is held")
        page.touch("[data-button=A]", False)
        page.until("the button is up", lambda: page.find("[data-button=A]").get_attribute("class") == "")
        page.touch("[data-button=A]", True)
        page.until("a tone sounds", lambda: any(hertz > 100 for hertz in page.script("return heard")))


def goes_back_and_on(path, *_):
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
        page.find("#pause").click()
        before = page.frame()
        page.script("for (let i = 0; i < 30; i++) { dispatchEvent(new KeyboardEvent('keydown', {key: 'r'})); }")
        must_be(page.frame() < before, True, "that r goes back")
        page.until("it plays on from there", lambda: page.frame() > 402 - 30 * 8)


def shows_an_object(path, *_):
    with Page(path, DESKTOP, "#demo=700") as page:
        ActionChains(page.driver).move_to_element(page.find("[data-pool=rabbits] .cells button")).perform()
        names = [name.text for name in page.driver.find_elements(By.CSS_SELECTOR, "#object dt")]
        must_be(names, ["x", "height", "dx", "dy", "kind", "rest", "shown_struck", "looks_left"], "fields of a rabbit")
        must_be("rabbits[0]" in page.find("#object p").text, True, "that the cell is named")


def lab_answers(path, _golden, folder, _axe):
    with Page(path, DESKTOP, "#demo=1500") as page:
        for build in ("release", "debug"):
            must_be("DOUBLE_RELEASE" in page.find(f"#{build}-build .results li").text, True, f"that the {build} build has reported when one arrives")
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


def fits(path, _golden, folder, _axe):
    for size in (DESKTOP, IN_SITE, PHONE):
        with Page(path, size, "#demo=1500") as page:
            page.slide("capacity", 3)
            page.find("#act-fill").click()
            must_be(page.script("return document.documentElement.scrollWidth"), size[0], "width of the page")
            cut = page.script("""return [...document.querySelectorAll('.words, .scroll, .pool-head')].filter((part) => part.scrollWidth > part.clientWidth)
                .map((part) => part.className);""")
            must_be(cut, [], f"what is cut off at {size[0]} pixels")
            if size == PHONE:
                page.keep(os.path.join(folder, "phone.png"))


TESTS = [("the demo's last frame is the golden picture of the console", shows_the_golden_picture),
         ("a demo plays until a key is pressed", plays_a_demo),
         ("a pool's slider is its declaration's capacity, and takes effect", lowers_a_capacity),
         ("axe finds no barrier, dark or light", has_no_barrier),
         ("keys play the game, with sound, while its screen is in sight", plays_by_keys),
         ("PRESS A: the key A starts the game and throws", plays_by_the_key_it_names),
         ("touch plays the game", plays_by_touch),
         ("the past is shown frame by frame, and one can play on from there", goes_back_and_on),
         ("a cell that is pointed at shows its object's fields", shows_an_object),
         ("the lab's two builds answer, and draw their bitmaps", lab_answers),
         ("nothing is cut off at 1280, 928 and 390 pixels", fits)]


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    return run(TESTS, *sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
