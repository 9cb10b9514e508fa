"""Figures of `GET /invoices/statistics`: the groupings that the lists declare, in two statements over the index and the
line totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.invoices.lists import INVOICES
from finance.invoices.rules import LINE_TYPES
from finance.statistics.lists import TYPES, invoices_of
from kit.database import all_rows
from kit.lists.figures.groupings import added_up, finest
from kit.policy import Actor

_BY = {"issued": "issued", "month": "date.month", "status": "status", "orgId": "orgId", "age": "age"}
"""The dimensions of the invoice list, by their names in the answer."""
_SUMS = ("total", "outstanding")


def statistics(connection: sa.Connection, actor: Actor, query: Mapping[str, str]) -> dict[str, Any]:
    """Return every grouping of the invoices that match `query`; amounts in minor units, never added across currencies.

    `query` takes orgId, currency, billingYear (several, comma separated), from and to (days). Raises Invalid.
    """
    asked = filters(query)
    # some thousand rows, which add up to the other groupings
    rows = finest(connection, INVOICES, actor, asked, by=tuple(_BY.values()), sums=_SUMS)
    groups = [{**row, **{name: row[dimension] for name, dimension in _BY.items()}} for row in rows]
    for group in groups:
        group["month"] = group["month"].isoformat()[:7]
    issued = [group for group in groups if group["issued"]]
    # each other tab has one status; credit notes of every status share one tab
    by_status = [group for group in groups if group["issued"] or group["status"] != "credit"]
    shown = sa.or_(~organisation.c.deleted, organisation.c.id.in_({group["orgId"] for group in issued}))
    titles = sa.select(organisation.c.id, organisation.c.title).where(shown).order_by(organisation.c.id)
    return {
        "byCurrency": added_up(issued, (), _SUMS),
        "byMonth": added_up(issued, ("month",), _SUMS),
        "byStatus": added_up(by_status, ("status",), _SUMS),
        "byOrganisation": added_up(issued, ("orgId",), _SUMS),
        "byAge": added_up((group for group in issued if group["age"]), ("age",), _SUMS),
        "byType": _by_type(connection, actor, asked),
        "organisations": all_rows(connection, titles),
    }


def filters(query: Mapping[str, str]) -> dict[str, str]:
    """Return the filters of the invoice list that `query` asks for, so that a figure and the list select the same
    rows."""
    days = f"{query.get('from', '')}..{query.get('to', '')}"
    same = {name: query.get(name, "") for name in ("orgId", "currency", "billingYear")}
    return {**same, "date": "" if days == ".." else days}


def _by_type(connection: sa.Connection, actor: Actor, asked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the figures by type of line. An invoice with lines of two types counts in both, each with the total of its
    lines."""
    sums = [name for kind in LINE_TYPES for name in (kind, invoices_of(kind))]
    return [
        {"currency": row["currency"], "type": kind, "count": row[invoices_of(kind)], "total": row[kind]}
        for row in finest(connection, TYPES, actor, asked, by=(), sums=sums)
        for kind in LINE_TYPES
        if row[invoices_of(kind)]
    ]
