"""Volume data, made inside PostgreSQL: each value follows from the number of its record, with ids far from the
demo's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg

from services.demo import load
from services.demo.world import FIRST_NAMES, LAST_NAMES, SUBJECTS

VOLUME = {
    "slips": 500_000,
    "homework": 500_000,
    "courses": 36_000,
    "plans": 30_000,
    "weeks": 1_000_000,
    "reports": 200_000,
    "collections": 20_000,
    "entries": 500_000,
}
"""Numbers of records. Homework has four students, a course has two; a sixth of the courses has no plan."""
STUDENTS = 2
"""Students of a loaded course, whose places count from `FIRST`: the first two are on the first course."""


def add(
    connection: psycopg.Connection[Any], tables: Sequence[str], statements: Sequence[str], **numbers: object
) -> bool:
    """Run the statements once (`services.demo.load.add`), with the volume and the names of the demo as parameters."""
    names = {"names": list(FIRST_NAMES), "surnames": list(LAST_NAMES), "subjects": list(SUBJECTS)}
    return load.add(connection, tables, statements, {"students": STUDENTS, **VOLUME, **names, **numbers})


def name_of(number: str) -> str:
    """Return the SQL for the name of the person with this number."""
    return (
        f"(%(names)s::text[])[1 + {number} * 31 % cardinality(%(names)s::text[])] || ' ' || "
        f"(%(surnames)s::text[])[1 + {number} * 7907 % cardinality(%(surnames)s::text[])]"
    )
