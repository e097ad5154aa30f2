# SPDX-License-Identifier: MIT
# install.py - what `make install` puts where, and whether a program outside of the tree can use it.

import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)

FOLDER = "build/check/install"


def run(command, **more):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    environment.update(more.pop("env", {}))
    return cpu_time.run(command, capture_output=True, text=True, timeout=120, env=environment, **more)


def make(root, goal, *variables):
    # With counters: hutch.pc must hand the option on, or the program does not compile.
    return run(["make", "-s", "-C", root, goal, "PREFIX=/opt/hutch", "CPPFLAGS=-DHUTCH_CFG_STATS=1",
                "lib.build=" + FOLDER + "/lib"] + list(variables))


def libraries(root, *variables):
    """What the compilers of all ports that are here say about the library: they should say nothing."""
    # In a folder of its own, as other targets may be building at the same time.
    done = run(["make", "-s", "-C", os.path.abspath(root), "lib", "lib.build=build/check/lib"] + list(variables))
    shutil.rmtree(os.path.join(root, "build/check/lib"), ignore_errors=True)
    return done.stderr.strip().split("\n") if done.stderr.strip() or done.returncode != 0 else []


def installed(stage):
    return sorted(os.path.relpath(os.path.join(folder, name), stage) for folder, _, names in os.walk(stage) for name in names)


def expected(root):
    with open(os.path.join(root, "tests/check/installed.txt"), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def difference(found, wanted):
    return ([f"{path} is installed, and not in tests/check/installed.txt" for path in found if path not in wanted] +
            [f"{path} is in tests/check/installed.txt, and not installed" for path in wanted if path not in found])


def consume(root, prefix, folder):
    """Builds and runs consumer.c with what pkg-config says, from another folder."""
    found = run(["pkg-config", "--cflags", "--libs", "hutch"],
                env={"PKG_CONFIG_PATH": os.path.join(prefix, "lib", "pkgconfig"), "PKG_CONFIG_SYSROOT_DIR": ""})
    if found.returncode != 0:
        return ["pkg-config does not find hutch: " + found.stderr]
    shutil.copy(os.path.join(root, "tests/check/consumer.c"), folder)
    built = run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "consumer.c", "-o", "consumer"] +
                found.stdout.split(), cwd=folder)
    if built.returncode != 0:
        return ["the program does not compile: " + built.stderr]
    ran = run([os.path.join(folder, "consumer")])
    version = run(["pkg-config", "--modversion", "hutch"],
                  env={"PKG_CONFIG_PATH": os.path.join(prefix, "lib", "pkgconfig")}).stdout.strip().replace("~", "-")
    if ran.returncode != 0 or ran.stdout != f"hutch {version}\n":
        return [f"the program prints {ran.stdout!r}, ends with {ran.returncode}; hutch.pc says {version}"]
    return []


def problems(root):
    root = os.path.abspath(root)
    folder = os.path.join(root, FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    stage, moved = os.path.join(folder, "it's \"a\" stage; & \\ | `it`"), os.path.join(folder, "moved")
    os.makedirs(stage)
    done = make(root, "install", "DESTDIR=" + stage)
    if done.returncode != 0:
        return ["make install fails: " + done.stderr]
    found = difference(installed(stage), expected(root))
    shutil.copytree(stage, moved)
    found += make(root, "uninstall", "DESTDIR=" + stage).stderr.split("\n")[:-1]
    found += [f"make uninstall leaves {path}" for path in installed(stage)]
    outside = os.path.join(folder, "elsewhere")
    os.makedirs(outside)
    return found + consume(root, os.path.join(moved, "opt/hutch"), outside)
