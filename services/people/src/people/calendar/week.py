"""A week of the caller's own calendar, as the client application shows it (`docs/client.md`)."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor, Row
from kit.values.days import LONDON
from people.calendar import policy
from people.calendar.model import booking, event
from people.calendar.people import ON_EVENT, PERSONS, TUTORS_FIRST
from people.calendar.queries import seen_on_events
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.places.model import location
from people.places.naming import PLACE

_DAYS = 7
_c = event.c


def week(connection: sa.Connection, actor: Actor, day: dt.date) -> dict[str, Any]:
    """Return `answers.Week`: the events in the week of `day` of the caller and their children, including cancelled and
    declined ones. Weeks begin on Monday in London."""
    first = day - dt.timedelta(days=day.weekday())
    begins, ends = (dt.datetime.combine(first + dt.timedelta(days=days), dt.time(), LONDON) for days in (0, _DAYS))
    statement = (
        sa.select(
            _c.id,
            _c.title,
            _c.type,
            _c.starts.label("start"),
            _c.ends.label("end"),
            _c.all_day.label("allDay"),
            _c.status,
            _c.cancel_reason.label("cancelReason"),
            _c.course_id.label("courseId"),
            COURSE_TITLE.label("course"),
            PLACE.label("location"),
            _c.zoom_tutor_id.label("zoomTutorId"),
        )
        .select_from(
            event.outerjoin(location, location.c.id == _c.location_id).outerjoin(course, course.c.id == _c.course_id)
        )
        .where(
            policy.between(policy.MY_EVENTS.where(actor), begins, ends),
            _c.starts < ends,
            _c.ends > begins,
        )
        .order_by(_c.starts, _c.id)
    )
    events = all_rows(connection, statement)
    on = _people(connection, actor, [row["id"] for row in events])
    return {"day": first, "events": [{**row, "people": on[row["id"]]} for row in events]}


def _people(connection: sa.Connection, actor: Actor, events: list[int]) -> dict[int, list[Row]]:
    """Return the persons on each event that the caller may see."""
    statement = sa.select(booking.c.event_id, *ON_EVENT).where(
        booking.c.event_id.in_(events), PERSONS, seen_on_events(actor)
    )
    on: dict[int, list[Row]] = defaultdict(list)
    for row in all_rows(connection, statement.order_by(*TUTORS_FIRST)):
        on[row["event_id"]].append({name: value for name, value in row.items() if name != "event_id"})
    return on
