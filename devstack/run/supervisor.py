"""The supervisor: starts components as their needs become ready, restarts those that die, stops them in reverse.

One event loop, one task for each component, no threads: a child's parent-death signal is bound to the thread that
started the child.
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
from typing import Any

import psutil

from devstack.layout import Instance
from devstack.run.forked import Forked
from devstack.run.handover import Handover, requested
from devstack.run.processes import Processes, Run, signal_group
from devstack.stack.component import Component, in_order

BACKOFF_FIRST, BACKOFF_MOST, STEADY_AFTER = 0.5, 30.0, 30.0
LIVENESS_EVERY, HUNG_AFTER = 5.0, 20.0
"""Seconds between two liveness checks of a ready component, and of silence after which it counts as hung."""
LOG_BYTES = 20 * 2**20


def supervise(instance: Instance, components: Sequence[Component]) -> int:
    """Run a supervisor until it receives the order to stop; return the exit code."""
    if sys.version_info < (3, 12) and hasattr(os, "pidfd_open"):
        # By default Python 3.11 has a thread for each child.
        asyncio.set_child_watcher(asyncio.PidfdChildWatcher())

    async def go() -> int:
        return await Supervisor(instance, components).run()

    return asyncio.run(go())


def log_exit(run: Run, code: int, lived: float) -> None:
    """Write into the supervisor's log that a component has ended and is started again; a negative code is a signal."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    asked = "was told to restart" if run.asked else "ended or was killed"
    line = {
        "time": moment,
        "component": run.component.name,
        "event": asked,
        "code": code,
        "lived": round(lived, 1),
        "restarts": run.restarts,
    }
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
        self.processes = Processes(instance)
        self.handover: Handover | None = None

    async def run(self) -> int:
        """Run until stopped (SIGTERM, SIGINT) or until a step with `once` fails. Returns the exit code."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self.over.set)
        for run in self.runs.values():
            run.task = asyncio.create_task(self.keep(run))
        self.write()
        watch = asyncio.create_task(self.obey())
        await self.over.wait()
        await self.stop()
        self.processes.close()
        watch.cancel()
        self.write()
        return 1 if self.failure else 0

    def move(self, run: Run, state: str) -> None:
        """Set a new state of a component."""
        run.state, run.since = state, time.time()
        self.write()

    def write(self) -> None:
        """Write the status file in one step, so that no reader sees half of it."""
        components: dict[str, Any] = {}
        for name, run in self.runs.items():
            components[name] = {
                "state": run.state,
                "pid": run.process.pid if run.process else None,
                "born": run.born,
                "restarts": run.restarts,
                "since": run.since,
                "took": round(run.took, 2),
                "ports": list(run.component.ports),
                "once": run.component.once,
            }
        status = {
            "pid": os.getpid(),
            "born": psutil.Process().create_time(),
            "base": self.instance.base,
            "fork_server": self.processes.server.pid,
            "started": self.started,
            "stopping": self.stopping,
            "failure": self.failure,
            "components": components,
            "handover": self.handover.status() if self.handover else None,
        }
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
                log_exit(run, code, time.monotonic() - begun)
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
        """Stop everything because of a step without which nothing else can start."""
        if not self.stopping:
            self.failure = text
            self.move(run, "failed")
            self.over.set()

    async def live(self, run: Run) -> int:
        """Start a process, and wait until it and its successors have ended. Returns the exit code of the last."""
        begun = time.monotonic()
        run.process = await self.processes.start(run.component)
        code = await self.attend(run, run.process, begun)
        while run.successor is not None:
            process, run.successor = run.successor, None
            code = await self.attend(run, process, time.monotonic())
        return code

    async def attend(self, run: Run, process: asyncio.subprocess.Process | Forked, begun: float) -> int:
        """Wait for a process and return its exit code."""
        component, run.process = run.component, process
        with contextlib.suppress(psutil.Error):
            run.born = psutil.Process(process.pid).create_time()
        self.move(run, "running" if component.once else "starting")
        watch = None if component.once else asyncio.create_task(self.watch(run, begun))
        code = await process.wait()
        if watch:
            watch.cancel()
        # A child that outlives the process, such as a worker of a killed server, would keep its ports.
        signal_group(process.pid, signal.SIGKILL)
        run.process = None
        return code

    async def watch(self, run: Run, begun: float) -> None:
        """Wait until the component can serve, then kill its process when it hangs; its keeper starts another."""
        if await self.await_ready(run, begun):
            await self.await_silence(run)
            if run.process:
                signal_group(run.process.pid, signal.SIGKILL)

    async def await_silence(self, run: Run) -> None:
        """Check the component's liveness until it has not answered for too long."""
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
        """Wait until the component can serve. Returns False after killing a process that takes too long; its keeper
        starts another."""
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
        """Carry out the requests in the control folder, and keep the logs from filling the disk."""
        turn = 0
        while True:
            if wanted := requested(self.instance):
                self.handover = Handover(self.processes, self.runs, wanted, self.write)
                self.write()
                asyncio.create_task(self.handover.run()).add_done_callback(lambda _: None)
            for request in (self.instance.state / "control").glob("restart-*"):
                request.unlink(missing_ok=True)
                run = self.runs.get(request.name.removeprefix("restart-"))
                if run and run.process and not run.component.once:
                    run.asked = True
                    asyncio.create_task(self.processes.end(run)).add_done_callback(lambda _: None)
            if turn % 100 == 0:
                for log in self.instance.logs.glob("*.log"):
                    if log.stat().st_size > LOG_BYTES:
                        shutil.copyfile(log, log.with_suffix(".log.1"))
                        os.truncate(log, 0)
            turn += 1
            await asyncio.sleep(0.2)

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
                await self.processes.end(run)
            if run.task:
                await asyncio.wait([run.task])
            run.gone.set()
            if run.state != "failed":
                self.move(run, "stopped")

        await asyncio.gather(*(stop_one(run) for run in self.runs.values()))
