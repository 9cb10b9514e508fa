"""The entries of a series as a grid: a row for each candidate, a column for each exam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from kit.database import all_rows, row_or_404
from kit.policy import Actor
from people.enrolment.model import course_student
from people.exams.candidacies.model import exam_candidacy
from people.exams.candidacies.queries import CANDIDACIES
from people.exams.components.lists import EXAM_TITLE
from people.exams.entries.model import exam_entry
from people.exams.entries.policy import ENTRIES
from people.exams.model import exam, exam_series
from people.exams.options.model import exam_option
from people.exams.policy import KEEPS
from people.persons.model import TABLES, student
from people.persons.queries import full_name
from people.policy import OF_STAFF

_e, _x, _p, _o, _cws = exam_entry.c, exam.c, exam_candidacy.c, exam_option.c, course_student.c
_candidate = TABLES["candidate"]
MOST_EXAMS = 120
"""Maximum columns of a grid; a series with more exams is narrowed by board, level or subject."""
PAGE = 300


def of_series(
    connection: sa.Connection,
    actor: Actor,
    series_id: int,
    board: str,
    level: str,
    subject: str,
    course_id: int | None,
    page: int,
) -> dict[str, Any]:
    """Return the grid of a series: its exams, narrowed by board, level and subject, and a page of candidates with their
    entries. The candidates are in the series, or are students of a course who may have no entry yet. Raises
    NotFound."""
    row = row_or_404(connection, sa.select(exam_series.c.type).where(exam_series.c.id == series_id))
    exams = _exams(connection, actor, series_id)
    asked = {"board": board, "level": level, "subject": subject}
    shown = [one for one in exams if all(not value or one[name] == value for name, value in asked.items())]
    total, rows = _candidates(connection, actor, series_id, course_id, page)
    return {
        "exams": shown[:MOST_EXAMS],
        "examsTotal": len(shown),
        "boards": sorted({one["board"] for one in exams}),
        "levels": sorted({one["level"] for one in exams}),
        "subjects": sorted({one["subject"] for one in exams}),
        "candidates": with_entries(connection, actor, series_id, rows),
        "total": total,
        "pageSize": PAGE,
        "withoutRecord": _without_record(connection, actor, course_id),
        "mayPlan": KEEPS(actor, {"kind": row["type"]}),
    }


def _exams(connection: sa.Connection, actor: Actor, series_id: int) -> list[dict[str, Any]]:
    rows = all_rows(
        connection,
        sa.select(_x.id, EXAM_TITLE.label("title"), _x.code, _x.board, _x.level, _x.subject)
        .where(_x.series_id == series_id, OF_STAFF.where(actor))
        .order_by(_x.level, _x.subject, _x.board, _x.code, _x.id),
    )
    options: dict[int, list[dict[str, Any]]] = {row["id"]: [] for row in rows}
    offered = sa.select(_o.exam_id, _o.code, _o.tier).join(exam, _x.id == _o.exam_id)
    for row in all_rows(connection, offered.where(_x.series_id == series_id, ~_o.withdrawn).order_by(_o.code)):
        options[row["exam_id"]].append({"code": row["code"], "tier": row["tier"]})
    return [{**row, "options": options[row["id"]]} for row in rows]


def _rows(actor: Actor, series_id: int) -> sa.Select[Any]:
    place = sa.and_(_p.candidate_id == _candidate.c.id, _p.series_id == series_id)
    return (
        sa.select(_candidate.c.id, full_name(_candidate).label("name"), sa.func.coalesce(_p.number, "").label("number"))
        .select_from(_candidate.outerjoin(exam_candidacy, place))
        .where(OF_STAFF.where(actor))
    )


def _candidates(
    connection: sa.Connection, actor: Actor, series_id: int, course_id: int | None, page: int
) -> tuple[int, list[dict[str, Any]]]:
    statement = _rows(actor, series_id)
    if course_id is None:
        statement = statement.where(_p.id.is_not(None), CANDIDACIES.where(actor))
    else:
        statement = statement.where(_candidate.c.student_id.in_(_on_course(course_id)))
    total = int(connection.scalar(sa.select(sa.func.count()).select_from(statement.subquery())) or 0)
    order = (_p.number.nulls_last(), _candidate.c.last_key, _candidate.c.id)
    return total, all_rows(connection, statement.order_by(*order).limit(PAGE).offset((page - 1) * PAGE))


def _on_course(course_id: int) -> sa.Select[tuple[int]]:
    return sa.select(_cws.student_id).where(_cws.course_id == course_id, _cws.status == "active")


def _without_record(connection: sa.Connection, actor: Actor, course_id: int | None) -> list[str]:
    """Return the students of the course who are not candidates."""
    if course_id is None:
        return []
    is_candidate = sa.exists().where(_candidate.c.student_id == student.c.id)
    statement = sa.select(full_name(student).label("name")).where(
        student.c.id.in_(_on_course(course_id)), ~is_candidate, OF_STAFF.where(actor)
    )
    return [row["name"] for row in all_rows(connection, statement.order_by(student.c.last_key, student.c.id))]


def of_candidates(
    connection: sa.Connection, actor: Actor, series_id: int, candidates: Sequence[int]
) -> list[dict[str, Any]]:
    """Return these candidates as rows of the grid."""
    rows = all_rows(connection, _rows(actor, series_id).where(_candidate.c.id.in_(candidates)))
    return with_entries(connection, actor, series_id, rows)


def with_entries(
    connection: sa.Connection, actor: Actor, series_id: int, candidates: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return candidates with their entries in the series. For each exam it is the current entry, else the one withdrawn
    last."""
    entries: dict[int, list[dict[str, Any]]] = {row["id"]: [] for row in candidates}
    rows = all_rows(
        connection,
        sa.select(_e.candidate_id, _e.id, _e.exam_id.label("examId"), _e.status, _e.tier, _e.option)
        .ext(postgresql.distinct_on(_e.candidate_id, _e.exam_id))
        .join(exam, _x.id == _e.exam_id)
        .where(_x.series_id == series_id, _e.candidate_id.in_(list(entries)), ENTRIES.where(actor))
        .order_by(_e.candidate_id, _e.exam_id, _e.status == "withdrawn", _e.id.desc()),
    )
    for row in rows:
        entries[row.pop("candidate_id")].append(row)
    return [{**one, "entries": entries[one["id"]]} for one in candidates]
