// SPDX-License-Identifier: MIT
// hutch_autoload.c - compile it into a program, and GDB loads hutch.py with the program; takes no flash.
//
// GDB looks for hutch.py in its source path, and loads it from a trusted folder only. In ~/.gdbinit:
//
//   directory /path/of/hutch/src/tools
//   add-auto-load-safe-path /path/of/hutch/src/tools

__asm__(".pushsection .debug_gdb_scripts, \"MS\", %progbits, 1\n"
        ".byte 1\n" // the name of a Python file follows
        ".asciz \"hutch.py\"\n"
        ".popsection\n");

typedef int hutch_autoload_has_no_code;
