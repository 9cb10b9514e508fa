"""Ten series of exams, made inside PostgreSQL: 100,000 entries, 400,000 sittings, 10,000 sessions.

A candidate of a series sits four exams of four papers. Exams whose numbers differ by five have the same candidates at
different times, so nobody sits two papers at once.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import psycopg

from services.demo.load import FIRST, unchecked, without_indexes

SERIES, CANDIDATES, SEATS = 10, 2_500, 40
"""Series, candidates of each, and the seats of a room."""
_EXAMS, _PAPERS, _APART, _SLOTS = 20, 4, 5, 16
_TABLES = (
    "candidate",
    "location",
    "exam_room",
    "exam_series",
    "exam",
    "exam_component",
    "exam_candidacy",
    "exam_entry",
    "exam_session",
    "exam_seat",
)
_CHECKED_AT_THE_END = {
    "exam_session": ("ex_exam_session_room",),
    "exam_seat": ("ex_exam_seat_candidate", "uq_exam_seat_number", "uq_exam_seat_paper"),
}
_STATEMENTS = (
    """
INSERT INTO candidate (id, first_name, last_name, email, status, candidate_number, uci)
SELECT %(first)s + n, 'Ada', 'Load ' || n, 'exam.' || n || '@load.example', 'active',
       lpad((n + 1)::text, 4, '0'), ''
FROM generate_series(0, %(candidates)s::bigint - 1) AS n
""",
    """
INSERT INTO location (id, title, type, status) SELECT %(first)s + n, 'Load room ' || n, 'room', 'active'
FROM generate_series(0, %(rooms)s::bigint - 1) AS n
""",
    """
INSERT INTO exam_room (id, location_id, capacity, distance, rows, columns)
SELECT %(first)s + n, %(first)s + n, %(seats)s, 125, 8, 5 FROM generate_series(0, %(rooms)s::bigint - 1) AS n
""",
    """
INSERT INTO exam_series (id, name, type, season, year, state)
SELECT %(first)s + s, 'Load series ' || s, 'public', 'summer', 2030 + s, 'entered'
FROM generate_series(0, %(series)s::bigint - 1) AS s
""",
    """
INSERT INTO exam (id, series_id, name, board, code, level, subject, papers)
SELECT %(first)s + s * %(exams)s + e, %(first)s + s, 'Load exam ' || e, 'AQA', (7000 + e)::text, 'GCSE', 'Mathematics',
       %(papers)s
FROM generate_series(0, %(series)s::bigint - 1) AS s, generate_series(0, %(exams)s::bigint - 1) AS e
""",
    """
INSERT INTO exam_component (id, exam_id, code, kind, minutes, session, sitting_date)
SELECT (exam.id - %(first)s) * %(papers)s + %(first)s + p, exam.id, exam.code || '/' || p + 1, 'written', 90,
       CASE WHEN slot %% 2 = 0 THEN 'am' ELSE 'pm' END,
       DATE '2030-01-07' + ((exam.series_id - %(first)s) * 30 + slot / 2)::int
FROM exam, generate_series(0, %(papers)s::bigint - 1) AS p,
     LATERAL (SELECT (exam.id - %(first)s) %% %(exams)s / %(apart)s * %(papers)s + p AS slot) AS place
WHERE exam.id >= %(first)s
""",
    """
INSERT INTO exam_candidacy (id, candidate_id, series_id, kind, number, legal_name)
SELECT %(first)s + s * %(candidates)s + n, %(first)s + n, %(first)s + s, 'public', lpad((n + 1)::text, 4, '0'),
       'LOAD ' || n || ': ADA'
FROM generate_series(0, %(series)s::bigint - 1) AS s, generate_series(0, %(candidates)s::bigint - 1) AS n
""",
    """
INSERT INTO exam_entry (id, candidacy_id, candidate_id, exam_id, kind, status, entered_on)
SELECT (c.id - %(first)s) * 4 + %(first)s + j, c.id, c.candidate_id,
       %(first)s + (c.series_id - %(first)s) * %(exams)s + (c.candidate_id + j * %(apart)s) %% %(exams)s,
       'public', 'entered', CURRENT_DATE
FROM exam_candidacy c, generate_series(0, 3) AS j WHERE c.id >= %(first)s
""",
    """
INSERT INTO exam_session (id, series_id, kind, title, room_id, starts, ends)
SELECT %(first)s + (s * %(slots)s + slot) * %(rooms)s + room, %(first)s + s, 'public',
       'Load ' || s || '/' || slot || '/' || room, %(first)s + room, begins, begins + interval '90 minutes'
FROM generate_series(0, %(series)s::bigint - 1) AS s, generate_series(0, %(slots)s::bigint - 1) AS slot,
     generate_series(0, %(rooms)s::bigint - 1) AS room,
     LATERAL (SELECT (TIMESTAMP '2030-01-07' + make_interval(
         days => (s * 30 + slot / 2)::int, hours => CASE WHEN slot %% 2 = 0 THEN 9 ELSE 14 END
     )) AT TIME ZONE 'Europe/London' AS begins) AS moment
""",
    """
INSERT INTO exam_seat (session_id, entry_id, component_id, candidate_id, kind, seat, starts, ends)
SELECT session.id, place.entry_id, place.component_id, place.candidate_id, 'public',
       1 + place.nth %% %(seats)s, session.starts, session.ends
FROM (
    SELECT e.id AS entry_id, p.id AS component_id, e.candidate_id, x.series_id - %(first)s AS s,
           (x.id - %(first)s) %% %(exams)s / %(apart)s * %(papers)s + (p.id - %(first)s) %% %(papers)s AS slot,
           e.candidate_id - %(first)s AS nth
    FROM exam_entry e JOIN exam x ON x.id = e.exam_id JOIN exam_component p ON p.exam_id = x.id
    WHERE e.id >= %(first)s
) AS place
JOIN exam_session session
  ON session.id = %(first)s + (place.s * %(slots)s + place.slot) * %(rooms)s + place.nth / %(seats)s
""",
)


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the series once; return a summary. Exams are locked during the load."""
    row = connection.execute("SELECT EXISTS (SELECT FROM exam_series WHERE id >= %s)", (FIRST,)).fetchone()
    if row is not None and row[0]:
        return "the exams already exist"
    numbers = {
        "first": FIRST + 5_000_000,
        "series": SERIES,
        "candidates": CANDIDATES,
        "seats": SEATS,
        "exams": _EXAMS,
        "papers": _PAPERS,
        "apart": _APART,
        "slots": _SLOTS,
        "rooms": -(-CANDIDATES // SEATS),
    }
    with ExitStack() as stack:
        for table in _TABLES:
            stack.enter_context(without_indexes(connection, table))
        stack.enter_context(unchecked(connection, _CHECKED_AT_THE_END))
        for statement in _STATEMENTS:
            connection.execute(statement.encode(), numbers)
    entries = SERIES * CANDIDATES * 4
    sessions = SERIES * _SLOTS * -(-CANDIDATES // SEATS)
    return f"{entries:,} entries, {entries * _PAPERS:,} sittings and {sessions:,} sessions of exams"
