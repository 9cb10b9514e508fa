"""Double bookings. The database refuses them (`model.booking`); this module names the person, the time and the other
event."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict
from kit.values.days import LONDON, in_words
from kit.values.first_few import first_lines
from people.calendar.attributes import BUSY
from people.calendar.model import booking, event
from people.calendar.people import named

TITLE = "Already booked"
_MOST = 200
"""The most conflicts that a refusal has."""


def check_free(tx: Tx, events: list[int]) -> None:
    """Refuse double bookings of this transaction: raise Conflict, with each of `conflicts`. For `Tx.before_commit`. The
    constraint is checked last, for bookings that another transaction made in the meantime."""
    conflicts = tx.all(_conflicts(sorted(set(events))))
    if conflicts:
        lines = first_lines([_line(one) for one in conflicts])
        raise Conflict(
            "\n".join(lines),
            title=TITLE,
            code="already_booked",
            fields={"start": lines[0]},
            extra={"conflicts": [_conflict(one) for one in conflicts]},
        )
    tx.execute(sa.text("SET CONSTRAINTS ex_booking_busy IMMEDIATE"))
    tx.execute(sa.text("SET CONSTRAINTS ex_booking_busy DEFERRED"))


def _conflicts(events: list[int]) -> sa.Select[Any]:
    """Return the bookings that overlap those of these events, in the order of time."""
    mine, other, theirs = booking.alias("mine"), booking.alias("other"), event.alias("theirs")
    same = sa.and_(
        other.c.who == mine.c.who,
        other.c.busy.op("&&")(mine.c.busy),
        other.c.event_id != mine.c.event_id,
    )
    columns = (
        *(mine.c.event_id, mine.c.kind, mine.c.person_id, named(mine), theirs.c.id.label("other_id")),
        *(theirs.c.title, theirs.c.type, theirs.c.starts, theirs.c.ends),
    )
    return (
        sa.select(*columns)
        .select_from(mine.join(other, same).join(theirs, theirs.c.id == other.c.event_id))
        .where(mine.c.event_id.in_(events))
        .order_by(theirs.c.starts, mine.c.kind != "tutor", mine.c.kind, mine.c.person_id, theirs.c.id)
        .limit(_MOST)
    )


def _line(one: dict[str, Any]) -> str:
    by = "" if one["type"] == BUSY else f": {one['title']}"
    return f"{one['name']} is busy on {span(one['starts'], one['ends'])}{by}"


def _conflict(one: dict[str, Any]) -> dict[str, Any]:
    return {
        "eventId": one["event_id"],
        "kind": one["kind"],
        "id": one["person_id"],
        "name": one["name"],
        "otherEventId": one["other_id"],
        "title": "" if one["type"] == BUSY else one["title"],
        "start": one["starts"].isoformat(),
        "end": one["ends"].isoformat(),
    }


def span(start: dt.datetime, end: dt.datetime) -> str:
    """Return `2 December 2026, 10:00 to 11:00`, in London."""
    begins, ends = start.astimezone(LONDON), end.astimezone(LONDON)
    until = f"{ends:%H:%M}" if begins.date() == ends.date() else f"{in_words(ends)}, {ends:%H:%M}"
    return f"{in_words(begins)}, {begins:%H:%M} to {until}"
