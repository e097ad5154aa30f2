# SPDX-License-Identifier: MIT
# browser.py - a page in headless Chromium, for tests: keys, touch, picture, sound.

import base64
import os
import sys
import tempfile

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(FOLDER, "../../boards/tools"), os.path.join(FOLDER, "../tools")]
import png  # noqa: E402  (of boards/tools)
from tap_out import end, result  # noqa: E402  (of tests/tools)

WAIT_SECONDS = 60
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--hide-scrollbars")
DESKTOP, PHONE = (1280, 900), (390, 844)
LAB_IS_THERE = "#debug-build .slots button:nth-child(16)"
# Notes the frequencies that the page's voices get.
LISTEN = """window.heard = [];
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, time) { heard.push(value); return set.call(this, value, time); };"""


def chromium(folder, size, metrics=None):
    """Headless Chromium, whose profile is in that folder, with a window of that size; or with the screen of a device."""
    options = webdriver.ChromeOptions()
    for option in (*OPTIONS, "--user-data-dir=" + folder, f"--window-size={size[0]},{size[1]}"):
        options.add_argument(option)
    if metrics:
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


class Page:
    """A page in a browser of its own; it is ready when it has one `element`."""

    def __init__(self, path, size, moment="", element=LAB_IS_THERE):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.size = size
        self.driver = chromium(self.folder.name, size, {"width": size[0], "height": size[1], "pixelRatio": 2, "touch": True} if size == PHONE else None)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTEN})
        self.driver.get("file://" + os.path.abspath(path) + moment)
        self.until("the page is ready", lambda: self.driver.find_elements(By.CSS_SELECTOR, element))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        errors = [entry["message"] for entry in self.driver.get_log("browser")]
        self.driver.quit()
        self.folder.cleanup()
        if kind is None:
            must_be(errors, [], "what the console says")

    def script(self, text):
        return self.driver.execute_script(text)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def until(self, what, condition):
        try:
            WebDriverWait(self.driver, WAIT_SECONDS, poll_frequency=0.05).until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(f"not within {WAIT_SECONDS} s: {what}") from None

    def frame(self):
        return int(self.find("#when").text.split()[1].rstrip(","))

    def live(self, pool):
        return int(self.find(f"[data-pool={pool}] .pool-head span").text.split()[0])

    def picture(self):
        """The game's screen, three bytes a pixel."""
        return bytes(self.script("""const screen = document.getElementById('screen'), {width, height} = screen;
            const copy = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true});
            copy.drawImage(screen, 0, 0);
            return [...copy.getImageData(0, 0, width, height).data].filter((_, i) => i % 4 < 3);"""))

    def hold(self, key, is_down):
        kind = "rawKeyDown" if is_down else "keyUp"
        code = {" ": 32, "ArrowRight": 39, "a": 65}[key]
        self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, "key": key, "windowsVirtualKeyCode": code})

    def touch(self, selector, is_down):
        box = self.script(f"const box = document.querySelector('{selector}').getBoundingClientRect(); return [box.x + 9, box.y + 9]")
        points = [{"x": box[0], "y": box[1]}] if is_down else []
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart" if is_down else "touchEnd", "touchPoints": points})

    def slide(self, name, value):
        self.script(f"const slider = document.getElementById('{name}'); slider.value = {value}; slider.dispatchEvent(new Event('input'))")

    def keep(self, path):
        height = self.script("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": self.size[0], "height": height, "scale": 1}
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))


def must_be(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: {found}, must be {wanted}")


def golden_frames(path):
    """How many frames the game of a golden log has."""
    with open(path, encoding="utf-8") as file:
        return int(file.readline().split()[1])


def golden_picture(path):
    """The pixels of a golden file, as Page.picture has them."""
    width, height, pixels = png.read(path)
    zoom = width // 128 if width % 128 == 0 else 1  # an Arduboy's is drawn larger
    return b"".join(pixels[3 * (y * width + x):][:3] for y in range(0, height, zoom) for x in range(0, width, zoom))


def run(tests, *arguments):
    """Prints TAP; returns the exit code. A test is a sentence, and a function that raises what is wrong."""
    for claim, test in tests:
        found = ""
        try:
            test(*arguments)
        except AssertionError as error:
            found = str(error)
        result(not found, f"{claim}; no error in the console", found)
    return end()
