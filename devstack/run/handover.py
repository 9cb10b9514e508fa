"""An upgrade without a pause: processes are replaced one by one while the system runs.

`make upgrade` writes the components as the new release has them into the control folder; the running supervisor, which
may be of an older release, replaces its own. A process that serves callers has its successor beside it, on the same
ports, before it is told to end, and finishes what it has in hand. The others end first: for them work waits in the
database or in a queue.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import signal
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import psutil

from devstack.layout import Instance
from devstack.run.forked import ForkServer
from devstack.stack import keys
from devstack.stack.component import Component

if TYPE_CHECKING:
    from devstack.run.supervisor import Run, Supervisor

REQUEST = "handover.json"
FIELDS = ("command", "env", "cwd", "forked", "beside")
"""Fields of a component that a release may change; ports and needs stay, or everything is stopped and started."""


def ask(instance: Instance, components: Sequence[Component]) -> None:
    """Ask the supervisor to replace its processes by these. The request holds secrets, as processes' settings do."""
    wanted = {one.name: {name: getattr(one, name) for name in FIELDS} for one in components if not one.once}
    control = instance.state / "control"
    draft = control / f"{REQUEST}.new"
    keys.write_private(draft, json.dumps(wanted, default=dict))
    draft.replace(control / REQUEST)


def requested(instance: Instance) -> dict[str, Any] | None:
    """The request, taken; None when there is none."""
    path = instance.state / "control" / REQUEST
    if not path.exists():
        return None
    wanted: dict[str, Any] = json.loads(path.read_text())
    path.unlink()
    return wanted


class Handover:
    """One handover of one supervisor."""

    def __init__(self, supervisor: Supervisor, wanted: dict[str, Any]) -> None:
        self.supervisor = supervisor
        self.wanted = wanted
        self.replaced: dict[str, float] = {}
        """Seconds by component."""
        self.state, self.text = "running", ""

    def status(self) -> dict[str, Any]:
        """The part of the status file."""
        return {"state": self.state, "text": self.text, "replaced": self.replaced}

    async def run(self) -> None:
        """Replace every component; stop at the first that does not come up, and keep its predecessor."""
        before, self.supervisor.server = self.supervisor.server, ForkServer()
        try:
            for name, definition in self.wanted.items():
                if run := self.supervisor.runs.get(name):
                    await self._replace(run, definition)
            self.state = "done"
        except Exception as error:  # whatever it is, somebody waits to hear of it
            self.state, self.text = "failed", str(error)
        if before.idle:
            before.close()
        else:
            self.supervisor.retired.append(before)
        self.supervisor.write()

    async def _replace(self, run: Run, definition: dict[str, Any]) -> None:
        before = run.component
        after = dataclasses.replace(before, **definition)
        if not after.forked and all(getattr(before, name) == definition[name] for name in FIELDS):
            return  # neither ours nor changed: PostgreSQL and its like
        begun = time.monotonic()
        run.component = after
        try:
            if after.beside and run.process is not None:
                await self._beside(run)
            else:
                await self._anew(run)
        except RuntimeError:
            run.component = before
            raise
        self.replaced[before.name] = round(time.monotonic() - begun, 2)
        self.supervisor.write()

    async def _beside(self, run: Run) -> None:
        """Start the successor, and end the process once the other listens.

        Raises:
            RuntimeError: the successor ended or does not listen in time.
        """
        predecessor = run.process
        successor = await self.supervisor.start(run.component)
        until = time.monotonic() + run.component.ready_seconds
        while not listens(successor.pid, run.component.ports):
            over = not psutil.pid_exists(successor.pid) or time.monotonic() > until
            if over or run.process is not predecessor:
                with contextlib.suppress(ProcessLookupError):
                    successor.send_signal(signal.SIGKILL)
                await successor.wait()
                if run.process is not predecessor:
                    return  # it died meanwhile, and was started as the new release has it
                raise RuntimeError(f"the new {run.component.name} did not come up; the old one goes on")
            await asyncio.sleep(0.1)
        run.successor = successor
        await self.supervisor.end(run)
        while run.process is predecessor:
            await asyncio.sleep(0.02)

    async def _anew(self, run: Run) -> None:
        """End the process, which its keeper starts again.

        Raises:
            RuntimeError: it does not become ready in time.
        """
        run.asked, run.state = True, "restarting"
        await self.supervisor.end(run)
        until = time.monotonic() + run.component.ready_seconds
        while run.state != "ready":
            if time.monotonic() > until:
                raise RuntimeError(f"{run.component.name} did not come up again")
            await asyncio.sleep(0.05)


def listens(pid: int, ports: Sequence[int]) -> bool:
    """Whether a process with its children listens on all of these ports."""
    found: set[int] = set()
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                connections = one.net_connections("tcp")
                found |= {each.laddr.port for each in connections if each.status == psutil.CONN_LISTEN}
    return found >= set(ports)
