"""`GET /collectionreport/{id}/term`: slips, grades and marks of the student on the course in the term of an interview,
shown next to its sections. There are few rows for one student, read by one statement for each table."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row, row_or_404
from kit.policy import Actor, Row
from kit.values import richtext
from kit.values.days import LONDON, today
from teaching.collections import rules
from teaching.collections.model import collection
from teaching.collections.policy import WRITTEN
from teaching.copies.model import GRADE_KINDS, course_student
from teaching.homework.model import given
from teaching.slips import queries as slip_queries
from teaching.slips import rules as slip_rules

_c, _h = collection.c, given.c
_SHOWN, _COMMENT = 30, 400
"""Maximum slips and marks in the answer, and characters of their comments."""


def term(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """Return the facts of the term, for those who write the report. Raises NotFound."""
    row = row_or_404(connection, sa.select(collection).where(_c.id == record, WRITTEN.where(actor)))
    ends = dt.datetime.combine(row["date"] or today(), dt.time.max, LONDON)
    within = (ends - rules.TERM, ends)
    slips = slip_queries.handed_in(connection, actor, row, *within)
    return {
        "slips": [_shown(one) for one in slips[:_SHOWN]],
        "present": sum(one["present"] == "present" for one in slips),
        "absent": sum(one["present"] in {"plannedAbsence", "unplannedAbsence"} for one in slips),
        "late": sum(bool(one["on_time"]) for one in slips),
        **_homework(connection, row, within),
        "grades": _grades(connection, row),
        "earlier": _earlier(connection, row),
    }


def _shown(one: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": one["id"],
        "date": one["tutorial_start"],
        "tutor": one["tutor_name"],
        "present": one["present"],
        "onTime": one["on_time"],
        "ratings": [one[f"cat{number}"] for number in slip_rules.CATEGORIES],
        "comment": richtext.plain(one["comment"])[:_COMMENT],
    }


def _homework(connection: sa.Connection, row: Row, within: tuple[dt.datetime, dt.datetime]) -> dict[str, Any]:
    """Return the homework that was due in the term, and its marks."""
    due = sa.and_(_h.cws_id == row["cws_id"], _h.due.between(*within), _h.status.not_in(("saved", "writeOff")))
    columns = (_h.id.label("hwsId"), _h.title, _h.status, _h.mark, _h.quality, _h.effort, _h.due)
    rows = all_rows(connection, sa.select(*columns).where(due).order_by(_h.due.desc(), _h.id))
    names = ("hwsId", "title", "mark", "quality", "effort", "due")
    return {
        "marks": [{name: one[name] for name in names} for one in rows if one["status"] == "marked"][:_SHOWN],
        "homeworkDue": len(rows),
        "homeworkDone": sum(one["status"] in {"submitted", "marked"} for one in rows),
    }


def _grades(connection: sa.Connection, row: Row) -> dict[str, str]:
    """Return the grades of the student on the course, or empty values if they are no longer on it."""
    columns = [course_student.c[f"{kind}_grade"].label(kind) for kind in GRADE_KINDS]
    grades = first_row(connection, sa.select(*columns).where(course_student.c.id == row["cws_id"]))
    return grades or dict.fromkeys(GRADE_KINDS, "")


def _earlier(connection: sa.Connection, row: Row) -> list[dict[str, Any]]:
    """Return the other reports of the student on the course, the newest first."""
    others = sa.and_(_c.cws_id == row["cws_id"], _c.id != row["id"], _c.status != "draft")
    columns = (_c.id, _c.term, _c.date, _c.predicted_grade.label("predictedGrade"), _c.status)
    return all_rows(connection, sa.select(*columns).where(others).order_by(_c.date.desc(), _c.id.desc()).limit(_SHOWN))
