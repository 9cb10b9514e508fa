"""`python -m kit` with the settings of an instance: `make kit ARGS="dead-letters people"`."""

import subprocess
import sys
from collections.abc import Sequence

from devstack.layout import ROOT, SERVICES, Instance, Trouble
from devstack.stack import environment


def output(instance: Instance, arguments: Sequence[str], failed: str) -> str:
    """Return the output of a command for the service that the second argument names. Raises Trouble, which begins with
    `failed`."""
    finished = _run(instance, arguments, subprocess.PIPE)
    if finished.returncode:
        raise Trouble(f"{failed}:\n{finished.stdout[-3000:]}")
    return finished.stdout


def show(instance: Instance, arguments: Sequence[str]) -> int:
    """Run a command and show its output. Returns the exit code.

    Raises:
        Trouble: no service is named.
    """
    if len(arguments) < 2 or arguments[1] not in SERVICES:
        known = ", ".join(SERVICES)
        raise Trouble(f'make kit ARGS="dead-letters people": a command of `python -m kit`, then one of {known}.')
    return _run(instance, arguments, None).returncode


def _run(instance: Instance, arguments: Sequence[str], output: int | None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "kit", *arguments],
        cwd=ROOT,
        text=True,
        check=False,
        env=environment.process(instance, environment.for_service(instance, arguments[1])),
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
    )
