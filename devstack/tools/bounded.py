"""Commands with a time limit: a command that hangs is ended, and its output is kept."""

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

ABORT_SECONDS = 10.0
"""Seconds in which a process may report before it is killed: pytest prints the stack of each thread on SIGABRT."""


@dataclass(frozen=True)
class Ended:
    """The end of a command: its exit code, what it printed, and whether its time was up."""

    returncode: int
    output: str
    hung: bool = False


def run(
    command: Sequence[str], seconds: float, cwd: Path, env: Mapping[str, str] | None = None, *, show: bool = False
) -> Ended:
    """Run a command for at most `seconds`. Its output is kept, or shown at once.

    The output goes to a file and not through a pipe: a process that outlives the command would keep a pipe open, and
    reading it would never end.
    """
    with tempfile.TemporaryFile() as kept:
        output = None if show else kept
        process = subprocess.Popen(
            list(command), cwd=cwd, env=None if env is None else dict(env), stdout=output, stderr=output
        )
        try:
            hung = not _wait(process, seconds)
        finally:
            if process.poll() is None:
                _end(process)
        kept.seek(0)
        text = kept.read().decode(errors="replace")
    if hung:
        text += f"\nIt was ended after {seconds:.0f} seconds.\n"
    return Ended(process.returncode, text, hung)


def _wait(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Return True if the process ended in time."""
    try:
        process.wait(max(seconds, 0.0))
    except subprocess.TimeoutExpired:
        return False
    return True


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all its children."""
    with contextlib.suppress(psutil.Error):
        started = psutil.Process(process.pid).children(recursive=True)
        os.kill(process.pid, signal.SIGABRT)
        _wait(process, ABORT_SECONDS)
        for one in started:
            with contextlib.suppress(psutil.Error):
                one.kill()
        psutil.wait_procs(started, ABORT_SECONDS)
    process.kill()
    process.wait()
