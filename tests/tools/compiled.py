# SPDX-License-Identifier: MIT
# compiled.py - sources by a compiler and its flags: objects, archives, and how large a program is.

import os
import subprocess

from cpu_time import Failure, call


def need(packages, root):
    """Installs what is missing of them: see boards/tools/need.sh, which may ask."""
    if subprocess.run(["sh", "boards/tools/need.sh", *packages], cwd=root, check=False).returncode != 0:
        raise Failure("packages are missing")


def objects(command, sources, folder, root=None, prefix=""):
    """The objects of some sources, each newly compiled into a folder; paths are from the root."""
    os.makedirs(os.path.join(root or "", folder), exist_ok=True)
    found = [os.path.join(folder, prefix + os.path.splitext(os.path.basename(source))[0] + ".o") for source in sources]
    for source, path in zip(sources, found):
        call([*command, "-c", source, "-o", path], root)
    return found


def archive(command, sources, folder, root=None, prefix="", tools=None):
    """libhutch.a of them, by the archiver of that prefix: that of gcc, if it is the compiler."""
    path = os.path.join(folder, "libhutch.a")
    members = objects(command, sources, folder, root, prefix)
    if os.path.exists(os.path.join(root or "", path)):
        os.remove(os.path.join(root or "", path))
    call([command[0] + "-ar" if tools is None else tools + "ar", "rcs", path, *members], root)  # gcc-ar reads what -flto writes, too
    return path


def flash(tools, program, folder=None):
    """Bytes of code and constants; `tools` is the prefix of `size`."""
    return sum(map(int, call([tools + "size", program], folder).split("\n")[1].split()[:2]))
