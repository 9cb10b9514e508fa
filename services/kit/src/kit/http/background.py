"""Work of a web process beside answering, in the event loop of its application: begun with it, ended with it.

A service names its works in `Service.background`::

    async def listen() -> None: ...

    service = Service(..., background=[hub.listen])

A work goes on for as long as the application serves. At the end it is cancelled and waited for, so that what it holds
(a connection, a file) is given back before the process ends; what it has to do then belongs in its `finally`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from kit.telemetry import log

_log = log.get(__name__)

Work = Callable[[], Awaitable[None]]

AGAIN_AFTER = 1.0
"""Seconds until a work that ended by itself, or failed, is begun again."""
END_WITHIN = 5.0
"""Seconds a work may take over its end; then the process ends without it."""


@contextlib.asynccontextmanager
async def running(works: Sequence[Work]) -> AsyncIterator[None]:
    """The works at work for a block; after it each has ended, or had its time to."""
    tasks = [asyncio.create_task(_kept_up(work), name=_name(work)) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=END_WITHIN)
            for task in late:
                _log.warning("beside_does_not_end", work=task.get_name())


async def _kept_up(work: Work) -> None:
    while True:
        try:
            await work()
            _log.warning("beside_ended", work=_name(work))
        except Exception as error:  # whatever it is: a work that is gone for good would be missed by nobody
            _log.error("beside_failed", work=_name(work), error=f"{type(error).__name__}: {error}")
        await asyncio.sleep(AGAIN_AFTER)


def _name(work: Work) -> str:
    return getattr(work, "__qualname__", repr(work))
