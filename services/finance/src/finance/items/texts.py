"""Field set of header and footer items (`money.md 3`, `7`). A credit note has none (`money.md 2`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice, invoice_footer_header
from finance.invoices.parts import part_of_invoice
from finance.items import rules
from finance.items.commands import insert_position
from finance.policy import for_staff
from kit.database import Tx
from kit.errors import Conflict
from kit.policy import staff
from kit.records import Create, Delete, Field, FieldSet, Section
from kit.values import Integer, RichText, Select

_columns = invoice_footer_header.c


def siblings(invoice_id: int, where: str) -> sa.ColumnElement[bool]:
    """Condition for the header or footer items of an invoice."""
    return sa.and_(_columns.invoice_id == invoice_id, _columns.place == where)


def _complete(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    invoice_id = values["invoice_id"]
    if tx.scalar(sa.select(invoice.c.is_credit_note).where(invoice.c.id == invoice_id)):
        raise Conflict(rules.NO_TEXTS)
    position = values.get("display_order")
    return {
        "display_order": insert_position(tx, invoice_footer_header, siblings(invoice_id, values["place"]), position)
    }


TEXT = FieldSet(
    name="invoiceFooterHeader",
    table=invoice_footer_header,
    path="/invoice/footerHeader/{id}",
    scope=for_staff,
    read=staff,
    may=staff,
    parent=part_of_invoice(_columns.invoice_id),
    sections=(
        Section(
            "text",
            "Header or footer item",
            (
                Field(
                    name="place", column=_columns.place, read_only=True,
                    type=Select(choices=rules.PLACE_OPTIONS, required=True),
                ),
                Field(name="tag", column=_columns.tag, type=Select(choices=rules.TAG_OPTIONS, blank="custom")),
                Field(name="description", column=_columns.description, type=RichText(required=True)),
                Field(name="displayOrder", column=_columns.display_order, type=Integer(maximum=100_000)),
            ),
        ),
    ),
    create=Create(
        path="/invoice/{id}/footerHeader/{place}",
        fields=("place", "tag", "description", "displayOrder"),
        may=staff,
        complete=_complete,
        ignored=("id", "title"),
    ),
    delete=Delete(path="/invoice/footerHeader/{id}", may=staff, undo=True),
)  # fmt: skip
