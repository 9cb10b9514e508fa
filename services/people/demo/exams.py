"""Tables of exam series and exams."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.exams import SERIES, exams
from services.demo.tables import events, write
from services.demo.world import World

EMPTY = "SELECT NOT EXISTS (SELECT FROM exam_series)"
EVENTS = events(
    "people.exam.changed",
    "exam",
    """
    'id', id, 'name', name, 'board', board, 'code', code, 'level', level, 'subject', subject, 'papers', papers,
    'seriesId', series_id, 'deleted', false
    """,
)


def load(connection: psycopg.Connection[Any], _: World) -> None:
    """Fill both tables."""
    with connection.cursor() as cursor:
        write(
            cursor,
            "exam_series",
            [dict(zip(("id", "name", "type", "season", "year"), row, strict=True)) for row in SERIES],
        )
        write(
            cursor,
            "exam",
            [
                {
                    "id": exam.id, "series_id": exam.series_id, "name": exam.title, "board": exam.board,
                    "code": exam.code, "level": exam.level, "subject": exam.subject, "papers": exam.papers,
                }
                for exam in exams()
            ],
        )  # fmt: skip
