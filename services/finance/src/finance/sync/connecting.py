"""Connecting a chart of accounts with a tenant: consent, callback, and the demo that gives consent by itself."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.books.model import NOW, sync_tenant
from finance.copies.model import organisation
from finance.sync import tokens
from finance.sync.settings import xero_settings
from kit.database import database
from kit.errors import Conflict, Invalid, Unavailable
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)
_CONSENT = dt.timedelta(minutes=10)
UK = (4, 5)
"""They keep their books in organisation 1's chart."""


def chart_of(organisation_id: int) -> int:
    return 1 if organisation_id in UK else organisation_id


def begin(chart: int, name: str) -> str:
    """The address of the consent page. Its state is good once, for ten minutes, and for this chart alone."""
    if not xero_settings().client_id:
        raise Conflict("The accounting system is not set up here: its client id is missing", code="not_set_up")
    state = secrets.token_urlsafe(24)
    values = {"state": state, "state_expires": dt.datetime.now(dt.UTC) + _CONSENT, "connected_by": name}
    with database().read() as connection:
        kept = insert(sync_tenant).values(chart=chart, **values)
        connection.execute(kept.on_conflict_do_update(index_elements=["chart"], set_=values))
    return tokens.consent_address(state)


def complete(code: str, state: str) -> int:
    """Handle the callback: the tokens are fetched and the tenant is chosen; the chart that is connected now.

    Raises Invalid for a state that is not ours or was used, Conflict where no tenant is left, Unavailable.
    """
    columns = sync_tenant.c
    valid = sa.and_(columns.state == state, columns.state != "", columns.state_expires > NOW)
    with database().read() as connection:
        used = sa.update(sync_tenant).where(valid).values(state="").returning(columns.chart)
        chart = connection.scalar(used)
    if chart is None:
        raise Invalid("This consent was not asked for, or it is too late for it")
    told = tokens.exchange(code)
    tenant = _tenant(int(chart), tokens.connections(told["access_token"]))
    values = tokens.values(told) | {
        "tenant_id": tenant["tenantId"], "name": tenant["tenantName"], "connected": NOW, "chart_read": None,
    }  # fmt: skip
    with database().read() as connection:
        connection.execute(sa.update(sync_tenant).where(columns.chart == chart).values(**values))
    return int(chart)


def _tenant(chart: int, offered: list[dict[str, Any]]) -> dict[str, Any]:
    """The tenant among those of the consent: the one this chart had, else one of its name, else the only one left."""
    with database().read() as connection:
        rows = connection.execute(sa.select(sync_tenant.c.chart, sync_tenant.c.tenant_id)).all()
        title = connection.scalar(sa.select(organisation.c.title).where(organisation.c.id == chart)) or ""
    mine = next((row.tenant_id for row in rows if row.chart == chart), None)
    taken = {row.tenant_id for row in rows if row.chart != chart and row.tenant_id}
    free = [one for one in offered if one["tenantId"] not in taken]
    for one in free:
        if one["tenantId"] == mine:
            return one
    if mine is not None:
        raise Conflict("The consent is for another organisation than the one that was connected before")
    named = [one for one in free if one["tenantName"].casefold() == title.casefold()]
    if not free or (len(free) > 1 and not named):
        raise Conflict("The consent names no organisation that is left to connect")
    return named[0] if named else free[0]


def connect_demo() -> None:
    """Give the consent that needs no click, for every chart there is, where the demo runs against the sandbox."""
    if not settings().demo or not xero_settings().client_id or "127.0.0.1" not in xero_settings().login_url:
        return
    with database().read() as connection:
        charts = {chart_of(row.id) for row in connection.execute(sa.select(organisation.c.id))}
        done = set(
            connection.execute(sa.select(sync_tenant.c.chart).where(sync_tenant.c.tenant_id.is_not(None))).scalars()
        )
    for chart in sorted(charts - done):
        try:
            answer = httpx.get(begin(chart, "demo"), timeout=10)
            given = parse_qs(urlsplit(answer.headers.get("location", "")).query)
            if given:
                complete(given["code"][0], given["state"][0])
        except (httpx.HTTPError, Unavailable, Conflict) as error:
            _log.warning("sync_demo_not_connected", chart=chart, error=str(error))
