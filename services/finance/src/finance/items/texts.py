"""Field set of header and footer items (`money.md 3`, `7`). A credit note has no such items (`money.md 2`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices import happened
from finance.invoices import part_attributes as attributes
from finance.invoices.model import invoice, invoice_footer_header
from finance.invoices.parts import part_of_invoice
from finance.invoices.rules import refuse_issued
from finance.items import rules
from finance.policy import for_staff
from kit.database import Tx
from kit.errors import Conflict
from kit.policy import staff
from kit.records import Acts, Create, Delete, FieldSet

_columns = invoice_footer_header.c


def _complete(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    if tx.scalar(sa.select(invoice.c.is_credit_note).where(invoice.c.id == values["invoice_id"])):
        raise Conflict(rules.NO_TEXTS)
    return {}


TEXT_FIELDS = FieldSet(
    name="invoiceFooterHeader",
    table=invoice_footer_header,
    path="/invoice/footerHeader/{id}",
    scope=for_staff,
    read=staff,
    may=staff,
    parent=part_of_invoice(_columns.invoice_id, happened.TEXT, refuse_issued, _columns.display_order),
    sections=attributes.TEXT.sections({"text": "Header or footer item"}, {"place": Acts(read_only=True)}),
    create=Create(
        path="/invoice/{id}/footerHeader/{place}",
        fields=attributes.TEXT.names(),
        complete=_complete,
        ignored=("id", "title"),
    ),
    delete=Delete(undo=True),
)
