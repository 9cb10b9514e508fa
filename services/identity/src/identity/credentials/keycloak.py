"""Passwords in a Keycloak realm: sign-in by OpenID Connect (code + PKCE), accounts, roles, passwords and sessions
through its admin API. Selected by STAFFROOM_KEYCLOAK_URL; the realm is in `gateway/keycloak/`.

Keycloak authenticates a person by the id of their realm account (`sub`). Identity authorises them, and mirrors
accounts and roles to the realm (`realm.py`), so that Keycloak's console shows them and Keycloak refuses a deactivated
user too.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from keycloak import KeycloakOpenID
from keycloak.exceptions import KeycloakConnectionError, KeycloakError

from identity.accounts import accounts
from identity.accounts.accounts import WRONG, Account
from identity.config import identity_settings
from identity.credentials import realm
from identity.credentials.jobs import MIRROR, SIGN_OUT
from kit import valkey
from kit.database import Database, Tx, database
from kit.errors import BUSY, Malformed, NotSignedIn, Unavailable
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)

FLOW_SECONDS = 600
"""Seconds that a person may spend on Keycloak's page."""
CALLBACK = "/api/v1/auth/oidc/callback"
_SERVER_ERROR = 500
_LOGOUT = "http://schemas.openid.net/event/backchannel-logout"
_NO_SIGN_OUT = "This is not a logout token of the sign-in service"
_KEYS_SECONDS, _NEW_KEYS_SECONDS = 300, 5
"""Seconds for which the realm's keys are cached, and for which they are cached against unknown key ids: invented tokens
must not make us fetch more often."""


class KeycloakPasswords:
    """`PasswordStore` of a realm."""

    external = True

    def verify(self, db: Database, account: Account | None, text: str) -> bool:
        """Verify with the realm's direct grant, for a password change, when the person is already signed in.

        The realm may have renamed the account, so read its current name first; the token must be of that account.
        """
        if account is None or account.keycloak_id is None:
            return False
        with realm.calls():
            representation = realm.by_id(account.keycloak_id)
        if representation is None:
            return False
        try:
            answer = _client().token(representation["username"], text)
            return str(_claims(answer["id_token"])["sub"]) == account.keycloak_id
        except KeycloakConnectionError as error:
            raise Unavailable(BUSY) from error
        except (KeycloakError, JoseError, KeyError, ValueError):
            return False

    def prepare(self, account: Account, text: str) -> Callable[[Tx], None]:
        with realm.calls():
            representation = realm.ensure(database(), account)
            realm.admin().set_user_password(representation["id"], text, temporary=False)
        return lambda tx: None

    def mirror(self, tx: Tx, user_id: int) -> None:
        MIRROR.enqueue(tx, uuid.uuid4().hex, {"userId": user_id})

    def sign_out(self, tx: Tx, sessions: Sequence[str]) -> None:
        """End sessions of the realm right after the commit, so that nobody else continues at the same computer. A job
        does it if Keycloak does not answer, or if this process ends first."""
        SIGN_OUT.enqueue(tx, uuid.uuid4().hex, {"sessions": list(sessions)})
        tx.after_commit(lambda: end_now(sessions))


@dataclass(frozen=True)
class Flow:
    """A sign-in in progress: the state that the browser returns, and the secrets that only the server has."""

    state: str
    verifier: str
    nonce: str
    app: str
    redirect: str


def start(app: str, redirect: str) -> tuple[str, Flow]:
    """Return the address of Keycloak's sign-in page, and the flow that its response must match. Raises Unavailable."""
    state, verifier, nonce = (secrets.token_urlsafe(32) for _ in range(3))
    flow = Flow(state, verifier, nonce, app, redirect)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(flow.verifier.encode()).digest()).rstrip(b"=").decode()
    try:
        address = _client().auth_url(
            redirect_uri=settings().public_url + CALLBACK,
            scope="openid",
            state=flow.state,
            nonce=flow.nonce,
            code_challenge=challenge,
            code_challenge_method="S256",
        )
    except KeycloakError as error:
        raise Unavailable(BUSY) from error
    valkey.client().set(_key(flow.state), json.dumps(flow.__dict__), ex=FLOW_SECONDS)
    return str(address), flow


def resume(state: str, cookie: str) -> Flow:
    """Return the flow of a returning browser. Its state is valid once, and only in the browser that started it.

    Raises NotSignedIn.
    """
    stored = valkey.client().getdel(_key(state)) if secrets.compare_digest(state.encode(), cookie.encode()) else None
    if not stored:
        text = "This sign-in took too long or began in another window; please try again"
        raise NotSignedIn(text, code="sign_in_expired")
    return Flow(**json.loads(str(stored)))


def finish(db: Database, flow: Flow, code: str, error: str) -> tuple[Account | None, dict[str, Any]]:
    """Return the account that Keycloak authenticated, with the claims of its token; None if no user is linked to it.

    `error` is the code that Keycloak sends instead of `code`. Raises NotSignedIn, Unavailable.
    """
    if error:
        raise NotSignedIn("The sign-in was stopped", code="sign_in_stopped" if error == "access_denied" else None)
    try:
        answer = _client().token(
            grant_type="authorization_code",
            code=code,
            redirect_uri=settings().public_url + CALLBACK,
            code_verifier=flow.verifier,
        )
        claims = _claims(answer["id_token"], flow.nonce)
    except KeycloakConnectionError as failure:
        raise Unavailable(BUSY) from failure
    except (KeycloakError, JoseError, KeyError, ValueError) as failure:
        if isinstance(failure, KeycloakError) and (failure.response_code or 0) >= _SERVER_ERROR:
            raise Unavailable(BUSY) from failure
        raise NotSignedIn(WRONG) from failure
    return db.query(accounts.account_of_keycloak, str(claims["sub"])), claims


def end_now(sessions: Iterable[str]) -> None:
    """End sessions of the realm, if Keycloak answers."""
    try:
        realm.end_sessions(sessions)
    except Unavailable:
        _log.warning("keycloak_sign_out_waits")


def signed_out(logout_token: str) -> str:
    """Return the session (`sid`) that a logout token of the realm names (OpenID Connect Back-Channel Logout 1.0, 2.4 to
    2.6).

    Raises Malformed, Unavailable.
    """
    try:
        claims = _claims(logout_token, sid={"essential": True})
        if "nonce" not in claims and isinstance(claims["events"][_LOGOUT], dict):
            return str(claims["sid"])
    except KeycloakError as error:
        raise Unavailable(BUSY) from error
    except (JoseError, KeyError, TypeError, ValueError) as error:
        raise Malformed(_NO_SIGN_OUT) from error
    raise Malformed(_NO_SIGN_OUT)


def _claims(token: str, nonce: str | None = None, **more: Any) -> dict[str, Any]:
    """Return the claims of a realm's token, once its signature and registered claims are verified."""
    issuer, keys = _signers(_KEYS_SECONDS)
    try:
        claims = jwt.decode(token, keys, algorithms=["RS256"]).claims
    except InvalidKeyIdError:
        issuer, keys = _signers(_NEW_KEYS_SECONDS)
        claims = jwt.decode(token, keys, algorithms=["RS256"]).claims
    expected: dict[str, Any] = {
        "iss": {"essential": True, "value": issuer},
        "aud": {"essential": True, "value": identity_settings().keycloak_client_id},
        "exp": {"essential": True},
        "sub": {"essential": True},
        **more,
    }
    if nonce is not None:
        expected["nonce"] = {"essential": True, "value": nonce}
    jwt.JWTClaimsRegistry(leeway=5, **expected).validate(claims)
    return dict(claims)


def _signers(kept: float) -> tuple[str, KeySet]:
    """Return the realm's issuer and keys, fetched again if they are older than `kept` seconds."""
    asked, issuer, keys = _asked()
    if time.monotonic() - asked > kept:
        _asked.cache_clear()
        _, issuer, keys = _asked()
    return issuer, keys


@lru_cache(maxsize=1)
def _asked() -> tuple[float, str, KeySet]:
    keys = KeySet.import_key_set(cast(Any, _client().certs()))
    return time.monotonic(), str(_client().well_known()["issuer"]), keys


def _key(state: str) -> str:
    return f"identity:oidc:{hashlib.sha256(state.encode()).hexdigest()}"


@lru_cache(maxsize=1)
def _client() -> KeycloakOpenID:
    return KeycloakOpenID(**identity_settings().keycloak())
