"""Starts components in order of readiness, restarts those that die, stops them in reverse.

One event loop, one task a component, no threads: a child's parent-death signal is bound to the thread that made it.
"""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psutil

from devstack.layout import Instance
from devstack.run.forked import Forked, ForkServer
from devstack.run.forking import Program, die_with_parent
from devstack.run.handover import Handover, requested
from devstack.stack import environment
from devstack.stack.component import Component, in_order

BACKOFF_FIRST, BACKOFF_MOST, STEADY_AFTER = 0.5, 30.0, 30.0
LIVENESS_EVERY, HUNG_AFTER = 5.0, 20.0
"""Seconds between two questions whether a ready component is alive, and of silence after which it is hung."""
LOG_BYTES = 20 * 2**20


@dataclass
class Run:
    """The life of one component under this supervisor."""

    component: Component
    state: str = "waiting"
    process: asyncio.subprocess.Process | Forked | None = None
    successor: asyncio.subprocess.Process | Forked | None = None
    """Looked after once the process has ended (`devstack.run.handover`)."""
    born: float = 0.0
    restarts: int = 0
    since: float = field(default_factory=time.time)
    took: float = 0.0
    came_up: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    asked: bool = False


def supervise(instance: Instance, components: Sequence[Component]) -> int:
    """Run a supervisor until it is told to stop; the exit code."""
    if sys.version_info < (3, 12) and hasattr(os, "pidfd_open"):
        # The default of 3.11 is a thread a child.
        asyncio.set_child_watcher(asyncio.PidfdChildWatcher())

    async def go() -> int:
        return await Supervisor(instance, components).run()

    return asyncio.run(go())


def signal_group(pid: int, number: int) -> None:
    """Signal a whole process group, if it is still there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def tell(run: Run, code: int, lived: float) -> None:
    """Write into the supervisor's log that a component has ended and is started again; a negative code is a signal."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    asked = "was told to restart" if run.asked else "ended by itself or was killed"
    line = {
        "time": moment, "component": run.component.name, "event": asked, "code": code, "lived": round(lived, 1),
        "restarts": run.restarts,
    }  # fmt: skip
    print(json.dumps(line), flush=True)


class Supervisor:
    """Keeps a set of components of one instance running."""

    def __init__(self, instance: Instance, components: Sequence[Component]) -> None:
        self.instance = instance
        self.runs = {component.name: Run(component) for component in in_order(components)}
        self.stopping = False
        self.failure = ""
        self.over = asyncio.Event()
        self.started = time.time()
        self.server = ForkServer()
        self.retired: list[ForkServer] = []
        """Fork servers of an earlier release, some of whose processes still run."""
        self.handover: Handover | None = None

    async def run(self) -> int:
        """Run until told to stop (SIGTERM, SIGINT) or until a step with `once` fails; the exit code."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self.over.set)
        for run in self.runs.values():
            run.task = asyncio.create_task(self.keep(run))
        self.write()
        watch = asyncio.create_task(self.obey())
        await self.over.wait()
        await self.stop()
        for server in (self.server, *self.retired):
            server.close()
        watch.cancel()
        self.write()
        return 1 if self.failure else 0

    def move(self, run: Run, state: str) -> None:
        """Note a new state of a component."""
        run.state, run.since = state, time.time()
        self.write()

    def write(self) -> None:
        """Write the status file in one step, so that a reader never sees half of it."""
        components: dict[str, Any] = {}
        for name, run in self.runs.items():
            components[name] = {
                "state": run.state, "pid": run.process.pid if run.process else None, "born": run.born,
                "restarts": run.restarts, "since": run.since, "took": round(run.took, 2),
                "ports": list(run.component.ports), "once": run.component.once,
            }  # fmt: skip
        status = {
            "pid": os.getpid(), "born": psutil.Process().create_time(), "base": self.instance.base,
            "fork_server": self.server.pid, "started": self.started, "stopping": self.stopping, "failure": self.failure,
            "components": components, "handover": self.handover.status() if self.handover else None,
        }  # fmt: skip
        draft = self.instance.status_file.with_suffix(".new")
        draft.write_text(json.dumps(status, indent=1))
        draft.replace(self.instance.status_file)

    async def keep(self, run: Run) -> None:
        """Start a component when its needs are ready, and start it again whenever it ends."""
        for need in run.component.needs:
            await self.runs[need].came_up.wait()
        delay = BACKOFF_FIRST
        try:
            while not self.over.is_set():
                begun = time.monotonic()
                code = await self.live(run)
                if run.component.once:
                    if code == 0:
                        run.took = time.monotonic() - begun
                        self.move(run, "done")
                        run.came_up.set()
                    else:
                        self.fail(run, f"{run.component.name} ended with code {code}")
                    return
                if self.over.is_set():
                    return
                if run.asked or time.monotonic() - begun > STEADY_AFTER:
                    delay = BACKOFF_FIRST
                run.restarts += 1
                tell(run, code, time.monotonic() - begun)
                self.move(run, "restarting")
                if not run.asked:
                    await asyncio.sleep(delay)
                    delay = min(delay * 2, BACKOFF_MOST)
                run.asked = False
        except OSError as error:
            self.fail(run, f"{run.component.name} could not be started: {error}")
        finally:
            run.gone.set()

    def fail(self, run: Run, text: str) -> None:
        """Give up: a step without which nothing else can start did not succeed."""
        if not self.stopping:
            self.failure = text
            self.move(run, "failed")
            self.over.set()

    async def start(self, component: Component) -> asyncio.subprocess.Process | Forked:
        """A new process of a component, with its output in its log."""
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
                *component.command, cwd=component.cwd, env=env, stdin=asyncio.subprocess.DEVNULL, stdout=output,
                stderr=output, start_new_session=True, preexec_fn=die_with_parent(component.stop_signal), **user,
            )  # fmt: skip

    async def live(self, run: Run) -> int:
        """The life of a process and of those that succeed it, from start to end; the exit code of the last."""
        begun = time.monotonic()
        run.process = await self.start(run.component)
        code = await self.attend(run, run.process, begun)
        while run.successor is not None:
            process, run.successor = run.successor, None
            code = await self.attend(run, process, time.monotonic())
        return code

    async def attend(self, run: Run, process: asyncio.subprocess.Process | Forked, begun: float) -> int:
        """Look after a process until it ends; its exit code."""
        component, run.process = run.component, process
        with contextlib.suppress(psutil.Error):
            run.born = psutil.Process(process.pid).create_time()
        self.move(run, "running" if component.once else "starting")
        waiting = None if component.once else asyncio.create_task(self.look_after(run, begun))
        code = await process.wait()
        if waiting:
            waiting.cancel()
        # Whatever the process left behind would keep its ports: a worker of a killed server, for one.
        signal_group(process.pid, signal.SIGKILL)
        run.process = None
        return code

    async def look_after(self, run: Run, begun: float) -> None:
        """Wait until the component can serve, then end it when it falls silent: it is started afresh."""
        if await self.await_ready(run, begun):
            await self.await_silence(run)
            if run.process:
                signal_group(run.process.pid, signal.SIGKILL)

    async def await_silence(self, run: Run) -> None:
        """Ask whether the component is alive until it has not answered for too long."""
        probe, process = run.component.alive, run.process
        if probe is None or process is None:
            await asyncio.Event().wait()
            return
        unanswered = 0
        while unanswered * LIVENESS_EVERY < HUNG_AFTER:
            await asyncio.sleep(LIVENESS_EVERY)
            unanswered = 0 if await probe() else unanswered + 1
        log = self.instance.logs / f"{run.component.name}.log"
        with log.open("a") as output:
            print(f"supervisor: process {process.pid} is hung, no answer for {HUNG_AFTER:.0f} s: killed", file=output)

    async def await_ready(self, run: Run, begun: float) -> bool:
        """Ask until the component can serve; whether it can. One that takes too long is ended, and started afresh."""
        process, probe = run.process, run.component.ready
        while probe is not None and not await probe():
            if time.monotonic() - begun > run.component.ready_seconds and process:
                signal_group(process.pid, signal.SIGKILL)
                return False
            await asyncio.sleep(0.1)
        run.took = time.monotonic() - begun
        self.move(run, "ready")
        run.came_up.set()
        return True

    async def obey(self) -> None:
        """Carry out what files in the control folder ask for; keep logs from filling the disk."""
        turn = 0
        while True:
            if wanted := requested(self.instance):
                self.handover = Handover(self, wanted)
                self.write()
                asyncio.create_task(self.handover.run()).add_done_callback(lambda _: None)
            for request in (self.instance.state / "control").glob("restart-*"):
                request.unlink(missing_ok=True)
                run = self.runs.get(request.name.removeprefix("restart-"))
                if run and run.process and not run.component.once:
                    run.asked = True
                    asyncio.create_task(self.end(run)).add_done_callback(lambda _: None)
            if turn % 100 == 0:
                for log in self.instance.logs.glob("*.log"):
                    if log.stat().st_size > LOG_BYTES:
                        shutil.copyfile(log, log.with_suffix(".log.1"))
                        os.truncate(log, 0)
            turn += 1
            await asyncio.sleep(0.2)

    async def end(self, run: Run) -> None:
        """End one process: politely, then after its time by force."""
        process = run.process
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(run.component.stop_signal)
        try:
            await asyncio.wait_for(process.wait(), run.component.stop_seconds)
        except TimeoutError:
            signal_group(process.pid, signal.SIGKILL)

    async def stop(self) -> None:
        """Stop everything, each component only after all that need it."""
        self.stopping = True
        self.write()

        async def stop_one(run: Run) -> None:
            for other in self.runs.values():
                if run.component.name in other.component.needs:
                    await other.gone.wait()
            if run.process is None and run.task:
                run.task.cancel()
            else:
                await self.end(run)
            if run.task:
                await asyncio.wait([run.task])
            run.gone.set()
            if run.state != "failed":
                self.move(run, "stopped")

        await asyncio.gather(*(stop_one(run) for run in self.runs.values()))
