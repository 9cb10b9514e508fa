"""The records that checklists are about."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes
from kit.database import all_rows
from kit.errors import NotFound
from kit.policy import Row
from kit.values.labels import humanize, snake
from people.courses.attributes import COURSE
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES
from people.persons.queries import full_name


@dataclass(frozen=True)
class Entity:
    """A kind of record: its table, its name in words, and the attributes that a step may require."""

    table: sa.Table
    name: sa.ColumnElement[str]
    attributes: Attributes

    def fields(self) -> list[Attribute]:
        """Return the attributes that a step may need, by title: those of a form that staff fill in."""
        offered = (one for one in self.attributes if one.section and not one.read_only and one.name not in _NEVER)
        return sorted(offered, key=title_of)


def title_of(attribute: Attribute) -> str:
    """Return the name of an attribute in words."""
    return attribute.title or humanize(attribute.name)


_NEVER = frozenset({"safeguarding"})
"""Only readers of safeguarding notes may know whether there is one."""
_PERSONS = tuple(TABLES)
ENTITIES: dict[str, Entity] = {
    **{kind: Entity(TABLES[kind], full_name(TABLES[kind]), BY_NAME[kind].attributes) for kind in _PERSONS},
    "course": Entity(course, COURSE_TITLE, COURSE),
}
"""Kinds of record by name; higher rooms add theirs by `declare`."""
SCREENS = {kind: BY_NAME[kind].path for kind in _PERSONS} | {
    "course": "/courses",
    "lead": "/lead",
    "application": "/applications/tutors",
}
"""The screen of each kind of `attributes.ABOUT`. A column of the list is built from them before the higher rooms are
loaded."""


def field_of(kind: str, name: str) -> tuple[str, str]:
    """Return the column and the title of a field that a step requires; for a removed field, its name."""
    known = {one.name: one for one in ENTITIES[kind].attributes} if kind in ENTITIES else {}
    one = known.get(name)
    return (snake(name), humanize(name)) if one is None else (one.column.name, title_of(one))


def declare(kind: str, entity: Entity) -> None:
    """Add a kind of record of a higher room, one of `attributes.ABOUT`."""
    ENTITIES[kind] = entity


def find(connection: sa.Connection, kind: str, record: int) -> Row:
    """Return the row of a record with its name in words as `named`. Raises NotFound."""
    return find_all(connection, kind, [record])[record]


def find_all(connection: sa.Connection, kind: str, records: Collection[int]) -> dict[int, Row]:
    """Return the rows of records by id, as `find` does. Raises NotFound where one of them is missing."""
    entity = ENTITIES.get(kind)
    rows: dict[int, Row] = {}
    if entity is not None:
        select = sa.select(entity.table, entity.name.label("named")).where(entity.table.c.id.in_(records))
        rows = {row["id"]: row for row in all_rows(connection, select)}
    if not rows.keys() >= set(records):
        raise NotFound("There is no such record")
    return rows
