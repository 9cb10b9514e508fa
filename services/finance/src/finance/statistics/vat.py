"""Figures of a VAT return (`GET /invoices/statistics/vat`), and their spreadsheet.

They sum the VAT summaries of the documents: the lines of issued documents, without titles and write-offs. A credit note
counts on its own date, with its negative amounts.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from finance.accounts.rules import VAT_TREATMENTS
from finance.copies.model import organisation
from finance.invoices import overdue
from finance.invoices.lists import INVOICES
from finance.invoices.model import invoice, invoice_item
from finance.statistics.queries import filters
from kit.lists import By, Column, Figures, Filter
from kit.lists.exports.export import FORMATS
from kit.lists.figures.groupings import finest
from kit.lists.sheets.xlsx import write_xlsx
from kit.policy import Actor
from kit.values import options

XLSX = FORMATS["xlsx"]
RATED = "rated"
"""The treatment of a line with a rate above 0."""
DOCUMENTS = {False: "Invoices", True: "Credit notes"}
TREATMENTS = (*options((RATED, "Standard")), *VAT_TREATMENTS)

_head, _line = invoice.c, invoice_item.c
_treatment = sa.case((_line.vat_rate > 0, RATED), else_=_line.vat_treatment)
_SUMS = {"net": _line.amount - _line.discount_amount, "VAT": _line.vat, "total": _line.total}
_BY = ("orgId", "isCreditNote", "VATRate", "VATTreatment")

LINES = dataclasses.replace(
    INVOICES,
    name="vatLines",
    aliases=(),
    title="Lines that charge",
    source=invoice.join(invoice_item).outerjoin(organisation, organisation.c.id == _head.organisation_id),
    key=_line.id,
    where=sa.and_(overdue.issued, _line.meta_type != "title", ~_line.write_off),
    columns=(
        *(column for column in INVOICES.columns if column.name in {"date", "currency", "organisation"}),
        Column(name="rate", expression=sa.cast(_line.vat_rate, sa.Text)),
        *(Column(name=name, expression=one, type="money", currency="currency") for name, one in _SUMS.items()),
    ),
    filters=(
        *INVOICES.filters,
        Filter(name="isCreditNote", expression=_head.is_credit_note, kind="boolean"),
        Filter(name="VATRate", expression=_line.vat_rate),
        Filter(name="VATTreatment", expression=_treatment, options=TREATMENTS),
    ),
    tabs=(),
    views=(),
    totals=None,
    figures=Figures(
        by=(By("orgId", text="organisation"), "isCreditNote", By("VATRate", text="rate"), "VATTreatment"),
        sums=tuple(_SUMS),
    ),
)
"""The lines of issued documents: no call lists them; their figures are the figures of a VAT return."""


def figures(connection: sa.Connection, actor: Actor, query: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return one row per organisation, currency, kind of document and kind of VAT; amounts in minor units.

    `query` as in `queries.statistics`. Raises Invalid.
    """
    titles = dict(connection.execute(sa.select(organisation.c.id, organisation.c.title)).all())
    groups = finest(connection, LINES, actor, filters(query), by=_BY, sums=tuple(_SUMS))
    rows = [{**row, "organisation": titles.get(row["orgId"], "")} for row in groups]
    return sorted(rows, key=_place)


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    treatment = [option.value for option in TREATMENTS].index(row["VATTreatment"])
    return row["orgId"], row["currency"], row["isCreditNote"], -row["VATRate"], treatment


def spreadsheet(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Return `rows` of `figures` as an XLSX file."""
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
)
