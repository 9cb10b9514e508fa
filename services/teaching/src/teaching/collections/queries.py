"""The detail of a collection report, in the shape of `teaching.md 3`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.policy import Actor, Row
from kit.values.types import label_of
from teaching.collections import rules
from teaching.collections.attributes import COLLECTION, MOCK
from teaching.collections.model import collection, collection_mail, interviewer, mock, paper
from teaching.collections.policy import office
from teaching.collections.readers import OF_WRITERS
from teaching.copies.model import course, course_tutor, department, event, organisation, person
from teaching.writing import grades, mocks, predicted
from teaching.writing.mailing import mails_of

_c = collection.c


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of `GET /collectionreport/{id}` beyond its fields."""
    names = _names(connection, row["id"])
    shown = COLLECTION.shown(row)
    return {
        **shown,
        "title": f"{row['student_name']}, {row['course_title']}, {label_of(rules.TERMS, row['term'])}",
        "organisation": {"id": row["organisation_id"], "title": names["organisation_title"]},
        "department": {"id": row["department_id"], "title": names["department_title"]},
        "course": {
            "id": row["course_id"],
            "cwsId": row["cws_id"],
            "title": row["course_title"],
            "board": names["board"],
            "level": names["level"],
            "subject": names["subject"],
        },
        "student": {"id": row["student_id"], "name": row["student_name"], "userId": names["student_user_id"]},
        "interviewedBy": interviewers_of(connection, actor, [row["id"]]).get(row["id"], []),
        "event": None
        if names["event_start"] is None
        else {
            "id": row["event_id"],
            **{name: names[f"event_{name}"] for name in ("title", "start", "end", "location", "status")},
        },
        "grades": [*grades.offered(names["level"] or "")],
        "predictedBefore": predicted.before(connection, predicted.COLLECTION, row) if OF_WRITERS.rule(actor) else None,
        "mocks": mocks_of(connection, actor, [row["id"]])[row["id"]],
        "pdfId": names["pdf_id"],
        **mails_of(connection, actor, row, collection_mail, office),
    }


def mocks_of(connection: sa.Connection, _: Actor, records: Sequence[int]) -> Mapping[int, list[dict[str, Any]]]:
    """Return the mocks of reports in the order of entry, by report."""
    return mocks.by_report(connection, MOCK, mock.c.collection_report_id, records)


def interviewers_of(connection: sa.Connection, _: Actor, records: Sequence[int]) -> Mapping[int, list[dict[str, Any]]]:
    """Return the interviewers of reports by name, by report."""
    interviewers: dict[int, list[dict[str, Any]]] = {}
    i = interviewer.c
    rows = sa.select(interviewer).where(i.collection_report_id.in_(records)).order_by(i.name, i.kind, i.person_id)
    for row in all_rows(connection, rows):
        about = {"kind": row["kind"], "id": row["person_id"], "userId": row["user_id"], "name": row["name"]}
        interviewers.setdefault(row["collection_report_id"], []).append(about)
    return interviewers


def level_of(connection: sa.Connection, _: Actor, course_id: int) -> str:
    """Return the level of a course, or an empty text if it is not known."""
    return connection.scalar(sa.select(course.c.level).where(course.c.id == course_id)) or ""


def choices(connection: sa.Connection, _: Actor) -> list[dict[str, Any]]:
    """Return staff and the tutors of courses, by name."""
    teaches = sa.exists().where(course_tutor.c.tutor_id == person.c.id)
    may = sa.or_(person.c.kind == "staff", sa.and_(person.c.kind == "tutor", teaches))
    rows = sa.select(person.c.kind, person.c.id, person.c.name).where(may, person.c.name != "")
    return [
        {"value": f"{row['kind']}:{row['id']}", "label": f"{row['name']}, {row['kind']}"}
        for row in all_rows(connection, rows.order_by(person.c.name, person.c.kind, person.c.id))
    ]


def _names(connection: sa.Connection, record: int) -> dict[str, Any]:
    """Return the copied names of the course, places, event and student of a report, and its last PDF, in one
    statement."""
    last_paper = (
        sa.select(paper.c.file_id)
        .where(paper.c.collection_report_id == _c.id)
        .order_by(paper.c.created.desc())
        .limit(1)
        .scalar_subquery()
    )
    names = first_row(
        connection,
        sa.select(
            course.c.board,
            course.c.level,
            course.c.subject,
            department.c.title.label("department_title"),
            organisation.c.title.label("organisation_title"),
            person.c.user_id.label("student_user_id"),
            event.c.title.label("event_title"),
            event.c.starts.label("event_start"),
            event.c.ends.label("event_end"),
            event.c.location.label("event_location"),
            event.c.status.label("event_status"),
            last_paper.label("pdf_id"),
        )
        .select_from(
            collection.outerjoin(course, course.c.id == _c.course_id)
            .outerjoin(department, department.c.id == _c.department_id)
            .outerjoin(organisation, organisation.c.id == _c.organisation_id)
            .outerjoin(person, sa.and_(person.c.kind == "student", person.c.id == _c.student_id))
            .outerjoin(event, event.c.id == _c.event_id)
        )
        .where(_c.id == record),
    )
    assert names is not None
    return names
