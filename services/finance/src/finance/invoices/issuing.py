"""Whether a document goes out, and whether it can be withdrawn (`docs/finance.md`, Issuing).

What the accounting system must refuse is refused here first, with what to do. Issued is what has left draft; what is
issued keeps to the same rules when its lines change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_document
from finance.currencies import money
from finance.invoices.bookings import plan_mismatch
from finance.invoices.model import instalment, invoice, invoice_item
from finance.invoices.numbers import number_of
from kit.database import Tx
from kit.errors import Conflict
from kit.policy import Row

NOT_ISSUED = frozenset({"draft", "cancelled"})
VOIDED = "It was cancelled in the accounting system too and cannot come back there. Please make a new {name} instead"
_columns = invoice.c


@dataclass(frozen=True)
class Facts:
    """Facts the rules need beside the row: how many lines charge something, the amounts of the plan, the invoice that a
    credit note credits, and whether the accounting system has the document."""

    lines: int
    plan: Sequence[int] = ()
    parent: Row | None = None
    known_there: bool = False


def _name(row: Row) -> str:
    return "credit note" if row["is_credit_note"] else "invoice"


def refuse_content(row: Row, facts: Facts) -> str | None:
    """Why a document is not fit to be issued as it stands, or None."""
    total, currency = row["total"], row["currency"]
    if not facts.lines:
        return f"The {_name(row)} needs a line that charges something: please add one first"
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
    """A credit is at most what is left of its invoice after other credits, whether it was paid or not."""
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
    """Why a document is neither mailed nor marked as sent, or None: its plan adds up too (`money.md 5`)."""
    settled = row["status"] in {"paid", "cancelled"}
    return refuse_content(row, facts) or (None if settled else plan_mismatch(facts.plan, row["total"], row["currency"]))


def refuse_return(row: Row, facts: Facts) -> str | None:
    """Why a cancelled document stays cancelled, or None: what was voided over there cannot change there."""
    return VOIDED.format(name=_name(row)) if row["status"] == "cancelled" and facts.known_there else None


def refuse_withdrawal(row: Row, notes: Sequence[Row]) -> str | None:
    """Why an invoice is neither cancelled nor set back to draft, or None: its issued `notes` would credit nothing."""
    if not notes:
        return None
    each = " and ".join(f"{note['number']} over {money(-note['total'], row['currency'])}" for note in notes)
    if len(notes) == 1:
        return f"Credit note {each} stands against this invoice. Please cancel it first"
    return f"Credit notes {each} stand against this invoice. Please cancel them first"


def facts_of(connection: sa.Connection, rows: Iterable[Row], *, lock: bool = False) -> dict[int, Facts]:
    """Facts the rules need, of these invoices by id, in four statements; with `lock` the credited invoices are locked,
    so that two credit notes do not share what is left."""
    found = {row["id"]: row for row in rows}
    ids, item, part = list(found), invoice_item.c, instalment.c
    charging = sa.select(item.invoice_id, sa.func.count()).where(item.invoice_id.in_(ids), item.meta_type != "title")
    lines = {owner: count for owner, count in connection.execute(charging.group_by(item.invoice_id))}  # noqa: C416
    plans: dict[int, list[int]] = {}
    for owner, amount in connection.execute(sa.select(part.invoice_id, part.amount).where(part.invoice_id.in_(ids))):
        plans.setdefault(owner, []).append(amount)
    known = sa.select(sync_document.c.invoice_id).where(
        sync_document.c.invoice_id.in_(ids), sync_document.c.external_id.is_not(None)
    )
    there = set(connection.execute(known).scalars())
    wanted = sa.select(*(_columns[name] for name in ("id", "number", "status", "total", "credited")))
    wanted = wanted.where(_columns.id.in_({row["parent_id"] for row in found.values() if row["parent_id"] is not None}))
    wanted = wanted.order_by(_columns.id)
    parents: dict[Any, Row] = {
        row["id"]: dict(row) for row in connection.execute(wanted.with_for_update() if lock else wanted).mappings()
    }
    return {
        number: Facts(lines.get(number, 0), plans.get(number, ()), parents.get(row["parent_id"]), number in there)
        for number, row in found.items()
    }


def _refused(text: str | None) -> None:
    if text is not None:
        raise Conflict(text, code="not_issuable")


def issue(tx: Tx, row: Row) -> dict[str, Any]:
    """The number of the locked invoice that leaves draft or comes back from cancelled. Raises Conflict."""
    facts = facts_of(tx.connection, [row], lock=True)[row["id"]]
    _refused(refuse_return(row, facts) or refuse_content(row, facts))
    return {"number": number_of(tx, row)}


def check_sending(connection: sa.Connection, row: Row) -> None:
    """Raises Conflict where the invoice is not to be mailed or marked as sent."""
    _refused(refuse_sending(row, facts_of(connection, [row])[row["id"]]))


def check_return(tx: Tx, row: Row) -> None:
    """Raises Conflict where the cancelled invoice is to stay cancelled."""
    _refused(refuse_return(row, facts_of(tx.connection, [row])[row["id"]]))


def check_lines(tx: Tx, row: Row) -> None:
    """Raises Conflict where an issued document has become one that could not be issued."""
    if row["status"] not in NOT_ISSUED:
        _refused(refuse_content(row, facts_of(tx.connection, [row], lock=True)[row["id"]]))


def check_withdrawal(tx: Tx, row: Row) -> None:
    """Raises Conflict where issued credit notes stand against the locked invoice."""
    live = sa.and_(_columns.parent_id == row["id"], _columns.status.not_in(NOT_ISSUED))
    notes = tx.all(sa.select(_columns.number, _columns.total).where(live).order_by(_columns.id))
    _refused(refuse_withdrawal(row, notes))
