# SPDX-License-Identifier: MIT
# conf.py - Sphinx's settings of the site. Its pages are the README.md files, where they stand, and those of this folder.
#
# Sphinx's source folder is the root of the project, so that links between README.md files lead to pages as they are.

import os
import re
import sys

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "check"))
import generated  # noqa: E402
import tree  # noqa: E402

release = version = ".".join(re.findall(r"#define HUTCH_VERSION_\w+ (\d+)", tree.read(ROOT, "include/hutch/hutch.h")))
project = "hutch"
extensions = ["myst_parser", "breathe"]
source_suffix = {".md": "markdown"}
root_doc = "src/site/index"
include_patterns = ["CHANGELOG.md", "README.md", "**/README.md", "src/site/**"]
exclude_patterns = ["build", ".git"]
highlight_language = "c"

myst_heading_anchors = 4  # README.md files name them in links

# Doxygen, which site.mk runs first, reads the contracts.
breathe_projects = {"hutch": os.path.join(ROOT, "build/site/xml")}
breathe_default_project = "hutch"
breathe_domain_by_extension = {"h": "c"}

html_theme = "furo"
html_title = f"hutch {release}"
html_copy_source = False
html_show_copyright = False
html_static_path = ["static"]
html_css_files = ["site.css"]

# A macro with a comment of its own, which may stand above an #if.
MACRO = re.compile(r"^///.*\n(?:#\s*if.*\n)?#\s*define (HUTCH_[A-Z_]*[A-Z])\b", re.M)


class Contracts(SphinxDirective):
    """The contracts of a header's public functions, and its macros: {contracts} policy.h"""
    required_arguments = 1

    def run(self):
        path = "include/hutch/" + self.arguments[0]
        macros = MACRO.findall(tree.read(ROOT, path))
        functions = [function.name for function in generated.public_functions(ROOT) if function.path == path]
        lines = []
        for kind, names in (("define", macros), ("function", functions)):
            for name in names:
                lines += [f"```{{doxygen{kind}}} {name}", "```", ""]
        found = nodes.container()
        self.state.nested_parse(StringList(lines, path), 0, found)
        return found.children


def setup(app):
    app.add_directive("contracts", Contracts)
