# SPDX-License-Identifier: MIT
# mutate.py - every small error of a file of the core; detection.py makes them and sees that the suites notice.
#
# Those that change nothing one could observe are listed with their reason in equivalents.txt.

import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FILES = ["include/hutch/core/bits.h", "include/hutch/core/bitmap.h", "include/hutch/core/pool.h", "include/hutch/core/locked.h", "include/hutch/core/core.h",
         "include/hutch/core/engine.h", "include/hutch/core/misuse.h", "include/hutch/core/hooks.h", "include/hutch/core/policed.h",
         "include/hutch/core/ref.h", "include/hutch/core/walk.h", "src/hutch_check.c", "src/hutch_generic.c", "src/hutch_report.c",
         "src/hutch_runs.c", "src/hutch_spawn.c"]

# `make prove` shows that the core's assertions hold whatever a caller gives; no test can break them.
PROVED = "HUTCH_ASSERT("
# Refs, generations and debug builds have tests of their own, which the core's stages do not run.
ELSEWHERE = re.compile(r"HUTCH_CFG_(CHECK >= 2|FENCE|REF_BITS)|generations|hutch_(core_)?ref|hutch_debug_|"
                       r"HUTCH_POINTER_BITS|hutch_core_(find|release_ref)|hutch_fault_debug")
ELSEWHERE_FUNCTIONS = {"hutch_core_find", "hutch_core_release_ref", "hutch_core_ref", "stop",
                       "hutch_debug_set_sink", "hutch_ref", "hutch_deref", "hutch_release_ref", "hutch_core_run_is_live"}

# what is found, what stands there instead
OPERATORS = [(re.compile(pattern), replacements) for pattern, replacements in (
    (r"(?<![<>=!+\-*/&|^%])==(?!=)", ["!="]),
    (r"!=", ["=="]),
    (r"(?<![<\-])<=", ["<", ">"]),
    (r"(?<![>\-])>=", [">", "<"]),
    (r"(?<![<\-=])<(?![<=])(?=\s)", ["<=", ">="]),
    (r"(?<![>\-=])>(?![>=])(?=\s)", [">=", "<="]),
    (r"&&", ["||"]),
    (r"\|\|", ["&&"]),
    (r"(?<!&)&(?![&=])(?=\s)", ["|"]),
    (r"(?<!\|)\|(?![|=])", ["&"]),
    (r"<<(?!=)", [">>"]),
    (r">>(?!=)", ["<<"]),
    (r"(?<!\+)\+(?![+=])(?=\s)", ["-"]),
    (r"(?<=[\w)])\s-(?![-=>])(?=\s)", [" +"]),
    (r"\+\+", ["--"]),
    (r"\+=", ["-="]),
    (r"-=", ["+="]),
    (r"~", [""]),
    (r"!(?![=!])(?=[\w(])", [""]),
    (r"\b0u?\b(?=[;,) ])", ["1"]),
    (r"\b1u?\b(?=[;,) ])", ["0", "2"]),
    (r"\bfalse\b", ["true"]),
    (r"\btrue\b", ["false"]),
    (r"\?(?=\s)", ["!= 0 ? 0 : 1 ?"]),
)]
STATEMENT = re.compile(r"^\s+(?!\s|HUTCH_ABI|return|const|unsigned|bool|struct|static|if|for|while|else|case|hutch_word_t|size_t|enum)"
                       r"[\w*>.\[\]()&+ -]+(=[^=].*|\+\+|--|\(.*\)|[|&+-]= .*);$")

def code_of(lines, has_all_tests):
    """The lines with comments and strings blanked, and nothing of preprocessor lines and of functions tested elsewhere."""
    found, function, is_macro = [], "", False
    for line in lines:
        head = re.match(r"[A-Za-z].*?\b(\w+)\(", line)
        function = head.group(1) if head else function
        code = re.sub(r'"[^"]*"', lambda text: '"' + "_" * (len(text.group()) - 2) + '"', line.split("//")[0])
        is_preprocessor = is_macro or code.lstrip().startswith("#")
        is_macro = is_preprocessor and code.rstrip().endswith("\\")
        is_elsewhere = PROVED in code or not has_all_tests and (function in ELSEWHERE_FUNCTIONS or ELSEWHERE.search(code))
        found.append("" if is_preprocessor or is_elsewhere or not line.startswith(" ") else code)
    return found


def mutants_of(text, has_all_tests):
    """[(line number, mutated line)]"""
    lines, found = text.split("\n"), []
    for number, code in enumerate(code_of(lines, has_all_tests)):
        for pattern, replacements in OPERATORS:
            for match in pattern.finditer(code):
                for replacement in replacements:
                    found.append((number, lines[number][:match.start()] + replacement + lines[number][match.end():]))
        if STATEMENT.match(code):
            found.append((number, "    ;"))
    return [mutant for mutant in dict.fromkeys(found) if mutant[1] != lines[mutant[0]]]


def listed_equivalents(*sections):
    """{(file, line above or "", line, mutated line)} of these sections of equivalents.txt"""
    with open(os.path.join(HERE, "equivalents.txt"), encoding="utf-8") as file:
        text = file.read()
    parts, found = re.split(r"^\[(\w+)\]$", text, flags=re.M)[1:], set()
    for line in "\n".join(part for name, part in zip(parts[::2], parts[1::2]) if name in sections).split("\n"):
        if line.startswith("  "):
            above = line[2:]
        elif line.startswith("- "):
            what, above, before = line[2:], "", above
        elif line.startswith("+ "):
            found.add((path, before, what, line[2:]))
        elif line and not line.startswith("# "):
            path, above = line, ""
    return found


def is_listed(listed, path, above, line, changed):
    """Whether a mutant is one of them; all without the white space around them."""
    return (path, "", line, changed) in listed or (path, above, line, changed) in listed
