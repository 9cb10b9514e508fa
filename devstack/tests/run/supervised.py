"""A supervisor at work in a test."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from devstack.layout import Instance
from devstack.run.supervisor import Supervisor
from devstack.stack.component import Component


@contextlib.asynccontextmanager
async def running(instance: Instance, components: list[Component]) -> AsyncIterator[Supervisor]:
    """A supervisor at work in this process, told to stop at the end."""
    supervisor = Supervisor(instance, components)
    task = asyncio.create_task(supervisor.run())
    try:
        yield supervisor
    finally:
        supervisor.over.set()
        await asyncio.wait_for(task, 30)


async def until(condition: Callable[[], Any], seconds: float = 10.0) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.05)
