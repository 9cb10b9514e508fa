"""Data of the accounting screen and of `sync` in an invoice's detail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.accounts.rules import chart_of
from finance.books.model import NOW, STATES, sync_document, sync_proof, sync_tenant
from finance.copies.model import organisation
from finance.sync.settings import xero_settings
from kit.database.nested import json_object, utc
from kit.database.reading import all_rows, first_row
from kit.policy import Actor

_document = sync_document.c
_FIELDS: dict[str, sa.ColumnElement[Any]] = {
    "state": _document.state,
    "lastTry": utc(_document.last_try),
    "error": _document.error,
    "externalId": _document.external_id,
    "ours": _document.ours,
    "theirs": _document.theirs,
    "tries": _document.tries,
}
_tenant = sync_tenant.c
_CONNECTION: tuple[sa.ColumnElement[Any], ...] = (
    _tenant.name,
    _tenant.connected,
    _tenant.connected_by.label("connectedBy"),
    sa.func.nullif(_tenant.problem, "").label("problem"),
    _tenant.minute_left.label("minuteLeft"),
    _tenant.day_left.label("dayLeft"),
    _tenant.quota_at.label("quotaAt"),
    _tenant.polled,
    sa.case((_tenant.blocked_until > NOW, _tenant.blocked_until)).label("blockedUntil"),
)
"""Columns of a connected tenant, under the names of the answer."""
_QUEUE = (
    *(sa.func.count().filter(_document.state == state).label(state) for state in STATES),
    sa.func.min(_document.queued).filter(_document.state == "waiting").label("oldest"),
)
"""Number of documents of a chart in each state, and since when the oldest waits."""


def state_of(invoice_id: Any) -> sa.ColumnElement[Any]:
    """Return `sync` of an invoice as a scalar subquery: an object, or null for a document that is not mirrored."""
    return sa.select(json_object(**_FIELDS)).where(_document.invoice_id == invoice_id).scalar_subquery()


def sync_answer(state: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return `sync` of the detail answer; `notSent` for a draft."""
    if state is None:
        return {"state": "notSent", "lastTry": None, "error": None, "externalId": None}
    return {**state, "error": state["error"] or None}


def overview(connection: sa.Connection, actor: Actor) -> dict[str, Any]:
    """Return connections with their quota, the queue, failures, and the last proof."""
    del actor  # one right covers all charts
    connected = sa.select(_tenant.chart, *_CONNECTION).where(_tenant.tenant_id.is_not(None))
    connections = {row["chart"]: row for row in all_rows(connection, connected)}
    queued = sa.select(_document.chart, *_QUEUE).group_by(_document.chart)
    queues = {row["chart"]: row for row in all_rows(connection, queued)}
    charts: dict[int, list[str]] = {}
    organisations = sa.select(organisation.c.id, organisation.c.title, organisation.c.deleted)
    for row in connection.execute(organisations.order_by(organisation.c.id)):
        chart = chart_of(row.id)
        if (
            not row.deleted or chart in connections or chart in queues
        ):  # the books of a deleted organisation stay synchronised
            charts.setdefault(chart, []).append(row.title)
    finished = sa.select(sync_proof).where(sync_proof.c.finished.is_not(None)).order_by(sync_proof.c.id.desc())
    not_connected = dict.fromkeys(column.name for column in _CONNECTION)
    nothing_queued = dict.fromkeys(STATES, 0) | {"oldest": None}
    return {
        "setUp": bool(xero_settings().client_id),
        "perMinute": xero_settings().per_minute,
        "tenants": [
            {"chart": chart, "organisations": titles}
            | connections.get(chart, not_connected)
            | queues.get(chart, nothing_queued)
            for chart, titles in charts.items()
        ],
        "proof": first_row(connection, finished.limit(1)),
    }
