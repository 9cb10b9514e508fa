"""How volume is made: inside PostgreSQL, each value from the number of its record, far from the ids of the demo's."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import psycopg
from psycopg import sql

from services.demo.load import without_indexes
from services.demo.world import FIRST_NAMES, LAST_NAMES, SUBJECTS

FIRST = 10_000_000
"""Ids of loaded records begin here, far from the demo's."""
VOLUME = {
    "slips": 500_000, "homework": 500_000, "courses": 36_000, "plans": 30_000, "weeks": 1_000_000,
    "reports": 200_000, "collections": 20_000, "entries": 500_000,
}  # fmt: skip
"""How many of each are made. Every piece of homework is of four students, every course has two; a sixth of the courses
has no plan."""
STUDENTS = 2
"""Students of a loaded course, whose places count from `FIRST`: the first two are of the first course."""


def add(
    connection: psycopg.Connection[Any], tables: Sequence[str], statements: Sequence[str], **numbers: object
) -> bool:
    """Run the statements once, with the volume and the names of the demo as parameters, while `tables`, which they
    fill, have no indexes. False if the first table has loaded records already. `%` is the operator in a statement."""
    first = sql.SQL("SELECT EXISTS (SELECT FROM {} WHERE id >= %s)").format(sql.Identifier(tables[0]))
    row = connection.execute(first, (FIRST,)).fetchone()
    if row is not None and row[0]:
        return False
    names = {"names": list(FIRST_NAMES), "surnames": list(LAST_NAMES), "subjects": list(SUBJECTS)}
    known = {"first": FIRST, "students": STUDENTS, **VOLUME, **names, **numbers}
    with ExitStack() as stack:
        for table in tables:
            stack.enter_context(without_indexes(connection, table))
        for statement in statements:
            connection.execute(statement.replace("%", "%%").replace("%%(", "%(").encode(), known)
    for table in tables:
        _count_on(connection, table)
    return True


def _count_on(connection: psycopg.Connection[Any], table: str) -> None:
    """Let the ids of new records follow the loaded ones, where the table counts them itself."""
    of = sql.SQL(
        "SELECT pg_get_serial_sequence({0}, attname) FROM pg_attribute"
        " WHERE attrelid = {0}::regclass AND attname = 'id'"
    ).format(sql.Literal(table))
    found = connection.execute(of).fetchone()
    if found is not None and found[0] is not None:
        highest = sql.SQL("SELECT setval({}, (SELECT max(id) FROM {}))")
        connection.execute(highest.format(sql.Literal(found[0]), sql.Identifier(table)))


def name_of(number: str) -> str:
    """SQL of the name of a person with this number."""
    return (
        f"(%(names)s::text[])[1 + {number} * 31 % cardinality(%(names)s::text[])] || ' ' || "
        f"(%(surnames)s::text[])[1 + {number} * 7907 % cardinality(%(surnames)s::text[])]"
    )
