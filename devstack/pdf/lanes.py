"""Two lanes of the PDF renderer: people's html never stands before an invoice or an export.

Each lane has processes of its own and a queue of bounded length. A document that takes longer than its lane allows is
killed with its process; one whose caller has gone is not drawn.
"""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from devstack.pdf.sheet import Sheet

LOOK_SECONDS = 0.1
"""Between looks whether the caller is still there."""
TOO_SLOW = "The document takes too long to draw"
Gone = Callable[[], bool]
"""Whether the caller has gone."""


class Full(Exception):
    """So many wait already that there is no sense in waiting too."""


class Abandoned(Exception):
    """The caller has gone: nobody wants the document any more."""


@dataclass(frozen=True)
class Limits:
    """Documents drawn at once, documents that may wait, seconds one may take; `polite` processes yield the
    processor to others and have a bounded memory."""

    at_once: int
    waiting: int
    seconds: float
    polite: bool = False


WORK = Limits(at_once=2, waiting=60, seconds=30.0)
"""Invoices and the exports of jobs."""
PEOPLE = Limits(at_once=1, waiting=4, seconds=8.0, polite=True)
"""Documents that people write themselves."""


class Renderer(Protocol):
    """Draws with processes that can be killed."""

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        """The PDF, or a text that says why there is none. Ends by `ends` (monotonic). Raises Abandoned."""
        ...


class Turns:
    """Callers take turns in the order they came; who goes loses the place."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.drawn = 0
        """Documents whose drawing was begun."""
        self._changed = threading.Condition()
        self._queue: deque[object] = deque()
        self._in_hand = 0

    def run(self, draw: Callable[[float], bytes | str], gone: Gone) -> bytes | str:
        """Call `draw` in the caller's turn with the time by which it ends (monotonic). Raises Full, Abandoned."""
        with self._turn(gone):
            self.drawn += 1
            return draw(time.monotonic() + self.limits.seconds)

    @contextlib.contextmanager
    def _turn(self, gone: Gone) -> Iterator[None]:
        place = object()
        with self._changed:
            if len(self._queue) >= self.limits.waiting and self._in_hand >= self.limits.at_once:
                raise Full
            self._queue.append(place)
            try:
                while self._queue[0] is not place or self._in_hand >= self.limits.at_once:
                    self._changed.wait(LOOK_SECONDS)
                    if gone():
                        raise Abandoned
                if gone():
                    raise Abandoned
            finally:
                self._queue.remove(place)
                self._changed.notify_all()
            self._in_hand += 1
        try:
            yield
        finally:
            with self._changed:
                self._in_hand -= 1
                self._changed.notify_all()


class Lane(Turns):
    """A renderer and the turns of its callers."""

    def __init__(self, renderer: Renderer, limits: Limits) -> None:
        super().__init__(limits)
        self.renderer = renderer

    def print(self, html: str, paper: Sheet, gone: Gone) -> bytes | str:
        """The PDF, or a text that says why there is none. Raises Full, Abandoned."""
        return self.run(lambda ends: self.renderer.draw(html, paper, ends, gone), gone)
