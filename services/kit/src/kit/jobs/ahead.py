"""Work of a job that is started ahead, so that a renderer or another service is never idle."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

AHEAD = 3
"""Pieces of work that are started ahead, and threads of a pool for them."""
Entry = TypeVar("Entry")
Result = TypeVar("Result")


def ahead(
    pool: ThreadPoolExecutor, entries: Iterable[tuple[Entry, Callable[[], Result] | None]]
) -> Iterator[tuple[Entry, Future[Result] | None]]:
    """Yield each entry in order with the future of its work, which started up to AHEAD entries earlier; None for an
    entry without work."""
    waiting: deque[tuple[Entry, Future[Result] | None]] = deque()
    for entry, work in entries:
        waiting.append((entry, pool.submit(copy_context().run, work) if work else None))
        if len(waiting) > AHEAD:
            yield waiting.popleft()
    yield from waiting
