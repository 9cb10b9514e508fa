"""The detail of a collection report, in the shape of `teaching.md 3`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor, Row
from kit.values.types import label_of
from teaching.collections import rules
from teaching.collections.attributes import COLLECTION, MOCK
from teaching.collections.model import collection, collection_mail, interviewer, mock, paper
from teaching.collections.policy import office
from teaching.collections.readers import OF_WRITERS
from teaching.copies.model import course, course_tutor, event, person
from teaching.copies.names import names_of
from teaching.writing import grades, mocks, predicted
from teaching.writing.mailing import mails_of
from teaching.writing.papers import last_paper

_c = collection.c
_OF_EVENT = {"title": "title", "start": "starts", "end": "ends", "location": "location", "status": "status"}
"""Columns of the interview's event, by their names in the answer."""


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of `GET /collectionreport/{id}` beyond its fields."""
    names = names_of(
        connection,
        collection,
        row["id"],
        ("student",),
        last_paper(paper.c.collection_report_id, _c.id).label("pdf_id"),
        *(event.c[column].label(f"event_{name}") for name, column in _OF_EVENT.items()),
        joined={event: event.c.id == _c.event_id},
    )
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
            **{name: names[f"event_{name}"] for name in _OF_EVENT},
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
    """Return the level of a course, or an empty string if it is not known."""
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
