"""Failed mails of reports, which the office sends again."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence

from services.demo.tables import Record
from services.demo.world import TODAY, Person, World

_WHY = "550 No such user here"
_COUNT = 2


def failed(reports: Sequence[Record], world: World) -> list[Record]:
    """Return a failed mail for each of the last approved reports about adult students that were not mailed."""
    waiting = [one for one in reports if one["status"] == "approved" and one["mailed"] is None and _of_age(one, world)]
    return [_mail(one, world, place) for place, one in enumerate(waiting[-_COUNT:], start=1)]


def _student(report: Record, world: World) -> Person:
    student: Person = world.people["student"][report["student_id"] - 1]
    return student


def _of_age(report: Record, world: World) -> bool:
    return (TODAY - _student(report, world).birth).days > 18 * 366


def _mail(report: Record, world: World, place: int) -> Record:
    student = _student(report, world)
    key = uuid.uuid5(uuid.NAMESPACE_OID, f"{report['course_title']} {report['id']}")
    return {
        "id": place,
        "report_id": report["id"],
        "kind": "student",
        "name": f"{student.title} {student.name}",
        "recipient": student.email,
        "batch": key,
        "state": "failed",
        "error": _WHY,
        "tries": 1,
        "message_id": f"<{key}@staffroom.example>",
        "queued": report["approved"] + dt.timedelta(hours=3),
        "created_by_id": report["approved_by_id"],
        "created_by_name": report["approved_by_name"],
    }
