# SPDX-License-Identifier: MIT
# makefiles.py - no variable of the makefiles is used before the line that defines it: it would be empty there.

import re
import subprocess


def make(root, *words):
    done = subprocess.run(["make", "-n", *words, "help"], capture_output=True, text=True, cwd=root, check=False)
    return done.stdout, done.stderr


def problems(root):
    defined = set(re.findall(r"^(?:define )?([A-Za-z_][\w.-]*)(?: [:?]?:?= ?|$)", make(root, "-p")[0], re.M))
    warned = re.findall(r"^(\S+?):(\d+): warning: undefined variable '(.*)'", make(root, "--warn-undefined-variables")[1], re.M)
    return sorted({f"{path}:{line}: {name} is defined further down" for path, line, name in warned if name in defined})
