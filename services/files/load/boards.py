"""2,000 whiteboards of 5,000 strokes, each as one state; the boards share a few drawings."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import psycopg
from pycrdt import Doc, Map

from services.demo.load import add
from services.files.demo.boards import Point, pack

BOARDS, STROKES = 2_000, 5_000
DRAWINGS, POINTS = 4, 12
COURSES = 36_000

_BOARDS = """
WITH who AS (SELECT array_agg(user_id ORDER BY user_id) AS ids, array_agg(name ORDER BY user_id) AS names
  FROM user_name),
made AS (SELECT n, 1 + n * 7 % cardinality(ids) AS one, who.*,
  TIMESTAMPTZ '2026-11-20 16:00Z' - n % 700 * interval '1 day' AS at
  FROM who, generate_series(0, %(boards)s::bigint - 1) AS n)
INSERT INTO board (id, created, modified, drawn, name, course_id, background, owner_id, owner_name, pages, last_number,
  bytes) OVERRIDING SYSTEM VALUE
SELECT %(first)s + n, at, at, at, 'Lesson ' || n, CASE WHEN n % 4 > 0 THEN %(first)s + n * 17 % %(courses)s END,
  (ARRAY['plain', 'grid', 'ruled', 'dots'])[1 + n % 4], ids[one], names[one], 1, %(strokes)s,
  (SELECT length(state) FROM drawing WHERE drawing.n = made.n % %(drawings)s)
FROM made
"""
_STATES = """
INSERT INTO board_state (board_id, number, state)
SELECT board.id, board.last_number, drawing.state
FROM board JOIN drawing ON drawing.n = (board.id - %(first)s) % %(drawings)s WHERE board.id >= %(first)s
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the boards once; returns a summary."""
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS drawing (n int PRIMARY KEY, state bytea) ON COMMIT DROP")
    with connection.cursor().copy("COPY drawing (n, state) FROM STDIN") as copy:
        for number in range(DRAWINGS):
            copy.write_row((number, drawn(number)))
    numbers = {"boards": BOARDS, "strokes": STROKES, "drawings": DRAWINGS, "courses": COURSES}
    if not add(connection, ("board", "board_state"), (_BOARDS, _STATES), numbers):
        return "the boards already exist"
    return f"{BOARDS:,} boards of {STROKES:,} strokes"


def drawn(seed: int, strokes: int = STROKES) -> bytes:
    """Return a Yjs state with this number of strokes, as the page writes them."""
    doc: Doc[Any] = Doc(client_id=seed + 1)
    shown = doc.get("elements", type=Map)
    with doc.transaction():
        for number in range(strokes):
            points = list(_points(seed, number))
            shown[f"{seed}-{number:05}"] = {
                "g": "p1",
                "z": float(number),
                "k": "stroke",
                "b": "pencil",
                "c": "rgba(32,38,46,1)",
                "w": 4.0,
                "p": pack(points),
            }
    return bytes(doc.get_update())


def _points(seed: int, number: int) -> Iterator[Point]:
    left, top = number * 37 % 1600, number // 40 * 37 % 1100
    for step in range(POINTS):
        yield left + step * 3, top + 18 * math.sin((step + seed + number % 7) / 2)
