"""Work of a job that begins before its turn, so that a renderer or another service always has the next piece."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

AHEAD = 3
"""Pieces of work that begin ahead of their turn, and the threads that a pool for them has."""
Entry = TypeVar("Entry")
Result = TypeVar("Result")


def ahead(
    pool: ThreadPoolExecutor, entries: Iterable[tuple[Entry, Callable[[], Result] | None]]
) -> Iterator[tuple[Entry, Future[Result] | None]]:
    """Yield each entry in its turn with the future of its work, which began up to AHEAD entries earlier; None for an
    entry without work."""
    waiting: deque[tuple[Entry, Future[Result] | None]] = deque()
    for entry, work in entries:
        waiting.append((entry, pool.submit(copy_context().run, work) if work else None))
        if len(waiting) > AHEAD:
            yield waiting.popleft()
    yield from waiting
