"""Tables of the marks and the papers of trial exams: papers before and after their release, mark schemes, and entries
that wait for their marker, are marked, were returned, or have no marker yet."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg
import sqlalchemy as sa

from people.exams.marking.model import trial_mark
from people.exams.marking.publishing import MARKS_SOURCE, RESULT
from services.demo.tables import Record, write
from services.demo.world import TODAY, World
from services.people.demo.compliance import execute
from services.people.demo.exam_entries import entries
from services.people.demo.exams import AUTUMN, TRIAL, all_exams, components

EMPTY = "SELECT NOT EXISTS (SELECT FROM trial_mark)"
_GRADES = ("A", "B", "C")
_COMMENTS = (
    "Clear working throughout. Revise the last topic.",
    "Good recall; read each question to its end.",
    "Method marks were lost: show each step.",
)
_MARKS, _OUT_OF = (64, 55, 46), 80
_OWN = 1
"""The tutor of the account `tutor`."""


_RESULTS = """
UPDATE exam_entry SET result_grade = m.grade FROM trial_mark m WHERE m.entry_id = exam_entry.id AND m.status = 'marked'
"""
"""A finished mark is the result of its entry."""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    tutors = [person.id for person in world.people["tutor"]]
    trial = [entry for entry in entries(world) if entry["kind"] == "trial"]
    released = {one.id for one in all_exams() if one.series_id == AUTUMN}
    with connection.cursor() as cursor:
        write(
            cursor,
            "trial_mark",
            [
                _mark(number, entry, tutors, is_out=entry["exam_id"] in released)
                for number, entry in enumerate(trial, start=1)
            ],
        )
        write(cursor, "trial_paper", _papers())
        cursor.execute(_RESULTS)
        # Teaching already has the released results, so the job publishes nothing.
        published = sa.select(trial_mark.c.id, RESULT.label("result")).select_from(MARKS_SOURCE).subquery()
        execute(cursor, sa.update(trial_mark).where(trial_mark.c.id == published.c.id).values(told=published.c.result))


def _mark(number: int, entry: Record, tutors: list[int], *, is_out: bool) -> Record:
    status = "marked" if is_out else {1: "marked", 3: "returned"}.get(number % 5, "waiting")
    done = status != "waiting"
    days = 25 if is_out else number % 4
    marker = None if number % 7 == 0 and not done else _OWN if number % 3 == 0 else tutors[number % len(tutors)]
    return {
        "id": number,
        "entry_id": entry["id"],
        "marker_id": marker,
        "status": status,
        "mark": _MARKS[number % 3] + number % 8 if done else None,
        "max_mark": _OUT_OF if done else None,
        "grade": _GRADES[number % 3] if done else "",
        "comment": _COMMENTS[number % 3] if done else "",
        "marked_on": TODAY - dt.timedelta(days=days) if done else None,
        "return_reason": "Please add up question 4 again." if status == "returned" else "",
    }


def _papers() -> list[Record]:
    """Return a question paper and a mark scheme for each paper of the trial series; those of the autumn and every third
    one are released."""
    trial = {one.id: one.series_id for one in all_exams() if one.series_id in (TRIAL, AUTUMN)}
    released = dt.datetime.combine(TODAY - dt.timedelta(days=1), dt.time(9), dt.UTC)
    rows: list[Record] = []
    for paper in components():
        if paper["exam_id"] not in trial:
            continue
        for kind, title in (("question", f"{paper['code']}, questions"), ("scheme", f"{paper['code']}, mark scheme")):
            is_out = kind == "question" and (paper["id"] % 3 == 0 or trial[paper["exam_id"]] == AUTUMN)
            rows.append(
                {
                    "id": len(rows) + 1,
                    "component_id": paper["id"],
                    "kind": kind,
                    "title": title,
                    "max_mark": _OUT_OF if kind == "question" else None,
                    "released_from": released if is_out else None,
                }
            )
    return rows
