"""OAuth2 with Xero: consent, code, access token, and its refresh by one process at a time.

Tokens are stored encrypted; the key is derived from the client secret, which only the environment has.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import httpx
import sqlalchemy as sa

from finance.books.model import sync_tenant
from finance.sync.settings import xero_settings
from kit.database import database
from kit.encryption import Cipher, Undecipherable
from kit.errors import Refused, Unavailable

SCOPES = "offline_access accounting.transactions accounting.contacts accounting.settings openid profile email"
_REFRESH_LOCK = 7_266_020
_REFRESH_BEFORE = dt.timedelta(minutes=2)


class NotConnected(Refused):
    """The chart was never connected, or Xero no longer accepts the connection."""

    status, code = 409, "not_connected"


def _cipher() -> Cipher:
    return Cipher("xero tokens", xero_settings().client_secret)


def encrypt(token: str) -> str:
    """Encrypt a token for the database."""
    return _cipher().encrypt(token)


def decrypt(stored: str) -> str:
    """Decrypt a stored token. Raises NotConnected if the client secret has changed since."""
    try:
        return _cipher().decrypt(stored)
    except Undecipherable:
        raise NotConnected("Please connect the accounting system again") from None


def consent_url(state: str) -> str:
    """Return the URL of the consent page."""
    config = xero_settings()
    query = {
        "response_type": "code",
        "client_id": config.client_id,
        "redirect_uri": config.redirect,
        "scope": SCOPES,
        "state": state,
    }
    return f"{config.login_url}?{urlencode(query)}"


def exchange(code: str) -> dict[str, Any]:
    """Exchange the code of a consent for tokens. Raises NotConnected, Unavailable."""
    return _request_token({"grant_type": "authorization_code", "code": code, "redirect_uri": xero_settings().redirect})


def connections(access_token: str) -> list[dict[str, Any]]:
    """Return the tenants that a token can access: `tenantId`, `tenantName`, `authEventId`. Raises Unavailable."""
    try:
        answer = httpx.get(
            f"{xero_settings().api_url}/connections", headers={"Authorization": f"Bearer {access_token}"}, timeout=20
        )
        answer.raise_for_status()
    except httpx.HTTPError as error:
        raise Unavailable("The accounting system cannot be reached") from error
    tenants: list[dict[str, Any]] = answer.json()
    return tenants


def values(grant: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of `sync_tenant` from a token answer."""
    expires = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=int(grant["expires_in"]))
    return {
        "access_token": encrypt(grant["access_token"]),
        "refresh_token": encrypt(grant["refresh_token"]),
        "expires": expires,
        "problem": "",
    }


def access_token(chart: int, *, stale: str = "") -> str:
    """Return a token that is valid for some minutes, refreshed when it expires soon or is `stale`.

    An advisory lock, not a row lock, prevents concurrent refreshes: no transaction is open while Xero responds. Raises
    NotConnected, Unavailable.
    """
    row = _row(chart)
    token = decrypt(row["access_token"])
    if token != stale and row["expires"] > dt.datetime.now(dt.UTC) + _REFRESH_BEFORE:
        return token
    with database().read() as connection:
        connection.execute(sa.select(sa.func.pg_advisory_lock(_REFRESH_LOCK, chart)))
        try:
            row = _row(chart)
            token = decrypt(row["access_token"])
            if token != stale and row["expires"] > dt.datetime.now(dt.UTC) + _REFRESH_BEFORE:
                return token  # another process was faster
            grant = _request_token({"grant_type": "refresh_token", "refresh_token": decrypt(row["refresh_token"])})
            connection.execute(sa.update(sync_tenant).where(sync_tenant.c.chart == chart).values(**values(grant)))
            return str(grant["access_token"])
        finally:
            connection.execute(sa.select(sa.func.pg_advisory_unlock(_REFRESH_LOCK, chart)))


def _row(chart: int) -> Mapping[str, Any]:
    row = database().one(sa.select(sync_tenant).where(sync_tenant.c.chart == chart))
    if row is None or not row["access_token"]:
        raise NotConnected("This organisation is not connected to the accounting system")
    return row


def _request_token(form: dict[str, str]) -> dict[str, Any]:
    config = xero_settings()
    try:
        answer = httpx.post(config.token_url, data=form, auth=(config.client_id, config.client_secret), timeout=20)
    except httpx.HTTPError as error:
        raise Unavailable("The accounting system cannot be reached") from error
    if answer.status_code >= 500:
        raise Unavailable("The accounting system cannot be reached")
    if answer.status_code != 200:
        raise NotConnected("The accounting system does not accept this connection any more; connect it again")
    grant: dict[str, Any] = answer.json()
    return grant
