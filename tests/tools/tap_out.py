# SPDX-License-Identifier: MIT
# tap_out.py - prints the TAP lines of a script's tests, and counts them.

number = failed = 0


def result(is_right, sentence, why=""):
    """One test."""
    global number, failed
    number += 1
    failed += not is_right
    print(f"{'ok' if is_right else 'not ok'} {number} - {sentence}")
    if not is_right and why:
        print("# " + why.strip().replace("\n", "\n# "))
    print(end="", flush=True)


def skip(sentence, why):
    """One test that cannot be run here."""
    global number
    number += 1
    print(f"ok {number} - {sentence} # SKIP {why}")


def every(cases):
    """Tests: a sentence, and what speaks against it, a text or a list. Prints the plan, too; returns the exit code."""
    for sentence, why in cases:
        result(not why, sentence, why if isinstance(why, str) else "\n".join(map(str, why or ())))
    return end()


def end():
    """Prints the plan; returns the exit code."""
    print(f"1..{number}")
    return 1 if failed else 0
