"""A million persons: made inside PostgreSQL, with the indexes built once at the end."""

from __future__ import annotations

import psycopg
from psycopg import sql

from services.demo.load import without_indexes
from services.demo.world import FIRST_NAMES, LAST_NAMES

VOLUME = {"student": 900_000, "client": 50_000, "candidate": 30_000, "tutor": 20_000}
_MARK = "load.example"
"""Mail domain that distinguishes loaded persons from the demo's."""

_MORE = {
    "student": {
        "student_type": "(ARRAY['asp', 'supp', 'fulltime'])[1 + n % 3]",
        "school": "'School ' || (n % 400)",
        "social_media_release": "n % 4 = 0",
    },
    "client": {"company": "CASE WHEN n % 25 = 0 THEN 'Company ' || n ELSE '' END"},
    "candidate": {
        "exam_first_name": "first_name",
        "exam_last_name": "last_name",
        "centre_number": "'62501'",
        "candidate_number": "lpad((n % 10000)::text, 4, '0')",
    },
    "tutor": {"teaches_online": "n % 2 = 0"},
}
_STATUSES = {
    "student": ["active", "active", "active", "alumni", "enquiry"],
    "client": ["active", "active", "retired"],
    "candidate": ["active", "alumni"],
    "tutor": ["active", "active", "active", "training", "retired"],
}


def load(connection: psycopg.Connection) -> str:
    """Add VOLUME, each kind once; return the number of persons added. Lists of the kind are locked during the load."""
    connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
    connection.execute("SET LOCAL synchronous_commit = off")
    added = 0
    for kind, count in VOLUME.items():
        loaded = connection.execute(
            sql.SQL("SELECT EXISTS (SELECT FROM {} WHERE email LIKE %s)").format(sql.Identifier(kind)),
            (f"%@{_MARK}",),
        ).fetchone()
        if loaded is not None and loaded[0]:
            continue
        with without_indexes(connection, kind):
            connection.execute(_insert(kind), {"count": count, **_names(kind)})
        added += count
    return f"{added:,} persons" if added else "the persons already exist"


def _names(kind: str) -> dict[str, object]:
    return {"first": list(FIRST_NAMES), "last": list(LAST_NAMES), "statuses": _STATUSES[kind]}


def _insert(kind: str) -> sql.Composed:
    """Return persons whose values follow from their number: prime steps mix names and dates."""
    more = _MORE[kind]
    columns = sql.SQL("").join(sql.SQL(", ") + sql.Identifier(name) for name in more)
    values = sql.SQL("").join(sql.SQL(", ") + sql.SQL(value) for value in more.values())
    return sql.SQL(
        """
        INSERT INTO {table} (title, first_name, last_name, birth_date, email, phone, status, department_id,
                             organisation_id, created{columns})
        SELECT 'Mx', first_name, last_name, DATE '2012-01-01' - (n * 7919 %% 20000)::int,
               {kind} || '.' || n || '@' || {mark}, '+44 7700 ' || lpad((n %% 1000000)::text, 6, '0'),
               (%(statuses)s::text[])[1 + n %% cardinality(%(statuses)s::text[])], 1 + n %% 5, 1 + n %% 5,
               TIMESTAMPTZ '2026-01-01' - make_interval(mins => (n * 104729 %% 4000000)::int){values}
        FROM (
            SELECT n, (%(first)s::text[])[1 + n * 31 %% cardinality(%(first)s::text[])] AS first_name,
                   (%(last)s::text[])[1 + n * 7907 %% cardinality(%(last)s::text[])] ||
                   CASE WHEN n %% 3 = 0 THEN '-' || (%(last)s::text[])[1 + n * 13 %% cardinality(%(last)s::text[])]
                        ELSE '' END AS last_name
            FROM generate_series(1, %(count)s::bigint) AS n
        ) AS made
        """
    ).format(
        table=sql.Identifier(kind),
        columns=columns,
        values=sql.SQL(values.as_string().replace("%", "%%")),
        kind=sql.Literal(kind),
        mark=sql.Literal(_MARK),
    )
