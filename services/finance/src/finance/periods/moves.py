"""Refusals of moves, and of undoing moves, in a closed period."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from finance.periods.closing import refuse_closed
from kit.database import Tx
from kit.policy import Row
from kit.workflow import Step

Days = Callable[[Tx, Row], Iterable[dt.date | None]]
"""The days of a record that must lie in the open period."""
Effect = Callable[[Tx, Step], Mapping[str, Any]]
_OWN = ("organisation_id",)


def open_on(days: Days, organisations: Iterable[str] = _OWN) -> Effect:
    """Return an effect that refuses the move if one of `days` lies in the closed period of an organisation;
    `organisations` are the columns that name the record's."""
    undone = undone_on(days, organisations)

    def effect(tx: Tx, step: Step) -> Mapping[str, Any]:
        undone(tx, step.row)
        return {}

    return effect


def undone_on(days: Days, organisations: Iterable[str] = _OWN) -> Callable[[Tx, Row], None]:
    """Return the same effect for undoing a move (`Move.undone`)."""

    def undone(tx: Tx, row: Row) -> None:
        for organisation in sorted({row[column] for column in organisations}):
            refuse_closed(tx, organisation, *days(tx, row))

    return undone


def paid_on(need: str = "paidDate", organisations: Iterable[str] = _OWN) -> Effect:
    """Return an effect that refuses the move if the payment day, which it asks for as `need`, is closed."""

    def effect(tx: Tx, step: Step) -> Mapping[str, Any]:
        open_on(lambda _tx, _row: [step.body[need]], organisations)(tx, step)
        return {}

    return effect


PAID_DATE = paid_on()
PAID_UNDONE = undone_on(lambda _, row: [row["paid_date"]])
