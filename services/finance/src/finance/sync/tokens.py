"""OAuth2 with Xero: consent, code, access token, and its refresh by one process at a time.

Tokens lie encrypted in the database; the key follows from the client's secret, which is in the environment alone.
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import httpx
import sqlalchemy as sa
from cryptography.fernet import Fernet, InvalidToken

from finance.books.model import sync_tenant
from finance.sync.settings import xero_settings
from kit.database import database
from kit.errors import Refused, Unavailable

SCOPES = "offline_access accounting.transactions accounting.contacts accounting.settings openid profile email"
_REFRESH_LOCK = 7_266_020
_EARLY = dt.timedelta(minutes=2)


class NotConnected(Refused):
    """Nobody has connected this chart, or Xero does not know the connection any more."""

    status, code = 409, "not_connected"


def _box() -> Fernet:
    secret = xero_settings().client_secret.encode()
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"staffroom xero tokens " + secret).digest()))


def sealed(token: str) -> str:
    """The token as it is stored."""
    return _box().encrypt(token.encode()).decode()


def opened(stored: str) -> str:
    """The inverse of `sealed`; raises NotConnected when the client's secret was changed since."""
    try:
        return _box().decrypt(stored.encode()).decode()
    except InvalidToken:
        raise NotConnected("The connection to the accounting system has to be made anew") from None


def consent_address(state: str) -> str:
    """The address where the person gives consent."""
    given = xero_settings()
    query = {
        "response_type": "code", "client_id": given.client_id, "redirect_uri": given.redirect, "scope": SCOPES,
        "state": state,
    }  # fmt: skip
    return f"{given.login_url}?{urlencode(query)}"


def exchange(code: str) -> dict[str, Any]:
    """The tokens for the code of a consent. Raises NotConnected, Unavailable."""
    return _ask({"grant_type": "authorization_code", "code": code, "redirect_uri": xero_settings().redirect})


def connections(access_token: str) -> list[dict[str, Any]]:
    """The tenants a token reaches: `tenantId`, `tenantName`, `authEventId`. Raises Unavailable."""
    try:
        answer = httpx.get(
            f"{xero_settings().api_url}/connections", headers={"Authorization": f"Bearer {access_token}"}, timeout=20
        )
        answer.raise_for_status()
    except httpx.HTTPError as error:
        raise Unavailable("The accounting system cannot be reached") from error
    found: list[dict[str, Any]] = answer.json()
    return found


def values(told: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of `sync_tenant` that a token answer fills."""
    expires = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=int(told["expires_in"]))
    return {
        "access_token": sealed(told["access_token"]), "refresh_token": sealed(told["refresh_token"]),
        "expires": expires, "problem": "",
    }  # fmt: skip


def access_token(chart: int, *, stale: str = "") -> str:
    """A token that is good for some minutes; refreshed when it ends soon or is `stale`.

    An advisory lock, not a row lock, keeps two processes from refreshing at once: no transaction is open while Xero
    answers. Raises NotConnected, Unavailable.
    """
    row = _row(chart)
    token = opened(row["access_token"])
    if token != stale and row["expires"] > dt.datetime.now(dt.UTC) + _EARLY:
        return token
    with database().read() as connection:
        connection.execute(sa.select(sa.func.pg_advisory_lock(_REFRESH_LOCK, chart)))
        try:
            row = _row(chart)
            token = opened(row["access_token"])
            if token != stale and row["expires"] > dt.datetime.now(dt.UTC) + _EARLY:
                return token  # another process was faster
            told = _ask({"grant_type": "refresh_token", "refresh_token": opened(row["refresh_token"])})
            connection.execute(sa.update(sync_tenant).where(sync_tenant.c.chart == chart).values(**values(told)))
            return str(told["access_token"])
        finally:
            connection.execute(sa.select(sa.func.pg_advisory_unlock(_REFRESH_LOCK, chart)))


def _row(chart: int) -> Mapping[str, Any]:
    with database().read() as connection:
        row = connection.execute(sa.select(sync_tenant).where(sync_tenant.c.chart == chart)).mappings().first()
    if row is None or not row["access_token"]:
        raise NotConnected("This organisation is not connected to the accounting system")
    return dict(row)


def _ask(form: dict[str, str]) -> dict[str, Any]:
    given = xero_settings()
    try:
        answer = httpx.post(given.token_url, data=form, auth=(given.client_id, given.client_secret), timeout=20)
    except httpx.HTTPError as error:
        raise Unavailable("The accounting system cannot be reached") from error
    if answer.status_code >= 500:
        raise Unavailable("The accounting system cannot be reached")
    if answer.status_code != 200:
        raise NotConnected("The accounting system does not accept this connection any more; connect it again")
    told: dict[str, Any] = answer.json()
    return told
