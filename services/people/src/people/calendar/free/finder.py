"""The next free times: everybody works, and no person or room is taken."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.policy import Actor
from kit.values.days import LONDON, today
from people.calendar.attributes import ROOM
from people.calendar.free import rules
from people.calendar.free.hours import working_hours
from people.calendar.model import booking
from people.calendar.people import identified, identities
from people.calendar.queries import meets
from people.calendar.recurrence import in_utc
from people.persons.model import TABLES
from people.persons.parts import WEEKDAYS
from people.places.model import location

_WORKS = ("tutor", "staff", "invigilator")
"""Kinds of person with working hours of their own (`availability`); the hours of others are not checked."""
_DAYS_AHEAD = 60
_NAMES = [str(day.value) for day in WEEKDAYS]
USUAL = [{"day": day, "start": "08:00", "end": "20:00"} for day in _NAMES[:5]]
"""Hours for persons without working hours whose organisation has none either."""
Hours = Sequence[Mapping[str, Any]]


def free_slots(
    connection: sa.Connection,
    actor: Actor,
    who: Sequence[tuple[str, int]],
    first: dt.date,
    minutes: int,
    within: tuple[int | None, int | None],
    most: int,
) -> list[dict[str, dt.datetime]]:
    """Return the next `most` times from `first` on at which all of `who` (kinds and ids of `booking`) work and are free
    for `minutes`; no two overlap. `within` narrows the hours of a day in London."""
    begins = dt.datetime.combine(max(first, today()), dt.time(), LONDON)
    taken = _taken(connection, who, begins, begins + dt.timedelta(days=_DAYS_AHEAD))
    return _slots(begins, _weeks(connection, who) or [USUAL], taken, minutes, within, most)


def free_slots_of_each(
    connection: sa.Connection,
    actor: Actor,
    kind: str,
    ids: Sequence[int],
    others: Sequence[tuple[str, int]],
    first: dt.date,
    minutes: int,
    most: int,
) -> dict[int, list[dict[str, dt.datetime]]]:
    """Return the next times as `free_slots` does, for each person of a kind with the same `others`, by the id of the
    person. Uses two queries for any number of persons."""
    begins = dt.datetime.combine(max(first, today()), dt.time(), LONDON)
    ends = begins + dt.timedelta(days=_DAYS_AHEAD)
    shared, shared_weeks = _taken(connection, others, begins, ends), _weeks(connection, others)
    taken: dict[int, list[rules.Span]] = defaultdict(list)
    one = identified([(kind, number) for number in ids])
    statement = _spans(begins, ends).add_columns(one.c.id).join_from(booking, one, one.c.who == booking.c.who)
    for start, end, number in connection.execute(statement):
        taken[number].append((start, end))
    table = TABLES[kind]
    hours = _hours(table, table.c.availability, ids).add_columns(table.c.id)
    weeks = {number: own or of_organisation or USUAL for own, of_organisation, number in connection.execute(hours)}
    return {
        number: _slots(begins, [weeks[number], *shared_weeks], [*shared, *taken[number]], minutes, (None, None), most)
        for number in ids
        if number in weeks
    }


def _slots(
    begins: dt.datetime,
    weeks: Sequence[Hours],
    taken: Sequence[rules.Span],
    minutes: int,
    within: tuple[int | None, int | None],
    most: int,
) -> list[dict[str, dt.datetime]]:
    days = (begins.date() + dt.timedelta(days=number) for number in range(_DAYS_AHEAD))
    spans = (span for day in days for span in _open(day, weeks, within))
    slots = rules.free(spans, taken, dt.timedelta(minutes=minutes), most)
    return [{"start": start, "end": end} for start, end in slots]


def _weeks(connection: sa.Connection, who: Sequence[tuple[str, int]]) -> list[Hours]:
    """Return the hours of each person who has some: their own, or those of the organisation of the person or the
    room."""
    parts = []
    for kind, table in TABLES.items():
        ids = [number for its, number in who if its == kind]
        if kind in _WORKS and ids:
            parts.append(_hours(table, table.c.availability, ids))
    if rooms := [number for kind, number in who if kind == ROOM]:
        parts.append(_hours(location, sa.literal_column("'[]'::jsonb"), rooms))
    if not parts:
        return []
    return [own or of_organisation or USUAL for own, of_organisation in connection.execute(sa.union_all(*parts))]


def _hours(table: sa.FromClause, own: sa.ColumnElement[Any], ids: Sequence[int]) -> sa.Select[Any]:
    c = working_hours.c
    joined = table.outerjoin(working_hours, c.organisation_id == table.c.organisation_id)
    return sa.select(own.label("own"), c.hours).select_from(joined).where(table.c.id.in_(ids))


def _open(day: dt.date, weeks: Iterable[Hours], within: tuple[int | None, int | None]) -> list[rules.Span]:
    """Return the spans of a day in which all work, from the next half hour on."""
    earliest, latest = within
    limits = [(_at(day, f"{earliest or 0:02}:00"), _at(day, f"{24 if latest is None else latest:02}:00"))]
    spans = [(max(opens, _next_half_hour()), closes) for opens, closes in limits]
    for hours in weeks:
        its = [(_at(day, one["start"]), _at(day, one["end"])) for one in hours if one["day"] == _NAMES[day.weekday()]]
        spans = rules.shared(spans, its)
    return spans


def _at(day: dt.date, clock: str) -> dt.datetime:
    hours, _, minutes = clock.partition(":")
    return in_utc(dt.datetime.combine(day, dt.time()) + dt.timedelta(hours=int(hours), minutes=int(minutes)))


def _next_half_hour() -> dt.datetime:
    now = dt.datetime.now(dt.UTC).replace(second=0, microsecond=0)
    return now + dt.timedelta(minutes=30 - now.minute % 30)


def _taken(
    connection: sa.Connection, who: Sequence[tuple[str, int]], begins: dt.datetime, ends: dt.datetime
) -> list[rules.Span]:
    """Return the spans in which an event takes any of `who`."""
    if not who:
        return []
    statement = _spans(begins, ends).where(booking.c.who.in_(identities(who)))
    return [(start, end) for start, end in connection.execute(statement)]


def _spans(begins: dt.datetime, ends: dt.datetime) -> sa.Select[Any]:
    """Return the spans of bookings that take somebody, in order."""
    start, end = sa.func.lower(booking.c.span), sa.func.upper(booking.c.span)
    return sa.select(start, end).where(~sa.func.isempty(booking.c.busy), meets(booking, begins, ends)).order_by(start)
