"""The schedule that raises the tickets of recurring tasks, each date once."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Database, Tx, tables, transaction_time
from kit.errors import Invalid, Refused
from kit.jobs import Job, JobContext, Schedule
from kit.policy import Actor, as_service
from kit.telemetry import log
from support.directory.model import user
from support.directory.queries import actor_of
from support.recurring import rules
from support.recurring.model import recurring_ticket
from support.templates import commands as templates
from support.templates.model import ticket_template
from support.templates.queries import questions
from support.tickets import commands
from support.tickets import rules as ticket_rules

_log = log.get(__name__)
_c = recurring_ticket.c
GONE = "The person who set it up is no longer active. Somebody else should set it up again."


def raise_due(db: Database) -> dict[str, int]:
    """Raise one ticket for each due task; returns how many were due and how many failed.

    The row of a task stays locked while its ticket is written and its next date set in one transaction: a second run
    skips it, and then sees the next date. Several missed dates raise one ticket.
    """
    with db.read() as connection:
        due = sa.select(_c.id).where(_c.next <= sa.func.now()).order_by(_c.next, _c.id)
        numbers = list(connection.execute(due).scalars())
    failed = sum(not _raise(db, number) for number in numbers)
    return {"due": len(numbers), "failed": failed}


def _raise(db: Database, number: int) -> bool:
    """Raise one ticket; returns False if it was refused. The task keeps the refusal and continues with its next
    date."""
    with db.read() as connection:
        actor = _creator(connection, number)
    try:
        if actor is None:
            raise Invalid(GONE)
        with db.transaction(actor) as tx:
            row = _locked(tx, number)
            if row is not None:
                _write(
                    tx,
                    row,
                    problem="",
                    last_ticket_id=_ticket(tx, row),
                    raised=_c.raised + 1,
                    last_raised=sa.func.now(),
                )
    except Refused as refusal:
        _log.warning("recurring_ticket_refused", task=number, text=refusal.text)
        with db.transaction(as_service("support")) as tx:
            row = _locked(tx, number)
            if row is not None:
                _write(tx, row, problem=refusal.text)
        return False
    return True


def _creator(connection: sa.Connection, number: int) -> Actor | None:
    """Return the active user who set up a task and owns its tickets."""
    creator = sa.select(_c.created_by_id).where(_c.id == number).scalar_subquery()
    return actor_of(connection, user.c.id == creator)


def _locked(tx: Tx, number: int) -> dict[str, Any] | None:
    """Return the locked task; None if another run has it or has raised its ticket."""
    still = sa.select(recurring_ticket).where(_c.id == number, _c.next <= sa.func.now())
    row = tx.one(still.with_for_update(skip_locked=True))
    return None if row is None else dict(row)


def _ticket(tx: Tx, row: Mapping[str, Any]) -> int:
    template = tx.one(sa.select(ticket_template).where(ticket_template.c.id == row["template_id"]))
    assert template is not None, "the foreign key keeps it"
    asked = "".join(f"<li>{question}</li>" for question in map(html.escape, questions(template)))
    form = dict.fromkeys(ticket_rules.FORM) | {
        "title": row["title"],
        "message": template["text"] + (f"<ol>{asked}</ol>" if asked else ""),
        "primaryUser": tx.actor.user_id,
        "team": template["team"],
        "priority": template["priority"],
        "metaType": template["meta_type"],
        "responsibleStaff": row["responsible_id"],
        "infoUsers": [],
    }
    ticket_id = commands.raise_ticket(tx, form, [])
    templates.count(tx, row["template_id"])
    return ticket_id


def _write(tx: Tx, row: Mapping[str, Any], **values: Any) -> None:
    following = rules.following(row, transaction_time(tx.connection))
    change = {**values, "next": following, **tables.version_values(recurring_ticket)}
    tx.execute(sa.update(recurring_ticket).where(_c.id == row["id"]).values(**change))


def _run(context: JobContext) -> dict[str, int]:
    return raise_due(context.db)


SCHEDULE = Schedule(
    "recurringTickets",
    "FREQ=MINUTELY;INTERVAL=5",
    Job("raiseRecurringTickets", _run),
    late=dt.timedelta(minutes=5),
    title="Raise the tickets of recurring tasks",
)
