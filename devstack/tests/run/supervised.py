"""A supervisor that runs in a test."""

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
    """Run a supervisor in this process, and stop it at the end."""
    supervisor = Supervisor(instance, components)
    task = asyncio.create_task(supervisor.run())
    try:
        yield supervisor
    finally:
        supervisor.over.set()
        await asyncio.wait_for(task, 30)


async def until(condition: Callable[[], Any], seconds: float = 10.0) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition did not hold in time"
        await asyncio.sleep(0.05)
