"""Booking: the persons on a new event, and the dates of a series."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.database.tables import record_columns
from kit.errors import Forbidden, Invalid
from kit.policy import Actor, Row
from kit.records import Change
from kit.values.days import LONDON
from people.calendar import queries, recurrence, slips
from people.calendar.attributes import BUSY, PERSON_KINDS, SERIES
from people.calendar.checked import check_tutors
from people.calendar.free.busy import check_free
from people.calendar.messages.notices import Noted, note
from people.calendar.model import booking, event, event_series
from people.calendar.publishing import publish
from people.persons.model import TABLES
from people.policy import STAFF

NOBODY = "Please choose who is busy"
_OF_SERIES = ("title", "type", "locationId", "zoomTutorId", "courseId", "departmentId")
"""Fields of an event that its series has too."""
_STAFF_ALONE = ("location_id", "zoom_tutor_id", "course_id", "override_reason")
_OF_RECORD = {column.name for column in record_columns()}


def complete(tx: Tx, values: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a new event beyond its form, and create its series if it repeats. Raises Forbidden,
    Invalid."""
    if not STAFF(tx.actor):
        _check_own_time(tx.actor, values)
    more: dict[str, Any] = {"created_by_id": tx.actor.user_id, "created_by_name": tx.actor.name}
    if values["rule"]:
        more["series_id"] = _new_series(tx, values["rule"], values)
    return more


def book(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Add the persons to a new event, and create the other dates of its series."""
    people = _people(tx, values)
    events = [record]
    if values["rule"]:
        first = recurrence.Moment(values["starts"], values["ends"])
        later = recurrence.moments(values["rule"], first)[1:]
        events += _further_dates(tx, record, later)
        _count_dates(tx, values["series_id"], values["rule"], len(events))
    rows = [{"event_id": number, **person} for number in events for person in people]
    if rows:
        tx.execute(sa.insert(booking), rows)
    for number in events:
        taken(tx, number)
        tx.before_commit(check_tutors, number)
        note(tx, Noted(number, is_new=True))


def taken(tx: Tx, record: int) -> None:
    """Check an event for double bookings before the commit, and publish it."""
    tx.before_commit(check_free, record)
    tx.before_commit(publish, record)


def publish_change(tx: Tx, change: Change) -> None:
    """Publish an event after a change that other services need."""
    tx.before_commit(publish, change.row["id"])


def time_or_place_changed(tx: Tx, change: Change) -> None:
    """Check and publish an event whose time or place changed, and notify the persons on it."""
    taken(tx, change.row["id"])
    note(tx, Noted(change.row["id"], before={change.field.column.name: change.old}))


def rescheduled(tx: Tx, change: Change) -> None:
    """Move an event to another time; ask first if a slip for it has begun."""
    tx.before_commit(slips.ask, slips.About("move", change.row["id"]))
    tx.before_commit(check_tutors, change.row["id"])
    time_or_place_changed(tx, change)


def end_follows(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Move the end with the start: the event keeps its length on the London clock."""
    times = tx.one(sa.select(event.c.starts, event.c.ends).where(event.c.id == change.row["id"]))
    assert times is not None
    note(tx, Noted(change.row["id"], before=times))
    return {"end": recurrence.shifted(times["ends"], change.old, change.new)}


def other_dates(tx: Tx, row: Row, scope: str) -> Sequence[int]:
    """Return the other dates of the series of an event that are not cancelled: all, or those `following` it, which
    become a series of their own."""
    if row["series_id"] is None:
        return ()
    tx.lock(f"event series {row['series_id']}")
    c = event.c
    in_series = sa.select(c.id, c.starts).where(c.series_id == row["series_id"]).order_by(c.starts, c.id)
    dates = tx.all(in_series.with_for_update())
    if scope == "following":
        earlier = [one for one in dates if (one["starts"], one["id"]) < (row["starts"], row["id"])]
        dates = dates[len(earlier) :]
        if earlier:
            _split(tx, row, len(earlier), [one["id"] for one in dates])
    active = sa.select(c.id).where(c.id.in_([one["id"] for one in dates]), c.status == "active", c.id != row["id"])
    return list(tx.execute(active.order_by(c.starts, c.id)).scalars())


def of_other_date(change: Change, row: Row) -> Any:
    """Return the value that `change` gives another date of the series; timestamps are shifted by the same amount."""
    if change.field.name in ("start", "end"):
        return recurrence.shifted(row[change.field.column.name], change.old, change.new)
    return change.new


def series_follows(tx: Tx, change: Change) -> None:
    """Give a series the title that all of its dates have."""
    publish_change(tx, change)
    if change.row["series_id"] is None:
        return
    column, c = change.field.column.name, event.c
    differing = sa.select(c.id).where(c.series_id == change.row["series_id"], c[column].is_distinct_from(change.new))
    follows = sa.update(event_series).where(event_series.c.id == change.row["series_id"])
    tx.execute(follows.where(~differing.exists()).values({column: change.new}))


def of_course(tx: Tx, change: Change) -> None:
    """Check the tutors of an event that moves to another course: its students may be under 18."""
    tx.before_commit(check_tutors, change.row["id"])
    series_follows(tx, change)


def _check_own_time(actor: Actor, values: Mapping[str, Any]) -> None:
    """Refuse bookings by persons other than staff, unless they book time off for themselves. Raises Forbidden."""
    mine = {(kind, number) for kind, number in actor.persons.items()}
    others = [one for one in values["people"] if (one["kind"], one["id"]) not in mine]
    if values["type"] != BUSY or others or any(values.get(name) for name in _STAFF_ALONE):
        raise Forbidden("Only the office books events. You can enter when you are busy yourself")


def _people(tx: Tx, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return rows of `booking` for the named persons; if none are named, for those on the course, or for time off for
    the caller. Raises Invalid."""
    named = [(one["kind"], one["id"]) for one in values["people"]]
    course = values.get("course_id")
    places = queries.on_course(tx.connection, tx.actor, course) if course else {}
    if values["type"] == BUSY and not named:
        named = [(kind, number) for kind, number in tx.actor.persons.items() if kind in PERSON_KINDS]
        if not named:
            raise Invalid(NOBODY, title="Form errors", fields={"people": NOBODY})
    wanted = list(dict.fromkeys(named or places))
    for kind in TABLES:
        _check_there(tx, kind, {number for its, number in wanted if its == kind})
    return [{"kind": kind, "person_id": number, "cws_id": places.get((kind, number))} for kind, number in wanted]


def place_on(tx: Tx, course: int | None, kind: str, person: int) -> int | None:
    """Return the place (cws) of a student on the course of an event."""
    if course is None or kind != "student":
        return None
    return queries.on_course(tx.connection, tx.actor, course).get((kind, person))


def check_person(tx: Tx, kind: str, person: int, field: str = "personId") -> None:
    """Raise Invalid if the person does not exist."""
    _check_there(tx, kind, {person}, field)


def _check_there(tx: Tx, kind: str, ids: set[int], field: str = "people") -> None:
    table = TABLES[kind]
    missing = ids - set(tx.execute(sa.select(table.c.id).where(table.c.id.in_(ids))).scalars()) if ids else ids
    if missing:
        text = f"There is no {kind} {min(missing)}"
        raise Invalid(text, title="Form errors", fields={field: text})


def _new_series(tx: Tx, rule: str, values: Mapping[str, Any]) -> int:
    length = values["ends"] - values["starts"]
    kept = {SERIES[name].column.name: values.get(SERIES[name].column.name) for name in _OF_SERIES}
    kept |= _begins(values["starts"]) | {"rule": rule}
    return tx.insert(event_series, kept | {"minutes": max(1, int(length.total_seconds() // 60))})


def _begins(start: dt.datetime) -> dict[str, Any]:
    """Return the columns of a series that say when it begins, in London time."""
    begins = start.astimezone(LONDON)
    return {"first_day": begins.date(), "time": f"{begins:%H:%M}"}


def _copied(row: Row) -> dict[str, Any]:
    """Return the values of a row without those that a new row gets."""
    return {name: value for name, value in row.items() if name not in _OF_RECORD}


def _further_dates(tx: Tx, record: int, dates: Sequence[recurrence.Moment]) -> list[int]:
    """Insert the events of the other dates of a series as copies of the first, and return their ids."""
    if not dates:
        return []
    row = tx.one(sa.select(event).where(event.c.id == record))
    assert row is not None
    rows = [_copied(row) | {"starts": date.start, "ends": date.end} for date in dates]
    return list(tx.execute(sa.insert(event).returning(event.c.id), rows).scalars())


def _count_dates(tx: Tx, series: int, rule: str, dates: int) -> None:
    """Update the number of dates in the rule of a series; a rule with a last day keeps it."""
    if "COUNT=" in rule:
        kept = recurrence.of_dates(rule, dates)
        tx.execute(sa.update(event_series).where(event_series.c.id == series).values(rule=kept))


def _split(tx: Tx, row: Row, earlier: int, following: Sequence[int]) -> None:
    """Split a series: the dates from `row` on become a series of their own."""
    old = tx.one(sa.select(event_series).where(event_series.c.id == row["series_id"]))
    assert old is not None
    rule = recurrence.of_dates(old["rule"], len(following))
    new = tx.insert(event_series, _copied(old) | _begins(row["starts"]) | {"rule": rule})
    ended = recurrence.of_dates(old["rule"], earlier)
    tx.execute(sa.update(event_series).where(event_series.c.id == old["id"]).values(rule=ended))
    tx.execute(sa.update(event).where(event.c.id.in_(following)).values(series_id=new))
