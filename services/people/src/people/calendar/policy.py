"""Rights on events. Staff book for everybody; others book only their own time off."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database.sql import filled
from kit.lists import bound
from kit.policy import Actor, Row, Rule, Scope, me, nobody, own
from people.calendar.attributes import BUSY, PERSON_KINDS, ROOM
from people.calendar.model import LONGEST_DAYS, booking, event
from people.persons.model import client_student
from people.persons.policy import CHILD_IDS
from people.policy import STAFF

# An alias, so that a condition never correlates with a table that the outer query happens to join.
_on = booking.alias("on_event")


def _events_of(*persons: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Return the condition of events of any of these persons, as one set of ids. With an OR of two sets PostgreSQL
    would check every event."""
    return event.c.id.in_(sa.union_all(*(sa.select(_on.c.event_id).where(person) for person in persons)))


_longest = sa.literal(dt.timedelta(days=LONGEST_DAYS), sa.Interval)
_begins = sa.func.lower(_on.c.span, type_=sa.DateTime(timezone=True))
_low, _high = bound("from", "low", _begins.type), bound("to", "high", _begins.type)
_days = bound("calendarDays", "low", _begins.type), bound("calendarDays", "high", _begins.type)
_WITHIN = (
    _begins > sa.func.coalesce(_low, _days[0], sa.literal_column("'-infinity'::timestamptz")) - _longest,
    _begins <= sa.func.coalesce(_high, _days[1], sa.literal_column("'infinity'::timestamptz")),
)
"""The person's events in the period of the request, out of thousands."""


def _mine(*answered: sa.ColumnElement[bool]) -> dict[str, sa.ColumnElement[bool]]:
    """Return the events of each kind of person, including those of a client's children; `answered` limits their
    answers."""
    me_on = {kind: sa.and_(_on.c.kind == kind, _on.c.person_id == me(kind), *answered) for kind in PERSON_KINDS}
    children = sa.and_(_on.c.kind == "student", _on.c.person_id.in_(CHILD_IDS), *answered)
    return {kind: _events_of(mine) for kind, mine in me_on.items()} | {"client": _events_of(me_on["client"], children)}


_MINE = _mine()
EVENTS = Scope(everything=STAFF, own={kind: mine for kind, mine in _MINE.items() if kind != "staff"})
"""Staff reach all events, others those that they are on; a client also reaches those of their children."""
MY_EVENTS = Scope(everything=nobody, own=_mine(*_WITHIN))
"""The caller's own calendar, between `from` and `to` of the request. The same for everybody, including staff."""
MY_SESSIONS = Scope(everything=nobody, own={"invigilator": MY_EVENTS.own["invigilator"]})
"""The same for the calendar of an invigilator."""
invigilates = Rule("invigilator", lambda actor, _: actor.person("invigilator") is not None)
NOT_DECLINED = Scope(everything=nobody, own=_mine(*_WITHIN, _on.c.status != "declined"))
"""The events of the caller's own calendar that the caller or their child has not declined."""


def between(condition: sa.ColumnElement[bool], begins: Any, ends: Any) -> sa.ColumnElement[bool]:
    """Return the condition of MY_EVENTS or NOT_DECLINED for the events of a period."""
    return filled(condition, {_low.key: begins, _high.key: ends})


def _keeps_free(actor: Actor, row: Row | None) -> bool:
    if row is None:
        return actor.user_id > 0
    return bool(row["type"] == BUSY and row["created_by_id"] == actor.user_id)


OWN_TIME = Rule("own time off", _keeps_free, frozenset({"type", "created_by_id"}))
BOOKS = STAFF | OWN_TIME
"""Those who may change an event."""

TEACH = ("tutor", "staff", "invigilator")
"""Kinds of person who see everybody on an event."""


def _mine_or_none(kind: str) -> sa.BindParameter[int | None]:
    """Return the caller's own id of a kind, as `me`; null if they have none."""
    return sa.bindparam(f"me_{kind}", None, type_=sa.BigInteger, required=False)


def seen_on_own(on: sa.FromClause) -> sa.ColumnElement[bool]:
    """Return the rows of `booking` that the caller sees on events of their own calendar, in a list with the scope
    MY_EVENTS. Tutors and staff see all; others see those who teach, themselves and their children."""
    c = on.c
    mine = [sa.and_(c.kind == kind, c.person_id == _mine_or_none(kind)) for kind in PERSON_KINDS]
    link = client_student.c
    children = sa.select(link.student_id).where(link.client_id == _mine_or_none("client"))
    everybody = [_mine_or_none(kind).is_not(None) for kind in ("tutor", "staff")]
    return sa.or_(c.kind.in_(TEACH), *everybody, *mine, sa.and_(c.kind == "student", c.person_id.in_(children)))


_OWN = {kind: sa.and_(booking.c.kind == kind, booking.c.person_id == me(kind)) for kind in PERSON_KINDS}
PLACES = Scope(
    everything=nobody,
    roles={"staff": booking.c.kind != ROOM},
    own={kind: mine for kind, mine in _OWN.items() if kind != "staff"},
)
"""Persons on events: staff reach all, others themselves. Rows of rooms belong to the database."""


def _is_asked(actor: Actor, row: Row | None) -> bool:
    if row is None:
        return bool(actor.persons)
    return own(row["kind"], "person_id")(actor, row)


ASKED = Rule("the person on the event", _is_asked, frozenset({"kind", "person_id"}))
EVERYBODY_ON_IT = Rule(
    "staff or tutor", lambda actor, row: STAFF(actor) or actor.person("tutor") is not None, frozenset()
)
"""Those who see the names of all persons on an event; others see who teaches, and themselves."""
