# SPDX-License-Identifier: MIT
# install.py - what `make install` puts where; whether a program can use it, `make test-ways-pkgconfig` shows.

import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)
import tree  # noqa: E402

FOLDER = "build/check/install"
OTHERS = ("include/hutch/hutch_port.h", "lib/libhutch.a", "lib/pkgconfig/hutch.pc", "share/doc/hutch/LICENSE")


def run(command):
    return cpu_time.run(command, capture_output=True, text=True, timeout=120, env=cpu_time.alone())


def make(root, goal, *variables):
    return run(["make", "-s", "-C", root, goal, "PREFIX=/opt/hutch", "lib.build=" + FOLDER + "/lib"] + list(variables))


def libraries(root, *variables):
    """What the compilers of all ports that are here say about the library: they should say nothing."""
    # In a folder of its own, as other targets may be building at the same time.
    done = run(["make", "-s", "-C", os.path.abspath(root), "lib", "lib.build=build/check/lib"] + list(variables))
    shutil.rmtree(os.path.join(root, "build/check/lib"), ignore_errors=True)
    return done.stderr.strip().split("\n") if done.stderr.strip() or done.returncode != 0 else []


def installed(stage):
    return sorted(os.path.relpath(os.path.join(folder, name), stage) for folder, _, names in os.walk(stage) for name in names)


def expected(root):
    """Every header of include/ and of port/cpu/, and what else there is."""
    headers = [path for path in tree.files(root, ".h", ".hpp") if path.startswith("include/")]
    headers += ["include/hutch/cpu/" + os.path.basename(path) for path in tree.files(root, ".h") if path.startswith("port/cpu/")]
    return ["opt/hutch/" + path for path in [*headers, *OTHERS]]


def difference(found, wanted):
    return [f"{path} is installed, though nobody needs it" for path in found if path not in wanted] + \
        [f"{path} is not installed" for path in wanted if path not in found]


def problems(root):
    root = os.path.abspath(root)
    folder = os.path.join(root, FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    stage = os.path.join(folder, "it's \"a\" stage; & \\ | `it`")
    os.makedirs(stage)
    done = make(root, "install", "DESTDIR=" + stage)
    if done.returncode != 0:
        return ["make install fails: " + done.stderr]
    found = difference(installed(stage), expected(root))
    found += make(root, "uninstall", "DESTDIR=" + stage).stderr.split("\n")[:-1]
    return found + [f"make uninstall leaves {path}" for path in installed(stage)]
