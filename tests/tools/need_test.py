#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# need_test.py - tests that boards/tools/need.sh installs what is missing, or prints what to type; with an apt-get that only notes
# what it was told, and no other commands than those of TOOLS.

import os
import shutil
import subprocess
import sys
import tempfile

import tap_out

NEED = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "boards", "tools", "need.sh")
TOOLS = ("sh", "cat", "rm", "tee", "env", "mktemp", "chmod", "grep")
# The first $FAILS installs fail. Then one brings the commands `rabbit` and `stoat`, unless it is $EMPTY.
APT = """#!/bin/sh
echo "$@" >>"$CALLS"
case "$*" in *install*)
    test "$(grep -c install "$CALLS")" -gt $FAILS || { echo "E: it is not there" >&2; exit 100; }
    echo "Get:1 http://mirror bookworm/main amd64 rabbit-bin amd64 1.0 [1 kB]"
    echo "Unpacking rabbit-lib:amd64 (1.0) ..."
    echo "Unpacking rabbit-bin (1.0) ..."
    for name in rabbit stoat; do if [ -z "$EMPTY" ]; then echo >"$BIN/$name"; chmod +x "$BIN/$name"; fi; done
esac
"""


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o755)


def need(*wanted, user=0, fails=0, empty="", without=()):
    """(exit code, what was printed, what apt-get was told)"""
    with tempfile.TemporaryDirectory() as bin_folder:
        calls = os.path.join(bin_folder, "calls.txt")
        for tool in TOOLS:
            os.symlink(shutil.which(tool), os.path.join(bin_folder, tool))
        write(os.path.join(bin_folder, "id"), f"#!/bin/sh\necho {user}\n")
        write(os.path.join(bin_folder, "sudo"), "#!/bin/sh\nexit 1\n")
        write(os.path.join(bin_folder, "apt-get"), APT)
        write(calls, "")
        for name in without:
            os.remove(os.path.join(bin_folder, name))
        done = subprocess.run(["sh", NEED, *wanted], check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={"PATH": bin_folder, "BIN": bin_folder, "CALLS": calls, "FAILS": str(fails), "EMPTY": empty})
        with open(calls, encoding="utf-8") as file:
            return done.returncode, done.stdout, [line.split("Timeout=600 ")[-1] for line in file.read().splitlines()]


def main():
    install = "install --no-install-recommends rabbit-bin"
    wanted = "rabbit:rabbit-bin"

    code, printed, calls = need("cat", "/:root")
    tap_out.result((code, printed, calls) == (0, "", []), "nothing is printed or done when nothing is missing", printed)
    code, printed, calls = need("cat", wanted, wanted, "stoat:stoat-bin")
    tap_out.result(code == 0 and calls in ([install + " stoat-bin"], ["update", install + " stoat-bin"]), "what is missing is installed, in one step", f"{printed}{calls}")
    tap_out.result(printed.splitlines()[0].endswith(" rabbit-bin stoat-bin") and printed.endswith("  fetch    rabbit-bin\n  install  rabbit-bin\n"),
                   "each missing package is named when apt fetches it and when it unpacks it", printed)
    code, printed, calls = need(wanted, fails=1)
    tap_out.result((code, calls) in [(0, [install, "update", install]), (1, ["update", install])],
                   "after an error apt's lists are fetched, if they were not, and it is tried once more", f"{printed}{calls}")
    code, printed, calls = need(wanted, fails=2)
    tap_out.result(code == 1 and "E: it is not there" in printed and "    apt-get " + install in printed,
                   "when apt fails twice, its own words are printed, and what to type", printed)
    code, printed, calls = need(wanted, empty="yes")
    tap_out.result(code == 1 and "installed rabbit-bin, and yet" in printed, "a package that does not bring what it should is named", printed)
    code, printed, calls = need(wanted, user=1)
    tap_out.result(code == 1 and not calls and "    sudo apt-get " + install in printed, "without root and with a password, what to type is printed", printed)
    code, printed, calls = need(wanted, user=1, without=["sudo"])
    tap_out.result(code == 1 and not calls and "    apt-get " + install in printed, "without root and sudo, what to type as root is printed", printed)
    code, printed, calls = need(wanted, without=["apt-get"])
    tap_out.result(code == 1 and "no apt-get" in printed and "\n    rabbit-bin\n" in printed,
                   "without apt the packages are named", printed)
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
