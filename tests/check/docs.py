# SPDX-License-Identifier: MIT
# docs.py - every public function says what it takes, answers and costs, who may call it and what it reports.

import re

import tree

TAGS = ("@return", "@time", "@isr", "@fault")
INTERNAL = re.compile(r"hutch_(any|core|cores|port|debug|fence|stats_note|spawn_construct|wait_(again|finish|uncount)|herd_despawned|walk|create_(begin|end|undo)|fault_(report|retired|slot|bare)|small|release_if_live|pool_over_|state_move|assert)_?")  # inner workings: a sentence is enough
# A declaration of a function at file level, not a macro and not inline.
FUNCTION = re.compile(r"^(?!typedef|extern|static|struct [\w ]+\{|enum |union |#|//|HUTCH_INLINE|HUTCH_MISSING)"
                      r"[A-Za-z_][\w \t*]*?[ *](hutch_\w+)\(([^;{]*)\)[^;{}()]*;", re.M)


class Function:
    """A function with a contract: its name, parameters, comment's tags, and where it stands. Programs call one whose name ends with `_`
    by its typed form only."""

    def __init__(self, path, line, name, parameters, comment):
        self.path, self.line, self.name, self.parameters = path, line, name, parameters
        self.parts = parse(comment)
        self.verb, self.is_public = name[len("hutch_"):].rstrip("_"), not name.endswith("_")

    def tag(self, name):
        return self.parts.get(name, "")


def parse(comment):
    """{tag: text} of a /// comment; "" is the text before the first tag, "@param x" one parameter."""
    parts, key = {}, ""
    for line in comment:
        text = line.strip()[3:].strip()
        found = re.match(r"(@param\s+\w+|@\w+)\s*(.*)", text)
        if found:
            key = re.sub(r"\s+", " ", found.group(1))
            parts[key] = found.group(2)
        else:
            parts[key] = (parts.get(key, "") + " " + text).strip()
    return parts


def parameter_names(text):
    """The names in a parameter list; a pointer to a function counts by its own name."""
    inner = re.sub(r"\(\*(\w+)\)\([^)]*\)", r"\1", text)
    return [re.search(r"(\w+)\s*(\[\])?$", part.strip()).group(1) for part in inner.split(",")
            if part.strip() not in ("", "void")]


def functions(root):
    found = []
    for path in tree.files(root, ".h"):
        if not path.startswith("include/hutch/"):
            continue
        text = re.sub(r"(\s*)HUTCH_ABI\(\w+\)", r"\1", tree.read(root, path))  # the name for the linker
        for match in FUNCTION.finditer(text):
            comment = []
            for line in reversed(text[:match.start()].rstrip("\n").split("\n")):
                if not line.startswith("///"):
                    break
                comment.insert(0, line)
            if not INTERNAL.match(match.group(1)) or any("@" in line for line in comment):
                found.append(Function(path, tree.line_of(text, match.start()), match.group(1),
                                      parameter_names(match.group(2)), comment))
    return found


def joined(strings):
    """The text of string literals that stand behind one another."""
    return "".join(re.findall(r'"([^"]*)"', strings))


def fault_codes(root):
    """[(name, number, what it means, what to do)] from the X-macro list."""
    text = tree.read(root, "include/hutch/core/fault.h").replace("\\\n", "\n")
    rows = re.findall(r'\brow\(\s*(\w+),\s*(\d+),\s*((?:"[^"]*"\s*)+),\s*((?:"[^"]*"\s*)+)\)', text)
    return [(name, number, joined(meaning), joined(cure)) for name, number, meaning, cure in rows]


def problems_of(function, codes):
    where = f"{function.path}:{function.line}: {function.name} "
    if not function.tag(""):
        yield where + "does not say what it does"
    documented = [key.split()[1] for key in function.parts if key.startswith("@param ")]
    if documented != function.parameters:
        yield where + f"has parameters {function.parameters}, and @param for {documented}"
    for tag in TAGS:
        if not function.tag(tag):
            yield where + f"has no {tag}"
    fault = function.tag("@fault") or "none"
    named = re.findall(r"\b[A-Z][A-Z_]{2,}\b", fault)
    for code in named:
        if code not in codes:
            yield where + f"names the fault {code}, which is not in HUTCH_FAULT_LIST"
    if not named and fault not in ("none", "the code passed"):
        yield where + "has a @fault that is neither `none` nor a list of codes"


def problems(root):
    codes = {row[0] for row in fault_codes(root)}
    found = functions(root)
    if not found or not codes:
        return ["no public function or no fault code was found: the checker cannot read the headers"]
    return [problem for function in found for problem in problems_of(function, codes)]
