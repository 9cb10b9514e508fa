"""The declaration of a reminder."""

from __future__ import annotations

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
    """One step of a ladder. `days` is relative to the due day, negative before it; a setting may replace it.

    `also` get a notice of the rows that reach the rung (`Reminder.notify`).
    """

    name: str
    title: str
    days: int
    also: tuple[Receiver, ...] = ()


Tell = Callable[[Tx, Rung, Sequence[Mapping[str, Any]]], Mapping[int, str]]
"""Sends the messages of a rung about rows (`record_id`, `due`, `late`, `party_id`) in the transaction that marks them
as told. `late` are the days past the due day: a row may get the message of a rung on a later day than the rung's.
Returns the refusals by record id; a refused row is tried again by the next run."""
Notify = Callable[[Tx, Rung, Sequence[Mapping[str, Any]], Mapping[int, str]], None]
"""Raises one notice to `rung.also` about rows that reached the rung, in the same transaction; has the refusals too."""


@dataclass(frozen=True)
class Reminder:
    """Rows of `source` that satisfy `waits` and have a day `due`, and the ladder of messages about them.

    `key` is the bigint id of the record. `due` is a date, or a timestamptz that counts as its London day. A changed due
    day starts the ladder anew. `party` is the id of the client or person concerned, for stopping all their reminders.
    Every rung is off until `reminder_setting` enables it. `notify` is called once for a rung and a due day of a row,
    also where its message is refused.

    Raises ValueError for an empty ladder, a repeated name of a rung, or a rung with `also` without `notify`.
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

    def __post_init__(self) -> None:
        names = {rung.name for rung in self.ladder}
        if not names or len(names) < len(self.ladder):
            raise ValueError(f"Reminder {self.name} needs rungs with different names")
        if self.notify is None and any(rung.also for rung in self.ladder):
            raise ValueError(f"Reminder {self.name} has rungs with receivers and no notify")

    @property
    def due_day(self) -> sa.ColumnElement[Any]:
        """The due day in London."""
        if isinstance(self.due.type, sa.DateTime):
            return sa.cast(sa.func.timezone("Europe/London", self.due), sa.Date)
        return self.due
