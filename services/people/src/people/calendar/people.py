"""The persons and the room on an event, as answers show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from people.calendar.attributes import ROOM
from people.calendar.model import booking
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.model import location


def _by_kind(
    row: sa.FromClause,
    of_person: Callable[[sa.FromClause], sa.ColumnElement[Any]],
    of_room: Callable[[sa.FromClause], sa.ColumnElement[Any]] | None = None,
    else_: Any = None,
) -> sa.ColumnElement[Any]:
    """A value of the record that a row of `booking` stands for, from the table of its kind."""
    values = {kind: (table.alias(f"{kind}_booked"), of_person) for kind, table in TABLES.items()}
    if of_room is not None:
        values[ROOM] = (location.alias("room_booked"), of_room)
    cases = (
        (row.c.kind == kind, sa.select(value(table)).where(table.c.id == row.c.person_id).scalar_subquery())
        for kind, (table, value) in values.items()
    )
    return sa.case(*cases, else_=else_)


def name_of(row: sa.FromClause) -> sa.ColumnElement[str]:
    """The name of the person, or the title of the room, of a row of `booking`."""
    return _by_kind(row, full_name, lambda place: place.c.title, else_="")


def user_of(row: sa.FromClause) -> sa.ColumnElement[int]:
    """The user account of the person of a row of `booking`."""
    return _by_kind(row, lambda table: table.c.user_id)


ON_EVENT = (
    booking.c.id.label("ewpId"), user_of(booking).label("userId"), booking.c.kind, booking.c.person_id.label("id"),
    booking.c.cws_id.label("cwsId"), name_of(booking).label("name"), booking.c.status,
)  # fmt: skip
"""The columns of `answers.OnEvent`."""
PERSONS = booking.c.kind != ROOM
TUTORS_FIRST = (booking.c.kind != "tutor", booking.c.kind, booking.c.id)
