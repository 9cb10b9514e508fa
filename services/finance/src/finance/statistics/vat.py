"""Figures of a VAT return (`GET /invoices/statistics/vat`), and their spreadsheet.

They are the sums of the documents' VAT summaries: the lines of issued documents, without titles and write-offs. A
credit note counts on its own date, with its negative amounts.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from finance.accounts.rules import VAT_TREATMENTS
from finance.copies.model import organisation
from finance.invoices import overdue
from finance.invoices.model import invoice, invoice_item
from finance.statistics.queries import list_condition
from kit.lists import Column
from kit.lists.export import FORMATS
from kit.lists.sheet import write_xlsx
from kit.policy import Actor
from kit.values import options

XLSX = FORMATS["xlsx"]
RATED = "rated"
"""The treatment of a line with a rate above 0."""
DOCUMENTS = {False: "Invoices", True: "Credit notes"}
TREATMENTS = (*options((RATED, "Standard")), *VAT_TREATMENTS)

_head, _line = invoice.c, invoice_item.c
_treatment = sa.case((_line.vat_rate > 0, RATED), else_=_line.vat_treatment)
_KEYS = {
    "orgId": _head.organisation_id,
    "organisation": sa.func.coalesce(organisation.c.title, ""),
    "currency": _head.currency,
    "isCreditNote": _head.is_credit_note,
    "VATRate": _line.vat_rate,
    "VATTreatment": _treatment,
}
_SUMS = {"net": _line.amount - _line.discount_amount, "VAT": _line.vat, "total": _line.total}
_ORDER = (
    _head.organisation_id, _head.currency, _head.is_credit_note, _line.vat_rate.desc(),
    sa.func.array_position(sa.literal([str(option.value) for option in TREATMENTS], sa.ARRAY(sa.Text)), _treatment),
)  # fmt: skip


def figures(connection: sa.Connection, actor: Actor, query: Mapping[str, str]) -> list[dict[str, Any]]:
    """One row for each organisation, currency, kind of document and kind of VAT; amounts in minor units.

    `query` as in `queries.statistics`. Raises Invalid.
    """
    sums = {name: sa.cast(sa.func.sum(figure), sa.BigInteger) for name, figure in _SUMS.items()}
    same_organisation = organisation.c.id == _head.organisation_id
    source = invoice.join(invoice_item).outerjoin(organisation, same_organisation)
    charging = sa.and_(overdue.issued, _line.meta_type != "title", ~_line.write_off)
    statement = (
        sa.select(*_KEYS.values(), sa.func.count(), *sums.values())
        .select_from(source)
        .where(charging, list_condition(actor, query))
        .group_by(*_KEYS.values())
        .order_by(*_ORDER)
    )
    names = (*_KEYS, "count", *sums)
    return [dict(zip(names, row, strict=True)) for row in connection.execute(statement)]


def spreadsheet(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """`rows` of `figures` as an XLSX file."""
    values = [[DOCUMENTS[row["isCreditNote"]], *(row[column.name] for column in _COLUMNS[1:])] for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vat-figures.xlsx"
        write_xlsx(path, "VAT figures", _COLUMNS, values, len(values))
        return path.read_bytes()


_COLUMNS = (
    Column(name="document", expression=_head.is_credit_note, width=110),
    Column(name="organisation", expression=organisation.c.title),
    Column(name="currency", expression=_head.currency, width=80),
    Column(name="VATTreatment", expression=_treatment, title="Treatment", width=140, options=TREATMENTS),
    Column(name="VATRate", expression=_line.vat_rate, title="VAT rate", type="percent"),
    Column(name="count", expression=sa.func.count(), title="Lines", type="integer"),
    *(
        Column(name=name, expression=figure, title=title, type="money", width=110)
        for (name, figure), title in zip(_SUMS.items(), ("Net", "VAT", "Gross"), strict=True)
    ),
)  # fmt: skip
