"""The single central record, derived from persons and their checks with one statement for each kind of person."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.values.labels import snake
from people.checks.attributes import CHECK_TYPES, PERSONS
from people.checks.model import central_record, person_check
from people.checks.validity import is_valid
from people.persons.model import TABLES
from people.persons.queries import full_name

_r = central_record.c
LEFT = "retired"
"""The status of former persons, who are removed from the record."""
SHOWN = ("first_name", "last_name", "last_key", "status", "job_title", "started")
"""Columns of a person that the record shows, if the kind has them."""
_KEY = ("person_type", "person_id")


def statements(kind: str, person_id: int | None = None) -> tuple[sa.Executable, sa.Executable]:
    """Return the statements that remove former persons and write the others, for one person or a whole kind."""
    table = TABLES[kind]
    of_kind = sa.and_(_r.person_type == kind, *([_r.person_id == person_id] if person_id is not None else []))
    stays = sa.exists().where(table.c.id == _r.person_id, table.c.status != LEFT).correlate(central_record)
    return sa.delete(central_record).where(of_kind, ~stays), _write(kind, person_id)


def _write(kind: str, person_id: int | None) -> sa.Executable:
    table, check = TABLES[kind], person_check.c
    columns: list[sa.ColumnElement[Any]] = [check.person_id]
    names = []
    for one in CHECK_TYPES:
        name, of_type = snake(str(one.value)), sa.and_(check.type == one.value, is_valid())
        names += [f"{name}_date", f"{name}_expires"]
        latest = sa.func.max(check.date).filter(of_type)
        columns += [latest.label(f"{name}_date"), sa.func.max(check.expires).filter(of_type).label(f"{name}_expires")]
    mine = sa.and_(check.person_type == kind, *([check.person_id == person_id] if person_id is not None else []))
    checks = sa.select(*columns).where(mine).group_by(check.person_id).subquery("checks")
    role = table.c.job_title if "job_title" in table.c else sa.literal_column(f"'{kind.title()}'", sa.Text)
    values = {
        "person_type": sa.literal_column(f"'{kind}'", sa.Text),
        "person_id": table.c.id,
        "name": full_name(table),
        "last_key": table.c.last_key,
        "status": table.c.status,
        "role": role,
        "started": table.c.started,
        **{name: checks.c[name] for name in names},
        "next_expiry": sa.func.least(*(checks.c[name] for name in names if name.endswith("_expires"))),
    }
    rows = sa.select(*values.values()).select_from(table.outerjoin(checks, checks.c.person_id == table.c.id))
    rows = rows.where(table.c.status != LEFT, *([table.c.id == person_id] if person_id is not None else []))
    write = insert(central_record).from_select(list(values), rows)
    kept = {name: write.excluded[name] for name in values if name not in _KEY}
    changed = sa.or_(*(_r[name].is_distinct_from(write.excluded[name]) for name in kept))
    set_ = kept | {"version": _r.version + 1, "modified": sa.func.clock_timestamp()}
    return write.on_conflict_do_update(index_elements=_KEY, set_=set_, where=changed)


def refresh(connection: sa.Connection, kind: str, person_id: int | None = None) -> None:
    """Update the record of one person, or of all persons of the kind."""
    for statement in statements(kind, person_id):
        connection.execute(statement)


def refresh_all(connection: sa.Connection) -> None:
    """Update the whole record: checks expire without a write."""
    for kind in PERSONS:
        refresh(connection, str(kind.value))
