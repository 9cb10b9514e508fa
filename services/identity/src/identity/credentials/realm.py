"""Realm accounts of our users in Keycloak: create, link and mirror them.

The id of a realm account, which tokens carry as `sub`, links it to a user. User names in the realm can be changed and
reused, so a name is never proof of identity. The link has two ends: `user_account.keycloak_id` here, and the attribute
`staffroomUserId` in the realm, which only admins can write. It is created with the account, or by an operator who names
both (`identity.sessions.linking`).
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from keycloak import KeycloakAdmin
from keycloak.exceptions import KeycloakDeleteError, KeycloakError, raise_error_from_response

from identity.accounts import accounts
from identity.accounts.accounts import Account
from identity.accounts.model import user_account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.config import identity_settings
from identity.credentials.jobs import MIRROR
from identity.roles.rules import BY_ID, asks_second_factor
from kit.database import Database
from kit.errors import BUSY, Conflict, Unavailable
from kit.policy import Row, as_service
from kit.telemetry import log

_log = log.get(__name__)

MARK = "staffroomUserId"
"""The attribute of a realm account with the id of our user."""
ACTIVE = "staffroomActive"
"""The attribute that says whether the user was active when the account was last mirrored. If such an account is
disabled, it was disabled in Keycloak's console."""
SECOND_FACTOR = "secondFactor"
"""The realm role of users who must give a second factor."""
_PASSES, _EVENTS = 5, 1_000
_DONE, _INVALID, _ABSENT, _TAKEN = 204, 400, 404, 409

NAME_TAKEN = (
    "The sign-in service has another account with this user name; "
    "an operator links or removes it (python -m identity.sessions.linking)"
)
LINKED_ALREADY = "This account of the sign-in service belongs to another user"


@lru_cache(maxsize=1)
def admin() -> KeycloakAdmin:
    """Return the admin API as the client's own service account. Its roles of realm-management: manage-users,
    view-users, query-users, view-realm and view-events, and manage-realm, which is needed to write a user name (`_put`)
    and to import accounts."""
    config = identity_settings()
    return KeycloakAdmin(**config.keycloak(), user_realm_name=config.keycloak_realm, grant_type="client_credentials")


@contextmanager
def calls() -> Iterator[None]:
    """Translate errors of Keycloak: Conflict for a refusal, Unavailable for any other error."""
    try:
        yield
    except KeycloakError as error:
        if error.response_code in (_INVALID, _TAKEN):
            raise Conflict(f"The sign-in service refuses this: {_reason(error)}", code="sign_in_refuses") from error
        raise Unavailable(BUSY) from error


def _reason(error: KeycloakError) -> str:
    """Return the sentence in Keycloak's refusal."""
    try:
        body = json.loads(error.response_body or b"{}")
    except ValueError:
        body = {}
    return str(body.get("error_description") or body.get("errorMessage") or "no reason given")


def mirror(db: Database, user_id: int) -> None:
    """Update the realm account from the user: name, roles, enabled. Sessions end if rights are withdrawn.

    Repeat until the user did not change during the pass, so that the slower of two concurrent runs undoes nothing.
    Raises Conflict if another realm account has the name, Unavailable.
    """
    for _ in range(_PASSES):
        account = db.query(accounts.account, user_id)
        with calls():
            representation = ensure(db, account)
            _write(db, account, representation)
            _write_roles(account, representation["id"])
        if db.query(accounts.account, user_id) == replace(account, keycloak_id=representation["id"]):
            return
    raise Unavailable(BUSY)


def is_enabled(realm_id: str) -> bool:
    """Return whether this realm account may sign in. Raises Unavailable."""
    with calls():
        representation = by_id(realm_id)
    return representation is not None and bool(representation["enabled"])


def changed_accounts(since: float) -> tuple[list[str], float | None]:
    """Return the ids of the realm accounts changed or deleted since a timestamp, in seconds since 1970; and, if there
    are more, the timestamp of the last of them. Raises Unavailable."""
    query = {
        "resourceTypes": "USER",
        "operationTypes": ["UPDATE", "DELETE"],
        "dateFrom": int(since * 1000),
        "direction": "asc",
        "max": _EVENTS,
    }
    with calls():
        events = admin().get_admin_events(query)
    changed = dict.fromkeys(str(event["resourcePath"]).removeprefix("users/") for event in events)
    return list(changed), events[-1]["time"] / 1000 if len(events) == _EVENTS else None


def import_accounts(wanted: Iterable[tuple[Account, Sequence[Row]]]) -> dict[str, str]:
    """Create realm accounts with roles and credentials in one call, except for names that the realm already has.

    Return the ids of the created ones, by user name in lower case. Raises Conflict, Unavailable.
    """
    realm = identity_settings().keycloak_realm
    users = [
        _representation(account)
        # A new account gets the default role automatically: it opens a person's own page in Keycloak.
        | {"realmRoles": [f"default-roles-{realm}", *sorted(_roles(account))], "credentials": list(credentials)}
        for account, credentials in wanted
    ]
    with calls():
        answer = admin().partial_import_realm(realm, {"ifResourceExists": "SKIP", "users": users})
    return {one["resourceName"].lower(): one["id"] for one in answer["results"] if one["action"] == "ADDED"}


def end_sessions(sessions: Iterable[str]) -> None:
    """End sessions of the realm, so that its page asks for the password again. Sessions that have ended are skipped.

    Raises Unavailable.
    """
    api, realm = admin().connection, identity_settings().keycloak_realm
    with calls():
        for session in sessions:
            answer = api.raw_delete(f"admin/realms/{realm}/sessions/{quote(session, safe='')}")
            raise_error_from_response(answer, KeycloakDeleteError, expected_codes=[_DONE, _ABSENT])


def ensure(db: Database, account: Account) -> dict[str, Any]:
    """Return the user's realm account in the realm's representation; create it if there is none. Call it inside
    `calls`."""
    if account.keycloak_id:
        representation = by_id(account.keycloak_id)
        if representation is not None:
            return representation
    realm_id = _create(db, account)
    link(db, account, realm_id, "created there")
    return admin().get_user(realm_id)


def by_id(realm_id: str) -> dict[str, Any] | None:
    """Return the realm account with this id."""
    try:
        return admin().get_user(realm_id)
    except KeycloakError as error:
        if error.response_code == _ABSENT:
            return None
        raise


def by_name(username: str) -> dict[str, Any] | None:
    """Return the realm account that has this user name now. The name does not prove that it belongs to the user."""
    representations = admin().get_users({"username": username.lower(), "exact": True, "max": 1})
    return representations[0] if representations else None


def link(db: Database, account: Account, realm_id: str, how: str) -> None:
    """Store the link of a user to a realm account. Raises Conflict if another user has it, Unavailable if another run
    has just linked this user."""
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


def _create(db: Database, account: Account) -> str:
    """Return the id of a new realm account, or of one that an earlier run created but did not link."""
    representation = _representation(account)
    try:
        return admin().create_user(representation)
    except KeycloakError as error:
        if error.response_code != _TAKEN:
            raise
    holder = by_name(account.username)
    if holder is not None and marked_for(holder) == account.id:
        return str(holder["id"])
    _free_username(db, account, holder)
    return admin().create_user(representation)


def _write(db: Database, account: Account, representation: Mapping[str, Any]) -> None:
    updated = {**representation, **_representation(account)}
    updated["attributes"] = {**representation.get("attributes", {}), **updated["attributes"]}
    if not representation["enabled"] and _marked(representation, ACTIVE) == "true":
        updated["enabled"] = False  # disabled in Keycloak's console, and only there can it be enabled
    try:
        _put(representation["id"], updated)
    except KeycloakError as error:
        if error.response_code != _TAKEN:
            raise
        _free_username(db, account, by_name(account.username))
        _put(representation["id"], updated)


def _put(realm_id: str, representation: Mapping[str, Any]) -> None:
    """Write a realm account, including its user name. The realm refuses a new name even to its admin API, so names are
    made editable for this one call. People still cannot change theirs: only admins write a profile."""
    try:
        admin().update_user(realm_id, dict(representation))
    except KeycloakError as error:
        if error.response_code != _INVALID or b"error-user-attribute-read-only" not in (error.response_body or b""):
            raise
        realm = identity_settings().keycloak_realm
        admin().update_realm(realm, {"editUsernameAllowed": True})
        try:
            admin().update_user(realm_id, dict(representation))
        finally:
            admin().update_realm(realm, {"editUsernameAllowed": False})


def _free_username(db: Database, account: Account, holder: Mapping[str, Any] | None) -> None:
    """Free the user name of `account` in the realm, if the account of another of our users still has the name they gave
    up here.

    That user's realm account gets a temporary name, and a mirror job is queued that writes the right one. Raises
    Conflict if the holder is not linked to such a user, Unavailable if the name has become free.
    """
    if holder is None:
        raise Unavailable(BUSY)  # the holder has been renamed since
    other = db.query(accounts.account_of_keycloak, holder["id"])
    if other is None or other.id == account.id or other.username.lower() == account.username.lower():
        _log.warning("keycloak_name_taken", user=account.id, keycloak_id=holder["id"])
        raise Conflict(NAME_TAKEN, code="name_taken")
    with db.transaction(as_service("identity")) as tx:
        MIRROR.enqueue(tx, uuid.uuid4().hex, {"userId": other.id})
    _put(holder["id"], {**holder, "username": f"renamed-{holder['id']}"})


def marked_for(representation: Mapping[str, Any]) -> int | None:
    """Return the id of our user in the attribute `MARK` of a realm account."""
    value = _marked(representation, MARK)
    return int(value) if value.isdecimal() else None


def _marked(representation: Mapping[str, Any], name: str) -> str:
    values = representation.get("attributes", {}).get(name, [])
    return str(values[0]) if len(values) == 1 else ""


def _write_roles(account: Account, realm_id: str) -> None:
    ours = {SECOND_FACTOR, *BY_ID}
    current = {role["name"]: role for role in admin().get_realm_roles_of_user(realm_id) if role["name"] in ours}
    wanted = _roles(account)
    if gained := [admin().get_realm_role(name) for name in sorted(wanted - current.keys())]:
        admin().assign_realm_roles(realm_id, gained)
    if lost := [current[name] for name in sorted(current.keys() - wanted)]:
        admin().delete_realm_roles_of_user(realm_id, lost)
    if lost or not account.active:
        admin().user_logout(realm_id)


def _roles(account: Account) -> set[str]:
    """Return the realm roles of a user: their own, and the one by which the realm requires a second factor."""
    return {*account.role_ids} | ({SECOND_FACTOR} if asks_second_factor(account.role_ids) else set())


def _representation(account: Account) -> dict[str, Any]:
    """Return the realm account of a user, without its id. A person with a single name has no first name."""
    first, _, last = account.name.rpartition(" ")
    return {
        "username": account.username,
        "firstName": first,
        "lastName": last,
        "email": account.email,
        "enabled": account.active,
        "attributes": {MARK: [str(account.id)], ACTIVE: ["true" if account.active else "false"]},
    }
