"""Background tasks: started with the application, awaited at its end, restarted when they fail."""

from __future__ import annotations

import asyncio

import pytest

from kit.http import background, fastapi

WHOLE = ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def run(app: object) -> list[str]:
    """Run an ASGI application from startup to shutdown without requests, and return the kinds of messages it sent."""
    kinds: list[str] = []

    async def life() -> None:
        asked = iter(({"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}))

        async def receive() -> dict[str, str]:
            await asyncio.sleep(0.05)
            return next(asked)

        async def send(message: dict[str, str]) -> None:
            kinds.append(message["type"])

        await app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)  # type: ignore[operator]

    asyncio.run(life())
    return kinds


def test_task_runs_with_the_application_and_is_awaited() -> None:
    steps: list[str] = []

    async def work() -> None:
        steps.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.2)  # a connection that is closed properly
            steps.append("closed")

    assert run(fastapi.application("toys", [], [], {}, [work])) == WHOLE
    assert steps == ["begun", "closed"]


def test_failed_or_ended_task_is_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "RESTART_AFTER", 0.0)
    times = 0

    async def work() -> None:
        nonlocal times
        times += 1
        if times == 1:
            raise OSError("the line is dead")
        if times > 2:
            await asyncio.Event().wait()

    async def scenario() -> None:
        async with background.running([work]):
            while times < 3:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(scenario(), 5))
    assert times == 3


def test_task_that_does_not_stop_does_not_block_shutdown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "STOP_WITHIN", 0.1)
    over = asyncio.Event()

    async def deaf() -> None:
        while not over.is_set():
            try:
                await over.wait()
            except asyncio.CancelledError:
                pass

    async def scenario() -> float:
        begun = asyncio.get_running_loop().time()
        async with background.running([deaf]):
            await asyncio.sleep(0)
        took = asyncio.get_running_loop().time() - begun
        over.set()
        await asyncio.sleep(0)
        return took

    assert asyncio.run(scenario()) < 2


def test_shutdown_without_tasks() -> None:
    assert run(fastapi.application("toys", [], [], {})) == WHOLE
