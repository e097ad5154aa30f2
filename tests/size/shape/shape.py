#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# shape.py - reads the machine code that gcc makes for Cortex-M: how long the two hot functions are, and what is not there.

import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import compiled  # noqa: E402  (of tests/tools)
import cpu_time  # noqa: E402
import tap_out  # noqa: E402

CROSS = "arm-none-eabi-"
COMMON = ["-std=c99", "-ffreestanding", "-Wall", "-Werror", "-I" + os.path.join(ROOT, "include")]
FLAGS = [*COMMON, "-mthumb", "-ffunction-sections", "-I" + os.path.join(ROOT, "port", "cortex_m")]
# With a section for each variable gcc can no longer reach bitmap and slots from one address: another literal, one or
# two instructions more; and it makes the fault's call twice.
# flag, instructions and bytes of acquire, instructions of release
LIMITS = [("-fno-data-sections", 17, 48, 25), ("-fdata-sections", 17, 50, 29)]
SHARED_BYTES = 300
# Each alone in its file: a pool of 16 slots of 24 bytes, shared with interrupts, and what uses it.
HEAD = '#include "hutch/hutch.h"\nstruct particle { unsigned char bytes[24]; };\n'
POOL = HEAD + "HUTCH_POOL(ps, struct particle, 16, .lock = HUTCH_LOCK_IRQ);\n"
SHARED = HEAD + "HUTCH_POOL_DECLARE(ps, struct particle, 16, .lock = HUTCH_LOCK_IRQ);\nstruct particle *acquire(void);\nvoid release(struct particle *particle);\n"
ACQUIRE = "struct particle *acquire(void) { return ps_acquire(); }\n"
RELEASE = "bool release(struct particle *particle) { return ps_release(particle); }\n"
SOURCES = {
    "acquire.c": POOL + ACQUIRE, "release.c": POOL + RELEASE,
    # By its descriptor, which must then be there, so that its absence elsewhere says something.
    "by_address.c": POOL + "void *acquire(void) { return hutch_acquire(&ps_pool); }\n",
    "unused.c": POOL + "HUTCH_POOL(many, struct particle, 3000);\nHUTCH_POOL_IDS(voices, 8);\n",
    # For builds in which nothing folds.
    "unfolded.c": HEAD + "HUTCH_POOL(ps, struct particle, 16);\n" + ACQUIRE + RELEASE + """unsigned count(void)
{
    unsigned sum = 0;
    HUTCH_FOREACH (struct particle, it, ps) {
        sum += it->bytes[0];
    }
    return sum;
}
""",
    "shared_user.c": SHARED + ACQUIRE + "void release(struct particle *particle) { ps_release(particle); }\n",
    "shared_owner.c": SHARED + """HUTCH_POOL_DEFINE(ps);
void hutch_on_fault(const struct hutch_fault *fault) { (void)fault; }
void _start(void) { release(acquire()); for (;;) {} }
"""}
LIBRARY = sorted("src/" + name for name in os.listdir(os.path.join(ROOT, "src")) if name.endswith(".c"))
# Bytes of one pool with acquire, release and a loop, where each typed function is one call.
UNFOLDED = [("Cortex-M4", CROSS, [*FLAGS, "-mcpu=cortex-m4"], 400),
            ("ATmega328P", "avr-", [*COMMON, "-mmcu=atmega328p", "-I" + os.path.join(ROOT, "port", "avr")], 700)]


# CPU, compiler and flags, and the instruction that counts the zeros there.
RISCV = "riscv64-unknown-elf-gcc"
COUNTING = [*((cpu, [CROSS + "gcc", "-mthumb", "-mcpu=" + cpu], "clz") for cpu in ("cortex-m3", "cortex-m4", "cortex-m7", "cortex-m33", "cortex-m55")),
            ("RV32 with Zbb", [RISCV, "-march=rv32imac_zbb", "-mabi=ilp32"], "ctz"),
            ("RV64 with Zbb", [RISCV, "-march=rv64imac_zbb", "-mabi=lp64"], "ctzw"),
            ("RV32 with Zbb, by clang", ["clang", "--target=riscv32-unknown-elf", "-march=rv32imac_zbb"], "ctz"),
            ("Cortex-M33, by clang", ["clang", "--target=arm-none-eabi", "-mcpu=cortex-m33"], "clz"),
            ("AArch64", ["clang", "--target=aarch64-none-elf"], "clz")]
# CPUs without a multiplier or with one of 32 cycles: port, compiler and flags, level, multiplies in acquire and in release.
SLOW = [("RV32IC", "riscv", [RISCV, "-march=rv32ic", "-mabi=ilp32"], level, (0, 0)) for level in ("-O2", "-Os")]
SLOW += [("Cortex-M0, small multiplier", "cortex_m", [CROSS + "gcc", "-mthumb", "-mcpu=cortex-m0.small-multiply", "-DHUTCH_PORT_SLOW_MULTIPLY=1"],
          level, most) for level, most in (("-O2", (0, 0)), ("-Os", (0, 1)))]


def tool(name, *words, cross=CROSS):
    return cpu_time.call([cross + name, *words])


class Bench:
    """Compiles the files of this folder, and SOURCES, into a temporary one."""

    def __init__(self, folder):
        self.folder = folder
        for name, text in SOURCES.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def path(self, name):
        return os.path.join(ROOT if "/" in name else self.folder if name in SOURCES else HERE, name)

    def objects(self, names, *options):
        """Of files of this folder, or of src/."""
        paths = [self.path(name) for name in names]
        return compiled.objects([CROSS + "gcc", *FLAGS, *options], paths, os.path.join(self.folder, "".join(options)))

    def compile(self, name, *options):
        return self.objects([name], *options)[0]

    def link(self, *options):
        """The whole program, without a C library and without the compiler's own."""
        options = (*options, "-fdata-sections")
        out = os.path.join(self.folder, "program" + "".join(options) + ".elf")
        tool("gcc", "-mthumb", *options, "-nostdlib", "-nostartfiles", "-Wl,--gc-sections", "-Wl,-e,_start",
             *self.objects(["program.c", *LIBRARY], *options), "-o", out)
        return out

    def link_shared(self, *options):
        """(objects of two files that share a pool, program of them and the library), without -ffunction-sections."""
        options = (*options, "-fno-function-sections")
        mine, archive, out = self.objects(["shared_owner.c", "shared_user.c"], *options), os.path.join(self.folder, "libhutch.a"), os.path.join(self.folder, "shared.elf")
        tool("ar", "rcs", archive, *self.objects(LIBRARY, *options))
        tool("gcc", "-mthumb", *options, "-nostdlib", "-nostartfiles", "-Wl,-e,_start", *mine, archive, "-o", out)
        return mine, out


def instructions(path, function):
    """[(bytes, text)] of a function: without its literals, which are data, and without padding behind its end."""
    found = []
    for line in tool("objdump", "-d", "--section=.text." + function, path).split("\n"):
        parts = line.split("\t")
        if re.match(r"\s*[0-9a-f]+:$", parts[0]) and len(parts) >= 3 and not parts[2].startswith("."):
            found.append((len(parts[1].replace(" ", "")) // 2, " ".join(parts[2:]).split(";")[0].strip()))
    while found and found[-1][1].startswith("nop"):
        found.pop()
    return found


def symbols(path, *options):
    """Their names, without those of numbers: they only make the linker compare files."""
    lines = [line.split() for line in tool("nm", *options, path).split("\n") if line.strip()]
    return [words[-1] for words in lines if words[-2:-1] != ["A"]]


def at_most(what, count, limit):
    return f"{count} {what}, more than {limit}" if count > limit or count == 0 else ""


def acquire_problem(bench, options, instructions_max, bytes_max):
    code = instructions(bench.compile("acquire.c", *options), "acquire")
    return at_most("instructions", len(code), instructions_max) or \
        at_most("bytes", sum(size for size, _ in code), bytes_max)


def release_problem(bench, options, instructions_max):
    return at_most("instructions", len(instructions(bench.compile("release.c", *options), "release")), instructions_max)


def mask_problem(bench, level, name):
    """Interrupts are off over loads, stores and arithmetic: no branch, no multiply, no search."""
    code = [text for _, text in instructions(bench.compile(name, "-mcpu=cortex-m3", level), name[:-2])]
    masks = [n for n, text in enumerate(code) if text.startswith("cpsid")]
    unmasks = [n for n, text in enumerate(code) if re.match(r"msr\s+PRIMASK", text, re.I)]
    if len(masks) != 1 or len(unmasks) != 1 or masks[0] > unmasks[0]:
        return "interrupts are not masked and unmasked once"
    inside = code[masks[0] + 1:unmasks[0]]
    bad = [text for text in inside if re.match(r"(b|bl|bx|bne|beq|cbz|cbnz|mul|mls|clz|rbit|udiv)\b", text)]
    return ("inside the section: " + ", ".join(bad)) if bad else "" if any(text.startswith("str") for text in inside) \
        else "there is no store in the section"


def order_problem(bench, cpu, level):
    """The hooks' stores stand between the one that hides the object and the one that shows it. A word of bits is loaded before it is
    stored, a field of the object is not."""
    path = bench.compile("spawn.c", "-mcpu=" + cpu, level)
    for function in ("spawn", "despawn"):
        loaded, is_bit = set(), []
        for _, text in instructions(path, function):
            place = re.match(r"(ldr|str)\S*\s+\w+, (\[.*\])", text)
            if place and place[1] == "ldr":
                loaded.add(place[2])
            elif place:
                is_bit.append(place[2] in loaded)
        if function == "spawn" and is_bit.count(False) != 3:
            return "spawn does not store what its hook writes, and what its caller writes later"
        outside = (is_bit[::-1] if function == "spawn" else is_bit).index(True)
        if outside > 1:  # one store is the caller's own
            return f"{outside} stores to the object {'follow' if function == 'spawn' else 'precede'} the bit of {function}"
    return ""


def descriptor_problem(path, is_expected):
    is_there = "ps_pool" in symbols(path)
    return "" if is_there == is_expected else f"ps_pool is {'there' if is_there else 'not there'}"


def name_problem(path):
    """Only a release needs the pool's name, for its fault."""
    return "the name ps is in the object's constants" if ".rodata" in tool("objdump", "-s", path) else ""


def undefined_problem(path, pattern):
    """What a file needs. The names that a program may define itself are sought, but not needed."""
    foreign = [name for name in symbols(path, "-u") if not re.fullmatch(pattern, name) and not name.endswith("_of_program")]
    return "needs " + ", ".join(foreign) if foreign else ""


def no_code_problem(path):
    left = symbols(path, "--defined-only")
    return "leaves " + ", ".join(left) if left else ""


def text_bytes(*paths, cross=CROSS):
    """Code and constants of objects or of a program."""
    return sum(int(line.split()[0]) for line in tool("size", *paths, cross=cross).split("\n")[1:] if line.strip())


def shared_cases(bench):
    mine, program = bench.link_shared("-mcpu=cortex-m3", "-Os")
    count, linked = text_bytes(*mine), text_bytes(program)
    yield f"two files that share a pool take {count} bytes, at most {SHARED_BYTES}, and {linked} linked, " \
        "without -ffunction-sections", at_most("bytes", count, SHARED_BYTES)
    others = [name for name in symbols(mine[1], "--defined-only") if name not in ("acquire", "release")
              and not name.startswith(("$", "ps_"))]
    yield "file that only uses a shared pool holds no other functions", ", ".join(others)
    unused = [name for name in symbols(program) if re.match(r"hutch_(?!fault|on_fault|last_fault|assert_failed)", name)]
    yield "program of both links the fault report and nothing else", ", ".join(unused)


def unfolded_cases(bench):
    for title, cross, flags, limit in UNFOLDED:
        for options in (["-O0"], ["-O0", "-DHUTCH_CFG_CHECK=2"], ["-Os", "-DHUTCH_CFG_CHECK=2"]):
            path = os.path.join(bench.folder, "unfolded.o")
            tool("gcc", *flags, *options, "-c", bench.path("unfolded.c"), "-o", path, cross=cross)
            count = text_bytes(path, cross=cross)
            yield f"acquire, release and a loop take {count} bytes, at most {limit}, on {title} at {' '.join(options)}", \
                at_most("bytes", count, limit)


def counting_problem(bench, command, level, mnemonic):
    """The first free slot is found by the CPU's own instruction, not by a table."""
    text = cpu_time.call([*command, *COMMON, level, "-I" + os.path.join(HERE, "kernel"), "-S", bench.path("acquire.c"), "-o", "-"])
    if "hutch_bits_table" in text:
        return "it reads hutch_bits_table"
    return "" if re.search(rf"^\s+{mnemonic}\s", text, re.M) else f"there is no {mnemonic}"


def multiplies(bench, port, command, level):
    """How many there are, calls of the compiler's library too, in acquire and in release."""
    texts = (cpu_time.call([*command, *COMMON, level, "-I" + os.path.join(ROOT, "port", port), "-S", bench.path(name), "-o", "-"])
             for name in ("acquire.c", "release.c"))
    return tuple(len(re.findall(r"^\s+muls?\s|\b__mulsi3|\b__aeabi_lmul", text, re.M)) for text in texts)


def link_problem(bench, cpu, level):
    try:
        path = bench.link("-mcpu=" + cpu, level)
    except cpu_time.Failure as error:
        return str(error)
    helpers = [name for name in symbols(path) if name.startswith("__aeabi") or name in ("memset", "memcpy", "malloc")]
    return "links " + ", ".join(helpers) if helpers else undefined_problem(path, "")


def cases(bench):
    """Yields (sentence, problem or nothing)."""
    for level in ("-O2", "-Os"):
        m3 = ("-mcpu=cortex-m3", level)
        for flag, acquire_max, bytes_max, release_max in LIMITS:
            yield f"acquire has at most {acquire_max} instructions in {bytes_max} bytes, at {level} {flag}", \
                acquire_problem(bench, (*m3, flag), acquire_max, bytes_max)
            yield f"checked release has at most {release_max} instructions, at {level} {flag}", \
                release_problem(bench, (*m3, flag), release_max)
        yield f"acquire's masked section has no branch and no search, at {level}", mask_problem(bench, level, "acquire.c")
        yield f"release's masked section has no branch and no multiply, at {level}", mask_problem(bench, level, "release.c")
        acquire, release = bench.compile("acquire.c", *m3), bench.compile("release.c", *m3)
        yield f"acquire leaves no descriptor, at {level}", descriptor_problem(acquire, False)
        yield f"acquire leaves no name, at {level}", name_problem(acquire)
        yield f"release leaves no descriptor, at {level}", descriptor_problem(release, False)
        yield f"pool used by its address has a descriptor, at {level}", \
            descriptor_problem(bench.compile("by_address.c", *m3), True)
        yield f"acquire needs no other function, at {level}", undefined_problem(acquire, "")
        yield f"release needs the fault report and no other function, at {level}", \
            undefined_problem(release, r"hutch_fault_\w+")
        yield f"pools that nobody uses leave nothing, at {level}", no_code_problem(bench.compile("unused.c", *m3))
    for cpu in ("cortex-m3", "cortex-m0"):
        for level in ("-O2", "-Os"):
            yield f"hooks write while the object is hidden, without a lock, on {cpu} at {level}", order_problem(bench, cpu, level)
        for level in ("-O2", "-Os", "-O0"):
            program = bench.compile("program.c", "-mcpu=" + cpu, level)
            yield f"program of typed pools needs nothing that is not hutch's, on {cpu} at {level}", \
                undefined_problem(program, r"hutch_\w+")
            yield f"program links without any library, on {cpu} at {level}", link_problem(bench, cpu, level)
    for cpu, command, mnemonic in COUNTING:
        for level in ("-O2", "-Os"):
            yield f"acquire finds its slot by {mnemonic}, on {cpu} at {level}", counting_problem(bench, command, level, mnemonic)
    for cpu, port, command, level, most in SLOW:
        found = multiplies(bench, port, command, level)
        yield f"multiplies in acquire and release, {cpu} {level}: {most[0]}, {most[1]}", "" if found == most else f"there are {found[0]} and {found[1]}"
    yield from shared_cases(bench)
    yield from unfolded_cases(bench)


def main():
    with tempfile.TemporaryDirectory() as folder:
        return tap_out.every(cases(Bench(folder)))


if __name__ == "__main__":
    sys.exit(main())
