"""The declaration of a reminder."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import Tx


@dataclass(frozen=True)
class Receiver:
    """Everybody with a role. `title` names them on the page."""

    role: str
    title: str


@dataclass(frozen=True)
class Rung:
    """One step of a ladder. `days` is relative to the due day, negative before it; a setting may replace it. `hours`,
    for exact reminders only, are added to them.

    `also` get a notice of the rows that reach the rung (`Reminder.notify`).
    """

    name: str
    title: str
    days: int = 0
    also: tuple[Receiver, ...] = ()
    hours: int = 0

    @property
    def after(self) -> dt.timedelta:
        """The time from the due day, or due time, to the rung."""
        return dt.timedelta(days=self.days, hours=self.hours)


Tell = Callable[[Tx, Rung, Sequence[Mapping[str, Any]]], Mapping[int, str]]
"""Sends the messages of a rung about rows (`record_id`, `due`, `late`, `party_id`) in the transaction that marks them
as sent. `late` are the days past the due day, or for an exact reminder the whole hours past the due time: a row may get
the message later than the rung says. Returns the refusals by record id; a refused row is tried again by the next
run."""
Notify = Callable[[Tx, Rung, Sequence[Mapping[str, Any]], Mapping[int, str]], None]
"""Raises one notice to `rung.also` about rows that reached the rung, in the same transaction; it also gets the
refusals."""


@dataclass(frozen=True)
class Reminder:
    """Rows of `source` that satisfy `waits` and have a day `due`, and the ladder of messages about them.

    `key` is the bigint id of the record. `due` is a date, or a timestamptz that counts as its London day. A changed due
    day restarts the ladder. `party` is the id of the client or person concerned, for stopping all their reminders.
    Every rung is off until `reminder_setting` enables it. `notify` is called once for a rung and a due day of a row,
    even if its message is refused.

    An `exact` reminder counts hours, and days of 24 hours, from the timestamptz `due`; a changed time restarts the
    ladder. It runs every few minutes, the others each morning.

    A run locks the row of `key` while it sends. `locks` names the tables to lock instead, in order, if `waits` also
    reads other tables of `source`.

    Raises ValueError for an empty ladder, a duplicate name of a rung, a rung with `also` without `notify`, and hours of
    a reminder that is not exact.
    """

    name: str
    title: str
    source: sa.FromClause
    key: sa.ColumnElement[int]
    due: sa.ColumnElement[Any]
    waits: sa.ColumnElement[bool]
    ladder: tuple[Rung, ...]
    tell: Tell
    party: sa.ColumnElement[int] | None = None
    notify: Notify | None = None
    exact: bool = False
    locks: tuple[sa.FromClause, ...] = ()

    def __post_init__(self) -> None:
        names = {rung.name for rung in self.ladder}
        if not names or len(names) < len(self.ladder):
            raise ValueError(f"Reminder {self.name} needs rungs with different names")
        if self.notify is None and any(rung.also for rung in self.ladder):
            raise ValueError(f"Reminder {self.name} has rungs with receivers and no notify")
        if not self.exact and any(rung.hours for rung in self.ladder):
            raise ValueError(f"Reminder {self.name} counts days: its rungs have no hours")

    @property
    def due_day(self) -> sa.ColumnElement[Any]:
        """The due day in London."""
        if self.exact or isinstance(self.due.type, sa.DateTime):
            return sa.cast(sa.func.timezone("Europe/London", self.due), sa.Date)
        return self.due

    @property
    def counted(self) -> sa.ColumnElement[Any]:
        """The due day, or for an exact reminder the due time, from which the rungs count."""
        return self.due if self.exact else self.due_day
