"""Lists of events: those of the company, of the caller, and series."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from kit.database.nested import json_rows
from kit.database.searching import matches
from kit.lists import Calendar, Column, Filter, ListSpec
from kit.policy import me, signed_in
from people.calendar import attributes, policy
from people.calendar.answers import OnEvent
from people.calendar.fields import EVENT, EVENT_SERIES
from people.calendar.free.hours import WORKING_HOURS_LIST
from people.calendar.model import LASTS_LONG, LONGEST_DAYS, booking, event, event_series
from people.calendar.people import ON_EVENT, PERSONS, TUTORS_FIRST
from people.calendar.policy import EVERYBODY_ON_IT
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.persons.model import TABLES
from people.places.model import location
from people.places.naming import PLACE
from people.policy import STAFF
from people.reference.model import department

_c, _b = event.c, booking.c


def _people(seen: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    """Return the persons on an event whose rows of `booking` satisfy `seen`."""
    on = sa.select(*ON_EVENT).where(_b.event_id == _c.id, PERSONS, seen)
    rows = on.order_by(*TUTORS_FIRST).correlate(event).lateral()
    return sa.select(json_rows(rows)).select_from(rows).scalar_subquery()


def _named(seen: sa.ColumnElement[bool]) -> Callable[[sa.ColumnElement[str]], sa.ColumnElement[bool]]:
    """Return a search for events by the names of their persons."""

    def named(pattern: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
        return _c.id.in_(sa.select(_b.event_id).where(matches(_b.name, pattern), PERSONS, seen))

    return named


def _of_users(users: sa.ColumnElement[object]) -> sa.ColumnElement[bool]:
    """Return the condition of events with any of these user accounts."""
    on = [
        sa.and_(_b.kind == kind, _b.person_id.in_(sa.select(table.c.id).where(table.c.user_id == sa.any_(users))))
        for kind, table in TABLES.items()
    ]
    return _c.id.in_(sa.union_all(*(sa.select(_b.event_id).where(one) for one in on)))


def _of(kind: str) -> Callable[[sa.ColumnElement[object]], sa.ColumnElement[bool]]:
    """Return the condition of events with any of some persons of a kind."""
    return lambda ids: _c.id.in_(sa.select(_b.event_id).where(_b.kind == kind, _b.person_id == sa.any_(ids)))


def _after(begins: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that an event ends after a timestamp. No event is longer than LONGEST_DAYS and few are
    longer than a day, so each group is looked up by its start in its own index."""
    at = sa.cast(begins, _c.starts.type)
    soon, earliest = (at - sa.literal(dt.timedelta(days=days), sa.Interval) for days in (1, LONGEST_DAYS))
    return sa.and_(_c.ends > begins, sa.or_(_c.starts > soon, sa.and_(LASTS_LONG, _c.starts > earliest)))


def _within(bounds: tuple[sa.ColumnElement[Any], sa.ColumnElement[Any]]) -> sa.ColumnElement[bool]:
    """Return the condition of events in a period, which may be open at either end."""
    low, high = (
        sa.func.coalesce(bound, sa.literal_column(f"'{end}'::timestamptz"))
        for bound, end in zip(bounds, ("-infinity", "infinity"), strict=True)
    )
    return sa.and_(_after(low), _c.starts <= high)


EVENTS = ListSpec(
    name="events",
    title="Events",
    source=event.outerjoin(location, location.c.id == _c.location_id)
    .outerjoin(course, course.c.id == _c.course_id)
    .outerjoin(department, department.c.id == _c.department_id),
    columns=attributes.EVENT.columns(
        Column(name="id", expression=_c.id, type="id", hidden=True, width=70),
        *("title", "type", "start", "end"),
        Column(name="people", expression=_people(sa.true()), type="tags", width=260, answers=list[OnEvent]),
        Column(name="location", expression=PLACE, width=140),
        Column(name="course", expression=COURSE_TITLE, width=180),
        Column(name="department", expression=department.c.title, width=110),
    ),
    filters=[
        *attributes.EVENT.filters("type", "start", "end"),
        Filter(
            name="tutorId",
            title="Tutor",
            expression=_c.created_by_id,
            condition=_of("tutor"),
            options_from="/tutors/names",
        ),
        Filter(name="studentId", expression=_c.created_by_id, condition=_of("student"), hidden=True),
        Filter(name="userId", expression=_c.created_by_id, condition=_of_users, hidden=True),
        Filter(name="from", expression=_c.ends, kind="range", condition=lambda bounds: _after(bounds[0]), hidden=True),
        Filter(
            name="to", expression=_c.starts, kind="range", condition=lambda bounds: _c.starts < bounds[1], hidden=True
        ),
    ],
    may=EVERYBODY_ON_IT,  # each row names everybody on the event
    export=STAFF,
    default_sort="start",
    search=_c.title,
    search_also=_named(sa.true()),
    edit=EVENT,
    views=(Calendar(start="start", end="end", title="title", lines=("location",), color="type", within=_within),),
)
_seen = policy.seen_on_own(booking)
MY_EVENTS = replace(
    EVENTS,
    name="myEvents",
    path="/events/my",
    title="My events",
    scope=policy.MY_EVENTS,
    may=signed_in,
    columns=[
        replace(column, expression=_people(_seen)) if column.name == "people" else column for column in EVENTS.columns
    ],
    filters=[one for one in EVENTS.filters if one.name != "studentId"],
    search_also=_named(_seen),
)
"""The caller's events, with the persons whom the caller may see."""

_mine = booking.alias("my_place").c
MY_SESSIONS = replace(
    MY_EVENTS,
    name="mySessions",
    path="/invigilation/my",
    title="My sessions",
    one="session",
    scope=policy.MY_SESSIONS,
    may=policy.invigilates,
    export=policy.invigilates,
    where=_c.type == attributes.SESSION,
    filters=[one for one in MY_EVENTS.filters if one.name in {"start", "end", "from", "to"}],
    views=(),
    edit=None,
    columns=[
        *MY_EVENTS.columns,
        Column(
            name="iiId",
            type="id",
            title="iiId",
            hidden=True,
            expression=sa.select(_mine.id)
            .where(_mine.event_id == _c.id, _mine.kind == "invigilator", _mine.person_id == me("invigilator"))
            .scalar_subquery(),
        ),
    ],
)
"""The invigilation sessions of an invigilator, each with the id that begins its slip (readings.md)."""

_s = event_series.c
MASTER_EVENTS = ListSpec(
    name="masterEvents",
    path="/masterevents",
    title="Master events",
    source=event_series.outerjoin(course, course.c.id == _s.course_id),
    columns=attributes.SERIES.columns(
        Column(name="id", expression=_s.id, type="id", hidden=True, width=70),
        *("title", "type", "rule", "firstDay", "time", "minutes"),
        Column(
            name="dates",
            expression=sa.select(sa.func.count()).where(_c.series_id == _s.id).scalar_subquery(),
            type="integer",
            width=80,
        ),
        Column(name="course", expression=COURSE_TITLE, width=180),
    ),
    filters=attributes.SERIES.filters("type", "firstDay"),
    export=STAFF,
    default_sort="-firstDay",
    search=_s.title,
    edit=EVENT_SERIES,
)
"""Series of events, with their number of dates."""

LISTS = (EVENTS, MY_EVENTS, MY_SESSIONS, MASTER_EVENTS, WORKING_HOURS_LIST)
