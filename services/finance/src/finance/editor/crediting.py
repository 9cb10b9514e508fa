"""The lines of a credit note, copied from its invoice in full or in part (`docs/finance.md`, Issued means issued)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import sqlalchemy as sa

from finance.invoices.commands import touch_invoice
from finance.invoices.happened import ITEM, note_part
from finance.invoices.model import invoice_item
from finance.invoices.part_attributes import LINE
from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row
from kit.values.shown import money

ALL: Literal["all"] = "all"
_columns = invoice_item.c
_COPIED = ("type", "account_id", "sub_account_id", "vat_rate", "vat_treatment", "description", "exam_id")


def copy_lines(
    tx: Tx, parent: int, note: int, lines: Literal["all"] | Sequence[int], amounts: Mapping[str, int], currency: str
) -> None:
    """Credit the `lines` of invoice `parent` on the credit note `note`. Each keeps its account, VAT and text, and
    credits its net amount, or the part that `amounts` gives by line id. Raises Invalid."""
    whole = {row["id"]: row for row in tx.all(_lines_of(parent))}
    chosen = list(whole) if lines == ALL else list(dict.fromkeys(lines))
    if any(line not in whole for line in chosen):
        raise Invalid("Please choose lines of this invoice", field="lines", title="Form errors")
    if any(str(line) not in map(str, chosen) for line in amounts):
        raise Invalid("Please name amounts of the chosen lines only", field="amounts", title="Form errors")
    for place, line in enumerate(chosen):
        row = whole[line]
        values = {
            **{name: row[name] for name in _COPIED},
            **_amount(row, amounts.get(str(line)), currency),
            "invoice_id": note,
            "display_order": place,
        }
        note_part(tx, ITEM, {**values, "id": tx.insert(invoice_item, values)})
    if chosen:
        touch_invoice(tx, note)


def _lines_of(parent: int) -> sa.Select[Any]:
    """Return the lines that can be credited: no titles and no write-off."""
    charging = sa.and_(_columns.invoice_id == parent, _columns.meta_type != "title", ~_columns.write_off)
    return sa.select(invoice_item).where(charging).order_by(_columns.display_order, _columns.id)


def _amount(row: Row, part: int | None, currency: str) -> dict[str, Any]:
    """Return the net amount after discount with the opposite sign. A credit on the invoice becomes a charge here."""
    net = row["amount"] - row[LINE["discountAmount"].column.name]
    size = abs(net) if part is None else part
    if not 0 < size <= abs(net) and part is not None:
        text = f"Please enter an amount above {money(0, currency)} and up to {money(abs(net), currency)}"
        raise Invalid(text, fields={f"amounts.{row['id']}": text}, title="Form errors")
    return {"meta_type": "credit", "amount": -size} if net >= 0 else {"meta_type": "standalone", "amount": size}
