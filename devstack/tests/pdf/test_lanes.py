"""Lanes of the PDF renderer: who draws, who waits, who is sent away, in which order."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest

from devstack.pdf.lanes import Abandoned, Full, Gone, Lane, Limits
from devstack.pdf.sheet import Sheet

PAPER = Sheet(595, 842, (0, 0, 0, 0))
SECONDS = 600.0
DEADLINE = 30.0


class Desk:
    """A renderer that draws a document until it is told to finish it; the document is its name."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ends: list[float] = []
        self.gone: list[Gone] = []
        self._finished: defaultdict[str, threading.Event] = defaultdict(threading.Event)

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        self.ends.append(ends)
        self.gone.append(gone)
        self.begun.append(html)
        assert self._finished[html].wait(DEADLINE), f"nobody finished {html}"
        if html == "broken":
            raise OSError
        return html.encode()

    def finish(self, *names: str) -> None:
        for name in names:
            self._finished[name].set()


class Caller:
    """Somebody who waits for a document in a thread; `looks` are the times it was asked whether they had gone."""

    def __init__(self, lane: Lane, name: str) -> None:
        self.left, self.looks = False, 0
        self.result: object = None
        self._lane, self._name = lane, name
        self._thread = threading.Thread(target=self._call, daemon=True)
        self._thread.start()

    def _call(self) -> None:
        try:
            self.result = self._lane.print(self._name, PAPER, self._gone)
        except Exception as error:
            self.result = error

    def _gone(self) -> bool:
        self.looks += 1
        return self.left

    def outcome(self) -> object:
        """The answer of the call, or what it raised."""
        self._thread.join(DEADLINE)
        assert not self._thread.is_alive(), f"{self._name} still waits"
        return self.result


class Office:
    """A lane with its renderer and its callers."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self.desk = Desk()
        self.lane = Lane(self.desk, Limits(at_once=at_once, waiting=waiting, seconds=SECONDS))
        self.callers: list[Caller] = []

    def draws(self, name: str) -> Caller:
        """A caller whose document is being drawn."""
        caller = self._new(name)
        until(lambda: name in self.desk.begun)
        return caller

    def waits(self, name: str) -> Caller:
        """A caller who stands at the end of the queue."""
        before = len(self.lane._queue)
        caller = self._new(name)
        until(lambda: len(self.lane._queue) == before + 1)
        return caller

    def _new(self, name: str) -> Caller:
        self.callers.append(Caller(self.lane, name))
        return self.callers[-1]


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.002)


@pytest.fixture
def office() -> Iterator[Callable[..., Office]]:
    """Makes an office; its callers leave after the test."""
    opened: list[Office] = []

    def make(at_once: int = 1, waiting: int = 5) -> Office:
        opened.append(Office(at_once, waiting))
        return opened[-1]

    yield make
    for one in opened:
        for caller in one.callers:
            caller.left = True
        one.desk.finish(*"abcdef", "broken")


def test_so_many_draw_at_once_and_the_others_wait(office: Callable[..., Office]) -> None:
    mine = office(at_once=2)
    a, b = mine.draws("a"), mine.draws("b")
    c = mine.waits("c")
    until(lambda: c.looks >= 2)
    assert (mine.desk.begun, mine.lane.drawn) == (["a", "b"], 2)
    mine.desk.finish("b", "c")
    assert (b.outcome(), c.outcome()) == (b"b", b"c")
    mine.desk.finish("a")
    assert (a.outcome(), mine.lane.drawn) == (b"a", 3)


def test_the_renderer_can_see_that_the_caller_went(office: Callable[..., Office]) -> None:
    mine = office()
    a = mine.draws("a")
    assert not mine.desk.gone[0]()
    a.left = True
    assert mine.desk.gone[0]()


def test_a_document_has_its_seconds_from_the_start_of_its_drawing(office: Callable[..., Office]) -> None:
    mine = office()
    mine.draws("a")
    b = mine.waits("b")
    until(lambda: b.looks >= 2)
    released = time.monotonic()
    mine.desk.finish("a", "b")
    b.outcome()
    assert released + SECONDS <= mine.desk.ends[1] <= time.monotonic() + SECONDS


def test_turns_are_taken_in_the_order_of_coming(office: Callable[..., Office]) -> None:
    mine = office()
    mine.draws("a")
    for name in "bcde":
        mine.waits(name)
    mine.desk.finish(*"abcde")
    assert [caller.outcome() for caller in mine.callers] == [b"a", b"b", b"c", b"d", b"e"]
    assert mine.desk.begun == list("abcde")


def test_nobody_overtakes_one_who_has_not_woken_yet(office: Callable[..., Office]) -> None:
    mine = office()
    a, slow = mine.draws("a"), object()
    mine.lane._queue.append(slow)
    b = mine.waits("b")
    mine.desk.finish("a", "b")
    a.outcome()
    looks = b.looks
    until(lambda: b.looks >= looks + 3 or mine.lane.drawn == 2)
    assert mine.lane.drawn == 1, "drawn before somebody who came first"
    mine.lane._queue.remove(slow)
    assert b.outcome() == b"b"


def test_a_queue_that_is_full_takes_nobody_else(office: Callable[..., Office]) -> None:
    mine = office(waiting=2)
    mine.draws("a")
    mine.waits("b")
    mine.waits("c")
    for _ in range(2):
        with pytest.raises(Full):
            mine.lane.print("d", PAPER, lambda: False)
    assert len(mine.lane._queue) == 2, "whoever is sent away holds no place"
    mine.desk.finish(*"abc")
    assert [caller.outcome() for caller in mine.callers] == [b"a", b"b", b"c"]


def test_a_free_place_is_taken_however_long_the_queue_may_be(office: Callable[..., Office]) -> None:
    mine = office(waiting=0)
    mine.desk.finish("b")
    a = mine.draws("a")
    with pytest.raises(Full):
        mine.lane.print("b", PAPER, lambda: False)
    mine.desk.finish("a")
    a.outcome()
    assert mine.lane.print("b", PAPER, lambda: False) == b"b"


def test_who_goes_loses_the_place_at_once_and_nobody_elses(office: Callable[..., Office]) -> None:
    mine = office()
    a = mine.draws("a")
    b, c, d = (mine.waits(name) for name in "bcd")
    c.left = True
    assert isinstance(c.outcome(), Abandoned)
    assert (len(mine.lane._queue), mine.desk.begun) == (2, ["a"]), "the others wait on"
    mine.desk.finish(*"abcd")
    assert [caller.outcome() for caller in (a, b, d)] == [b"a", b"b", b"d"]
    assert mine.desk.begun == ["a", "b", "d"]


def test_nothing_is_drawn_for_who_had_gone_before_it_began(office: Callable[..., Office]) -> None:
    mine = office()
    mine.desk.finish("a", "b")
    with pytest.raises(Abandoned):
        mine.lane.print("a", PAPER, lambda: True)
    assert (mine.desk.begun, mine.lane.drawn, len(mine.lane._queue)) == ([], 0, 0)
    assert mine.lane.print("b", PAPER, lambda: False) == b"b"


def test_a_renderer_that_fails_gives_its_place_back(office: Callable[..., Office]) -> None:
    mine = office()
    broken, b = mine.draws("broken"), mine.waits("b")
    mine.desk.finish("broken", "b")
    assert isinstance(broken.outcome(), OSError)
    assert b.outcome() == b"b"
