"""Tables of seasons, series, exams and their papers: a series in each phase, trial exams, and the summer of 2020."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import psycopg

from services.demo.exams import SERIES, Exam, exams
from services.demo.tables import Record, events, write
from services.demo.world import TODAY, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM exam_series)"
EVENTS = events(
    "people.exam.changed",
    "exam",
    """
    'id', id, 'name', name, 'board', board, 'code', code, 'level', level, 'subject', subject, 'papers', papers,
    'seriesId', series_id, 'deleted', false
    """,
)
RUNNING, ENTRIES, TRIAL, WAITING, SUMMER_2020, EMPTY_SERIES, FINISHED, AUTUMN = 1, 2, 3, 4, 5, 6, 7, 8
"""Ids of the series: exams run today, entries are open, trial exams, results are awaited, centre assessed, one without
exams yet, one with released results, and trial exams with released results."""
SEASONS = (
    (1, f"Public exams {TODAY.year}-{TODAY.year + 1}", "public", TODAY.year),
    (2, f"Trial exams {TODAY.year}-{TODAY.year + 1}", "trial", TODAY.year),
    (3, "Summer 2020", "centreAssessed", 2020),
)
"""id, title, kind, year."""
BOARD_CODES = {RUNNING: "BG", ENTRIES: "6G", WAITING: "AG", FINISHED: "6F"}
PHASES = {
    RUNNING: "running",
    ENTRIES: "entries",
    TRIAL: "entries",
    WAITING: "results",
    SUMMER_2020: "released",
    FINISHED: "released",
    AUTUMN: "released",
}
_MORE_SERIES = (
    (WAITING, f"October {TODAY.year}", "public", "november", TODAY.year),
    (SUMMER_2020, "Summer 2020", "centreAssessed", "summer", 2020),
    (EMPTY_SERIES, f"January {TODAY.year + 2}", "public", "january", TODAY.year + 2),
    (FINISHED, f"Summer {TODAY.year}", "public", "summer", TODAY.year),
    (AUTUMN, f"Trial exams, autumn {TODAY.year}", "trial", "november", TODAY.year),
)
_SEASON_OF = {RUNNING: 1, ENTRIES: 1, TRIAL: 2, WAITING: 1, SUMMER_2020: 3, AUTUMN: 2}
_BRIEFING = (
    "<p>Exams are not sat this summer. Give each candidate the grade of the work, and a rank within it.</p>"
    "<p>Keep the evidence with the entry. A second assessor agrees, and the head of centre declares.</p>"
)
_SPOKEN = ("French", "Spanish")


def load(connection: psycopg.Connection[Any], _: World) -> None:
    """Fill the tables."""
    with connection.cursor() as cursor:
        write(
            cursor,
            "exam_season",
            [
                {
                    "id": number,
                    "title": title,
                    "kind": kind,
                    "year": year,
                    "starts": dt.date(year, 9, 1),
                    "ends": dt.date(year + 1, 8, 31),
                    "briefing": _BRIEFING if kind == "centreAssessed" else "",
                }
                for number, title, kind, year in SEASONS
            ],
        )
        names = ("id", "name", "type", "season", "year")
        write(
            cursor,
            "exam_series",
            [
                dict(zip(names, row, strict=True))
                | {"season_id": _SEASON_OF.get(row[0]), "state": PHASES.get(row[0], "planned")}
                | {"results_at": _results(row[0]), "board_code": BOARD_CODES.get(row[0], "")}
                for row in (*SERIES, *_MORE_SERIES)
            ],
        )
        write(
            cursor,
            "exam",
            [
                {
                    "id": one.id,
                    "series_id": one.series_id,
                    "name": one.title,
                    "board": one.board,
                    "code": one.code,
                    "level": one.level,
                    "subject": one.subject,
                    "papers": one.papers,
                    "option": f"{one.code}{'A' if one.id % 4 else 'B'}",
                }
                for one in all_exams()
            ],
        )
        write(cursor, "exam_component", components())


def _results(series: int) -> dt.datetime | None:
    """Return the time from which candidates see the results of a series."""
    if series == SUMMER_2020:
        return dt.datetime(2020, 8, 13, 7, tzinfo=dt.UTC)
    ahead = {RUNNING: 45, WAITING: 12, FINISHED: -100, AUTUMN: -20}.get(series)
    return dt.datetime.combine(TODAY + dt.timedelta(days=ahead), dt.time(8), dt.UTC) if ahead else None


def all_exams() -> list[Exam]:
    """Return the exams whose fees finance knows, then those of the series that are not billed here."""
    known = exams()
    first = max(one.id for one in known) + 1
    more = [
        Exam(
            first + place,
            (WAITING, SUMMER_2020)[place % 2],
            one.board,
            one.code,
            one.level,
            one.subject,
            one.papers,
            one.board_fee,
        )
        for place, one in enumerate(known[:16])
    ]
    finished = [
        Exam(
            first + len(more) + place,
            FINISHED,
            one.board,
            one.code,
            one.level,
            one.subject,
            max(one.papers, 2),
            one.board_fee,
        )
        for place, one in enumerate(known[:10])
    ]
    further = first + len(more) + len(finished)
    autumn = [replace(one, id=further + place, series_id=AUTUMN) for place, one in enumerate(known[20:26])]
    return [*known, *more, *finished, *autumn]


def components() -> list[Record]:
    """Return the papers of the exams; languages have an oral one, and some have coursework."""
    rows: list[Record] = []
    for one in all_exams():
        for paper in range(1, one.papers + 1):
            kind = "speaking" if paper == 2 and one.subject in _SPOKEN else "written"
            if paper == 3 and one.id % 3 == 0:
                kind = "coursework"
            sat = one.series_id != SUMMER_2020 and kind != "coursework"
            rows.append(
                {
                    "id": len(rows) + 1,
                    "exam_id": one.id,
                    "code": f"{one.code}/{paper}",
                    "title": f"Paper {paper}",
                    "kind": kind,
                    "sitting_date": _day(one, paper) if sat else None,
                    "session": ("am", "pm")[(one.id + paper) % 2] if sat else None,
                    "minutes": (90, 105, 60)[paper % 3] if sat else None,
                }
            )
    return rows


def _day(one: Exam, paper: int) -> dt.date:
    """Return the day of a sitting: around today for current exams, weeks ago for awaited results."""
    if one.series_id == RUNNING:
        return TODAY + dt.timedelta(days=(one.id // 3 + paper * 2) % 9 - 3)
    past = {WAITING: (40, 12), FINISHED: (160, 12), AUTUMN: (45, 9)}.get(one.series_id)
    if past is not None:
        return TODAY - dt.timedelta(days=past[0] + (one.id + paper) % past[1])
    month = 1 if one.series_id == TRIAL else 6
    return dt.date(TODAY.year + 1, month, 1 + (one.id * 3 + paper * 2) % 27)
