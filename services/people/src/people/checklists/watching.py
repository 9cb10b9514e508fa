"""Writes that start checklists or move their due days."""

from __future__ import annotations

from kit.database import Tx
from kit.policy import Row
from kit.records import Watch
from kit.values.labels import snake
from people.checklists.attributes import DUE_FROM
from people.checklists.entities import ENTITIES
from people.checklists.starting import follow, start_for

_DATES = frozenset(snake(str(one.value)) for one in DUE_FROM if one.value != "start")


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


def _dates_of(record: str, kind: str) -> Watch:
    """Move the due days in a record's checklists with its dates."""
    dates = sorted(_DATES.intersection(ENTITIES[kind].table.c.keys()))

    def run(tx: Tx, before: Row | None, now: Row | None) -> None:
        if before is not None and now is not None and any(before[name] != now[name] for name in dates):
            follow(tx, kind, now["id"], now)

    return Watch(record, run)


WATCHES = (
    _became_active("student", "studentEnrolled"),
    _became_active("tutor", "tutorAccepted"),
    _created("candidate", "candidate", "candidateCreated"),
    _created("course", "course", "courseCreated"),
    _created("enquiry", "lead", "leadCreated"),
    _created("client", "client", "clientCreated"),
    _became_active("invigilator", "invigilatorAccepted"),
    _created("agent", "agent", "agentCreated"),
    *(_dates_of("enquiry" if kind == "lead" else kind, kind) for kind in ENTITIES),
)
