#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# amalgamate.py - writes the library as two files, hutch.h and hutch.c, with the ports to CPUs and kernels inside; beside them
# hutch.hpp, for C++.
#
# usage: amalgamate.py FOLDER
#
# The headers of include/hutch, the core and all add-ons, follow one another in hutch.h, each after those that it includes. A port's header stands where
# port/auto includes it, in its branch of the #if; what ports share in port/cpu stands there once. hutch.c is all of src/ and of the
# ports. Of the comments, the manual and those of the public headers remain. Tabs indent: every byte here is copied by many.

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(r'^#\s*include\s+"([^"]+)".*\n', re.M)
SHARED = re.compile(r'^#\s*include "(?:\.\./cpu/)?(arm|avr|riscv|cpu)\.h"\n', re.M)
GUARD = re.compile(r"\A\s*#ifndef (\w+_H)(?: // .*)?\n#define \1\n(.*)#endif\n\Z", re.S)
FUNCTION = re.compile(r"^(?!HUTCH_INLINE)(?=[A-Za-z][\w *]*\b\w+\((?:[^;{}()]|\([^()]*\))*\)\n\{)", re.M)
CONSTANT = re.compile(r"^(?=(?:const struct|HUTCH_TABLE_CONST) [^;{}()]*= *\{)", re.M)
INNER = ("atomic.h", "bitmap.h", "bits.h", "compiler.h", "core.h", "cores.h", "debug.h", "engine.h", "guarded.h", "hooks.h", "locked.h",
         "lockfree.h", "misuse.h", "needs.h", "policed.h", "ref.h", "small.h", "storage.h", "stride.h", "waiting.h", "walk.h")
# What a program may define itself. A linker without weak symbols (SDCC) then needs hutch.c without it.
DEFAULTS = ("hutch_fault_default.c", "hutch_list_default.c", "hutch_tick.c")

HEAD = """// SPDX-License-Identifier: MIT
// %s - hutch %s in two files: written by `make amalgamation` from the sources; change those.
//
"""
HEADER_HEAD = HEAD + """// Add hutch.c to the sources of your program, and include hutch.h. The port of your CPU is chosen by the compiler's macros. A
// kernel is named by -DHUTCH_PORT_FREERTOS (_CHIBIOS, _CMSIS_RTOS2, _ESP_IDF, _NUTTX, _RIOT, _THREADX, _ZEPHYR), a port of your own by
// -DHUTCH_PORT_HEADER='"my_port.h"'. Every file of a program must be compiled with the same HUTCH_ options.
"""
IN_TWO_FILES = """//   Compile hutch.c with your program. Options, with default and range, are below: search for HUTCH_CFG_. So are
//   every function's bound, contexts and faults: search for its name, such as hutch_release.
"""
SOURCE_HEAD = HEAD + """// SDCC has no weak symbols: compile this file with -DHUTCH_WITHOUT_FAULT_DEFAULT, _LIST_DEFAULT or _TICK if your program defines
// HUTCH_ON_FAULT, HUTCH_POOL_LIST or HUTCH_TICK itself. It also links all of a file, and this one is large: compile the separate
// files of src/ instead where that is too much.

#define HUTCH_UNFOLDED_
#define HUTCH_IN_LIBRARY
#if defined(__unix__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#if defined(__SDCC)
#define HUTCH_INLINE static
#endif
#include "hutch.h"
#if HUTCH_GNU && defined(__ELF__) && !defined(__PIC__) && !(defined(HUTCH_PORT_TABLE_IN_RAM) && HUTCH_PORT_TABLE_IN_RAM)
#define OWN_CONST __attribute__((section(".rodata.hutch." HUTCH_STRING(__LINE__))))
#else
#define OWN_CONST
#endif
"""
# As in src/hutch_unfolded.h: in the library only the bitmap is inlined by force.
AFTER_BITMAP = """
#if defined(HUTCH_UNFOLDED_) && HUTCH_GNU
#undef HUTCH_INLINE
#define HUTCH_INLINE HUTCH_OWN_SECTION __attribute__((unused)) static inline
#endif
"""

# The headers that ports name by a macro, for debug builds.
BY_MACRO = {
    "HUTCH_PORT_ANNOTATE": '#include "../host/hutch_annotate.h"\n',
    "HUTCH_PORT_TRAP_HEADER": """#if defined(HUTCH_PORT_HEADER)
#include HUTCH_PORT_TRAP_HEADER
#elif defined(__ARM_ARCH_4T__)
#include "../arm7tdmi/hutch_trap.h"
#else
#include "../cortex_m/hutch_trap.h"
#endif
"""}


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def found(path, name, folders):
    """The file of the project that an #include means; None for a kernel's."""
    for folder in (os.path.dirname(path), *folders):
        candidate = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(os.path.join(ROOT, candidate)):
            return candidate
    return None


def bare(path):
    """The text of a file without comments that have lines of their own, but for those of public headers that begin with ///."""
    is_public = path.startswith("include/") and os.path.basename(path) not in INNER
    text = re.sub(rf"^[ \t]*//{'(?!/)' if is_public else ''}.*\n", "", read(path), flags=re.M)
    text = text if is_public else re.sub(r"(?<=\S) +// .*", "", text)
    text = re.sub(r"^(?: {4})+", lambda indent: "\t" * (len(indent.group(0)) // 4), text, flags=re.M)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" +\\\n", r" \\\n", text))


def manual():
    """The comment at the head of hutch.h, after its licence and its job. It names folders, which are not beside the two files."""
    text = "".join(re.match(r"(//.*\n)+", read("include/hutch/hutch.h")).group(0).splitlines(True)[2:])
    text, found = re.subn(r"^//   Compile with -I include .*\n(?://   .*\n)*(?=//\n)", IN_TWO_FILES, text, flags=re.M)
    if found != 1:
        sys.exit("hutch.h does not say how it is compiled")
    return text


def in_order(path, done):
    """The headers of include/hutch that one needs, each behind those that it includes, and itself."""
    for name in INCLUDE.findall(read(path)):
        needed = found(path, name, ["include"])
        if needed and needed not in done:
            in_order(needed, done)
    done.append(path)
    return done


def expanded(path):
    """The text of a file, with a port's sources where it includes them. Other headers stand before it."""
    def replace(match):
        name = found(path, match.group(1), ["include", "src", "port/auto"])
        if name is None or name.startswith("port/cpu/"):
            return match.group(0)
        if path == "include/hutch/config.h":
            return ports() if name.startswith("port/") else ""
        return expanded(name) if name.startswith("port/") and not name.endswith("/hutch_port.h") else ""
    text = bare(path)
    for macro, lines in BY_MACRO.items():
        text = re.sub(rf"^#\s*include {macro}\n", lines, text, flags=re.M)
    return INCLUDE.sub(replace, text)


def used(match):
    """In place of an #include of port/cpu: a note that the port uses it."""
    return f"#define HUTCH_PORT_USES_{match.group(1).upper()}\n"


def ports():
    """The headers of all ports, chosen as in port/auto: first what each has before its #include of port/cpu, then port/cpu, once,
    then the rest of each."""
    before = after = ""
    for line in bare("port/auto/hutch_port.h").splitlines(True):
        included = INCLUDE.match(line)
        if not included:
            before += line
            after += "" if re.match(r"#\s*(include|error)", line) else line
            continue
        text = GUARD.sub(r"\2", expanded(os.path.normpath("port/auto/" + included.group(1))))
        at = SHARED.search(text)
        if at and len(re.findall(r"^#\s*if", text[:at.start()], re.M)) != len(re.findall(r"^#\s*endif", text[:at.start()], re.M)):
            sys.exit(f"{included.group(1)} includes port/cpu under a condition")
        before += text[:at.end()] if at else text
        after += text[at.end():] if at else ""
    shared = f"\n#ifdef HUTCH_PORT_USES_CPU\n{bare('port/cpu/cpu.h')}#endif\n"
    for name in ("arm", "avr", "riscv"):
        shared += f"#ifdef HUTCH_PORT_USES_{name.upper()}\n{bare(f'port/cpu/{name}.h')}#endif\n"
    return SHARED.sub(used, before + shared) + "\n" + after


def header():
    text = HEADER_HEAD % ("hutch.h", version()) + manual()
    for path in in_order("include/hutch/all.h", []):
        text += f"\n// ---- {path}\n" + expanded(path)
        text += AFTER_BITMAP if path == "include/hutch/core/bitmap.h" else ""
    return text


def apart(text):
    """The definitions, each in a section of its own. In one section the linker keeps all functions for the sake of one, and constants
    that name functions for the sake of one constant."""
    return CONSTANT.sub("OWN_CONST ", FUNCTION.sub("HUTCH_OWN_SECTION ", text))


def source():
    text = SOURCE_HEAD % ("hutch.c", version())
    names = sorted(os.listdir(os.path.join(ROOT, "src")), key=lambda name: (not name.endswith(".h"), name))
    for name in names:
        if name.endswith((".h", ".c")):
            switch = "HUTCH_WITHOUT_" + name[len("hutch_"):-len(".c")].upper()
            body = expanded("src/" + name)
            text += f"\n// ---- src/{name}\n" + (f"#ifndef {switch}\n{body}#endif\n" if name in DEFAULTS else body)
    return apart(text + "\n// ---- port/auto/hutch_port.c\n" + expanded("port/auto/hutch_port.c"))


def version():
    return re.search(r'#define HUTCH_VERSION_TEXT "([^"]+)"', read("include/hutch/hutch.h")).group(1)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: amalgamate.py FOLDER")
    files = {"hutch.h": header(), "hutch.c": source(), "hutch.hpp": read("include/hutch/hutch.hpp").replace('#include "spawn.h"\n', "")}
    try:
        os.makedirs(sys.argv[1], exist_ok=True)
        for name, text in files.items():
            with open(os.path.join(sys.argv[1], name), "w", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        sys.exit(f"amalgamate.py: {error.filename or sys.argv[1]}: {error.strerror}")


if __name__ == "__main__":
    main()
