"""One slip, as `teaching.md 3` shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.errors import NotFound
from kit.policy import Actor, staff
from teaching.copies.model import course, department, organisation, person
from teaching.slips import rules
from teaching.slips.model import CATEGORIES, ON_TRACKS, slip
from teaching.slips.policy import SCOPE, writes
from teaching.slips.workflow import SLIP

_tutor, _student, _invigilator = person.alias("tutor"), person.alias("student"), person.alias("invigilator")
_DATA = {
    "present": "present",
    "onTime": "on_time",
    "comment": "comment",
    "comment2": "comment2",
    "comment3": "comment3",
    "absenceReason": "absence_reason",
    "absenceActionTaken": "absence_action_taken",
    "absenceIntervention": "absence_intervention",
    **{f"cat{number}": f"cat{number}" for number in CATEGORIES},
    **{f"cat{number}Comment": f"cat{number}_comment" for number in CATEGORIES},
    **{f"ot{number}": f"ot{number}" for number in ON_TRACKS},
    "PTweeklyTarget": "pt_weekly_target",
    "PTexamPrepAndReflect": "pt_exam_prep_and_reflect",
    "PTadditionalComment": "pt_additional_comment",
    "PTOTDetails": "pt_ot_details",
    "PTIPHours": "pt_ip_hours",
}
"""slipData: wire name → column. The private comment is added for those who may read it."""


def detail(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """`GET /slip/{id}`. Raises NotFound for a slip the actor does not reach. One statement."""
    row = connection.execute(
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
        .where(slip.c.id == record, slip.c.status != "deleted", SCOPE.where(actor))
    ).mappings().first()  # fmt: skip
    if row is None:
        raise NotFound()
    found = dict(row)
    invigilation = found["type"] == "invigilation"
    return {
        "id": found["id"],
        "type": found["type"],
        "version": found["form_version"],
        "slipType": found["slip_type"],
        "isLate": rules.is_late(found["tutorial_end"], found["submitted"]),
        "title": _title(found),
        "organisation": {"id": found["organisation_id"], "title": found["organisation_title"]},
        "department": {
            "id": found["department_id"],
            "title": found["department_title"],
            "color": found["department_color"],
        },
        **(_invigilation(found) if invigilation else _tutorial(found)),
        "slipMeta": _meta(found),
        "slipData": _data(found, actor),
        "moves": SLIP.offered(actor, found),
    }


def _is(alias: Any, kind: str, column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return sa.and_(alias.c.kind == kind, alias.c.id == column)


def _title(row: Mapping[str, Any]) -> str:
    """Student, subject and day; for invigilation the title of the session (`teaching.md 2`)."""
    if row["type"] == "invigilation":
        return str(row["tutorial_title"])
    return f"{row['student_name']}, {row['subject'] or row['course_title']}, {row['tutorial_start']:%d/%m/%Y}"


def _tutorial(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "course": {
            "id": row["course_id"],
            "cwsId": row["cws_id"],
            "board": row["board"],
            "level": row["level"],
            "subject": row["subject"],
            "type": row["course_type"],
            "status": row["course_status"],
        },
        "student": {"id": row["student_id"], "name": row["student_name"], "userId": row["student_user_id"]},
        "tutor": {"id": row["tutor_id"], "name": row["tutor_name"], "userId": row["tutor_user_id"]},
        "tutorial": {
            "id": row["tutorial_id"],
            "type": row["tutorial_type"],
            "title": row["tutorial_title"],
            "start": row["tutorial_start"],
            "end": row["tutorial_end"],
            "location": row["location"],
        },
        "courseWithStudentInfo": {
            "id": row["cws_id"],
            "reachGrade": row["reach_grade"],
            "matchGrade": row["match_grade"],
            "safetyGrade": row["safety_grade"],
            "previousGrade": row["previous_grade"],
        },
    }


def _invigilation(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "invigilationSession": {
            "title": row["tutorial_title"],
            "start": row["tutorial_start"],
            "end": row["tutorial_end"],
        },
        "invigilator": {
            "id": row["invigilator_id"],
            "name": row["tutor_name"],
            "userId": row["invigilator_user_id"],
        },
    }


def _meta(row: Mapping[str, Any]) -> dict[str, Any]:
    approver = {"id": row["approved_by_id"], "name": row["approved_by_name"]} if row["approved"] else None
    return {
        "status": row["status"],
        "returnReason": row["return_reason"],
        "studentRead": row["student_read"],
        "submitted": row["submitted"],
        "approved": row["approved"],
        "approvedBy": approver,
        "reviewed": row["reviewed"],
    }


def _data(row: Mapping[str, Any], actor: Actor) -> dict[str, Any]:
    data = {wire: row[column] for wire, column in _DATA.items()}
    if staff(actor, row) or writes(actor, row):
        data["private"] = row["private"]
    return data
