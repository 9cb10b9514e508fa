"""The processes of an instance: started by the fork server where possible, and ended."""

import asyncio
import contextlib
import os
import signal
import time
from dataclasses import dataclass, field
from typing import Any

from devstack.layout import Instance
from devstack.run.forked import Forked, ForkServer
from devstack.run.forking import Program, die_with_parent
from devstack.stack import environment
from devstack.stack.component import Component


@dataclass
class Run:
    """The life of one component under a supervisor."""

    component: Component
    state: str = "waiting"
    process: asyncio.subprocess.Process | Forked | None = None
    successor: asyncio.subprocess.Process | Forked | None = None
    """The process that takes over once `process` has ended (`devstack.run.handover`)."""
    born: float = 0.0
    restarts: int = 0
    since: float = field(default_factory=time.time)
    took: float = 0.0
    came_up: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    asked: bool = False


class Processes:
    """Starts and ends processes of an instance."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.server = ForkServer()
        self._retired: list[ForkServer] = []
        """Fork servers of an earlier release, some of whose processes still run."""

    async def start(self, component: Component) -> asyncio.subprocess.Process | Forked:
        """Start a process of a component, with its output in the component's log."""
        log = self.instance.logs / f"{component.name}.log"
        env = environment.process(self.instance, component.env)
        if component.forked:
            module = component.command[2:]
            program = Program(module, component.cwd, env, str(log), component.name, component.stop_signal)
            if forked := await self.server.start(program):
                return forked
        user: dict[str, Any] = {}
        if component.user is not None:
            user = {"user": component.user, "group": component.user, "extra_groups": []}
        with log.open("ab") as output:
            return await asyncio.create_subprocess_exec(
                *component.command,
                cwd=component.cwd,
                env=env,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=die_with_parent(component.stop_signal),
                **user,
            )

    async def end(self, run: Run) -> None:
        """End one process: by the component's signal, then by force when its time is up."""
        process = run.process
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(run.component.stop_signal)
        try:
            await asyncio.wait_for(process.wait(), run.component.stop_seconds)
        except TimeoutError:
            signal_group(process.pid, signal.SIGKILL)

    def renew_server(self) -> ForkServer:
        """Begin a fork server with the code as it is now. Returns the previous one, which still has its processes."""
        before, self.server = self.server, ForkServer()
        return before

    def retire(self, server: ForkServer) -> None:
        """Close a fork server, or keep it until the end while a process of it runs."""
        if server.idle:
            server.close()
        else:
            self._retired.append(server)

    def close(self) -> None:
        """Close the fork servers."""
        for server in (self.server, *self._retired):
            server.close()


def signal_group(pid: int, number: int) -> None:
    """Signal a whole process group, if it still exists."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
