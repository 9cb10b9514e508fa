"""Storage of the released results of trial exams, and updates of the open reports."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, upsert
from kit.events import Envelope, Event, Subscription
from kit.records import FieldSet
from staffroom.people.events.v1.events_pb2 import TrialResultReleased
from teaching.collections.fields import MOCK_FIELDS as COLLECTION_MOCKS
from teaching.collections.trials import COLLECTIONS
from teaching.copies.model import trial_result
from teaching.reports.fields import MOCK_FIELDS as REPORT_MOCKS
from teaching.reports.trials import REPORTS
from teaching.writing import trials
from teaching.writing.trials import AS_TOLD, Reports

_KINDS = ((REPORTS, REPORT_MOCKS), (COLLECTIONS, COLLECTION_MOCKS))
_t = trial_result.c


def keep_result(tx: Tx, envelope: Envelope) -> None:
    """Store the current state of a result. An event that arrives after a later one of its entry changes nothing."""
    payload = envelope.payload
    before = tx.one(sa.select(trial_result).where(_t.id == payload["id"]).with_for_update())
    if before is not None and before["told"] > envelope.created:
        return
    released = dt.date.fromisoformat(payload["releasedOn"]) if payload["releasedOn"] else envelope.created.date()
    now = {
        **{name: payload[name] for name in ("level", "subject", "exam", "series", "month", "mark", "grade", "comment")},
        "student_id": payload["studentId"],
        "max_mark": payload["maxMark"],
        "released_on": released,
        "withdrawn": payload["withdrawn"],
        "told": envelope.created,
    }
    tx.execute(upsert(trial_result, {"id": payload["id"]}, now))
    now["id"] = payload["id"]
    is_of_another = before is not None and before["student_id"] != now["student_id"]
    for kind, fields in _KINDS:
        if is_of_another:
            assert before is not None
            _withdraw(tx, kind, fields, before)
        if now["withdrawn"]:
            _withdraw(tx, kind, fields, now)
        else:
            _bring(tx, kind, fields, before, now)


def _mock(tx: Tx, kind: Reports, report: int, entry: int) -> dict[str, Any] | None:
    mine = sa.and_(kind.owner == report, kind.mocks.c.trial_entry_id == entry)
    return tx.one(sa.select(kind.mocks).where(mine).with_for_update())


def _bring(tx: Tx, kind: Reports, fields: FieldSet, before: Mapping[str, Any] | None, now: Mapping[str, Any]) -> None:
    """Add the result to the open reports that have not had it, and correct it where it was not edited."""
    assert fields.parent is not None
    for report in trials.open_reports(tx, kind, now):
        mock = _mock(tx, kind, report["id"], now["id"])
        if mock is None and report["belongs"] and now["id"] not in report["trial_entry_ids"]:
            fields.parent.written(tx, fields.name, None, trials.add(tx, kind, report["id"], now))
        elif mock is not None and before is not None and all(mock[name] == before[name] for name in AS_TOLD):
            values = {name: now[name] for name in AS_TOLD}
            tx.execute(sa.update(kind.mocks).where(kind.mocks.c.id == mock["id"]).values(values))
            fields.parent.written(tx, fields.name, mock, mock | values)


def _withdraw(tx: Tx, kind: Reports, fields: FieldSet, result: Mapping[str, Any]) -> None:
    """Remove the result from the open reports, even if the tutor has edited it, because the exam no longer has a
    result."""
    assert fields.parent is not None
    for report in trials.open_reports(tx, kind, result):
        mock = _mock(tx, kind, report["id"], result["id"])
        if mock is not None:
            tx.execute(sa.delete(kind.mocks).where(kind.mocks.c.id == mock["id"]))
            trials.forget(tx, kind, report["id"], result["id"])
            fields.parent.written(tx, fields.name, mock, None)


SUBSCRIPTIONS = (Subscription(Event.of(TrialResultReleased), keep_result),)
