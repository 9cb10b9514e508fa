"""Figures of `GET /invoices/statistics`, in two statements over the index and the line totals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.invoices import overdue
from finance.invoices.lists import INVOICES
from finance.invoices.model import invoice
from finance.invoices.rules import LINE_TYPES, NOT_ISSUED
from finance.statistics.model import invoice_line_total
from kit.database import all_rows
from kit.lists import query as list_query
from kit.lists import request
from kit.policy import Actor

_columns = invoice.c
_month = sa.func.to_char(_columns.date, "YYYY-MM").label("month")
_age = overdue.age.label("age")
_KEYS = (_columns.currency, _columns.organisation_id, _columns.status, _columns.tab, _month, _age)
_SUMS = ("count", "total", "outstanding")


def statistics(connection: sa.Connection, actor: Actor, query: Mapping[str, str]) -> dict[str, Any]:
    """Every grouping of the invoices that match `query`; amounts in minor units, never added across currencies.

    `query` takes orgId, currency, billingYear (several, comma separated), from and to (days). Raises Invalid.
    """
    condition = list_condition(actor, query)
    groups = _groups(connection, condition)
    issued = [row for row in groups if row["status"] not in NOT_ISSUED]
    titles = sa.select(organisation.c.id, organisation.c.title).order_by(organisation.c.id)
    return {
        "byCurrency": _roll_up(issued, lambda row: {}),
        "byMonth": _roll_up(issued, lambda row: {"month": row["month"]}),
        "byStatus": _roll_up(groups, lambda row: {"status": row["tab"]}),
        "byOrganisation": _roll_up(issued, lambda row: {"orgId": row["organisation_id"]}),
        "byAge": _roll_up((row for row in issued if row["age"]), lambda row: {"age": row["age"]}),
        "byType": _by_type(connection, condition),
        "organisations": all_rows(connection, titles),
    }


def list_condition(actor: Actor, query: Mapping[str, str]) -> sa.ColumnElement[bool]:
    """Condition from the filters of the invoice list, so that a figure and the list select the same rows."""
    names = {name: query.get(name, "") for name in ("orgId", "currency", "billingYear")}
    days = f"{query.get('from', '')}..{query.get('to', '')}"
    parsed = request.read(INVOICES, {**names, "date": "" if days == ".." else days})
    return list_query.where(INVOICES, parsed, actor)


def _groups(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    """The finest groups, some thousand rows, from which every other grouping is summed."""
    sums = (sa.cast(sa.func.sum(_columns[name]), sa.BigInteger).label(name) for name in ("total", "outstanding"))
    statement = sa.select(*_KEYS, sa.func.count().label("count"), *sums).where(condition).group_by(*_KEYS)
    return all_rows(connection, statement)


def _roll_up(rows: Iterable[Mapping[str, Any]], by: Callable[[Mapping[str, Any]], dict[str, Any]]) -> list[Any]:
    """`rows` summed by currency and `by`, in the order of these keys."""
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        key = {"currency": row["currency"], **by(row)}
        group = groups.setdefault(tuple(key.values()), {**key, **dict.fromkeys(_SUMS, 0)})
        for name in _SUMS:
            group[name] += row[name]
    return [groups[key] for key in sorted(groups)]


def _by_type(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    """Figures by type of line. An invoice with lines of two types counts in both, each with the total of its lines."""
    lines = invoice_line_total.c
    figures = [
        column
        for name in LINE_TYPES
        for column in (sa.func.count(lines[name]), sa.cast(sa.func.sum(lines[name]), sa.BigInteger))
    ]
    source = invoice.join(invoice_line_total, lines.invoice_id == _columns.id)
    statement = sa.select(_columns.currency, *figures).select_from(source).where(overdue.issued, condition)
    result = []
    for currency, *values in connection.execute(statement.group_by(_columns.currency).order_by(_columns.currency)):
        for position, name in enumerate(LINE_TYPES):
            count, total = values[2 * position : 2 * position + 2]
            if count:
                result.append({"currency": currency, "type": name, "count": count, "total": total})
    return result
