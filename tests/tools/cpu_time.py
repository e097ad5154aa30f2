# SPDX-License-Identifier: MIT
# cpu_time.py - runs a command and stops it by the CPU time of all its processes: a busy machine fails no test.
#
# The clock on the wall stops two kinds of commands only: those that do next to nothing for STILL_SECONDS, such as
# threads that wait for each other, and those that take WALL_FACTOR times their limit. If the one who watches is killed,
# the kernel ends each process some seconds above the limit.

import os
import resource
import signal
import subprocess
import time

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
LOOK_SECONDS = 0.5  # between two looks at the processes
STILL_SECONDS = float(os.environ.get("STILL_SECONDS", 300))
STILL_SHARE = 0.01  # of one CPU; a hundred busy processes on one CPU leave each of them as much
WALL_FACTOR = 20
KERNEL_SECONDS = 10  # later than the limit: until then it is stopped here, with a reason


def alone():
    """The environment without what a make above this program hands down."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS")) and name != "FULL"}


class TooLong(subprocess.TimeoutExpired):
    """A command was stopped; `reason` completes "it was stopped: "."""

    def __init__(self, command, limit, reason, output=None, stderr=None):
        super().__init__(command, limit, output, stderr)
        self.reason = reason

    def __str__(self):
        return f"{self.cmd} was stopped: {self.reason}"


class Failure(Exception):
    """A command has failed, or something in what it printed is wrong; the text says how."""


def processes():
    """{pid: (parent, session, seconds of CPU time)} of all processes; the time includes that of children that have ended."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue  # it has ended since
            found[int(name)] = int(fields[1]), int(fields[3]), sum(map(int, fields[11:15])) / TICKS_A_SECOND
    return found


def family(pid, table):
    """The process, all that descend from it, and if it leads a session, all of the session: orphans, too."""
    children = {}
    for child, (parent, _, _) in table.items():
        children.setdefault(parent, []).append(child)
    waiting = [pid] + [other for other, (_, session, _) in table.items() if session == pid]
    found = set()
    while waiting:
        one = waiting.pop()
        if one in table and one not in found:
            found.add(one)
            waiting += children.get(one, [])
    return found


def stop(pid):
    """Ends a process and its family."""
    for one in family(pid, processes()):
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Watch:
    """Decides whether a process and its family have had enough."""

    def __init__(self, pid, limit, still):
        self.pid, self.limit, self.still = pid, limit, still
        self.began = self.moved = time.monotonic()
        self.used_then = 0.0

    def reason(self):
        """Why they must be stopped; None while they need not be."""
        now, table = time.monotonic(), processes()
        used = sum(table[one][2] for one in family(self.pid, table))
        if used > self.limit:
            return f"it used {self.limit:g} seconds of CPU time"
        if used - self.used_then >= STILL_SHARE * self.still:
            self.moved, self.used_then = now, used
        if now - self.moved > self.still:
            return f"it did nothing for {self.still:g} seconds"
        if now - self.began > WALL_FACTOR * self.limit + self.still:
            return f"it took {now - self.began:.0f} seconds"
        return None


def run(command, timeout, still=STILL_SECONDS, input=None, check=False, **options):
    """subprocess.run, but the timeout is in seconds of CPU time; raises TooLong. Of a new session nothing is left."""
    command = [str(word) for word in command]
    if options.pop("capture_output", False):
        options.update(stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if input is not None:
        options["stdin"] = subprocess.PIPE

    def limit_each():
        seconds, hard = int(timeout) + KERNEL_SECONDS, resource.getrlimit(resource.RLIMIT_CPU)[1]
        seconds = seconds if hard == resource.RLIM_INFINITY else min(seconds, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    with subprocess.Popen(command, preexec_fn=limit_each, **options) as process:
        watch, reason = Watch(process.pid, timeout, still), None
        try:
            while True:
                try:
                    out, err = process.communicate(input, timeout=LOOK_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    input = None  # written by the first call
                    reason = reason or watch.reason()
                    if reason:
                        stop(process.pid)
        except BaseException:
            stop(process.pid)
            raise
        finally:
            if options.get("start_new_session"):
                stop(process.pid)  # what it started and left
    if reason:
        raise TooLong(command, timeout, reason, out, err)
    if check and process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command, out, err)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def call(command, folder=None, seconds=300, **variables):
    """What a command prints, errors too; raises Failure if it ends with one or uses more seconds of CPU time."""
    try:
        done = run(command, seconds, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                   env={**alone(), **variables})
    except TooLong as late:
        raise Failure(str(late)) from None
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}\nends with {done.returncode}:\n{done.stdout}")
    return done.stdout
