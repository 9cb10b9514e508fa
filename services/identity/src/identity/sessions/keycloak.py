"""Passwords kept by a Keycloak realm: sign-in by OpenID Connect (code + PKCE), accounts, roles, passwords and sessions
through its admin API. Selected by STAFFROOM_KEYCLOAK_URL; the realm is in `gateway/keycloak/`.

Keycloak proves who somebody is. What they may do stays in identity, which mirrors accounts and roles to the realm so
that its own console shows them and a deactivated user is turned away there too.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from keycloak import KeycloakAdmin, KeycloakOpenID
from keycloak.exceptions import KeycloakError
from redis import Redis

from identity.config import identity_settings
from identity.roles.rules import BY_ID
from identity.sessions.rules import WRONG
from identity.users import accounts
from identity.users.accounts import Account
from kit.db import Database, Tx
from kit.errors import BUSY, NotSignedIn, Unavailable
from kit.settings import settings

_SECONDS = 10
FLOW_SECONDS = 600
"""How long a person may take on Keycloak's page."""
CALLBACK = "/api/v1/auth/oidc/callback"


class KeycloakPasswords:
    """`PasswordKeeper` over a realm."""

    elsewhere = True

    def proves(self, db: Database, account: Account | None, text: str) -> bool:
        """Asks the realm by its direct grant: for changing a password, where the person is signed in already."""
        if account is None:
            return False
        try:
            _client().token(account.username, text)
        except KeycloakError:
            return False
        return True

    def kept(self, account: Account, text: str) -> Callable[[Tx], None]:
        try:
            admin = _admin()
            admin.set_user_password(_realm_id(admin, account), text, temporary=False)
        except KeycloakError as error:
            raise Unavailable(BUSY) from error
        return lambda tx: None

    def follow(self, tx: Tx, user_id: int) -> None:
        from identity.sessions.jobs import MIRROR

        tx.enqueue(MIRROR, uuid.uuid4().hex, {"userId": user_id})


def mirror(account: Account) -> None:
    """Make the realm's user what the account is now: names, roles, enabled or not; sessions end where less is allowed.

    Raises Unavailable.
    """
    try:
        admin = _admin()
        realm_id = _realm_id(admin, account)
        admin.update_user(realm_id, _representation(account))
        held = {role["name"]: role for role in admin.get_realm_roles_of_user(realm_id) if role["name"] in BY_ID}
        wanted = set(account.role_ids)
        if gained := [admin.get_realm_role(name) for name in sorted(wanted - held.keys())]:
            admin.assign_realm_roles(realm_id, gained)
        if lost := [held[name] for name in sorted(held.keys() - wanted)]:
            admin.delete_realm_roles_of_user(realm_id, lost)
        if lost or not account.active:
            admin.user_logout(realm_id)
    except KeycloakError as error:
        raise Unavailable(BUSY) from error


def _representation(account: Account) -> dict[str, Any]:
    first, _, last = account.name.rpartition(" ")
    return {
        "username": account.username,
        "firstName": first,
        "lastName": last,
        "email": account.email,
        "enabled": account.active,
    }


def _realm_id(admin: KeycloakAdmin, account: Account) -> str:
    """The realm's id of the user, who is made when missing."""
    found = admin.get_user_id(account.username)
    return str(found or admin.create_user(_representation(account), exist_ok=True))


@dataclass(frozen=True)
class Flow:
    """A sign-in under way: what the browser is sent back with, and what only we know."""

    state: str
    verifier: str
    nonce: str
    app: str
    redirect: str


def start(app: str, redirect: str) -> tuple[str, Flow]:
    """The address of Keycloak's sign-in page, and the flow that its answer must match. Raises Unavailable."""
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
    _valkey().set(_key(flow.state), json.dumps(flow.__dict__), ex=FLOW_SECONDS)
    return str(address), flow


def finish(db: Database, state: str, cookie: str, code: str) -> tuple[Account, Flow]:
    """Who came back from Keycloak. The state is good once, and only in the browser that started.

    Raises NotSignedIn, Unavailable.
    """
    stored = _valkey().getdel(_key(state)) if secrets.compare_digest(state.encode(), cookie.encode()) else None
    if not stored:
        raise NotSignedIn("This sign-in took too long or began in another window; please try again")
    flow = Flow(**json.loads(str(stored)))
    try:
        answer = _client().token(
            grant_type="authorization_code",
            code=code,
            redirect_uri=settings().public_url + CALLBACK,
            code_verifier=flow.verifier,
        )
        keys = KeySet.import_key_set(cast(Any, _client().certs()))
        claims = jwt.decode(answer["id_token"], keys, algorithms=["RS256"]).claims
        _expected(flow).validate(claims)
    except (KeycloakError, JoseError, KeyError, ValueError) as error:
        raise NotSignedIn(WRONG) from error
    with db.read() as connection:
        account = accounts.account_named(connection, str(claims["preferred_username"]))
    if account is None or not account.active:
        raise NotSignedIn(WRONG)
    return account, flow


def _expected(flow: Flow) -> jwt.JWTClaimsRegistry:
    return jwt.JWTClaimsRegistry(
        leeway=5,
        iss={"essential": True, "value": str(_client().well_known()["issuer"])},
        aud={"essential": True, "value": identity_settings().keycloak_client_id},
        exp={"essential": True},
        nonce={"essential": True, "value": flow.nonce},
        preferred_username={"essential": True},
    )


def _key(state: str) -> str:
    return f"identity:oidc:{hashlib.sha256(state.encode()).hexdigest()}"


@lru_cache(maxsize=1)
def _client() -> KeycloakOpenID:
    own = identity_settings()
    return KeycloakOpenID(
        server_url=own.keycloak_url,
        realm_name=own.keycloak_realm,
        client_id=own.keycloak_client_id,
        client_secret_key=own.keycloak_client_secret,
        timeout=_SECONDS,
    )


@lru_cache(maxsize=1)
def _admin() -> KeycloakAdmin:
    """The admin API as the client's own service account (realm-management: manage-users, view-realm)."""
    own = identity_settings()
    return KeycloakAdmin(
        server_url=own.keycloak_url,
        realm_name=own.keycloak_realm,
        user_realm_name=own.keycloak_realm,
        client_id=own.keycloak_client_id,
        client_secret_key=own.keycloak_client_secret,
        grant_type="client_credentials",
        timeout=_SECONDS,
    )


@lru_cache(maxsize=1)
def _valkey() -> Redis:
    return Redis.from_url(settings().redis_url, decode_responses=True, socket_connect_timeout=1, socket_timeout=2)
