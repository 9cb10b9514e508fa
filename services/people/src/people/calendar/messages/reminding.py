"""Reminders of events: invited persons get one a day and an hour before, according to their settings for these kinds of
notice (`people/kinds.py`). Each person on an event has a row of their own, so somebody who is added later is reminded
too; an event that moves is reminded of again."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Reminder, Rung
from kit.values.days import LONDON
from people.calendar.attributes import BUSY
from people.calendar.model import booking, event
from people.calendar.people import PERSONS
from people.calendar.when import screen, when_and_where
from people.events import NOTIFICATION_RAISED
from people.persons.model import client_student
from people.places.model import location
from people.places.naming import PLACE

DAY = Rung("day", "A day before", days=-1)
HOUR = Rung("hour", "An hour before", hours=-1)
_KINDS = {DAY.name: "eventDay", HOUR.name: "eventHour"}
_MORNING = dt.timedelta(hours=9)
"""The time at which a whole day begins for reminders."""
_c, _b = event.c, booking.c

_DUE = sa.case((_c.all_day, _c.starts + sa.literal(_MORNING, sa.Interval)), else_=_c.starts)
_now = sa.func.now()
_SOON = _c.starts.between(_now - sa.literal(_MORNING, sa.Interval), _now - sa.literal(DAY.after, sa.Interval))
"""An index on starts serves this condition; `_DUE` has none."""
_WAITS = sa.and_(_SOON, _now < _DUE, _c.status == "active", _c.type != BUSY, PERSONS, _b.status != "declined")


def _tell(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Raise one notice for each event, to the persons on it who are due, and one for each student on it, to the
    student's clients."""
    ids = [row["record_id"] for row in rows]
    columns = (_c.id, _c.title, _c.starts, _c.ends, _c.all_day, _b.kind, _b.person_id, _b.name)
    where = sa.func.coalesce(PLACE, "").label("location")
    joined = booking.join(event, _c.id == _b.event_id).outerjoin(location, location.c.id == _c.location_id)
    statement = sa.select(*columns, where).select_from(joined).where(_b.id.in_(ids)).order_by(_c.id, _b.id)
    today = dt.datetime.now(LONDON).date()
    on_events = tx.all(statement)
    clients = _clients(tx, {row["person_id"] for row in on_events if row["kind"] == "student"})
    for number, on_it in groupby(on_events, key=lambda row: row["id"]):
        people = list(on_it)
        persons = [(row["kind"], row["person_id"]) for row in people]
        tx.publish(NOTIFICATION_RAISED, number, _notice(_KINDS[rung.name], people[0], persons, today))
        for row in people:
            theirs = [("client", one) for one in clients[row["person_id"]]] if row["kind"] == "student" else []
            if theirs:
                notice = _notice(_KINDS[rung.name], row, theirs, today, child=row["name"])
                tx.publish(NOTIFICATION_RAISED, number, notice)
    return {}


def _clients(tx: Tx, students: Collection[int]) -> dict[int, list[int]]:
    """Return the clients of each student."""
    clients: dict[int, list[int]] = defaultdict(list)
    c = client_student.c
    links = sa.select(c.student_id, c.client_id).where(c.student_id.in_(students)).order_by(c.client_id)
    for link in tx.all(links):
        clients[link["student_id"]].append(link["client_id"])
    return clients


def _notice(
    kind: str, row: Mapping[str, Any], persons: Sequence[tuple[str, int]], today: dt.date, child: str = ""
) -> dict[str, Any]:
    """Return the notice about the event of a row to some persons; `child` is the student whose clients they are."""
    return {
        "kind": kind,
        "title": f"{_when(row, today)}: {row['title']}",
        "text": f"{child}: {when_and_where(row)}" if child else when_and_where(row),
        "target": screen(row),
        "persons": [{"kind": kind, "id": number} for kind, number in persons],
    }


def _when(row: Mapping[str, Any], today: dt.date) -> str:
    """Return `Tomorrow at 10:00`, or `Tomorrow` for whole days."""
    begins = row["starts"].astimezone(LONDON)
    days = (begins.date() - today).days
    day = {0: "Today", 1: "Tomorrow"}.get(days, f"{begins:%A}")
    return day if row["all_day"] else f"{day} at {begins:%H:%M}"


EVENTS_TO_COME = Reminder(
    name="eventToCome",
    title="Events to come",
    source=booking.join(event, _c.id == _b.event_id),
    key=_b.id,
    due=_DUE,
    waits=_WAITS,
    ladder=(DAY, HOUR),
    tell=_tell,
    exact=True,
    locks=(event, booking),
)
