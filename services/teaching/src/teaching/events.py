"""The event that teaching publishes, and its payload."""

from __future__ import annotations

from typing import Any

from kit.events import Event
from kit.policy import Row
from staffroom.teaching.events.v1.events_pb2 import SlipChanged

SLIP_CHANGED = Event.of(SlipChanged)


def slip_payload(row: Row) -> dict[str, Any]:
    """SlipChanged of a row of `slip`."""
    return {
        "id": row["id"],
        "slipType": row["slip_type"],
        "status": row["status"],
        "courseId": row["course_id"] or 0,
        "studentId": row["student_id"] or 0,
        "tutorId": row["tutor_id"] or 0,
        "organisationId": row["organisation_id"],
        "present": row["present"],
        "tutorialStart": row["tutorial_start"],
        "tutorialEnd": row["tutorial_end"],
        "reviewed": row["reviewed"],
        "deleted": row["status"] == "deleted",
    }
