"""Names and titles of people and courses, copied to the records whose lists sort by them. The name of a deleted person
or course stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Payload, Subscription, person_name
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from teaching.copies.model import person


def names(tx: Tx, kind: str, numbers: Sequence[int | None]) -> dict[int | None, str]:
    """Return the names of people of a kind, by id."""
    people = tx.all(sa.select(person.c.id, person.c.name).where(person.c.kind == kind, person.c.id.in_(numbers)))
    return {row["id"]: row["name"] for row in people}


def keep_names(table: sa.Table, columns: Mapping[str, tuple[sa.Column[Any], sa.Column[Any]]]) -> Subscription:
    """Return the subscription that updates the names of people on the rows of `table`. `columns` has, for each kind of
    person, the column of the person's id and the column of the name."""

    def person_changed(tx: Tx, envelope: Envelope) -> None:
        payload = envelope.payload
        if payload["kind"] not in columns or payload["deleted"]:
            return
        name = person_name(payload)
        whose, shown = columns[payload["kind"]]
        tx.execute(sa.update(table).where(whose == payload["id"], shown != name).values({shown.name: name}))

    return Subscription(Event.of(PersonChanged), person_changed)


def keep_course(
    table: sa.Table, course_id: sa.Column[Any], columns: Mapping[sa.Column[Any], Callable[[Payload], Any]]
) -> Subscription:
    """Return the subscription that updates the columns about a course on the rows of `table`."""

    def course_changed(tx: Tx, envelope: Envelope) -> None:
        payload = envelope.payload
        if payload["deleted"]:
            return
        now = {column: value(payload) for column, value in columns.items()}
        other = sa.or_(*(column != value for column, value in now.items()))
        shown = {column.name: value for column, value in now.items()}
        tx.execute(sa.update(table).where(course_id == payload["id"], other).values(shown))

    return Subscription(Event.of(CourseChanged), course_changed)
