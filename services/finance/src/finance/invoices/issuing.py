"""Rules for issuing and withdrawing an invoice or credit note (`docs/finance.md`, Issuing).

Refuse early, with the next step, what the accounting system would refuse. A document is issued once it has left draft,
and then keeps its content. A credit note corrects it, or it is taken back as long as nobody has relied on it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_call, sync_document
from finance.invoices import sterling
from finance.invoices.bookings import plan_mismatch
from finance.invoices.model import instalment, invoice, invoice_item, payment
from finance.invoices.numbers import number_of
from finance.invoices.received import is_reversal
from finance.invoices.rules import NOT_ISSUED, PAID_ON
from finance.periods.closing import refuse_closed
from kit.database import Tx
from kit.database.reading import all_rows
from kit.errors import conflict_if
from kit.policy import Row
from kit.values.shown import money

VOIDED = "It was cancelled in the accounting system too and cannot come back there. Please make a new {name} instead"
_columns = invoice.c


@dataclass(frozen=True)
class Facts:
    """Input of the rules besides the row: the number of lines with a charge, the amounts of the plan, the credited
    invoice, whether the accounting system has the document, and the tax point without a rate to sterling."""

    lines: int
    plan: Sequence[int] = ()
    parent: Row | None = None
    mirrored: bool = False
    unrated: dt.date | None = None


def _name(row: Row) -> str:
    return "credit note" if row["is_credit_note"] else "invoice"


def refuse_content(row: Row, facts: Facts) -> str | None:
    """Return why the document cannot be issued in its current state, or None."""
    total, currency = row["total"], row["currency"]
    if not facts.lines:
        return f"The {_name(row)} needs a line that charges something: please add one first"
    if facts.unrated is not None:
        return sterling.refusal(currency, facts.unrated)
    if row["is_credit_note"]:
        if total > 0:
            text = f"The total of a credit note cannot be above {money(0, currency)}; this one comes to"
            return f"{text} {money(total, currency)}. Please make its lines credits"
        return _refuse_credit(row, facts.parent)
    if total < 0:
        text = f"The total of an invoice cannot be below {money(0, currency)}; this one comes to"
        return f"{text} {money(total, currency)}. Please correct its lines, or issue a credit note instead"
    if row["credited"] > total + row["written_off"]:
        text = (
            f"Credit notes over {money(row['credited'], currency)} stand against this invoice, so its total cannot be"
        )
        return f"{text} {money(total, currency)}. Please cancel a credit note first"
    return None


def _refuse_credit(row: Row, parent: Row | None) -> str | None:
    """Refuse a credit above what other credits leave of its invoice, paid or not."""
    if parent is None:
        return None
    if parent["status"] == "cancelled":
        return f"Invoice {parent['number']} is cancelled: there is nothing left to credit"
    if parent["status"] == "draft":
        return "The invoice it credits is a draft: please issue that first, or change its lines"
    credit, currency = -row["total"], row["currency"]
    others = parent["credited"] - (0 if row["status"] in NOT_ISSUED else credit)
    left = parent["total"] - others
    if credit <= left:
        return None
    text = f"This credit note is over {money(credit, currency)}, but only {money(left, currency)} of invoice"
    return f"{text} {parent['number']} is left to credit. Please lower its lines"


def refuse_sending(row: Row, facts: Facts) -> str | None:
    """Return why the document cannot be mailed or marked as sent, or None. Its plan must add up too (`money.md
    5`)."""
    return refuse_content(row, facts) or plan_mismatch(row, facts.plan)


def refuse_return(row: Row, facts: Facts) -> str | None:
    """Return why a cancelled document stays cancelled, or None: the accounting system does not reopen a voided one."""
    return VOIDED.format(name=_name(row)) if row["status"] == "cancelled" and facts.mirrored else None


def refuse_withdrawal(row: Row, notes: Sequence[Row]) -> str | None:
    """Return why an invoice can be neither cancelled nor set back to draft, or None: its issued credit `notes` would
    lose their invoice."""
    if not notes:
        return None
    each = " and ".join(f"{note['number']} over {money(-note['total'], row['currency'])}" for note in notes)
    if len(notes) == 1:
        return f"Credit note {each} stands against this invoice. Please cancel it first"
    return f"Credit notes {each} stand against this invoice. Please cancel them first"


def facts_of(connection: sa.Connection, rows: Iterable[Row], *, lock: bool = False) -> dict[int, Facts]:
    """Return the facts of these invoices by id, in two statements. `lock` locks the credited invoices, so that two
    credit notes cannot use the same rest."""
    by_id = {row["id"]: row for row in rows}
    item, part, document = invoice_item.c, instalment.c, sync_document.c
    charging = sa.select(sa.func.count()).where(item.invoice_id == _columns.id, item.meta_type != "title")
    amounts = sa.select(part.amount).where(part.invoice_id == _columns.id)
    mirrored = sa.exists().where(document.invoice_id == _columns.id, document.external_id.is_not(None))
    plan = sa.func.array(amounts.scalar_subquery())
    facts = sa.select(_columns.id, charging.scalar_subquery(), plan, mirrored, sterling.UNRATED)
    facts = facts.select_from(sterling.with_rate(invoice))
    credited = sa.select(*(_columns[name] for name in ("id", "number", "status", "total", "credited")))
    credited = credited.where(_columns.id.in_({row["parent_id"] for row in by_id.values()} - {None}))
    values = connection.execute(facts.where(_columns.id.in_(list(by_id)))).all()
    locked = credited.order_by(_columns.id).with_for_update() if lock else credited
    parents = {row["id"]: row for row in all_rows(connection, locked)}
    return {
        record: Facts(lines, plan, parents.get(by_id[record]["parent_id"]), is_mirrored, unrated)
        for record, lines, plan, is_mirrored, unrated in values
    }


SENT_THERE = "It has been sent to the accounting system, so it is not taken back. Please issue a credit note instead"
"""Refuse to take back a document that the accounting system has or is about to get."""
_raise_refusal = partial(conflict_if, code="not_issuable")


def issue(tx: Tx, row: Row) -> dict[str, Any]:
    """Return number and rate to sterling of the locked invoice that leaves draft or returns from cancelled. Raises
    Conflict."""
    refuse_closed(tx, row["organisation_id"], row["date"])
    facts = facts_of(tx.connection, [row], lock=True)[row["id"]]
    _raise_refusal(refuse_return(row, facts) or refuse_content(row, facts))
    return {"number": number_of(tx, row), **sterling.rate_of(tx, row["id"])}


def check_sending(connection: sa.Connection, row: Row) -> None:
    """Raise Conflict if the invoice cannot be mailed or marked as sent."""
    _raise_refusal(refuse_sending(row, facts_of(connection, [row])[row["id"]]))


def check_return(tx: Tx, row: Row) -> None:
    """Raise Conflict if the cancelled invoice must stay cancelled."""
    _raise_refusal(refuse_return(row, facts_of(tx.connection, [row])[row["id"]]))


def sent_there(record: Any) -> sa.ColumnElement[bool]:
    """Condition: the accounting system has the document, or a call for it is in progress."""
    document, call = sync_document.c, sync_call.c
    has = sa.exists().where(document.invoice_id == record, document.external_id.is_not(None))
    number = sa.func.coalesce(sa.select(document.number).where(document.invoice_id == record).scalar_subquery(), "")
    named = sa.cast(call.body, sa.Text).contains(sa.func.concat('"', number, '"'))
    return sa.or_(has, sa.exists().where(number != "", named))


def check_take_back(tx: Tx, row: Row) -> None:
    """Raise Conflict if the locked invoice has a payment that is not reversed, or was sent to the accounting system."""
    standing = sa.exists().where(payment.c.invoice_id == row["id"], ~is_reversal())
    if tx.scalar(sa.select(standing)):
        _raise_refusal(PAID_ON)
    if tx.scalar(sa.select(sent_there(row["id"]))):
        _raise_refusal(SENT_THERE)


def check_withdrawal(tx: Tx, row: Row) -> None:
    """Raise Conflict if the locked invoice has issued credit notes, or lies in a closed period."""
    if row["status"] not in NOT_ISSUED:
        refuse_closed(tx, row["organisation_id"], row["date"])
    live = sa.and_(_columns.parent_id == row["id"], _columns.status.not_in(NOT_ISSUED))
    notes = tx.all(sa.select(_columns.number, _columns.total).where(live).order_by(_columns.id))
    _raise_refusal(refuse_withdrawal(row, notes))
