# SPDX-License-Identifier: MIT
# c_text.py - hutch's text as gcc's preprocessor prints it for one target and one set of options, parsed by pycparser.

import re
import subprocess
from pathlib import Path

from pycparser import c_parser

HERE = Path(__file__).resolve().parent
ADDRESS = {16: "unsigned short", 32: "unsigned int", 64: "unsigned long long"}
# What is GNU C only. A type that cannot be named becomes `any`; a constant or not, the prover takes both.
GNU = ["-D__attribute__(x)=", "-D__extension__=", "-D_Static_assert(...)=", "-D__builtin_expect(a,b)=(a)",
       "-D__typeof__(x)=prove_any_t", "-D__alignof__(x)=1", "-D__builtin_constant_p(x)=prove_any_bool()",
       "-D__builtin_types_compatible_p(a,b)=1"]
# Assembler: empty statements, and what hooks.py has contracts of, or what no proof calls.
ASSEMBLER = re.compile(r"""__asm__(?: volatile)?\s*\((?:[^()"]|"(?:[^"\\]|\\.)*"|\((?:[^()"]|"(?:[^"\\]|\\.)*")*\))*\)""")
# Macros of the headers as functions, so that they can be called.
WRAPPERS = """
static inline unsigned prove_words(unsigned capacity) { return HUTCH_BITMAP_WORDS(capacity); }
static inline unsigned prove_index_bits(unsigned capacity) { return HUTCH_INDEX_BITS_(capacity); }
static inline unsigned prove_low_bits(unsigned capacity) { return HUTCH_REF_LOW_BITS_(capacity); }
static inline uintptr_t prove_inverse(uintptr_t stride) { return HUTCH_INVERSE(stride); }
static inline uintptr_t prove_inverse_5(uintptr_t odd) { return HUTCH_INVERSE_5_(odd); }
static inline uintptr_t prove_newton(uintptr_t odd, uintptr_t x) { return HUTCH_NEWTON_(odd, x); }
static inline unsigned prove_shift(uintptr_t stride) { return HUTCH_SHIFT(stride); }
#ifdef HUTCH_PORT_FIRST_SET
static inline unsigned prove_port_first_set(hutch_word_t word) { return HUTCH_PORT_FIRST_SET(word); }
#endif
#ifdef HUTCH_PORT_BIT
static inline hutch_word_t prove_port_bit(unsigned number) { return HUTCH_PORT_BIT(number); }
#endif
#ifdef HUTCH_PORT_DIVIDES
static inline _Bool prove_port_divides(const struct hutch_pool *pool) { return HUTCH_PORT_DIVIDES(pool); }
static inline unsigned prove_port_divide(const struct hutch_pool *pool, uintptr_t offset) { return HUTCH_PORT_DIVIDE(pool, offset); }
#endif
"""
HEADERS = "".join(f'#include "hutch/core/{name}.h"\n' for name in ("core", "ref", "tracked", "walk"))
root = HERE.parents[1]  # of the text; a copy while an error is seeded
trees = {}


class Target:
    """Widths in bits: of int, of addresses, of a bitmap word, of a ref; and other options of config.h. `port`: a folder of port/ instead
    of the prover's port; `defines`: what is defined besides."""

    def __init__(self, word, ref=32, int_bits=32, address=32, source=None, port=None, defines=(), **options):
        self.word, self.ref, self.int_bits, self.address, self.source, self.options = word, ref, int_bits, address, source, options
        self.port, self.defines = port, tuple(defines)

    def flags(self):
        options = {"WORD_BITS": self.word, "REF_BITS": self.ref, "LOCK_FREE": 0, "ASSERT": 1, **self.options}
        return [f"-DPROVE_INT_BITS={self.int_bits}", "-DPROVE_ADDRESS=" + ADDRESS[self.address],
                f"-DPROVE_ADDRESS_MAX={2 ** self.address - 1:#x}u" + ("ll" if self.address == 64 else ""),
                f"-I{root}/port/{self.port}" if self.port else f"-I{HERE}/std/port",
                *(f"-D{one}" for one in self.defines), *(f"-DHUTCH_CFG_{name}={value}" for name, value in options.items())]


def preprocessed(target):
    source = f'#include "src/{target.source}"\n' if target.source else ""
    return subprocess.run(["gcc", "-E", "-P", "-std=c99", "-nostdinc", *GNU, *target.flags(),
                           f"-I{HERE}/std", f"-I{root}/include", f"-I{root}/src",
                           f"-I{root}", "-xc", "-"], input="typedef int prove_any_t;\n" + source + HEADERS + WRAPPERS,
                          capture_output=True, text=True, check=True, cwd=root).stdout


def parse(target):
    """The text as a tree of pycparser, kept for the next caller."""
    key = (str(root), *target.flags(), target.source)
    if key not in trees:
        trees[key] = c_parser.CParser().parse(ASSEMBLER.sub("", preprocessed(target)).replace(";;", ";"))
    return trees[key]
