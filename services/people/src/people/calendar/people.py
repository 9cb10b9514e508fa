"""The persons and the room on an event, as answers show them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from people.calendar.attributes import ROOM
from people.calendar.model import booking
from people.places.model import location
from people.places.naming import placed

ON_EVENT = (
    booking.c.id.label("ewpId"),
    booking.c.user_id.label("userId"),
    booking.c.kind,
    booking.c.person_id.label("id"),
    booking.c.cws_id.label("cwsId"),
    booking.c.name,
    booking.c.status,
)
"""The columns of `answers.OnEvent`."""
_room = location.alias("taken_room")


def named(on: sa.FromClause) -> sa.ColumnElement[str]:
    """Return the name of a row of `booking`: of a person, or of a room with its site."""
    room = sa.select(placed(_room)).where(_room.c.id == on.c.person_id).correlate(on).scalar_subquery()
    return sa.case((on.c.kind == ROOM, room), else_=on.c.name).label("name")


PERSONS = booking.c.kind != ROOM
TUTORS_FIRST = (booking.c.kind != "tutor", booking.c.kind, booking.c.id)


def identities(persons: Sequence[tuple[str, int]]) -> sa.Select[tuple[str]]:
    """Return the `who` of persons and rooms (as in `booking`) by kind and id, even if no event has them."""
    one = identified(persons)
    return sa.select(one.c.who)


def identified(persons: Sequence[tuple[str, int]]) -> sa.Subquery:
    """Return rows of `kind`, `id` and `who` of persons and rooms, with `who` as in `booking`."""
    kinds = sa.literal([kind for kind, _ in persons], ARRAY(sa.Text))
    ids = sa.literal([number for _, number in persons], ARRAY(sa.BigInteger))
    one = sa.func.unnest(kinds, ids).table_valued("kind", "id").render_derived()
    booked = sa.func.booked(one.c.kind, one.c.id).table_valued("who").lateral()
    named = sa.select(one.c.kind, one.c.id, booked.c.who).select_from(one.join(booked, sa.true()))
    return named.subquery("identified")
