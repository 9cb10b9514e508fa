"""The detail of a slip, in the shape of `teaching.md 3`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import row_or_404
from kit.policy import Actor, staff
from kit.values.bodies import section
from teaching.copies.model import course, department, organisation, person
from teaching.slips import attributes, rules
from teaching.slips.model import slip
from teaching.slips.policy import SCOPE, writes
from teaching.slips.workflow import SLIP

_tutor, _student, _invigilator = person.alias("tutor"), person.alias("student"), person.alias("invigilator")


def detail(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """The answer of `GET /slip/{id}`, by one statement. Raises NotFound for a slip outside the actor's scope."""
    row = row_or_404(
        connection,
        sa.select(
            slip,
            course.c.board, course.c.level, course.c.subject, course.c.status.label("course_status"),
            department.c.title.label("department_title"), department.c.color.label("department_color"),
            organisation.c.title.label("organisation_title"), _tutor.c.user_id.label("tutor_user_id"),
            _student.c.user_id.label("student_user_id"), _invigilator.c.user_id.label("invigilator_user_id"),
        )
        .select_from(
            slip.outerjoin(course, course.c.id == slip.c.course_id)
            .outerjoin(department, department.c.id == slip.c.department_id)
            .outerjoin(organisation, organisation.c.id == slip.c.organisation_id)
            .outerjoin(_tutor, _is(_tutor, "tutor", slip.c.tutor_id))
            .outerjoin(_student, _is(_student, "student", slip.c.student_id))
            .outerjoin(_invigilator, _is(_invigilator, "invigilator", slip.c.invigilator_id))
        )
        .where(slip.c.id == record, slip.c.status != "deleted", SCOPE.where(actor)),
    )  # fmt: skip
    answer: dict[str, Any] = {
        "id": row["id"],
        "isLate": rules.is_late(row["tutorial_end"], row["submitted"]),
        "title": _title(row),
        "organisation": {name: row[f"organisation_{name}"] for name in ("id", "title")},
        "department": {name: row[f"department_{name}"] for name in ("id", "title", "color")},
        **attributes.SLIP.shown(row),
    }
    answer["moves"] = SLIP.offered(actor, row, answer)
    answer["slipMeta"]["approvedBy"] = (
        {"id": row["approved_by_id"], "name": row["approved_by_name"]} if row["approved"] else None
    )
    if staff(actor, row) or writes(actor, row):
        answer["slipData"]["private"] = row["private"]
    if row["type"] == "invigilation":
        del answer["courseWithStudentInfo"]
        return answer | _invigilation(row, answer.pop("tutorial"))
    return answer | _tutorial(row)


def form() -> dict[str, Any]:
    """`GET /slip/fields`: the tutor's report, with its ratings and other choices."""
    report = [entry for entry in attributes.SLIP if entry.at.startswith("slipData.")]
    types = {entry.name: entry.type for entry in report}
    titles = {entry.name: entry.title for entry in report if entry.title}
    return {"sections": [section("slipData", "Report", types, titles)]}


def _is(alias: Any, kind: str, column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return sa.and_(alias.c.kind == kind, alias.c.id == column)


def _title(row: Mapping[str, Any]) -> str:
    """Student, subject and day; for invigilation the title of the session (`teaching.md 2`)."""
    if row["type"] == "invigilation":
        return str(row["tutorial_title"])
    return f"{row['student_name']}, {row['subject'] or row['course_title']}, {row['tutorial_start']:%d/%m/%Y}"


def _tutorial(row: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a tutorial's slip that its course and people add."""
    return {
        "course": {
            "id": row["course_id"],
            "cwsId": row["cws_id"],
            **{name: row[name] for name in ("board", "level", "subject")},
            "type": row["course_type"],
            "status": row["course_status"],
        },
        "student": _person(row, "student", row["student_name"]),
        "tutor": _person(row, "tutor", row["tutor_name"]),
    }


def _invigilation(row: Mapping[str, Any], session: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a slip about an invigilated session, which has the place of the tutorial."""
    return {
        "invigilationSession": {name: session[name] for name in ("title", "start", "end")},
        "invigilator": _person(row, "invigilator", row["tutor_name"]),
    }


def _person(row: Mapping[str, Any], kind: str, name: str) -> dict[str, Any]:
    return {"id": row[f"{kind}_id"], "name": name, "userId": row[f"{kind}_user_id"]}
