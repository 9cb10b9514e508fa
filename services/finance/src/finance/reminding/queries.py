"""The ladder with its settings, and the stop of an invoice."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.reminding import texts
from finance.reminding.attributes import setting
from finance.reminding.reminder import LADDER, OVERDUE, client_id
from finance.schema import metadata
from finance.sending.attributes import TEMPLATE_KINDS
from finance.sending.model import email_template
from kit.database import all_rows
from kit.database.nested import json_object, utc
from kit.policy import Actor
from kit.reminders import waiting
from kit.values.days import today
from kit.values.types import label_of

_stop = metadata.tables["reminder_stop"].c


def stop_of(record: int) -> sa.ScalarSelect[Any]:
    """The stop that holds for an invoice, its own before that of its client, or null: a scalar subquery."""
    entry = json_object(
        clientId=_stop.party_id, reason=_stop.reason, by=_stop.user_name, date=utc(_stop.created),
    )  # fmt: skip
    concerned = sa.or_(_stop.record_id == record, _stop.party_id == client_id)
    own_first = _stop.record_id.is_(None)
    select = sa.select(entry).where(_stop.reminder == OVERDUE.name, concerned).order_by(own_first).limit(1)
    return select.correlate(invoice).scalar_subquery()


def ladder(  # allow queries-take-the-actor: the same for all of accounting
    connection: sa.Connection, _: Actor
) -> list[dict[str, Any]]:
    """The rungs in the order of their days."""
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
    """The text of the mails of each rung on its day, by name of the rung."""
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
