"""A recurring task as a record: support staff edit them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, transaction_time
from kit.policy import Actor, Row
from kit.records import Acts, Change, Create, Delete, FieldSet
from support.recurring import rules
from support.recurring.answers import RecurringParts
from support.recurring.attributes import RECURRING
from support.recurring.model import recurring_ticket
from support.teams import support_staff
from support.templates.model import ticket_template
from support.tickets.queries import check_responsible

_DATES = 3


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    _check_responsible(tx, values["template_id"], values.get("responsible_id"))
    return {"next": rules.following(values, transaction_time(tx.connection)), "created_by_id": tx.actor.user_id}


def _anew(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Compute the next date again: the rule changed, or the task was paused or continued."""
    values = {**change.row, change.field.column.name: change.new}
    return {"next": rules.following(values, transaction_time(tx.connection))}


def _template(tx: Tx, change: Change) -> Mapping[str, Any]:
    _check_responsible(tx, change.new, change.row["responsible_id"])
    return {}


def _responsible(tx: Tx, change: Change) -> Mapping[str, Any]:
    _check_responsible(tx, change.row["template_id"], change.new)
    return {}


def _check_responsible(tx: Tx, template_id: int, user_id: int | None) -> None:
    team = tx.scalar(sa.select(ticket_template.c.team).where(ticket_template.c.id == template_id))
    if team:
        check_responsible(tx.connection, tx.actor, team, user_id)


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> Mapping[str, Any]:
    return {
        "rule": rules.rule(row),
        "dates": rules.dates(row, transaction_time(connection), _DATES),
        "lastTicket": row["last_ticket_id"],
        "problem": row["problem"],
    }


RECURRING_FIELDS = FieldSet(
    name="recurringTicket",
    table=recurring_ticket,
    path="/v2/support/recurring/{id}",
    may=support_staff,
    create=Create(
        fields=("title", "templateId", "responsibleStaff", "repeats", "days", "monthDay", "month", "at"),
        complete=_complete,
    ),
    delete=Delete(undo=True, named=lambda row: str(row["title"])),
    extra=_extra,
    answers=RecurringParts,
    sections=RECURRING.sections(
        {"task": "Task", "rule": "Dates"},
        {
            "templateId": Acts(dependents=_template),
            "responsibleStaff": Acts(dependents=_responsible),
            **{name: Acts(dependents=_anew) for name in ("repeats", "days", "monthDay", "month", "at", "paused")},
        },
    ),
)
