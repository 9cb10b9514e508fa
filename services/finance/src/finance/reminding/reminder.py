"""The ladder of mails about an invoice with an open balance (`kit.reminders`).

The day of an invoice is the day of its oldest open instalment, so each instalment has its own ladder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.invoices import overdue
from finance.invoices.model import invoice
from finance.reminding import texts
from finance.reminding.notices import raise_notice
from finance.sending import commands
from kit.database import Tx
from kit.errors import Refused, Unavailable
from kit.reminders import Receiver, Reminder, Rung, waiting

ACCOUNTS = Receiver("accounting", "Accounting")
LADDER = (
    Rung("before7", "7 days before", -7),
    Rung("due", "On the day", 0),
    Rung("after7", "7 days after", 7),
    Rung("after14", "14 days after", 14),
    Rung("after30", "30 days after", 30, also=(ACCOUNTS,)),
)
client_id: sa.ColumnElement[int] = sa.case((invoice.c.person_kind == "client", invoice.c.person_id))
"""Return the invoiced client; None for another kind of person, whose id may equal that of a client."""


def _mail(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Queue the mail of kind `reminder` for each invoice, by the rules of a mail that a person sends.

    Returns the refusals by invoice id. Raises Unavailable.
    """
    last = texts.is_last(rung, [step.rung for step in waiting.ladder(tx.connection, OVERDUE)])
    refusals = {}
    for row in rows:
        try:
            commands.send(tx, row["record_id"], "reminder", {}, texts.kind(row["late"], last=last))
        except Unavailable:
            raise
        except Refused as refusal:
            refusals[row["record_id"]] = refusal.text
    return refusals


OVERDUE = Reminder(
    name="overdueInvoice",
    title="Overdue invoices",
    source=invoice,
    key=invoice.c.id,
    due=overdue.owed_since,
    waits=overdue.owed,
    ladder=LADDER,
    tell=_mail,
    party=client_id,
    notify=raise_notice,
)
