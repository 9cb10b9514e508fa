"""An upgrade without a pause: processes are replaced one by one while the system runs.

`make upgrade` writes the components of the new release into the control folder, and the running supervisor, which may
be of an older release, replaces its own. A process that serves callers gets its successor on the same ports before it
gets the signal to end, and finishes its open requests. The others end first: their work waits in the database or in a
queue.
"""

import asyncio
import contextlib
import dataclasses
import json
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psutil

from devstack.layout import Instance
from devstack.run.processes import Processes, Run
from devstack.stack import keys
from devstack.stack.component import Component

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
    """Take the request; None when there is none."""
    path = instance.state / "control" / REQUEST
    if not path.exists():
        return None
    wanted: dict[str, Any] = json.loads(path.read_text())
    path.unlink()
    return wanted


class Handover:
    """One handover of one supervisor. `write` writes its status file."""

    def __init__(
        self, processes: Processes, runs: Mapping[str, Run], wanted: Mapping[str, Any], write: Callable[[], None]
    ) -> None:
        self.processes, self.runs, self.wanted, self.write = processes, runs, wanted, write
        self.replaced: dict[str, float] = {}
        """Seconds by component."""
        self.state, self.text = "running", ""

    def status(self) -> dict[str, Any]:
        """Return the handover's part of the status file."""
        return {"state": self.state, "text": self.text, "replaced": self.replaced}

    async def run(self) -> None:
        """Replace every component; stop at the first that does not come up, and keep its predecessor."""
        server_before = self.processes.renew_server()
        try:
            for name, definition in self.wanted.items():
                if run := self.runs.get(name):
                    await self._replace(run, definition)
            self.state = "done"
        except Exception as error:  # any failure goes into the status file: `make upgrade` waits for it
            self.state, self.text = "failed", str(error)
        self.processes.retire(server_before)
        self.write()

    async def _replace(self, run: Run, definition: dict[str, Any]) -> None:
        before = run.component
        after = dataclasses.replace(before, **definition)
        if not after.forked and all(getattr(before, name) == definition[name] for name in FIELDS):
            return  # an unchanged program that is not ours, such as PostgreSQL
        begun = time.monotonic()
        run.component = after
        try:
            if after.beside and run.process is not None:
                await self._overlap(run)
            else:
                await self._restart(run)
        except RuntimeError:
            run.component = before
            raise
        self.replaced[before.name] = round(time.monotonic() - begun, 2)
        self.write()

    async def _overlap(self, run: Run) -> None:
        """Start the successor, and end the process once the successor listens.

        Raises:
            RuntimeError: the successor ended, or does not listen in time.
        """
        predecessor = run.process
        successor = await self.processes.start(run.component)
        until = time.monotonic() + run.component.ready_seconds
        while not listens(successor.pid, run.component.ports):
            over = not psutil.pid_exists(successor.pid) or time.monotonic() > until
            if over or run.process is not predecessor:
                with contextlib.suppress(ProcessLookupError):
                    successor.send_signal(signal.SIGKILL)
                await successor.wait()
                if run.process is not predecessor:
                    return  # it has died since, and its keeper started it from the new release
                raise RuntimeError(f"the new {run.component.name} did not come up; the old one continues")
            await asyncio.sleep(0.1)
        run.successor = successor
        await self.processes.end(run)
        while run.process is predecessor:
            await asyncio.sleep(0.02)

    async def _restart(self, run: Run) -> None:
        """End the process; its keeper starts it again.

        Raises:
            RuntimeError: it does not become ready in time.
        """
        run.asked, run.state = True, "restarting"
        await self.processes.end(run)
        until = time.monotonic() + run.component.ready_seconds
        while run.state != "ready":
            if time.monotonic() > until:
                raise RuntimeError(f"{run.component.name} did not come up again")
            await asyncio.sleep(0.05)


def listens(pid: int, ports: Sequence[int]) -> bool:
    """True if a process or its children listen on all of these ports."""
    listening: set[int] = set()
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                connections = one.net_connections("tcp")
                listening |= {each.laddr.port for each in connections if each.status == psutil.CONN_LISTEN}
    return listening >= set(ports)
