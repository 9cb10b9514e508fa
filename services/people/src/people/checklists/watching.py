"""The writes that start checklists."""

from __future__ import annotations

from kit.database import Tx
from kit.policy import Row
from kit.records import Watch
from people.checklists.starting import start_for


def _became_active(kind: str, event: str) -> Watch:
    """Start the checklists of `event` for a person who becomes active."""

    def run(tx: Tx, before: Row | None, now: Row | None) -> None:
        if now is not None and now["status"] == "active" and (before is None or before["status"] != "active"):
            start_for(tx, event, kind, now["id"])

    return Watch(kind, run)


def _created(record: str, kind: str, event: str) -> Watch:
    def run(tx: Tx, before: Row | None, now: Row | None) -> None:
        if before is None and now is not None:
            start_for(tx, event, kind, now["id"])

    return Watch(record, run)


WATCHES = (
    _became_active("student", "studentEnrolled"),
    _became_active("tutor", "tutorAccepted"),
    _created("candidate", "candidate", "candidateCreated"),
    _created("course", "course", "courseCreated"),
    _created("enquiry", "lead", "leadCreated"),
)
