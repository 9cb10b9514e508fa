"""OAuth2 as in Xero: consent, code, access token for 30 minutes, refresh token that changes at each use."""

from __future__ import annotations

import base64
import hmac
import json
import secrets
import time
from dataclasses import dataclass
from typing import Any

from sandbox.errors import ApiError, problem
from sandbox.store import Books

ACCESS_SECONDS = 1800
_CODE_SECONDS = 300
_REFRESH_SECONDS = 60 * 86_400
_GRACE_SECONDS = 1800
"""Seconds for which a used refresh token still works: the answer with its replacement may have been lost."""


@dataclass(frozen=True)
class Client:
    """The only application that may connect."""

    id: str
    secret: str


class Grants:
    """Codes and tokens."""

    def __init__(self, books: Books, client: Client) -> None:
        self.books, self.client = books, client

    def _keep(self, kind: str, tenants: list[str], seconds: float, family: str) -> str:
        token = secrets.token_urlsafe(32)
        self.books.connection.execute(
            "INSERT INTO grants VALUES (?, ?, ?, ?, ?)",
            (token, kind, json.dumps(tenants), time.time() + seconds, family),
        )
        return token

    def code(self, tenants: list[str]) -> str:
        """Return the code for a person's consent to these organisations."""
        with self.books.transaction():
            return self._keep("code", tenants, _CODE_SECONDS, secrets.token_hex(16))

    def token(self, form: dict[str, str], authorization: str) -> dict[str, Any]:
        """Handle `POST /connect/token`. Raises ApiError."""
        scheme, _, basic = authorization.partition(" ")
        given = base64.b64decode(basic).decode() if scheme == "Basic" else ""
        if not hmac.compare_digest(given, f"{self.client.id}:{self.client.secret}"):
            raise ApiError(401, {"error": "invalid_client"})
        kind = {"authorization_code": "code", "refresh_token": "refresh"}.get(form.get("grant_type", ""))
        if kind is None:
            raise ApiError(400, {"error": "unsupported_grant_type"})
        offered = form.get("code" if kind == "code" else "refresh_token", "")
        with self.books.transaction():
            grants = self.books.rows("SELECT kind, tenants, expires, family FROM grants WHERE token = ?", offered)
            if not grants or grants[0][0] != kind or grants[0][2] < time.time():
                raise ApiError(400, {"error": "invalid_grant"})
            _, tenants, _, family = grants[0]
            if kind == "code":
                self.books.connection.execute("DELETE FROM grants WHERE token = ?", (offered,))
            else:
                self.books.connection.execute(
                    "UPDATE grants SET expires = min(expires, ?) WHERE token = ?",
                    (time.time() + _GRACE_SECONDS, offered),
                )
            self.books.connection.execute("DELETE FROM grants WHERE expires < ?", (time.time(),))
            return {
                "access_token": self._keep("access", json.loads(tenants), ACCESS_SECONDS, family),
                "refresh_token": self._keep("refresh", json.loads(tenants), _REFRESH_SECONDS, family),
                "expires_in": ACCESS_SECONDS,
                "token_type": "Bearer",
                "scope": "accounting offline_access",
            }

    def tenants(self, authorization: str) -> list[str]:
        """Return the organisations that the bearer token may reach. Raises ApiError."""
        token = authorization.removeprefix("Bearer ")
        grants = self.books.rows("SELECT tenants, expires FROM grants WHERE token = ? AND kind = 'access'", token)
        if not grants:
            raise problem(401, "Unauthorized", "AuthenticationUnsuccessful")
        if grants[0][1] < time.time():
            raise problem(401, "Unauthorized", "TokenExpired: token expired")
        return list(json.loads(grants[0][0]))
