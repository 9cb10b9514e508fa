"""A ticket's fields: `GET` and `PUT v2/support/ticket/{id}` (`money.md 6`, `7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Actor, Attach, Row, signed_in, staff, sys_admin
from kit.records import Acts, Change, FieldSet
from support.events import TICKET_CHANGED
from support.tickets import attributes, queries
from support.tickets.answers import TicketParts
from support.tickets.clocks import times
from support.tickets.model import ticket
from support.tickets.policy import SCOPE, notes, supports, watches, writes
from support.tickets.workflow import TICKET_STATES

_c = ticket.c


def _for_team(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Clear the responsible person of the former team when the ticket moves to another."""
    responsible = change.row["responsible_id"]
    kept = responsible in queries.group(tx.connection, tx.actor, change.new) if responsible else False
    return {"responsibleStaff": responsible if kept else None}


def _responsible(tx: Tx, change: Change) -> Mapping[str, Any]:
    queries.check_responsible(tx.connection, tx.actor, change.row["type"], change.new)
    return {}


def _informed(tx: Tx, change: Change) -> Mapping[str, Any]:
    queries.check_informed(tx.connection, tx.actor, change.new, change.row)
    return {}


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> Mapping[str, Any]:
    """Return the parts of a ticket's detail; its clocks are for staff."""
    clocks = {"service": times.shown(connection, actor, row)} if staff(actor) else {}
    return {**queries.extra(connection, actor, row), **clocks}


def _settle(tx: Tx, change: Change) -> None:
    """Compute the due times again: another priority or team has another service level."""
    times.settle(tx, change.row["id"])


TICKET_FIELDS = FieldSet(
    name="ticket",
    table=ticket,
    path="/v2/support/ticket/{id}",
    scope=SCOPE,
    attach=Attach(SCOPE, open=_c.status != "resolved"),
    read=signed_in,
    may=supports,
    workflow=TICKET_STATES,
    event=TICKET_CHANGED,
    payload=attributes.TICKET.payload,
    extra=_extra,
    answers=TicketParts,
    actions={"message": writes, "note": notes, "support": supports, "watch": watches},
    sections=attributes.TICKET.sections(
        {"ticket": "Details"},
        {
            "priority": Acts(after=_settle),
            "type": Acts(dependents=_for_team, after=_settle),
            "responsibleStaff": Acts(dependents=_responsible),
            "infoUsers": Acts(dependents=_informed),
            "status": Acts(may=sys_admin, workflow=TICKET_STATES),
        },
    ),
)
