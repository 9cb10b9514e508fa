"""Calls for the accounting system: overview, connect, proof, retry, resolve, and the webhook."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import hmac
import json
from typing import Any, Literal

import sqlalchemy as sa
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from finance.accounts.rules import chart_of
from finance.books.model import NOW, sync_tenant
from finance.policy import accounting
from finance.sync import commands, connecting, queries
from finance.sync.answers import Consent, SyncOverview, Waiting
from finance.sync.proof import PROVE
from finance.sync.settings import xero_settings
from kit import jobs
from kit.database import database
from kit.errors import NotSignedIn, Refused
from kit.http.core import Answer
from kit.http.fastapi import Body, Call, Routes
from kit.http.shapes import Started
from kit.policy import public
from kit.settings import settings
from kit.telemetry import log

routes = Routes()
_log = log.get(__name__)


@routes.get("/xero/sync", may=accounting, answers=SyncOverview)
def overview(call: Call) -> dict[str, Any]:
    """Return connections, quota, queue, failures and the last proof."""
    return call.read(queries.overview)


@routes.post("/xero/sync/proof", may=accounting, status=202, answers=Started)
def prove(call: Call) -> dict[str, Any]:
    """Compare both sides now."""
    key = f"asked-{call.actor.user_id}-{dt.datetime.now(dt.UTC):%Y%m%d%H%M%S}"
    return {"id": jobs.public_id(PROVE.enqueue(call.tx, key, {}))}


class Connect(Body):
    orgId: int


@routes.post("/xero/connect", may=accounting, answers=Consent)
def connect(call: Call, body: Connect) -> dict[str, Any]:
    """Return the address of the consent page."""
    return {"address": connecting.begin(chart_of(body.orgId), call.actor.name)}


@routes.get("/xero/callback", may=public, remote=True, status=302, answers=None)
def callback(call: Call, code: str = "", state: str = "") -> Answer:
    """Receive the browser from Xero after consent. The state was stored with its meaning when the person asked."""
    del call
    outcome = "connected"
    try:
        connecting.complete(code, state)
    except Refused as refusal:
        _log.warning("sync_not_connected", error=refusal.text)
        outcome = "refused"
    address = f"{settings().public_url}/#/accounts/sync?consent={outcome}"
    return Answer(b"", 302, headers={"Location": address, "Cache-Control": "no-store"})


class Resolve(Body):
    keep: Literal["ours", "theirs"]


@routes.post("/invoice/{id}/sync/retry", may=accounting, answers=Waiting)
def retry(call: Call, id: int) -> dict[str, Any]:
    """Send the document again now."""
    return commands.retry(call.tx, id)


@routes.post("/invoice/{id}/sync/resolve", may=accounting, answers=Waiting)
def resolve(call: Call, id: int, body: Resolve) -> dict[str, Any]:
    """Resolve a conflict."""
    return commands.resolve(call.tx, id, body.keep)


@routes.post("/xero/webhook", may=public, remote=True, answers=None)
async def webhook(call: Call, request: Request) -> Answer:
    """Handle the webhook with which Xero names changes. It only wakes the poller; its content is not trusted.

    The signature covers the bytes as received. With an empty list of events Xero tests whether we check it.
    """
    del call
    body = await request.body()
    key = xero_settings().webhook_key
    expected = base64.b64encode(hmac.new(key.encode(), body, hashlib.sha256).digest()).decode()
    signature = request.headers.get("x-xero-signature", "")
    if not key or not hmac.compare_digest(expected.encode(), signature.encode("utf-8", "replace")):
        raise NotSignedIn("The signature is wrong")
    try:
        tenants = {event["tenantId"] for event in json.loads(body)["events"]}
    except (ValueError, KeyError, TypeError):
        tenants = set()
    await run_in_threadpool(_wake, [str(one) for one in tenants])
    return Answer(b"", 200)


def _wake(tenants: list[str]) -> None:
    database().execute(sa.update(sync_tenant).where(sync_tenant.c.tenant_id.in_(tenants)).values(wake=NOW))
