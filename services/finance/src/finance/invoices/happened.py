"""History entries of an invoice other than field changes: parts added and removed, payments, changes of the payer,
take-backs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.invoices.commands import note
from finance.invoices.rules import PAYMENT_OPTIONS
from kit.database import Tx
from kit.policy import Row
from kit.values.shown import money, shown
from kit.values.types import label_of

ITEM, TEXT, INSTALMENT, PAYMENT, PAYER, TAKEN_BACK = "item", "text", "instalment", "payment", "payer", "takenBack"
FIELDS: Mapping[str, tuple[str, tuple[str, str]]] = {
    ITEM: ("Line", ("added", "removed")),
    TEXT: ("Text", ("added", "removed")),
    INSTALMENT: ("Instalment", ("added", "removed")),
    PAYMENT: ("", ("", "removed")),
    PAYER: ("Payer", ("changed", "changed")),
    TAKEN_BACK: ("Taken back", ("", "")),
}
"""Title of each kind, and the verbs for added and removed parts. `booked` titles payments."""
_BOOKED = {
    "payment": "Payment entered",
    "refund": "Refund entered",
    "reversal": "Payment reversed",
    "refundReversal": "Refund reversed",
}


def note_part(tx: Tx, kind: str, row: Mapping[str, Any], *, gone: bool = False) -> None:
    """Record in the invoice's history that the part `row` was added or removed. `row` has its `id` and `invoice_id`."""
    value = {name: row[name] for name in ("id", "description", "amount", "total") if row.get(name) is not None}
    if row.get("due_date") is not None:
        value["dueDate"] = row["due_date"].isoformat()
    note(tx, row["invoice_id"], kind, value if gone else None, None if gone else value)


def note_payment(tx: Tx, payment_id: int, values: Row) -> int:
    """Record a payment in the history of its invoice; returns its id."""
    value = {"id": payment_id, "amount": values["amount"], "type": values["type"], "note": values["note"]}
    value["reverses"] = values.get("reverses_id")
    note(tx, values["invoice_id"], PAYMENT, None, value | {"datePaid": values["date_paid"].isoformat()})
    return payment_id


def booked(amount: int, reverses: int | None, source: str = "manual") -> str:
    """Return the title of a booking of `amount`, negative for money paid out; `reverses` is the payment that it
    reverses."""
    back = amount < 0
    name = ("reversal" if back else "refundReversal") if reverses else "refund" if back else "payment"
    return _BOOKED[name].replace("entered", "from the accounting system" if source == "accounting" else "entered")


def describe(kind: str, value: Any, currency: str) -> str | None:
    """Describe an entry of the history."""
    if not isinstance(value, dict):
        return None if value is None else str(value)
    parts = [shown(value.get("description") or "", "richtext")]
    amount = value.get("total", value.get("amount"))
    if amount is not None and kind != TEXT:
        parts.append(money(abs(int(amount)) if kind == PAYMENT else int(amount), currency))
    if kind == PAYMENT and value.get("type"):
        parts.append(str(label_of(PAYMENT_OPTIONS, value["type"])))
    day = value.get("dueDate") or value.get("datePaid")
    if day is not None:
        year, month, number = day.split("-")
        parts.append(f"{'due' if kind == INSTALMENT else 'on'} {number}/{month}/{year[2:]}")
    parts.append(value.get("note") or "")
    return ", ".join(part for part in parts if part)
