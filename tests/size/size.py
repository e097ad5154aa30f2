#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# size.py - prints the size table, and fails when a figure is above its budget.
#
# usage: size.py            the table, then one TAP line a row
#        size.py --budget   writes budget.txt from what is measured now; review the difference before committing

import os
import sys

import measure

BUDGET = os.path.join(measure.HERE, "budget.txt")
COLUMNS = [(target.name, optimisation) for target in measure.TARGETS for optimisation in measure.OPTIMISATIONS]


def table_of(result):
    """{row name: [flash of each column ..., RAM on a 32-bit CPU]}; None where there is no compiler"""
    figures = result["figures"]
    table = {}
    for row in measure.read_rows():
        if row.is_shown:
            cells = [figures[target][level][row.name][0] if target in figures else None for target, level in COLUMNS]
            cells.append(figures["Cortex-M3"]["-Os"][row.name][1] if "Cortex-M3" in figures else None)
            table[row.name] = cells
    return table


def format_line(name, cells):
    return f"{name:14}" + "".join(f"{'-' if cell is None else cell:>7}" for cell in cells)


def heading():
    return (f"{'':14}" + "".join(f"{target.name:>14}" for target in measure.TARGETS) + f"{'32-bit':>7}\n" +
            f"{'bytes':14}" + "".join(f"{level:>7}" for _, level in COLUMNS) + f"{'RAM':>7}")


def write_budget(result):
    with open(BUDGET, "w", encoding="utf-8") as file:
        file.write("# SPDX-License-Identifier: MIT\n"
                   "# budget.txt - the bytes that no row of `make size` may exceed; written by `make size-budget`.\n#\n")
        for target in measure.TARGETS:
            file.write(f"# {target.name}: {result['versions'][target.name]}\n")
        file.write("#\n" + "".join("# " + line + "\n" for line in heading().split("\n")))
        for name, cells in table_of(result).items():
            file.write(format_line(name, cells) + "\n")


def read_budget(path):
    """({target: compiler}, {row name: cells})"""
    versions, table = {}, {}
    names = {target.name for target in measure.TARGETS}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                name, *cells = line.split()
                table[name] = [None if cell == "-" else int(cell) for cell in cells]
            elif line[2:].split(":")[0] in names:
                target, version = line[2:].strip().split(": ")
                versions[target] = version
    return versions, table


def above_budget(measured, allowed, comparable):
    """Sentences, one for each cell of a row that is above its budget."""
    labels = [f"{target} {level}" for target, level in COLUMNS] + ["RAM"]
    return [f"{label}: {cell} bytes, budget {limit}" for label, cell, limit, may in
            zip(labels, measured, allowed, comparable) if may and cell is not None and limit is not None and cell > limit]


def compare(result, budget_path, out):
    """Writes TAP lines; returns how many rows are above their budget."""
    versions, budget = read_budget(budget_path)
    same = {name: versions.get(name) == version for name, version in result["versions"].items()}
    comparable = [same[target] for target, _ in COLUMNS] + [same["Cortex-M3"]]
    failed = 0
    table = table_of(result)
    for name, is_same in same.items():
        if not is_same:
            out(f"# {name}: the budget is for {versions.get(name)}, here is {result['versions'][name]}: not compared")
    for number, (name, cells) in enumerate(table.items(), 1):
        if not any(comparable):
            out(f"ok {number} - {name} is within its budget # SKIP other compilers than the budget's")
            continue
        problems = ["it has no budget: make size-budget"] if name not in budget else above_budget(cells, budget[name], comparable)
        failed += bool(problems)
        out(f"{'not ok' if problems else 'ok'} {number} - {name} is within its budget")
        for problem in problems:
            out("# " + problem)
    out(f"1..{len(table)}")
    return failed


def main():
    result = measure.measure()
    if "--budget" in sys.argv[1:]:
        write_budget(result)
        return 0
    print(heading())
    for name, cells in table_of(result).items():
        print(format_line(name, cells))
    print()
    return 1 if compare(result, BUDGET, print) else 0


if __name__ == "__main__":
    sys.exit(main())
