"""Who is taken when. The database refuses to take anybody twice (`model.booking`); this says who, when and by what."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict
from kit.values.days import LONDON
from people.calendar.attributes import BUSY, ROOM
from people.calendar.model import booking, event
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.model import location

TITLE = "Already booked"
NAMED = 5
"""Dates that the text of a refusal names; `conflicts` has up to `_MOST`."""
_MOST = 200


def check_free(tx: Tx, events: list[int]) -> None:
    """Refuse what the transaction booked where somebody or a room is taken: Conflict, with each of `conflicts`. For
    `Tx.before_commit`; the constraint is asked at last, for what another transaction booked meanwhile."""
    found = tx.all(_conflicts(sorted(set(events))))
    if found:
        lines = [_line(one) for one in found[:NAMED]]
        if len(found) > NAMED:
            lines.append(f"and {len(found) - NAMED} more")
        raise Conflict(
            "\n".join(lines), title=TITLE, code="already_booked", fields={"start": lines[0]},
            extra={"conflicts": [_told(one) for one in found]},
        )  # fmt: skip
    tx.execute(sa.text("SET CONSTRAINTS ex_booking_busy IMMEDIATE"))
    tx.execute(sa.text("SET CONSTRAINTS ex_booking_busy DEFERRED"))


def name_of(row: sa.FromClause) -> sa.ColumnElement[str]:
    """The name of the person, or the title of the room, of a row of `booking`."""
    names = {
        kind: sa.select(full_name(table)).where(table.c.id == row.c.person_id).scalar_subquery()
        for kind, table in ((kind, table.alias(f"{kind}_named")) for kind, table in TABLES.items())
    }
    place = location.alias("room_named")
    names[ROOM] = sa.select(place.c.title).where(place.c.id == row.c.person_id).scalar_subquery()
    return sa.case(*((row.c.kind == kind, name) for kind, name in names.items()), else_="")


def _conflicts(events: list[int]) -> sa.Select[Any]:
    """What stands in the way of these events, in the order of time."""
    mine, other, theirs = booking.alias("mine"), booking.alias("other"), event.alias("theirs")
    same = sa.and_(
        other.c.kind == mine.c.kind, other.c.person_id == mine.c.person_id, other.c.busy.op("&&")(mine.c.busy),
        other.c.id != mine.c.id,
    )  # fmt: skip
    columns = (
        *(mine.c.event_id, mine.c.kind, mine.c.person_id, name_of(mine).label("name"), theirs.c.id.label("other_id")),
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


def _told(one: dict[str, Any]) -> dict[str, Any]:
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
    """`2 December 2026, 10:00 to 11:00`, in London."""
    begins, ends = start.astimezone(LONDON), end.astimezone(LONDON)
    day = f"{begins.day} {begins:%B %Y}, {begins:%H:%M}"
    if begins.date() == ends.date():
        return f"{day} to {ends:%H:%M}"
    return f"{day} to {ends.day} {ends:%B %Y}, {ends:%H:%M}"
