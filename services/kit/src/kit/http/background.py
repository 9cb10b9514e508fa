"""Background tasks of a web process, in the event loop of its application: started and stopped with it.

A service lists its tasks in `Service.background`::

    async def listen() -> None: ...

    MODULE = Module(..., background=(listener.run,))

A task runs for as long as the application serves, and is restarted when it ends. At shutdown it is cancelled and
awaited, so that it can release its resources (a connection, a file) in its `finally`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from kit.telemetry import log

_log = log.get(__name__)

BackgroundTask = Callable[[], Awaitable[None]]

RESTART_AFTER = 1.0
"""Seconds until a task that ended or failed is restarted."""
STOP_WITHIN = 5.0
"""Seconds that a task may take to stop; then the process ends without it."""


@contextlib.asynccontextmanager
async def running(background_tasks: Sequence[BackgroundTask]) -> AsyncIterator[None]:
    """Run the tasks for a block; at its end they are cancelled and get `STOP_WITHIN` seconds."""
    started = [
        asyncio.create_task(_supervise(background_task), name=_name(background_task))
        for background_task in background_tasks
    ]
    try:
        yield
    finally:
        for task in started:
            task.cancel()
        if started:
            _, late = await asyncio.wait(started, timeout=STOP_WITHIN)
            for task in late:
                _log.warning("background_task_does_not_stop", task=task.get_name())


async def _supervise(background_task: BackgroundTask) -> None:
    while True:
        try:
            await background_task()
            _log.warning("background_task_ended", task=_name(background_task))
        except Exception as error:  # of any kind: nobody would notice that the task is not restarted
            _log.error("background_task_failed", task=_name(background_task), error=f"{type(error).__name__}: {error}")
        await asyncio.sleep(RESTART_AFTER)


def _name(background_task: BackgroundTask) -> str:
    return getattr(background_task, "__qualname__", repr(background_task))
