"""Turns of the PDF server: which document is drawn, which waits and which is refused."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest

from devstack.pdf.limits import Abandoned, Full, Limits, Turns

SECONDS = 600.0
DEADLINE = 30.0


class Desk:
    """Turns with callers in threads. Each document is drawn until the test finishes it."""

    def __init__(self, at_once: int = 1, waiting: int = 5) -> None:
        self.turns = Turns(Limits(at_once=at_once, waiting=waiting, seconds=SECONDS))
        self.drawn: list[str] = []
        self.ends: list[float] = []
        self.callers: list[Caller] = []
        self._finished: defaultdict[str, threading.Event] = defaultdict(threading.Event)

    def call(self, name: str, gone: Callable[[], bool]) -> bytes | str:
        return self.turns.run(lambda ends: self._draw(name, ends), gone)

    def _draw(self, name: str, ends: float) -> bytes:
        self.ends.append(ends)
        self.drawn.append(name)
        assert self._finished[name].wait(DEADLINE), f"nobody finished {name}"
        if name == "broken":
            raise OSError
        return name.encode()

    def finish(self, *names: str) -> None:
        for name in names:
            self._finished[name].set()

    def draws(self, name: str) -> "Caller":
        """Add a caller whose document is being drawn."""
        caller = Caller(self, name)
        until(lambda: name in self.drawn)
        return caller

    def waits(self, name: str) -> "Caller":
        """Add a caller who waits."""
        caller = Caller(self, name)
        until(lambda: caller.looks >= 2)
        return caller


class Caller:
    """A caller in a thread; `looks` counts the checks whether the caller has hung up."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.left, self.looks = False, 0
        self.result: object = None
        self._desk, self._name = desk, name
        desk.callers.append(self)
        self._thread = threading.Thread(target=self._call, daemon=True)
        self._thread.start()

    def _call(self) -> None:
        try:
            self.result = self._desk.call(self._name, self._gone)
        except Exception as error:
            self.result = error

    def _gone(self) -> bool:
        self.looks += 1
        return self.left

    def outcome(self) -> object:
        """Return the answer of the call, or the exception."""
        self._thread.join(DEADLINE)
        assert not self._thread.is_alive(), f"{self._name} still waits"
        return self.result


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < deadline, "the condition never held"
        time.sleep(0.002)


@pytest.fixture
def desk() -> Iterator[Callable[..., Desk]]:
    """Makes desks; their callers hang up after the test."""
    desks: list[Desk] = []

    def make(at_once: int = 1, waiting: int = 5) -> Desk:
        desks.append(Desk(at_once, waiting))
        return desks[-1]

    yield make
    for one in desks:
        for caller in one.callers:
            caller.left = True
        one.finish(*"abcdef", "broken")


def test_documents_beyond_the_limit_wait(desk: Callable[..., Desk]) -> None:
    mine = desk(at_once=2)
    a, b, c = mine.draws("a"), mine.draws("b"), mine.waits("c")
    assert mine.drawn == ["a", "b"]
    mine.finish("b", "c")
    assert (b.outcome(), c.outcome()) == (b"b", b"c")
    mine.finish("a")
    assert a.outcome() == b"a"


def test_time_limit_begins_with_the_drawing(desk: Callable[..., Desk]) -> None:
    mine = desk()
    mine.draws("a")
    b = mine.waits("b")
    released = time.monotonic()
    mine.finish("a", "b")
    b.outcome()
    assert released + SECONDS <= mine.ends[1] <= time.monotonic() + SECONDS


def test_full_queue_refuses_callers(desk: Callable[..., Desk]) -> None:
    mine = desk(waiting=2)
    callers = [mine.draws("a"), mine.waits("b"), mine.waits("c")]
    for _ in range(2):
        with pytest.raises(Full):
            mine.call("d", lambda: False)
    mine.finish(*"abcd")
    assert [caller.outcome() for caller in callers] == [b"a", b"b", b"c"]
    assert mine.call("d", lambda: False) == b"d"


def test_free_place_is_taken_without_a_queue(desk: Callable[..., Desk]) -> None:
    mine = desk(waiting=0)
    a = mine.draws("a")
    with pytest.raises(Full):
        mine.call("b", lambda: False)
    mine.finish("a", "b")
    a.outcome()
    assert mine.call("b", lambda: False) == b"b"


def test_caller_who_hangs_up_frees_the_place_in_the_queue(desk: Callable[..., Desk]) -> None:
    mine = desk(waiting=2)
    a, b, c = mine.draws("a"), mine.waits("b"), mine.waits("c")
    c.left = True
    assert isinstance(c.outcome(), Abandoned)
    d = mine.waits("d")
    mine.finish(*"abd")
    assert [caller.outcome() for caller in (a, b, d)] == [b"a", b"b", b"d"]
    assert "c" not in mine.drawn


def test_nothing_is_drawn_for_a_caller_who_hung_up_before(desk: Callable[..., Desk]) -> None:
    mine = desk()
    mine.finish("a", "b")
    with pytest.raises(Abandoned):
        mine.call("a", lambda: True)
    assert mine.drawn == []
    assert mine.call("b", lambda: False) == b"b"


def test_failed_drawing_frees_its_place(desk: Callable[..., Desk]) -> None:
    mine = desk()
    broken, b = mine.draws("broken"), mine.waits("b")
    mine.finish("broken", "b")
    assert isinstance(broken.outcome(), OSError)
    assert b.outcome() == b"b"
