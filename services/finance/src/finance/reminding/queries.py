"""The ladder with its settings, the invoices that wait for a rung with their mails, and the stop of an invoice."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.invoices.policy import SCOPE
from finance.reminding import texts
from finance.reminding.attributes import setting
from finance.reminding.reminder import LADDER, OVERDUE, client_id
from finance.schema import metadata
from finance.sending import commands
from finance.sending.attributes import TEMPLATE_KINDS
from finance.sending.model import email_template
from kit.database import all_rows, row_or_404
from kit.database.nested import json_object, utc
from kit.errors import NotFound
from kit.policy import Actor, as_service
from kit.reminders import Rung, waiting
from kit.values.days import today
from kit.values.types import label_of

_stop = metadata.tables["reminder_stop"].c
WAITING_PAGE = 50


def stop_of(record: int) -> sa.ScalarSelect[Any]:
    """Return the stop that applies to an invoice, its own before that of its client, or null: a scalar subquery."""
    entry = json_object(
        clientId=_stop.party_id,
        reason=_stop.reason,
        by=_stop.user_name,
        date=utc(_stop.created),
    )
    concerned = sa.or_(_stop.record_id == record, _stop.party_id == client_id)
    own_first = _stop.record_id.is_(None)
    select = sa.select(entry).where(_stop.reminder == OVERDUE.name, concerned).order_by(own_first).limit(1)
    return select.correlate(invoice).scalar_subquery()


def ladder(  # allow queries-take-the-actor: the same for all of accounting
    connection: sa.Connection, _: Actor
) -> list[dict[str, Any]]:
    """Return the rungs ordered by day."""
    rows = all_rows(connection, sa.select(setting).where(setting.c.reminder == OVERDUE.name))
    by_name = {row["rung"]: row for row in rows}
    counts = waiting.count(connection, OVERDUE, today())
    mail_texts = _texts(connection)
    rungs = [
        {
            "id": by_name[rung.name]["id"],
            "name": rung.name,
            "title": rung.title,
            "days": by_name[rung.name]["days"],
            "enabled": by_name[rung.name]["enabled"],
            "since": by_name[rung.name]["since"],
            "waiting": counts[rung.name].now,
            "earlier": counts[rung.name].earlier,
            "also": [receiver.title for receiver in rung.also],
            "text": mail_texts[rung.name],
        }
        for rung in LADDER
    ]
    return sorted(rungs, key=lambda rung: rung["days"])


def _texts(connection: sa.Connection) -> dict[str, dict[str, Any]]:
    """Return the text of each rung's mails on its day, by name of the rung."""
    rungs = [step.rung for step in waiting.ladder(connection, OVERDUE)]
    kinds = {rung.name: texts.kind(rung.days, last=texts.is_last(rung, rungs)) for rung in rungs}
    columns = email_template.c
    wanted = [*kinds.values(), "reminder"]
    ids = {
        row["kind"]: row["id"]
        for row in all_rows(connection, sa.select(email_template).where(columns.kind.in_(wanted)))
    }
    shown = {name: kind if kind in ids else "reminder" for name, kind in kinds.items()}
    return {name: {"id": ids[kind], "title": label_of(TEMPLATE_KINDS, kind)} for name, kind in shown.items()}


def waiting_for(connection: sa.Connection, actor: Actor, rung: int, page: int) -> list[dict[str, Any]]:
    """Return a page of the invoices that wait for the rung with this id, those of the next run first. Raises
    NotFound."""
    select = _waiting(connection, actor, rung)[1]
    return all_rows(connection, select.limit(WAITING_PAGE).offset((page - 1) * WAITING_PAGE))


def preview(connection: sa.Connection, actor: Actor, rung: int, record: int | None) -> dict[str, Any]:
    """Return the mail that the rung with this id would send about a waiting invoice, by default the first.

    Raises NotFound, Invalid and Conflict as the mail itself does.
    """
    own, select = _waiting(connection, actor, rung)
    row = row_or_404(connection, (select if record is None else select.where(invoice.c.id == record)).limit(1))
    rungs = [step.rung for step in waiting.ladder(connection, OVERDUE)]
    text = texts.kind(row["late"], last=texts.is_last(own, rungs))
    return commands.preview(connection, actor, row["id"], "reminder", text=text, sender=as_service("finance").name)


def _waiting(connection: sa.Connection, actor: Actor, rung: int) -> tuple[Rung, sa.Select[Any]]:
    """Return the rung with this id, and the invoices that wait for it, as far as the actor sees them. Raises
    NotFound."""
    own = sa.select(setting.c.rung).where(setting.c.id == rung, setting.c.reminder == OVERDUE.name)
    name = connection.scalar(own)
    steps = waiting.ladder(connection, OVERDUE)
    step = next((one for one in steps if one.rung.name == name), None)
    if step is None:
        raise NotFound()
    rows = waiting.rows_of(OVERDUE, steps, step, today())
    select = (
        sa.select(
            invoice.c.id,
            invoice.c.number,
            invoice.c.name,
            rows.c.party_id.label("clientId"),
            invoice.c.outstanding,
            invoice.c.currency,
            rows.c.due,
            rows.c.late,
            rows.c.earlier,
        )
        .join(rows, rows.c.record_id == invoice.c.id)
        .where(SCOPE.where(actor))
        .order_by(rows.c.earlier, rows.c.due, invoice.c.id)
    )
    return step.rung, select
