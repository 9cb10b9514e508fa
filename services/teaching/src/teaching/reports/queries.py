"""The detail of a term report, in the shape of `teaching.md 3`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import first_row
from kit.policy import Actor, Row
from kit.values.days import LONDON
from kit.values.shown import shown
from teaching.copies.model import course, department, organisation, person
from teaching.reports.attributes import MOCK, REPORT
from teaching.reports.model import report, report_mail, report_mock, report_paper
from teaching.reports.policy import reviews, writes
from teaching.writing import grades, mocks, predicted
from teaching.writing.mailing import mails_of

_c = report.c
_seen_by = reviews | writes
_tutor, _student = person.alias("tutor"), person.alias("student")


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of `GET /report/{id}` beyond its fields."""
    names = _names(connection, row["id"])
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


def _names(connection: sa.Connection, record: int) -> dict[str, Any]:
    """Return the copied names of the people, course and places of a report, and its last PDF, in one statement."""
    last_paper = (
        sa.select(report_paper.c.file_id)
        .where(report_paper.c.report_id == _c.id)
        .order_by(report_paper.c.created.desc())
        .limit(1)
        .scalar_subquery()
    )
    names = first_row(
        connection,
        sa.select(
            course.c.board,
            course.c.subject,
            department.c.title.label("department_title"),
            department.c.color.label("department_color"),
            organisation.c.title.label("organisation_title"),
            _tutor.c.user_id.label("tutor_user_id"),
            _student.c.user_id.label("student_user_id"),
            last_paper.label("pdf_id"),
        )
        .select_from(
            report.outerjoin(course, course.c.id == _c.course_id)
            .outerjoin(department, department.c.id == _c.department_id)
            .outerjoin(organisation, organisation.c.id == _c.organisation_id)
            .outerjoin(_tutor, sa.and_(_tutor.c.kind == "tutor", _tutor.c.id == _c.tutor_id))
            .outerjoin(_student, sa.and_(_student.c.kind == "student", _student.c.id == _c.student_id))
        )
        .where(_c.id == record),
    )
    assert names is not None
    return names
