"""Predicted, mock and final grades of a person side by side, a row for each level and subject.

Predicted grades come from teaching, asked as the caller: those who may not compare them there do not see them here. A
mock is the newest result of a trial exam, else the one in a report of teaching.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.lists.known import Call
from kit.lists.others import asking
from kit.lists.others.asking import Question
from kit.policy import Actor
from people.courses.model import course
from people.exams.entries.model import exam_entry
from people.exams.entries.policy import ENTRIES
from people.exams.entries.queries import RELEASED, RELEASED_MARK, SOURCE
from people.exams.model import RESULTS_OUT, exam, exam_series
from people.exams.policy import TRIAL
from people.persons.model import TABLES
from people.policy import STAFF

_e, _x, _s, _candidate = exam_entry.c, exam.c, exam_series.c, TABLES["candidate"]
_PREDICTED = "/report/predicted-grades"
_MOST = "1000"


def predicted(student_id: int | None) -> list[Mapping[str, Any]]:
    """Return the predictions of teaching for a student, `{courseId, predicted, mock}`; none if it does not respond, or
    refuses the caller. Call it outside a transaction."""
    if student_id is None:
        return []
    query = {"studentId": str(student_id), "page": "1", "pageSize": _MOST}
    (reply,) = asking.ask([Question("teaching", Call(_PREDICTED, query))])
    rows: list[Mapping[str, Any]] = [] if reply.refusal else reply.body["data"]
    return rows


def student_of(connection: sa.Connection, actor: Actor, candidate_id: int) -> int | None:
    """Return the student behind a candidate whose entries the actor reaches."""
    mine = sa.exists().where(_e.candidate_id == _candidate.c.id, ENTRIES.where(actor))
    student: int | None = connection.scalar(
        sa.select(_candidate.c.student_id).where(_candidate.c.id == candidate_id, mine)
    )
    return student


def rows(
    connection: sa.Connection,
    actor: Actor,
    student_id: int | None,
    candidate_id: int | None,
    predictions: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Return the grades by level and subject. Before the release only staff see a result."""
    by_subject: dict[tuple[str, str], dict[str, Any]] = {}

    def row_of(level: str, subject: str) -> dict[str, Any]:
        empty = {
            "level": level,
            "subject": subject,
            "predicted": "",
            "estimated": "",
            "mock": "",
            "final": "",
            "finalMark": None,
            "series": "",
            "released": False,
        }
        return by_subject.setdefault((level, subject), empty)

    courses = {
        one["id"]: one
        for one in all_rows(
            connection,
            sa.select(course.c.id, course.c.level, course.c.subject).where(
                course.c.id.in_([one["courseId"] for one in predictions])
            ),
        )
    }
    for one in predictions:
        of = courses.get(one["courseId"])
        if of is not None and (one["predicted"] or one["mock"]):
            row = row_of(of["level"], of["subject"])
            row["predicted"] = row["predicted"] or one["predicted"]
            row["mock"] = row["mock"] or one["mock"]
    tried = set[tuple[str, str]]()
    for one in _entries(connection, actor, student_id, candidate_id):
        key, row = (one["level"], one["subject"]), row_of(one["level"], one["subject"])
        if one["kind"] == TRIAL:
            if one["grade"] and key not in tried:
                tried.add(key)
                row["mock"] = one["grade"]
            continue
        row["estimated"] = row["estimated"] or one["forecast_grade"]
        if one["grade"] and not row["final"]:
            row |= {
                "final": one["grade"],
                "finalMark": one["mark"],
                "series": one["series"],
                "released": one["released"],
            }
    return [by_subject[key] for key in sorted(by_subject)]


def _entries(
    connection: sa.Connection, actor: Actor, student_id: int | None, candidate_id: int | None
) -> list[dict[str, Any]]:
    """Return the current entries, the newest series first."""
    sees = STAFF(actor)
    grade, mark = (_e.result_grade, _e.result_mark) if sees else (RELEASED, RELEASED_MARK)
    mine = [ENTRIES.where(actor), _e.status != "withdrawn"]
    mine += [_candidate.c.student_id == student_id] if student_id is not None else []
    mine += [_e.candidate_id == candidate_id] if candidate_id is not None else []
    columns = (
        _e.kind,
        _e.forecast_grade,
        _x.level,
        _x.subject,
        _s.name.label("series"),
        grade.label("grade"),
        mark.label("mark"),
        RESULTS_OUT.label("released"),
    )
    statement = sa.select(*columns).select_from(SOURCE).where(*mine)
    return all_rows(connection, statement.order_by(_s.year.desc(), _s.id.desc(), _e.id.desc()))
