"""The records that checklists are about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.errors import NotFound
from kit.policy import Row
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.leads.model import enquiry
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES
from people.persons.queries import full_name


@dataclass(frozen=True)
class Entity:
    """A kind of record: its table, what people call one, and its screen."""

    table: sa.Table
    name: sa.ColumnElement[str]
    path: str


ENTITIES: Mapping[str, Entity] = {
    **{kind: Entity(TABLES[kind], full_name(TABLES[kind]), BY_NAME[kind].path)
       for kind in ("student", "tutor", "staff", "candidate")},
    "course": Entity(course, COURSE_TITLE, "/courses"),
    "lead": Entity(enquiry, full_name(enquiry), "/lead"),
}  # fmt: skip
"""Tutor applications are not here: their room starts checklists with the name and the days at hand (`starting`)."""
SCREENS = {name: entity.path for name, entity in ENTITIES.items()} | {"application": "/applications/tutors"}


def find(connection: sa.Connection, kind: str, record: int) -> Row:
    """Return the row of a record, with its `name` for people. Raises NotFound."""
    entity = ENTITIES.get(kind)
    row = None
    if entity is not None:
        select = sa.select(entity.table, entity.name.label("named")).where(entity.table.c.id == record)
        row = connection.execute(select).mappings().first()
    if row is None:
        raise NotFound("There is no such record")
    return dict(row)


def columns_of(kind: str) -> Mapping[str, Any]:
    """Return the columns of the records of a kind; none where their room stands above this one."""
    entity = ENTITIES.get(kind)
    return {} if entity is None else {column.name: column for column in entity.table.c}
