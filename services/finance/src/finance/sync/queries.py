"""Data of the accounting screen and of `sync` in an invoice's detail."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_document, sync_proof, sync_tenant
from finance.copies.model import organisation
from finance.objects import json_object, utc
from finance.sync.connecting import chart_of
from finance.sync.settings import xero_settings
from kit.policy import Actor

_document = sync_document.c
_FIELDS: dict[str, sa.ColumnElement[Any]] = {
    "state": _document.state, "lastTry": utc(_document.last_try), "error": _document.error,
    "externalId": _document.external_id, "ours": _document.ours, "theirs": _document.theirs,
    "tries": _document.tries,
}  # fmt: skip


def state_of(invoice_id: Any) -> sa.ColumnElement[Any]:
    """`sync` of an invoice as a scalar subquery: an object, or null for a document that is not mirrored."""
    return sa.select(json_object(**_FIELDS)).where(_document.invoice_id == invoice_id).scalar_subquery()


def sync_answer(state: Mapping[str, Any] | None) -> dict[str, Any]:
    """`sync` of the detail answer; `notSent` for a draft."""
    if state is None:
        return {"state": "notSent", "lastTry": None, "error": None, "externalId": None}
    return {**state, "error": state["error"] or None}


def overview(connection: sa.Connection, actor: Actor) -> dict[str, Any]:
    """Connections with their quota, the queue, failures, and the last proof."""
    del actor  # one right covers all charts
    counts: dict[int, dict[str, int]] = {}
    oldest: dict[int, Any] = {}
    for chart, state, count, since in connection.execute(
        sa.select(_document.chart, _document.state, sa.func.count(), sa.func.min(_document.queued))
        .group_by(_document.chart, _document.state)
    ):  # fmt: skip
        counts.setdefault(chart, {})[state] = count
        if state == "waiting":
            oldest[chart] = since
    tenants = {row.chart: row for row in connection.execute(sa.select(sync_tenant))}
    charts: dict[int, list[str]] = {}
    for row in connection.execute(sa.select(organisation.c.id, organisation.c.title).order_by(organisation.c.id)):
        charts.setdefault(chart_of(row.id), []).append(row.title)
    rows = [
        _tenant(chart, titles, tenants.get(chart), counts.get(chart, {}), oldest.get(chart))
        for chart, titles in charts.items()
    ]
    proofs = connection.execute(
        sa.select(sync_proof).where(sync_proof.c.finished.is_not(None)).order_by(sync_proof.c.id.desc()).limit(1)
    ).mappings()
    return {
        "setUp": bool(xero_settings().client_id),
        "perMinute": xero_settings().per_minute,
        "tenants": rows,
        "proof": next((dict(row) for row in proofs), None),
    }


def _tenant(chart: int, titles: list[str], row: Any, counts: Mapping[str, int], oldest: Any) -> dict[str, Any]:
    connected = row is not None and row.tenant_id is not None
    now = dt.datetime.now(dt.UTC)
    return {
        "chart": chart,
        "organisations": titles,
        "name": row.name if connected else None,
        "connected": row.connected if connected else None,
        "connectedBy": row.connected_by if connected else None,
        "problem": (row.problem or None) if connected else None,
        "minuteLeft": row.minute_left if connected else None,
        "dayLeft": row.day_left if connected else None,
        "quotaAt": row.quota_at if connected else None,
        "blockedUntil": row.blocked_until if connected and (row.blocked_until or now) > now else None,
        "polled": row.polled if connected else None,
        "waiting": counts.get("waiting", 0),
        "inStep": counts.get("inStep", 0),
        "failed": counts.get("failed", 0),
        "conflict": counts.get("conflict", 0),
        "oldest": oldest,
    }
