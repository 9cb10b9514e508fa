"""Checks as records: parts of a tutor, a member of staff, an invigilator or an applicant, kept by compliance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, all_rows, row_or_404
from kit.errors import Invalid
from kit.policy import Actor, Row
from kit.records import Acts, Change, Contribution, Create, Delete, FieldSet, Watch
from kit.values.days import today
from people.checks import central
from people.checks.attributes import APPLICATION, NOT_REQUIRED, PERSON_CHECK, PERSONS
from people.checks.model import person_check, table_of
from people.persons.model import TABLES
from people.policy import COMPLIANCE, IN_COMPLIANCE

_c = person_check.c
NO_REASON = "Please say why this check is not required"
FUTURE = "Please enter the day of the check, which is not after today"


def _check_new(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Check that the person exists. Raises NotFound, Invalid."""
    table = table_of(values["person_type"])
    row_or_404(tx.connection, sa.select(table.c.id).where(table.c.id == values["person_id"]), "There is no such person")
    _refuse_future(values["date"])
    _need_reason(values["outcome"], values.get("reason"), "reason")
    return {} if values.get("seen_by") else {"seen_by": tx.actor.name}


def _refuse_future(day: Any) -> None:
    if day > today():
        raise Invalid(FUTURE, fields={"date": FUTURE})


def _need_reason(outcome: str, reason: str | None, field: str) -> None:
    """Refuse the outcome "not required" without a reason. Raises Invalid that names the field."""
    if outcome == NOT_REQUIRED and not (reason or "").strip():
        raise Invalid(NO_REASON, fields={field: NO_REASON})


def _check_outcome(change: Change) -> None:
    _need_reason(change.new, change.row["reason"], "outcome")


def _check_reason(change: Change) -> None:
    _need_reason(change.row["outcome"], change.new, "reason")


def _check_date(change: Change) -> None:
    _refuse_future(change.new)


CHECK_FIELDS = FieldSet(
    name="personCheck",
    table=person_check,
    path="/checks/{id}",
    sections=PERSON_CHECK.sections(
        {"person": "Person", "check": "Check"},
        {
            "date": Acts(check=_check_date),
            "outcome": Acts(check=_check_outcome),
            "reason": Acts(check=_check_reason),
        },
    ),
    scope=IN_COMPLIANCE,
    read=COMPLIANCE,
    may=COMPLIANCE,
    history=COMPLIANCE,
    create=Create(complete=_check_new),
    delete=Delete(),
    ordered=(("date", "expires"),),
)


def checks_of(connection: sa.Connection, kind: str, record: int) -> list[dict[str, Any]]:
    """Return the checks of a person or an application, the newest first."""
    columns = [_c.id, *PERSON_CHECK.select("type", "outcome", "date", "expires", "number", "reason", "seenBy")]
    mine = sa.select(*columns).where(_c.person_type == kind, _c.person_id == record)
    return all_rows(connection, mine.order_by(_c.date.desc(), _c.id.desc()))


def _of(kind: str) -> Contribution:
    def read(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
        return checks_of(connection, kind, row["id"])

    return Contribution(kind, "checks", read)


def _follow(kind: str) -> Watch:
    """Update the central record of a person, and delete the checks of a deleted one."""
    shown = [name for name in central.SHOWN if name in TABLES[kind].c]

    def run(tx: Tx, before: Row | None, now: Row | None) -> None:
        row = now or before
        assert row is not None
        if before is not None and now is not None and all(before[name] == now[name] for name in shown):
            return
        if now is None:
            tx.execute(sa.delete(person_check).where(_c.person_type == kind, _c.person_id == row["id"]))
        central.refresh(tx.connection, kind, row["id"])

    return Watch(kind, run)


def _follow_check(tx: Tx, before: Row | None, now: Row | None) -> None:
    row = now or before
    assert row is not None
    if row["person_type"] != APPLICATION:
        central.refresh(tx.connection, row["person_type"], row["person_id"])


_KINDS = [str(kind.value) for kind in PERSONS]
CONTRIBUTIONS = tuple(_of(kind) for kind in _KINDS)
WATCHES = (*(_follow(kind) for kind in _KINDS), Watch("personCheck", _follow_check))
FIELDSETS = (CHECK_FIELDS,)
