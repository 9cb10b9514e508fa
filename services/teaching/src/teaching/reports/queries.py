"""The detail of a term report, in the shape of `teaching.md 3`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row
from kit.values.days import LONDON
from kit.values.shown import shown
from teaching.copies.names import names_of
from teaching.reports.attributes import MOCK, REPORT
from teaching.reports.model import report, report_mail, report_mock, report_paper
from teaching.reports.policy import reviews, writes
from teaching.writing import grades, mocks, predicted
from teaching.writing.mailing import mails_of
from teaching.writing.papers import last_paper

_c = report.c
_seen_by = reviews | writes


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of `GET /report/{id}` beyond its fields."""
    names = names_of(
        connection, report, row["id"], ("tutor", "student"), last_paper(report_paper.c.report_id, _c.id).label("pdf_id")
    )
    return {
        "title": f"{row['student_name']}, {row['course_title']}, to {shown(row['date_to'].astimezone(LONDON).date())}",
        "isLate": (row["submitted"] or dt.datetime.now(dt.UTC)) > row["deadline"],
        "grades": [*grades.offered(row["course_level"])],
        "organisation": {"id": row["organisation_id"], "title": names["organisation_title"]},
        "department": {
            "id": row["department_id"],
            "title": names["department_title"],
            "color": names["department_color"],
        },
        "course": {
            "id": row["course_id"],
            "cwsId": row["cws_id"],
            "title": row["course_title"],
            "board": names["board"],
            "level": row["course_level"],
            "subject": names["subject"],
        },
        "student": {"id": row["student_id"], "name": row["student_name"], "userId": names["student_user_id"]},
        "tutor": {"id": row["tutor_id"], "name": row["tutor_name"], "userId": names["tutor_user_id"]},
        "predictedBefore": predicted.before(connection, predicted.REPORT, row) if _seen_by(actor, row) else None,
        "mocks": mocks_of(connection, actor, [row["id"]])[row["id"]],
        "pdfId": names["pdf_id"],
        "meta": {"created": row["created"]},
        **mails_of(connection, actor, row, report_mail, reviews),
        **REPORT.shown(row),
    }


def mocks_of(connection: sa.Connection, _: Actor, records: Sequence[int]) -> Mapping[int, list[dict[str, Any]]]:
    """Return the mocks of reports in the order of entry, by report."""
    return mocks.by_report(connection, MOCK, report_mock.c.report_id, records)
