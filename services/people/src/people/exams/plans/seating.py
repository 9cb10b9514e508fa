"""Plans of seats for many candidates: in the order of candidate numbers, if possible with another paper on either side.

Seats are numbered down the columns of a room, from the front left. A room without a plan is one column.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Room:
    """A room of a session: the number of seats, the number of rows in a column, and the paper of each taken seat."""

    session: int
    capacity: int
    rows: int | None = None
    taken: dict[int, int] = field(default_factory=dict)

    def sides(self, seat: int) -> Iterable[int]:
        """Return the papers on the two sides of a seat."""
        if self.rows:
            for other in (seat - self.rows, seat + self.rows):
                if other in self.taken:
                    yield self.taken[other]

    def free(self) -> list[int]:
        return [seat for seat in range(1, self.capacity + 1) if seat not in self.taken]


@dataclass(frozen=True)
class Placed:
    """A candidate's entry with its seat."""

    entry: int
    paper: int
    session: int
    seat: int


def plan(waiting: Mapping[int, Sequence[int]], rooms: Sequence[Room]) -> list[Placed]:
    """Return the seats of those who wait, `{paper: entries in the order of numbers}`, room after room until the rooms
    are full. Changes the rooms."""
    left = {paper: deque(entries) for paper, entries in waiting.items() if entries}
    placed = list[Placed]()
    for room in rooms:
        current = 0
        for seat in room.free():
            if not left:
                return placed
            if room.rows and (seat - 1) % room.rows == 0:
                current = 0  # the paper of which most are left, unless the next column has it
            current = _next(left, current, set(room.sides(seat)))
            entries = left[current]
            placed.append(Placed(entries.popleft(), current, room.session, seat))
            room.taken[seat] = current
            if not entries:
                del left[current]
    return placed


def _next(left: Mapping[int, Sequence[int]], current: int, sides: set[int]) -> int:
    """Return the paper of the next seat: that of the seat in front, unless it is on either side."""
    if current in left and current not in sides:
        return current
    apart = [paper for paper in left if paper not in sides]
    return max(apart or left, key=lambda paper: (len(left[paper]), -paper))
