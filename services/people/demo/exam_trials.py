"""Tables of the marks and the papers of trial exams: papers before and after their release, mark schemes, entries that
wait for their marker, are marked, were returned, and have no marker yet."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg

from services.demo.tables import Record, write
from services.demo.world import TODAY, World
from services.people.demo.exam_entries import entries
from services.people.demo.exams import TRIAL, all_exams, components

EMPTY = "SELECT NOT EXISTS (SELECT FROM trial_mark)"
_GRADES = ("A", "B", "C")
_COMMENTS = (
    "Clear working throughout. Revise the last topic.",
    "Good recall; read each question to its end.",
    "Method marks were lost: show each step.",
)
_LARGEST, _OUT_OF = 61, 80
_OWN = 1
"""The tutor of the account `tutor`."""


_RESULTS = """
UPDATE exam_entry SET result_grade = m.grade FROM trial_mark m WHERE m.entry_id = exam_entry.id AND m.status = 'marked'
"""
"""A mark that is done is the result of its entry."""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    tutors = [person.id for person in world.people["tutor"]]
    trial = [entry for entry in entries(world) if entry["kind"] == "trial"]
    with connection.cursor() as cursor:
        write(cursor, "trial_mark", [_mark(number, entry, tutors) for number, entry in enumerate(trial, start=1)])
        write(cursor, "trial_paper", _papers())
        cursor.execute(_RESULTS)


def _mark(number: int, entry: Record, tutors: list[int]) -> Record:
    status = {1: "marked", 3: "returned"}.get(number % 5, "waiting")
    done = status == "marked"
    marker = None if number % 7 == 0 and not done else _OWN if number % 3 == 0 else tutors[number % len(tutors)]
    return {
        "id": number, "entry_id": entry["id"], "marker_id": marker, "status": status,
        "mark": number % _LARGEST if done else None, "max_mark": _OUT_OF if done else None,
        "grade": _GRADES[number % 3] if done else "", "comment": _COMMENTS[number % 3] if done else "",
        "marked_on": TODAY - dt.timedelta(days=number % 4) if done else None,
        "return_reason": "Please add up question 4 again." if status == "returned" else "",
    }  # fmt: skip


def _papers() -> list[Record]:
    """A question paper and a mark scheme of each sat paper of the trial series; every third one is released."""
    series_of = {one.id: one.series_id for one in all_exams()}
    released = dt.datetime.combine(TODAY - dt.timedelta(days=1), dt.time(9), dt.UTC)
    rows: list[Record] = []
    for paper in components():
        if series_of[paper["exam_id"]] != TRIAL:
            continue
        for kind, title in (("question", f"{paper['code']}, questions"), ("scheme", f"{paper['code']}, mark scheme")):
            open_now = kind == "question" and paper["id"] % 3 == 0
            rows.append({
                "id": len(rows) + 1, "component_id": paper["id"], "kind": kind, "title": title,
                "max_mark": _OUT_OF if kind == "question" else None, "released_from": released if open_now else None,
            })  # fmt: skip
    return rows
