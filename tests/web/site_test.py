#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# site_test.py - the pages of `make site`: links, what they must have, and their width in headless Chromium.
"""usage: site_test.py FOLDER     of the pages"""

import contextlib
import glob
import html.parser
import os
import re
import sys
import tempfile
import urllib.parse

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from browser import chromium

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", "check"), os.path.join(ROOT, "tests", "tools")]
import generated  # noqa: E402
import tap_out  # noqa: E402
import tree  # noqa: E402

WIDTHS = (390, 1280)
PAGES = "src/site/"
# A fence that is no directive, and a figure with a unit.
TYPED = re.compile(r"^```(?!\{|\s*$)|\b\d[\d.,]* (?:bytes|instructions|cycles|%|KB|KiB)", re.M)


class Page(html.parser.HTMLParser):
    """What a page links to, what it loads, and the names by which its parts can be linked to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.names = [], [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.names.update(value for name, value in attrs if name in ("id", "name") and value)
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "link" and "href" in found:
            self.loaded.append(found["href"])
        elif "src" in found:
            self.loaded.append(found["src"])


def pages(folder):
    """{path below the folder: its Page}"""
    paths = sorted(glob.glob(os.path.join(folder, "**/*.html"), recursive=True))
    return {os.path.relpath(path, folder): Page(path) for path in paths}


def links(folder):
    """The links and loads that lead nowhere, or out of the site without a click."""
    every, found = pages(folder), []
    if len(every) < 25:
        found.append(f"there are only {len(every)} pages")
    for path, page in every.items():
        for link in page.links + page.loaded:
            target, is_loaded = urllib.parse.urlsplit(link), link in page.loaded
            if target.scheme or target.netloc:
                found += [f"{path} loads {link}"] if is_loaded and target.scheme != "data" else []
                continue
            there = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(target.path))) if target.path else path
            anchor = urllib.parse.unquote(target.fragment)
            if not os.path.isfile(os.path.join(folder, there)):
                found.append(f"{path} links to {link}, which is not there")
            elif anchor and there in every and anchor not in every[there].names:
                found.append(f"{path} links to {link}, which has no such part")
    return found


TYPED_NAMES = {"hutch_acquire": "voices_acquire", "hutch_claim_index_": "voices_claim", "hutch_retain_": "rabbits_retain", "hutch_put_": "rabbits_put"}


def contracts(folder):
    names, calls = set().union(*(page.names for page in pages(folder).values())), tree.read(folder, PAGES + "calls.html")
    return [f"the contract of {function.name} is on no page" for function in generated.public_functions(ROOT)
            if "c." + function.name not in names] + [
                f"the contract of {verb} does not name {name}" for verb, name in TYPED_NAMES.items()
                if not re.search(rf">{name}</span>(?:(?!<dl).)*<dl[^>]*>\s*<dt[^>]*id=\"c\.{verb}\"", calls, re.S)]


def programs(folder):
    """Recipes and start.sh files that no page shows."""
    shown = "".join(tree.read(ROOT, path) for path in tree.files(ROOT, ".md") if path.startswith(PAGES))
    recipes = tree.read(folder, PAGES + "recipes.html")
    ways = sorted(os.path.relpath(path, ROOT) for path in glob.glob(os.path.join(ROOT, "tests/ways/*/start.sh")))
    return [f"no page shows {path}" for path in ways if f"../{path}\n" not in shown] + [
        f"no page shows {name}" for name in map(os.path.basename, glob.glob(os.path.join(ROOT, "tests/recipes/*.c*"))) if f">{name}<" not in recipes]


def typed(_folder):
    """What the pages of src/site have of their own, where only files of the project and generated figures belong."""
    return [f"{path}:{tree.line_of(text, match.start())}: {match.group(0)!r}"
            for path in tree.files(ROOT, ".md") if path.startswith(PAGES)
            for text in [tree.read(ROOT, path)] for match in TYPED.finditer(text)]


@contextlib.contextmanager
def browser(width):
    """Chromium with a screen of that width."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = chromium(profile, (width, 900), {"width": width, "height": 844, "pixelRatio": 1})
        yield driver
        driver.quit()


def address(folder, path):
    return "file://" + os.path.abspath(os.path.join(folder, path))


def too_wide(folder):
    found = []
    for width in WIDTHS:
        with browser(width) as driver:
            for path in pages(folder):
                driver.get(address(folder, path))
                shown = driver.execute_script("return [innerWidth, document.documentElement.scrollWidth]")
                # The shell of a page, which furo's style sheet makes as wide as the window.
                edge = driver.execute_script("return document.querySelector('.page') ? document.body.getBoundingClientRect().left : 0")
                found += [f"{path} has an edge of {edge} pixels"] if edge else []
                found += [f"{path}: the console says {entry['message']}" for entry in driver.get_log("browser")]
                found += [f"{path} is {shown[1]} pixels wide, its window {shown[0]}, the screen {width}"] if max(shown) > width else []
    return found


def toggles(folder):
    """The button for colours goes through all three, and the page obeys."""
    with browser(WIDTHS[1]) as driver:
        driver.get(address(folder, "README.html"))
        seen = set()
        for _ in range(3):
            driver.execute_script("document.querySelector('.theme-toggle').click()")
            seen.add((driver.execute_script("return document.body.dataset.theme"),
                      driver.execute_script("return getComputedStyle(document.body).backgroundColor")))
    themes, colours = {theme for theme, _ in seen}, {colour for _, colour in seen}
    return [] if themes == {"auto", "light", "dark"} and len(colours) == 2 else [f"three clicks led to {sorted(seen)}"]


def first_page(folder):
    """Follows index.html to the first page, and has the game there run for some frames."""
    with browser(WIDTHS[0]) as driver:
        driver.get(address(folder, "index.html"))
        try:
            game = WebDriverWait(driver, 30).until(lambda page: page.find_element(By.CSS_SELECTOR, "iframe.game"))
            driver.execute_script("arguments[0].scrollIntoView()", game)
            driver.switch_to.frame(game)
            WebDriverWait(driver, 30).until(lambda page: re.match("frame [1-9]", page.find_element(By.ID, "when").text))
        except WebDriverException as problem:
            return [f"index.html led to {driver.current_url}, in which no game runs: {type(problem).__name__}"]
    return []


TESTS = [("every link leads to a page, and to a part that it has; nothing is loaded from elsewhere", links),
         ("every public function has its contract on a page", contracts),
         ("every recipe, and the commands of every way in, are on a page", programs),
         ("programs and figures come from files, and are not typed into a page", typed),
         (f"no page is wider than a screen of {' or '.join(map(str, WIDTHS))} pixels, has an edge, or an error in the console", too_wide),
         ("the button for colours works", toggles),
         ("index.html leads to the first page, in which the game runs", first_page)]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    return tap_out.every((sentence, test(sys.argv[1])[:40]) for sentence, test in TESTS)


if __name__ == "__main__":
    sys.exit(main())
