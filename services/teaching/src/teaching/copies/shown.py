"""Names and titles of people and courses, kept on the records that lists sort by them. A deleted person or course
leaves its name there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Payload, Subscription
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from teaching.copies.events import full_name
from teaching.copies.model import person


def names(tx: Tx, kind: str, numbers: Sequence[int | None]) -> dict[int | None, str]:
    """The names of people of a kind, by id."""
    found = tx.all(sa.select(person.c.id, person.c.name).where(person.c.kind == kind, person.c.id.in_(numbers)))
    return {row["id"]: row["name"] for row in found}


def keep_names(table: sa.Table, columns: Mapping[str, tuple[sa.Column[Any], sa.Column[Any]]]) -> Subscription:
    """The subscription that keeps the names of people on the rows of `table`. `columns` gives by kind of person the
    column that holds whose row it is, and the one that holds the name."""

    def person_changed(tx: Tx, envelope: Envelope) -> None:
        said = envelope.payload
        if said["kind"] not in columns or said["deleted"]:
            return
        name = full_name(said)
        whose, shown = columns[said["kind"]]
        tx.execute(sa.update(table).where(whose == said["id"], shown != name).values({shown.name: name}))

    return Subscription(Event.of(PersonChanged), person_changed)


def keep_course(
    table: sa.Table, course_id: sa.Column[Any], columns: Mapping[sa.Column[Any], Callable[[Payload], Any]]
) -> Subscription:
    """The subscription that keeps on the rows of `table` what they show of their course, by column."""

    def course_changed(tx: Tx, envelope: Envelope) -> None:
        said = envelope.payload
        if said["deleted"]:
            return
        now = {column: value(said) for column, value in columns.items()}
        other = sa.or_(*(column != value for column, value in now.items()))
        shown = {column.name: value for column, value in now.items()}
        tx.execute(sa.update(table).where(course_id == said["id"], other).values(shown))

    return Subscription(Event.of(CourseChanged), course_changed)
