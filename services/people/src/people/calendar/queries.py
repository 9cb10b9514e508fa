"""Queries of the calendar beyond the declared ones; each takes the actor."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.policy import Actor, Row
from people.calendar.attributes import BUSY
from people.calendar.model import LONGEST_DAYS, booking, event, event_series
from people.calendar.people import ON_EVENT, PERSONS, TUTORS_FIRST, named
from people.calendar.policy import EVERYBODY_ON_IT, TEACH
from people.courses.model import course
from people.courses.policy import STUDENTS_ON_COURSES, TUTORS_ON_COURSES
from people.courses.queries import COURSE_TITLE
from people.enrolment.model import course_student, course_tutor
from people.persons.policy import CHILD_IDS
from people.places.model import location
from people.places.naming import PLACE
from people.reference.model import department


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of an event beyond its fields: `answers.EventParts`."""
    return {
        "status": row["status"],
        "cancelReason": row["cancel_reason"],
        "location": _titled(connection, location, PLACE, row["location_id"]),
        "course": _titled(connection, course, COURSE_TITLE, row["course_id"]),
        "department": connection.scalar(sa.select(department.c.title).where(department.c.id == row["department_id"])),
        "people": people(connection, actor, row["id"]),
        "series": _series(connection, row["series_id"]),
        "overlaps": _overlaps(connection, row["id"]) if EVERYBODY_ON_IT(actor) else [],
        "createdBy": row["created_by_name"],
    }


def people(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """Return the persons on an event that the actor may see."""
    statement = sa.select(*ON_EVENT).where(booking.c.event_id == record, PERSONS, seen_on_events(actor))
    return all_rows(connection, statement.order_by(*TUTORS_FIRST))


def seen_on_events(actor: Actor) -> sa.ColumnElement[bool]:
    """Return the rows of `booking` that the actor may see on their events: all, or those of who teaches and the actor's
    own."""
    if EVERYBODY_ON_IT(actor):
        return sa.true()
    c = booking.c
    mine = [sa.and_(c.kind == kind, c.person_id == number) for kind, number in actor.persons.items()]
    if (client := actor.person("client")) is not None:
        children = CHILD_IDS.params(me_client=client)
        mine.append(sa.and_(c.kind == "student", c.person_id.in_(children)))
    return sa.or_(c.kind.in_(TEACH), *mine)


def _titled(
    connection: sa.Connection, table: sa.Table, title: sa.ColumnElement[str], record: int | None
) -> dict[str, Any] | None:
    if record is None:
        return None
    return first_row(connection, sa.select(table.c.id, title.label("title")).where(table.c.id == record))


def _series(connection: sa.Connection, record: int | None) -> dict[str, Any] | None:
    if record is None:
        return None
    c = event_series.c
    dates = sa.select(sa.func.count()).where(event.c.series_id == c.id).scalar_subquery()
    return first_row(connection, sa.select(c.id, c.rule, dates.label("dates")).where(c.id == record))


def _overlaps(connection: sa.Connection, record: int) -> list[dict[str, Any]]:
    """Return the other events that take the same person or room at the same time, booked despite the conflict."""
    mine, other, theirs, this = (
        booking.alias("mine"),
        booking.alias("other"),
        event.alias("theirs"),
        event.alias("this"),
    )
    same = sa.and_(
        other.c.who == mine.c.who,
        other.c.event_id != mine.c.event_id,
        meets(other, sa.func.lower(mine.c.span), sa.func.upper(mine.c.span)),
    )
    taken = sa.and_(mine.c.status != "declined", other.c.status != "declined", theirs.c.status == "active")
    reason = sa.func.coalesce(sa.func.nullif(this.c.override_reason, ""), theirs.c.override_reason)
    columns = (
        theirs.c.id.label("eventId"),
        sa.case((theirs.c.type == BUSY, ""), else_=theirs.c.title).label("title"),
        theirs.c.starts.label("start"),
        theirs.c.ends.label("end"),
        named(mine),
        reason.label("reason"),
    )
    joined = (
        mine.join(this, this.c.id == mine.c.event_id).join(other, same).join(theirs, theirs.c.id == other.c.event_id)
    )
    statement = sa.select(*columns).select_from(joined)
    return all_rows(
        connection,
        statement.where(mine.c.event_id == record, this.c.status == "active", taken).order_by(
            theirs.c.starts, theirs.c.id
        ),
    )


def on_course(connection: sa.Connection, actor: Actor, record: int) -> dict[tuple[str, int], int | None]:
    """Return the tutors and students of a course by kind and id, each student with their place on it (cws)."""
    c, tutors = course_student.c, course_tutor.c
    teaching = sa.select(tutors.tutor_id).where(tutors.course_id == record, TUTORS_ON_COURSES.where(actor))
    on_it = sa.and_(c.course_id == record, c.status.not_in(_LEFT), STUDENTS_ON_COURSES.where(actor))
    attending = sa.select(c.student_id, c.id).where(on_it).order_by(c.id)
    people: dict[tuple[str, int], int | None] = {
        ("tutor", one): None for one in connection.execute(teaching.order_by(tutors.id)).scalars()
    }
    return people | {("student", student): place for student, place in connection.execute(attending)}


def meets(row: sa.FromClause, begins: Any, ends: Any) -> sa.ColumnElement[bool]:
    """Return the condition that a row of `booking` is in a period. No event is longer than LONGEST_DAYS, so the index
    finds it by its start."""
    start = sa.func.lower(row.c.span)
    within = start > begins - sa.literal(dt.timedelta(days=LONGEST_DAYS), sa.Interval)
    return sa.and_(start < ends, within, sa.func.upper(row.c.span) > begins)


_LEFT = ("withdrawn", "completed")
