# SPDX-License-Identifier: MIT
# cutting.py - cuts a program that fails down to what still fails: first its steps, then its statements.

TRIALS_MAX = 120


class Cutter:
    def __init__(self, outcome, problem):
        self.outcome, self.problem, self.trials = outcome, problem, 0

    def still_fails(self):
        self.trials += 1
        problem = self.outcome()
        if problem is None or problem.startswith("it does not compile"):
            return False
        self.problem = problem
        return True

    def smallest(self, items, try_with):
        """The items that are needed: shares of them are left out, larger ones first."""
        share = max(1, len(items) // 2)
        while share >= 1 and self.trials < TRIALS_MAX:
            at = 0
            while at < len(items) and self.trials < TRIALS_MAX:
                fewer = items[:at] + items[at + share:]
                try_with(fewer)
                if self.still_fails():
                    items = fewer
                else:
                    at += share
            share //= 2
        try_with(items)
        return items


def cut_down(program, outcome, problem):
    cutter = Cutter(outcome, problem)

    def with_steps(steps):
        program.steps = steps
    cutter.smallest(list(program.steps), with_steps)
    used = [program.acts[act] for act in {act for act, _ in program.steps}]
    used += list(program.callbacks.values())
    sites = sorted(statement.site for block in used for top in block for statement in top.all())
    everything = set(sites)

    def with_sites(kept):
        program.cut = everything - set(kept)
    cutter.smallest(sites, with_sites)
    return cutter.problem
