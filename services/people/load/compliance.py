"""A year of gaps of students from persons.load (issue 43, 8): 2,000 a day, most of them closed."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import FIRST, without_indexes

VOLUME = {"days": 365, "a day": 2_000}


def load(connection: psycopg.Connection[Any]) -> str:
    """Add VOLUME once; return the number of gaps added. Gaps of the last weeks and one in fifty of the
    older gaps are open."""
    there = connection.execute("SELECT EXISTS (SELECT FROM requirement WHERE id > %s)", (FIRST,)).fetchone()
    if there is not None and there[0]:
        return "the missing entries already exist"
    given = {"first": FIRST, "days": VOLUME["days"], "daily": VOLUME["a day"]}
    with without_indexes(connection, "requirement", "requirement_gap"):
        # Not active: the real data of the loaded students must not change the loaded gaps.
        connection.execute(
            """
            INSERT INTO requirement (id, title, measure, active) OVERRIDING SYSTEM VALUE
            SELECT %(first)s + n, 'Loaded requirement ' || n, measure, false
            FROM (SELECT * FROM requirement WHERE kind = 'student' ORDER BY id LIMIT 1) AS model,
                 generate_series(1, 4) AS n
            """,
            given,
        )
        added = connection.execute(
            """
            INSERT INTO requirement_gap (requirement_id, kind, record_id, status, since, mended)
            SELECT %(first)s + 1 + n %% 4, 'student', id, CASE WHEN is_open THEN 'open' ELSE 'mended' END, since,
                   CASE WHEN NOT is_open THEN since + make_interval(days => 1 + (n %% 20)::int) END
            FROM (
                SELECT n, student.id, since, since > now() - interval '20 days' OR n %% 50 = 0 AS is_open
                FROM (
                    SELECT row_number() OVER () AS n, id
                    FROM (SELECT id FROM student LIMIT %(days)s::bigint * %(daily)s::bigint) AS chosen
                ) AS student,
                LATERAL (SELECT now() - make_interval(mins => (n %% (%(days)s * 1440))::int) AS since) AS moment
            ) AS gap
            """,
            given,
        ).rowcount
    return f"{added:,} missing entries"
