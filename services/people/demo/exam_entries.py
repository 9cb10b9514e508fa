"""Tables of deadlines, candidates in series and entries: entries open before a near deadline, made, amended, withdrawn,
waiting for results, and centre assessed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import psycopg

from people.exams.candidacies.uci import boards_name
from services.demo.tables import Record, write
from services.demo.world import BOARDS, TODAY, Person, World
from services.people.demo.exams import (
    AUTUMN,
    EMPTY_SERIES,
    ENTRIES,
    FINISHED,
    RUNNING,
    SUMMER_2020,
    TRIAL,
    WAITING,
    all_exams,
)

EMPTY = "SELECT NOT EXISTS (SELECT FROM exam_deadline)"
_DUE = {
    RUNNING: {"entries": -60, "late": -45, "veryLate": -30, "accessArrangements": -50, "reviews": 60},
    ENTRIES: {
        "entries": 6,
        "late": 30,
        "veryLate": 50,
        "forecasts": 10,
        "coursework": 80,
        "accessArrangements": 9,
        "modifiedPapers": 4,
        "withdrawals": 45,
    },
    WAITING: {"entries": -100, "late": -90, "veryLate": -80, "reviews": 30},
    FINISHED: {"entries": -250, "coursework": -190, "reviews": -70},
}
_KINDS = {
    RUNNING: "public",
    ENTRIES: "public",
    TRIAL: "trial",
    WAITING: "public",
    SUMMER_2020: "centreAssessed",
    FINISHED: "public",
    AUTUMN: "trial",
}
LAST_DEADLINE = sum(len(days) for days in _DUE.values()) * len(BOARDS) + 1
"""The id of the only deadline of a series."""
_EXAMS_EACH = 3
_GRADES = ("A*", "A", "B", "C", "D")


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    with connection.cursor() as cursor:
        write(
            cursor,
            "exam_deadline",
            [
                {
                    "id": number,
                    "series_id": series,
                    "board": board,
                    "kind": kind,
                    "due_on": TODAY + dt.timedelta(days=days),
                    "source": f"{board}, key dates",
                    "fee_percent": {"late": 200, "veryLate": 300}.get(kind),
                }
                for number, (series, board, kind, days) in enumerate(_deadlines(), start=1)
            ],
        )
        write(cursor, "exam_candidacy", candidacies(world))
        write(cursor, "exam_entry", entries(world))


def _deadlines() -> Iterator[tuple[int, str, str, int]]:
    for series, days in _DUE.items():
        for place, board in enumerate(BOARDS):
            for kind, ahead in days.items():
                yield series, board, kind, ahead + place % 3
    yield EMPTY_SERIES, "AQA", "entries", 300


STUDENT = 3
"""A candidate who is a student too."""


def _sits(person: Person, series: int) -> bool:
    """Return whether a candidate is in a series. All are in the current one; the first account and a student are in
    each."""
    return series == RUNNING or person.id in (1, STUDENT) or (person.id + series) % 3 == 0


def candidacies(world: World) -> list[Record]:
    """Return the candidates of each series, by their candidate number."""
    rows: list[Record] = []
    for series, kind in _KINDS.items():
        for person in world.people["candidate"]:
            if _sits(person, series):
                seen = person.id % 5 != 0
                rows.append(
                    {
                        "id": len(rows) + 1,
                        "candidate_id": person.id,
                        "series_id": series,
                        "kind": kind,
                        "number": f"{1000 + person.id}",
                        "legal_name": boards_name(person.last_name, person.first_name),
                        "uci": f"625010{TODAY.year % 100}{person.id:04}X" if person.id % 4 else "",
                        "centre_number": "62501",
                        "id_seen_on": TODAY - dt.timedelta(days=20) if seen else None,
                        "id_seen_by": world.by_username["exams"].name if seen else "",
                    }
                )
    return rows


def entries(world: World) -> list[Record]:
    """Return three entries for each candidate of a series."""
    rows: list[Record] = []
    of_series = {series: [one for one in all_exams() if one.series_id == series] for series in _KINDS}
    for place in candidacies(world):
        exams = of_series[place["series_id"]]
        first = place["candidate_id"] * 5
        for step in range(_EXAMS_EACH):
            one = exams[(first + step * 2) % len(exams)]
            rows.append(_entry(len(rows) + 1, place, one.id))
    return rows


def _entry(number: int, place: Record, exam: int) -> Record:
    series = place["series_id"]
    status = "entered"
    if number % 23 == 0:
        status = "withdrawn"
    elif number % 17 == 0:
        status = "amended"
    elif series == ENTRIES and number % 2:
        status = "planned"
    grade = _GRADES[number % len(_GRADES)]
    assessed = series == SUMMER_2020
    return {
        "id": number,
        "candidate_id": place["candidate_id"],
        "candidacy_id": place["id"],
        "exam_id": exam,
        "kind": place["kind"],
        "status": status,
        "tier": ("foundation", "higher", None)[number % 3],
        "fee_kind": ("veryLate", "late")[number % 2] if number % 9 == 0 else "standard",
        "entered_on": None if status == "planned" else TODAY - dt.timedelta(days=30 + number % 40),
        "reason": {"withdrawn": "Sits it in summer", "amended": "Tier changed"}.get(status, ""),
        "forecast_grade": _GRADES[number % 4] if number % 5 else "",
        "coursework_mark": 30 + number % 40 if number % 4 == 0 else None,
        "assessed_grade": grade if assessed else "",
        "rank": number % 20 + 1 if assessed else None,
        "first_assessor_id": 2 if assessed else None,
        "second_assessor_id": 3 if assessed and number % 11 else None,
        "agreed_on": dt.date(2020, 6, 10) if assessed and number % 11 else None,
        "result_grade": grade if assessed or series == FINISHED or (series == WAITING and number % 2) else "",
        "result_mark": 190 - 25 * (number % len(_GRADES)) - number % 7 if series == FINISHED else None,
    }
