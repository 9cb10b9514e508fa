"""Statistics of invoices for tiles of dashboards: the figures of a VAT return, and amounts by type of line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.invoices.lists import INVOICES
from finance.invoices.rules import LINE_OPTIONS, LINE_TYPES
from finance.statistics import vat
from finance.statistics.lists import TYPES, invoices_of
from kit.database import all_rows
from kit.lists.figures.groupings import added_up, finest
from kit.lists.figures.statistics import Counted, Counts, Grouping, Measure, Screen, Statistic
from kit.policy import Actor, staff
from kit.values.shown import shown
from kit.values.types import label_of

_FILTERS = ("date", "orgId", "currency", "billingYear")
_VAT = (
    Measure("count", "Lines"),
    Measure("net", "Net", "money"),
    Measure("VAT", "VAT", "money"),
    Measure("total", "Gross", "money"),
)
_SUMS = ("net", "VAT", "total")
_TYPES = (Measure("count", "Invoices"), Measure("total", "Total", "money"))
_BY = {"organisation": ("orgId",), "kind": ("VATTreatment", "VATRate"), "document": ("isCreditNote",)}
"""The dimensions by which each way groups the lines."""


def _vat(connection: sa.Connection, actor: Actor, filters: Mapping[str, str], by: str) -> Counts:
    titles: dict[int, str] = {
        row["id"]: row["title"] for row in all_rows(connection, sa.select(organisation.c.id, organisation.c.title))
    }
    dimensions = _BY.get(by, ())
    lines = finest(connection, vat.LINES, actor, filters, by=dimensions, sums=_SUMS)
    groups = [
        Counted(
            (" ".join(str(line[name]) for name in dimensions),),
            (_text(line, by, titles),),
            [line[one.name] for one in _VAT],
            line["currency"],
            {"orgId": str(line["orgId"]), "currency": line["currency"]} if by == "organisation" else None,
        )
        for line in lines
    ]
    totals = [
        Counted((), (), [one[measure.name] for measure in _VAT], one["currency"]) for one in added_up(lines, (), _SUMS)
    ]
    return Counts(groups if by else [], totals)


def _text(line: Mapping[str, Any], by: str, titles: Mapping[int, str]) -> str:
    """Return the text of a group of lines: `Standard, 20%`."""
    match by:
        case "organisation":
            return titles.get(line["orgId"]) or f"Organisation {line['orgId']}"
        case "document":
            return vat.DOCUMENTS[line["isCreditNote"]]
        case "kind":
            label = label_of(vat.TREATMENTS, line["VATTreatment"]) or ""
            return f"{label}, {shown(line['VATRate'], 'percent')}" if line["VATRate"] else label
        case _:
            return ""


def _types(connection: sa.Connection, actor: Actor, filters: Mapping[str, str], by: str) -> Counts:
    sums = [name for kind in LINE_TYPES for name in (kind, invoices_of(kind))]
    rows = finest(connection, TYPES, actor, filters, by=(), sums=sums)
    groups = [
        Counted(
            (kind,),
            (label_of(LINE_OPTIONS, kind) or kind,),
            (row[invoices_of(kind)], row[kind]),
            row["currency"],
            {"lineType": kind, "currency": row["currency"], "issued": "true"},
        )
        for row in rows
        for kind in LINE_TYPES
        if row[invoices_of(kind)]
    ]
    totals = [Counted((), (), (row["count"], sum(row[kind] for kind in LINE_TYPES)), row["currency"]) for row in rows]
    return Counts(groups if by else [], totals)


_KEEPS = ("orgId", "currency")

STATISTICS = (
    Statistic(
        path="/invoices/statistics/vat",
        title="VAT figures",
        may=staff,
        spec=INVOICES,
        filters=_FILTERS,
        by=(
            Grouping("kind", ("Kind of VAT",)),
            Grouping("organisation", ("Organisation",)),
            Grouping("document", ("Document",)),
        ),
        measures=_VAT,
        read=_vat,
        screen=Screen("/accounts/vat", days="date", keeps=_KEEPS),
        rows="/invoices",
    ),
    Statistic(
        path="/invoices/statistics/types",
        title="Issued invoices by type of line",
        may=staff,
        spec=INVOICES,
        filters=_FILTERS,
        by=(Grouping("type", ("Type of line",)),),
        measures=_TYPES,
        read=_types,
        screen=Screen("/accounts/invoicestatistics", days="date", keeps=(*_KEEPS, "billingYear")),
        rows="/invoices",
    ),
)
