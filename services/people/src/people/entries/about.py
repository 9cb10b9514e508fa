"""The person, or the course, that an entry is about."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.errors import Invalid
from kit.policy import Actor
from people.courses.model import course
from people.courses.policy import COURSES
from people.persons.model import TABLES, client_student
from people.persons.policy import SCOPES
from people.persons.queries import full_name

COURSE = "course"
_CHOOSE = "Please choose the person"


@dataclass(frozen=True)
class About:
    """The kind, the id and the name of a person or a course; empty for nobody."""

    kind: str = ""
    id: int | None = None
    name: str = ""

    def columns(self) -> dict[str, Any]:
        """Return the columns of a row about it."""
        return {"about_kind": self.kind, "about_id": self.id, "about_name": self.name}


NOBODY = About()


def named(connection: sa.Connection, actor: Actor, kind: str, record: int) -> About:
    """Return the person or the course, which the actor reaches. Raises Invalid."""
    if kind == COURSE:
        c = course.c
        label = sa.func.concat_ws(" ", c.subject, c.level).label("name")
        statement = sa.select(label).where(c.id == record, COURSES.where(actor))
    elif kind in TABLES:
        table = TABLES[kind]
        statement = sa.select(full_name(table).label("name")).where(table.c.id == record, SCOPES[kind].where(actor))
    else:
        raise Invalid(_CHOOSE, fields={"kind": _CHOOSE})
    row = first_row(connection, statement)
    if row is None:
        raise Invalid(_CHOOSE, fields={"personId": _CHOOSE})
    return About(kind, record, row["name"])


def chosen(connection: sa.Connection, actor: Actor, about: str, kind: str | None, record: int | None) -> About:
    """Return the subject of an entry, for a form `about` a student, a person or a course. It is the named one, or by
    default the actor or their only child. Raises Invalid."""
    if about == "none":
        return NOBODY
    if record is not None:
        return named(connection, actor, kind or {"student": "student", COURSE: COURSE}.get(about, ""), record)
    if about == "person":
        own = next(iter(actor.persons.items()), None)
        if own is not None and own[0] != "staff":
            return named(connection, actor, *own)
    if about == "student":
        students = _students_of(connection, actor)
        if len(students) == 1:
            return named(connection, actor, "student", students[0])
    raise Invalid(_CHOOSE, fields={"personId": _CHOOSE})


def _students_of(connection: sa.Connection, actor: Actor) -> list[int]:
    own, client = actor.person("student"), actor.person("client")
    if own is not None:
        return [own]
    c = client_student.c
    rows = all_rows(connection, sa.select(c.student_id).where(c.client_id == client).order_by(c.id)) if client else []
    return [row["student_id"] for row in rows]


def clients_of(connection: sa.Connection, students: Collection[int]) -> dict[int, list[tuple[int, str]]]:
    """Return the clients of students, by id and name."""
    client, c = TABLES["client"], client_student.c
    joined = client_student.join(client, client.c.id == c.client_id)
    statement = sa.select(c.student_id, client.c.id, full_name(client).label("name")).select_from(joined)
    clients: dict[int, list[tuple[int, str]]] = {number: [] for number in students}
    for row in all_rows(connection, statement.where(c.student_id.in_(students)).order_by(client.c.id)):
        clients[row["student_id"]].append((row["id"], row["name"]))
    return clients


def is_of(connection: sa.Connection, actor: Actor, kind: str, row: Any) -> bool:
    """Return whether the actor counts as a person of `kind` for an entry: the person it is about, or a client of the
    student; for `staff` every member of staff."""
    own = actor.person(kind)
    if own is None:
        return False
    if kind == "staff" or (row["about_kind"] == kind and row["about_id"] == own):
        return True
    if kind == "client" and row["about_kind"] == "student":
        return any(number == own for number, _ in clients_of(connection, [row["about_id"]])[row["about_id"]])
    return bool(row["filled_by"] == actor.user_id)
