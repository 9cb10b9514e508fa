"""Our users' accounts in a Keycloak realm: making, linking and mirroring them.

An account of the realm belongs to a user by its id, which tokens carry as `sub`; user names there can be changed and
given again, so no name ever proves who somebody is. The link has two ends: `user_account.keycloak_id` here, and there
the attribute `staffroomUserId`, which the realm lets admins alone write. It is made when we create the account, or by
an operator who names both (`identity.sessions.linking`).
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from keycloak import KeycloakAdmin
from keycloak.exceptions import KeycloakError

from identity.accounts import accounts
from identity.accounts.accounts import Account
from identity.accounts.model import user_account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.config import identity_settings
from identity.credentials.jobs import MIRROR
from identity.roles.rules import BY_ID
from kit.database import Database
from kit.errors import BUSY, Conflict, Unavailable
from kit.policy import as_service
from kit.telemetry import log

_log = log.get(__name__)

SECONDS = 10
"""Seconds a call of Keycloak may take."""
MARK = "staffroomUserId"
"""The attribute of a realm's account that names our user."""
_PASSES = 5
_INVALID, _ABSENT, _TAKEN = 400, 404, 409

NAME_TAKEN = (
    "The sign-in service has another account with this user name; "
    "an operator links or removes it (python -m identity.sessions.linking)"
)
LINKED_ALREADY = "This account of the sign-in service belongs to another user"


@lru_cache(maxsize=1)
def admin() -> KeycloakAdmin:
    """The admin API as the client's own service account. Its roles of realm-management: manage-users, view-users,
    query-users and view-realm, and manage-realm, without which no user name could be written (`_put`)."""
    own = identity_settings()
    return KeycloakAdmin(
        server_url=own.keycloak_url,
        realm_name=own.keycloak_realm,
        user_realm_name=own.keycloak_realm,
        client_id=own.keycloak_client_id,
        client_secret_key=own.keycloak_client_secret,
        grant_type="client_credentials",
        timeout=SECONDS,
    )


@contextmanager
def calls() -> Iterator[None]:
    """Around calls of the realm: Conflict for what it refuses, Unavailable for what it cannot answer now."""
    try:
        yield
    except KeycloakError as error:
        if error.response_code in (_INVALID, _TAKEN):
            raise Conflict(f"The sign-in service refuses this: {_reason(error)}", code="sign_in_refuses") from error
        raise Unavailable(BUSY) from error


def _reason(error: KeycloakError) -> str:
    """The sentence in a refusal of Keycloak."""
    try:
        said = json.loads(error.response_body or b"{}")
    except ValueError:
        said = {}
    return str(said.get("error_description") or said.get("errorMessage") or "no reason given")


def mirror(db: Database, user_id: int) -> None:
    """Make the realm's account what the user is now: name, roles, enabled or not; sessions end where less is allowed.

    Repeated until the user has not changed meanwhile, so that of two runs at once the slower one undoes nothing.
    Raises Conflict where another account has the name, Unavailable.
    """
    for _ in range(_PASSES):
        account = _read(db, user_id)
        with calls():
            representation = ensure(db, account)
            _write(db, account, representation)
            _write_roles(account, representation["id"])
        if _read(db, user_id) == Account(**{**account.__dict__, "keycloak_id": representation["id"]}):
            return
    raise Unavailable(BUSY)


def ensure(db: Database, account: Account) -> dict[str, Any]:
    """The realm's account of the user as the realm shows it; created where there is none. Call it inside `calls`."""
    if account.keycloak_id:
        representation = by_id(account.keycloak_id)
        if representation is not None:
            return representation
    realm_id = _create(db, account)
    link(db, account, realm_id, "created there")
    return admin().get_user(realm_id)


def by_id(realm_id: str) -> dict[str, Any] | None:
    """The realm's account of this id."""
    try:
        return admin().get_user(realm_id)
    except KeycloakError as error:
        if error.response_code == _ABSENT:
            return None
        raise


def by_name(username: str) -> dict[str, Any] | None:
    """The realm's account that signs in as `username` at this moment. It proves nothing about whose it is."""
    accounts_there = admin().get_users({"username": username.lower(), "exact": True, "max": 1})
    return accounts_there[0] if accounts_there else None


def link(db: Database, account: Account, realm_id: str, how: str) -> None:
    """Store whose account of the realm it is. Raises Conflict where it is another user's, or the user's changed."""
    c = user_account.c
    with db.transaction(as_service("identity")) as tx:
        holder = accounts.account_of_keycloak(tx.connection, realm_id)
        if holder is not None and holder.id != account.id:
            raise Conflict(LINKED_ALREADY, code="linked_already")
        unchanged = sa.or_(c.keycloak_id.is_not_distinct_from(account.keycloak_id), c.keycloak_id == realm_id)
        statement = sa.update(user_account).where(c.id == account.id, unchanged).values(keycloak_id=realm_id)
        if tx.execute(statement).rowcount == 0:
            raise Unavailable(BUSY)  # another run has just linked this user
        if holder is None:
            audit.record(tx, Kind.LINKED, user_id=account.id, detail=f"{how}: {realm_id}")


def _read(db: Database, user_id: int) -> Account:
    with db.read() as connection:
        return accounts.account(connection, user_id)


def _create(db: Database, account: Account) -> str:
    """The id of a new account, or of the one that an earlier run created and could not link any more."""
    wanted = _representation(account) | {"attributes": {MARK: [str(account.id)]}}
    try:
        return admin().create_user(wanted)
    except KeycloakError as error:
        if error.response_code != _TAKEN:
            raise
    holder = by_name(account.username)
    if holder is not None and marked_for(holder) == account.id:
        return str(holder["id"])
    _make_room(db, account, holder)
    return admin().create_user(wanted)


def _write(db: Database, account: Account, representation: Mapping[str, Any]) -> None:
    attributes = {**representation.get("attributes", {}), MARK: [str(account.id)]}
    wanted = {**representation, **_representation(account), "attributes": attributes}
    try:
        _put(representation["id"], wanted)
    except KeycloakError as error:
        if error.response_code != _TAKEN:
            raise
        _make_room(db, account, by_name(account.username))
        _put(representation["id"], wanted)


def _put(realm_id: str, wanted: Mapping[str, Any]) -> None:
    """Write an account, its name too. The realm lets nobody change a name, its own admin API included, so it is opened
    for the one call; people still cannot: their profile is written by admins alone."""
    try:
        admin().update_user(realm_id, dict(wanted))
    except KeycloakError as error:
        if error.response_code != _INVALID or b"error-user-attribute-read-only" not in (error.response_body or b""):
            raise
        realm = identity_settings().keycloak_realm
        admin().update_realm(realm, {"editUsernameAllowed": True})
        try:
            admin().update_user(realm_id, dict(wanted))
        finally:
            admin().update_realm(realm, {"editUsernameAllowed": False})


def _make_room(db: Database, account: Account, holder: Mapping[str, Any] | None) -> None:
    """Another of our users has given up this name here and still has it there: their account gets a name of its own
    until its own mirroring, which is queued, writes the right one. Raises Conflict where it is nobody's of ours.
    """
    if holder is None:
        raise Unavailable(BUSY)  # it has moved on since
    with db.read() as connection:
        other = accounts.account_of_keycloak(connection, holder["id"])
    if other is None or other.id == account.id or other.username.lower() == account.username.lower():
        _log.warning("keycloak_name_taken", user=account.id, keycloak_id=holder["id"])
        raise Conflict(NAME_TAKEN, code="name_taken")
    with db.transaction(as_service("identity")) as tx:
        MIRROR.enqueue(tx, uuid.uuid4().hex, {"userId": other.id})
    _put(holder["id"], {**holder, "username": f"renamed-{holder['id']}"})


def marked_for(representation: Mapping[str, Any]) -> int | None:
    """Our user whom a realm's account names."""
    values = representation.get("attributes", {}).get(MARK, [])
    return int(values[0]) if len(values) == 1 and str(values[0]).isdecimal() else None


def _write_roles(account: Account, realm_id: str) -> None:
    held = {role["name"]: role for role in admin().get_realm_roles_of_user(realm_id) if role["name"] in BY_ID}
    wanted = set(account.role_ids)
    if gained := [admin().get_realm_role(name) for name in sorted(wanted - held.keys())]:
        admin().assign_realm_roles(realm_id, gained)
    if lost := [held[name] for name in sorted(held.keys() - wanted)]:
        admin().delete_realm_roles_of_user(realm_id, lost)
    if lost or not account.active:
        admin().user_logout(realm_id)


def _representation(account: Account) -> dict[str, Any]:
    first, _, last = account.name.rpartition(" ")
    return {
        "username": account.username,
        "firstName": first,
        "lastName": last,
        "email": account.email,
        "enabled": account.active,
    }
