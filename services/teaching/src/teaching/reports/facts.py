"""`GET /report/{id}/term`: the figures of a student on a course in the period of a report, for the tutor who writes it.

There are few rows for one student, read by one statement for each table.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row, row_or_404
from kit.policy import Actor, Row
from kit.values import richtext
from teaching.homework.model import given
from teaching.reports import rules
from teaching.reports.model import report, report_mock
from teaching.reports.policy import WRITTEN
from teaching.slips import queries as slip_queries
from teaching.slips import rules as slip_rules

_c, _h = report.c, given.c
_SHOWN, _COMMENT = 30, 240
"""Maximum slips and marks in the answer, and characters of their comments."""


def term(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """Return the figures of the period, and the previous report. Raises NotFound."""
    row = row_or_404(connection, sa.select(report).where(_c.id == record, WRITTEN.where(actor)))
    slips = slip_queries.handed_in(connection, actor, row, row["date_from"], row["date_to"])
    return {
        "last": last(connection, row),
        "attendance": _attendance(slips),
        "homework": _homework(connection, row),
        "ratings": _ratings(slips),
        "slips": [
            {
                "id": one["id"],
                "date": one["tutorial_start"],
                "present": one["present"],
                "onTime": one["on_time"],
                "comment": richtext.plain(one["comment"])[:_COMMENT],
            }
            for one in slips[:_SHOWN]
        ],
        "mocks": _mocks(connection, row),
    }


def last(connection: sa.Connection, row: Row) -> dict[str, Any] | None:
    """Return the previous report of the student on the course that was handed in."""
    before = sa.and_(
        _c.cws_id == row["cws_id"],
        _c.id != row["id"],
        _c.date_to < row["date_to"],
        _c.status.in_(("submitted", "checked", "approved")),
    )
    previous = first_row(connection, sa.select(report).where(before).order_by(_c.date_to.desc(), _c.id.desc()).limit(1))
    return previous and {
        "id": previous["id"],
        "tutor": previous["tutor_name"],
        "dateTo": previous["date_to"],
        "predictedGrade": previous["predicted_grade"],
        "gradeAchievement": previous["grade_achievement"],
        "gradeEffort": previous["grade_effort"],
        "fields": {name: previous[name] for name in rules.FIELDS},
    }


def _attendance(slips: list[dict[str, Any]]) -> dict[str, int]:
    came = [one for one in slips if one["present"] == "present"]
    minutes = [one["on_time"] for one in came if one["on_time"]]
    return {
        "tutorials": len(slips),
        "present": len(came),
        "plannedAbsences": sum(one["present"] == "plannedAbsence" for one in slips),
        "unplannedAbsences": sum(one["present"] == "unplannedAbsence" for one in slips),
        "late": len(minutes),
        "minutes": sum(minutes),
    }


def _ratings(slips: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the mean of each rating, without N/A (0)."""
    means = []
    for number, title in slip_rules.CATEGORIES.items():
        values = [one[f"cat{number}"] for one in slips if one[f"cat{number}"]]
        means.append({"title": title, "mean": round(sum(values) / len(values), 1) if values else None})
    return means


def _homework(connection: sa.Connection, row: Row) -> dict[str, Any]:
    """Return the homework that was due in the period."""
    within = sa.and_(_h.cws_id == row["cws_id"], _h.due.between(row["date_from"], row["date_to"]))
    counted = _h.status.not_in(("saved", "writeOff", "postponed"))
    columns = (_h.id, _h.title, _h.status, _h.mark, _h.on_time, _h.due, _h.submitted)
    rows = all_rows(connection, sa.select(*columns).where(within, counted).order_by(_h.due.desc(), _h.id))
    in_time = [one for one in rows if one["on_time"] or (one["on_time"] is None and _handed_in_time(one))]
    return {
        "due": len(rows),
        "handedIn": sum(one["status"] in {"submitted", "marked"} for one in rows),
        "onTime": len(in_time),
        "marks": [
            {"hwsId": one["id"], "title": one["title"], "mark": one["mark"], "due": one["due"]}
            for one in rows
            if one["mark"]
        ][:_SHOWN],
    }


def _handed_in_time(one: dict[str, Any]) -> bool:
    return one["submitted"] is not None and one["submitted"] <= one["due"]


def _mocks(connection: sa.Connection, row: Row) -> list[dict[str, Any]]:
    """Return the mocks of earlier reports of the student on the course, the newest first."""
    m = report_mock.c
    columns = (m.month, m.mark, m.max_mark.label("maxMark"), m.grade, _c.date_to.label("dateTo"))
    earlier = sa.and_(_c.cws_id == row["cws_id"], _c.id != row["id"], _c.date_to < row["date_to"])
    statement = sa.select(*columns).select_from(report_mock.join(report, _c.id == m.report_id)).where(earlier)
    return all_rows(connection, statement.order_by(_c.date_to.desc(), m.id).limit(_SHOWN))
