"""Connection of a chart of accounts with a tenant: consent, callback, and automatic consent in the demo."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import sqlalchemy as sa

from finance.accounts.rules import chart_of
from finance.books.model import NOW, sync_tenant
from finance.copies.model import organisation
from finance.sync import tokens
from finance.sync.settings import xero_settings
from kit.database import database, upsert
from kit.errors import Conflict, Invalid, Unavailable
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)
_CONSENT_LIFETIME = dt.timedelta(minutes=10)


def begin(chart: int, name: str) -> str:
    """Return the URL of the consent page. Its state is valid once, for ten minutes, and for this chart. Raises
    Conflict."""
    if not xero_settings().client_id:
        raise Conflict("The accounting system is not set up here: its client id is missing", code="not_set_up")
    state = secrets.token_urlsafe(24)
    values = {"state": state, "state_expires": dt.datetime.now(dt.UTC) + _CONSENT_LIFETIME, "connected_by": name}
    database().execute(upsert(sync_tenant, {"chart": chart}, values))
    return tokens.consent_url(state)


def complete(code: str, state: str) -> int:
    """Handle the callback: fetch the tokens and select the tenant; returns the connected chart.

    Raises Invalid for a state that is unknown, used or expired, Conflict if no tenant is left, Unavailable.
    """
    columns = sync_tenant.c
    valid = sa.and_(columns.state == state, columns.state != "", columns.state_expires > NOW)
    chart = database().scalar(sa.update(sync_tenant).where(valid).values(state="").returning(columns.chart))
    if chart is None:
        raise Invalid("This consent was not asked for, or it is too late for it")
    grant = tokens.exchange(code)
    tenant = _tenant(int(chart), tokens.connections(grant["access_token"]))
    values = tokens.values(grant) | {
        "tenant_id": tenant["tenantId"],
        "name": tenant["tenantName"],
        "connected": NOW,
        "chart_read": None,
    }
    database().execute(sa.update(sync_tenant).where(columns.chart == chart).values(**values))
    return int(chart)


def _tenant(chart: int, offered: list[dict[str, Any]]) -> dict[str, Any]:
    """Select a tenant of the consent: the chart's previous one, else one of its name, else the only one left. Raises
    Conflict."""
    title = database().scalar(sa.select(organisation.c.title).where(organisation.c.id == chart)) or ""
    others = connected_tenants()
    previous = others.pop(chart, None)
    free = [tenant for tenant in offered if tenant["tenantId"] not in others.values()]
    for tenant in free:
        if tenant["tenantId"] == previous:
            return tenant
    if previous is not None:
        raise Conflict("The consent is for another organisation than the one that was connected before")
    named = [tenant for tenant in free if tenant["tenantName"].casefold() == title.casefold()]
    if not free or (len(free) > 1 and not named):
        raise Conflict("The consent names no organisation that is left to connect")
    return named[0] if named else free[0]


def connected_tenants() -> dict[int, str]:
    """Return Xero's id of each connected tenant, by chart."""
    columns = sync_tenant.c
    statement = sa.select(columns.chart, columns.tenant_id).where(columns.tenant_id.is_not(None))
    return {row["chart"]: row["tenant_id"] for row in database().all(statement.order_by(columns.chart))}


def connect_demo() -> None:
    """Connect every chart in the demo, where the sandbox grants consent without a click."""
    if not settings().demo or not xero_settings().client_id or "127.0.0.1" not in xero_settings().login_url:
        return
    charts = {
        chart_of(row["id"]) for row in database().all(sa.select(organisation.c.id).where(~organisation.c.deleted))
    }
    for chart in sorted(charts - connected_tenants().keys()):
        try:
            answer = httpx.get(begin(chart, "demo"), timeout=10)
            query = parse_qs(urlsplit(answer.headers.get("location", "")).query)
            if query:
                complete(query["code"][0], query["state"][0])
        except (httpx.HTTPError, Unavailable, Conflict) as error:
            _log.warning("sync_demo_not_connected", chart=chart, error=str(error))
