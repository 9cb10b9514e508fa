"""Writes that may change the gaps of a record; the gaps are updated in the same transaction."""

from __future__ import annotations

from collections.abc import Callable

from kit.database import Tx
from kit.policy import Row
from kit.records import Watch
from people.compliance import missing
from people.compliance.jobs import EVALUATE

Owner = Callable[[Row], tuple[str, int]]


def _of(kind: str) -> Watch:
    """Watch the records of a kind."""

    def run(tx: Tx, before: Row | None, now: Row | None) -> None:
        if now is not None:
            changed = None if before is None else {name for name in now if now[name] != before[name]}
            missing.evaluate_record(tx.connection, kind, now["id"], changed)
        elif before is not None:
            missing.forget(tx.connection, kind, before["id"])

    return Watch(kind, run)


def _part(name: str, owner: Owner) -> Watch:
    """Watch the parts of a record."""

    def run(tx: Tx, before: Row | None, now: Row | None) -> None:
        row = now or before
        assert row is not None
        kind, record = owner(row)
        missing.evaluate_record(tx.connection, kind, record)

    return Watch(name, run)


def _person(row: Row) -> tuple[str, int]:
    return row["person_type"], row["person_id"]


def _evaluate(tx: Tx, before: Row | None, now: Row | None) -> None:
    """Evaluate a changed requirement by a job, since it covers all records."""
    if now is not None:
        EVALUATE.enqueue(tx, f"requirement:{now['id']}:{now['version']}", {"requirement": now["id"]})


WATCHES = (
    *(_of(kind) for kind in ("student", "tutor", "staff", "course")),
    _part("personCheck", _person),
    _part("address", _person),
    _part("clientStudent", lambda row: ("student", row["student_id"])),
    _part("cws", lambda row: ("course", row["course_id"])),
    _part("courseTutor", lambda row: ("course", row["course_id"])),
    Watch("dataRequirement", _evaluate),
)
