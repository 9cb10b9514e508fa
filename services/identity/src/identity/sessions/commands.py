"""Commands to sign in and out, refresh, impersonate, set passwords. A refusal is audited in its own commit before it is
raised."""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from identity.accounts import accounts as users
from identity.accounts.accounts import WRONG, Account
from identity.accounts.model import known_device, password_link, refresh_secret, session, user_account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.config import signing_key
from identity.credentials import ending
from identity.credentials.passwords import password_store
from identity.sessions import devices, queries, rules, tries
from identity.sessions.devices import digest
from identity.sessions.jobs import SEND_LINK
from identity.users import policy
from identity.users.fields import USER
from kit.database import Database, Tx, tables
from kit.errors import Conflict, Forbidden, Invalid, NotSignedIn, TooMany, Unavailable
from kit.policy import ANONYMOUS, Actor, as_service, tokens
from kit.records.pipeline import load

_SIGN_IN_AGAIN = "Your session has expired, please sign in again"


@dataclass(frozen=True)
class SignedIn:
    """The result of a sign-in or refresh: the answer, the application, the next refresh secret with its lifetime in
    seconds, and the new device cookie after a sign-in with a password."""

    answer: dict[str, Any]
    app: str = ""
    secret: str = ""
    seconds: int = 0
    device: str = ""


def authenticate(db: Database, username: str, text: str, app: str, device: str = "") -> Account:
    """Return the account for a right password, if it may sign in to `app`. `device` is the browser's device cookie.

    The password alone begins no session: `identity.factors.signing_in` requires the second factor. Raises NotSignedIn,
    Forbidden, TooMany, and Conflict if people sign in on Keycloak's page.
    """
    if password_store().external:
        raise Conflict("Please sign in on the sign-in page of your organisation", code="sign_in_elsewhere")
    account = db.query(users.account_named, username)
    if account is not None and db.query(devices.knows, device, account.id):
        limits = tries.of_device(device, account.id)
    else:
        limits = tries.of_strangers(username, audit.origin.get()["address"])
    try:
        counted = tries.begin(limits)
    except TooMany:
        _audit_refusal(db, None, username, "too many wrong tries")
        raise
    correct = password_store().verify(db, account, text)
    if account is None or not correct or not account.active:
        _audit_refusal(db, account, username, "wrong password" if account is None or not correct else "inactive")
        raise NotSignedIn(WRONG, code="wrong_password")
    tries.forgive(counted)
    _check_access(db, account, app)
    return account


def begin_external(db: Database, account: Account | None, app: str, claims: Mapping[str, Any]) -> SignedIn:
    """Begin a session for the account that Keycloak authenticated. Raises Forbidden, NotSignedIn."""
    if account is None:
        username = str(claims.get("preferred_username", ""))
        _audit_refusal(db, None, username, f"sign-in account {claims['sub']} is not linked")
        raise NotSignedIn(rules.NOT_LINKED, code="not_linked")
    if not account.active:
        _audit_refusal(db, account, account.username, "inactive")
        raise NotSignedIn(rules.NOT_ACTIVE, code="inactive")
    return begin(db, account, app, keycloak_sid=claims.get("sid"))


def end_external(db: Database, logout_token: str) -> None:
    """End the sessions that began from a session of Keycloak that has ended. Raises Malformed, Unavailable."""
    from identity.credentials import keycloak

    keycloak_sid = keycloak.signed_out(logout_token)
    with db.transaction(as_service("identity")) as tx:
        ending.end_elsewhere(tx, keycloak_sid)


def begin(db: Database, account: Account, app: str, device: str = "", *, keycloak_sid: str | None = None) -> SignedIn:
    """Begin a session for an authenticated user, and remember their device. Raises Forbidden, NotSignedIn."""
    _check_access(db, account, app)
    with db.transaction(as_user(account)) as tx:
        # The lock orders this before or after a deactivation: a later one ends the new session.
        account = users.account(tx.connection, account.id, lock=True)
        if account.active:
            return replace(_start(tx, account, app, keycloak_sid), device=devices.remember(tx, device, account.id))
    raise NotSignedIn(WRONG, code="wrong_password")


def _check_access(db: Database, account: Account, app: str) -> None:
    try:
        rules.check_access(app, account.role_ids)
    except Forbidden:
        _audit_refusal(db, account, account.username, f"no access to {app}")
        raise


def _audit_refusal(db: Database, account: Account | None, username: str, reason: str) -> None:
    with db.transaction(ANONYMOUS) as tx:
        audit.record(tx, Kind.REFUSED, user_id=account.id if account else None, user_name=username, detail=reason)


def as_user(account: Account) -> Actor:
    """Return the actor of a transaction in which a user signs in."""
    return Actor(user_id=account.id, roles=frozenset(account.role_ids), name=account.name)


def _start(tx: Tx, account: Account, app: str, keycloak_sid: str | None) -> SignedIn:
    now = dt.datetime.now(dt.UTC)
    row = {
        "sid": secrets.token_urlsafe(18),
        "user_id": account.id,
        "app": app,
        "started": now,
        "expires": now + dt.timedelta(minutes=rules.SESSION_MINUTES),
        "keycloak_sid": keycloak_sid,
        **audit.origin.get(),
    }
    session_id = tx.insert(session, row)
    tx.execute(sa.update(user_account).where(user_account.c.id == account.id).values(last_sign_in=now))
    audit.record(tx, Kind.SIGNED_IN, user_id=account.id, detail=app)
    secret = secrets.token_urlsafe(32)
    tx.execute(sa.insert(refresh_secret).values(hash=digest(secret), session_id=session_id))
    return _with_secret(tx, row, account, secret)


def _with_secret(tx: Tx, own: dict[str, Any], account: Account, secret: str) -> SignedIn:
    seconds = int((own["expires"] - dt.datetime.now(dt.UTC)).total_seconds())
    return SignedIn(_answer(tx, own, account), own["app"], secret, max(seconds, 0))


def _answer(tx: Tx, row: dict[str, Any], account: Account) -> dict[str, Any]:
    """Return `{authToken, timeStamp, expiresAt, sessionExpiresAt, user}` for a session row."""
    account = account.within(row["app"])
    now = dt.datetime.now(dt.UTC).replace(microsecond=0)
    expires = min(now + dt.timedelta(seconds=rules.ACCESS_SECONDS), row["expires"])
    real = row.get("real_user_id")
    claims: dict[str, Any] = {
        "sub": str(account.id),
        "name": account.name,
        "roles": list(account.role_ids),
        "persons": account.persons,
        "sid": row["sid"],
        "iat": int(now.timestamp()),
        "exp": int(expires.timestamp()),
    }
    if real is not None:
        claims["act"] = {"sub": str(real)}
    return {
        "authToken": tokens.sign(claims, signing_key()),
        "timeStamp": now,
        "expiresAt": expires,
        "sessionExpiresAt": row["expires"],
        "user": users.user_answer(tx.connection, account.id, real, row["app"]),
    }


def refresh(db: Database, secret: str, app: str) -> SignedIn:
    """Return a new access token and the next refresh secret of an active session of `app`. Raises NotSignedIn.

    A session has one valid secret. A used secret that is presented late, or from another browser, may be stolen: the
    session ends. Within `rules.REUSE_GRACE` and from the same browser it comes from a second tab or after a lost
    answer: it gets the same successor as the first time.
    """
    with db.transaction(ANONYMOUS) as tx:
        row = queries.by_secret(tx, digest(secret), app)  # locks the session, so its refreshes run one at a time
        account = users.account(tx.connection, row["user_id"]) if row is not None else None
        following = _next_secret(tx, row["id"], secret) if row is not None else ""
        if row is not None and not following:
            ending.end(tx, row["id"], "a used refresh secret came back")
        elif row is not None and account is not None and account.active:
            signed_in = _with_secret(tx, row, account, following)
            impersonation = queries.impersonation(tx, row["id"])
            if impersonation is None:
                return signed_in
            impersonated = users.account(tx.connection, impersonation["user_id"])
            return replace(signed_in, answer=_answer(tx, impersonation, impersonated))
    raise NotSignedIn(_SIGN_IN_AGAIN, code="session_ended")


def _next_secret(tx: Tx, session_id: int, secret: str) -> str:
    """Return the valid secret that follows `secret`; empty if `secret` was reused late or by another browser."""
    browser = audit.origin.get()["user_agent"]
    row = tx.one(queries.secret(digest(secret)))
    if row is not None and row["used"] is None:
        return _rotate(tx, session_id, secret, browser)
    while row is not None and row["used"] is not None:
        if row["late"] or row["salt"] is None or row["used_by"] != browser:
            return ""
        secret = rules.successor(secret, row["salt"])
        row = tx.one(queries.secret(digest(secret)))
    return secret if row is not None else ""


def _rotate(tx: Tx, session_id: int, secret: str, browser: str) -> str:
    """Mark a secret as used and return its successor."""
    salt = secrets.token_bytes(16)
    following = rules.successor(secret, salt)
    used = sa.update(refresh_secret).where(refresh_secret.c.hash == digest(secret))
    tx.execute(used.values(used=tables.now(), salt=salt, used_by=browser))
    tx.execute(sa.insert(refresh_secret).values(hash=digest(following), session_id=session_id))
    return following


def sign_out(db: Database, actor: Actor, secret: str) -> None:
    """End the sessions of the token and of the cookie, including any impersonation in them."""
    with db.transaction(actor) as tx:
        for session_id in queries.roots(tx, actor.session_id, digest(secret) if secret else b""):
            ending.end(tx, session_id, "signed out", Kind.SIGNED_OUT)


def impersonate(tx: Tx, user_id: int, reason: str = "") -> dict[str, Any]:
    """Act as another user, and return the answer of a sign-in; its token names both. The audit list has the reason.

    Raises Forbidden when nested, NotFound, and Conflict for oneself, an inactive user or another sysAdmin.
    """
    actor = tx.actor
    if not policy.impersonates(actor):
        raise Forbidden("You are already impersonating somebody")
    row = load(tx, USER, actor, user_id)
    if not policy.impersonates(actor, row):
        refusal = "Only an active user who is not a system administrator can be impersonated"
        raise Conflict(refusal, code="cannot_impersonate")
    own = queries.active(tx, actor.session_id)
    if own is None:
        raise NotSignedIn(_SIGN_IN_AGAIN, code="session_ended")
    ending.end_impersonation(tx, own["id"], "another impersonation")
    impersonation = {
        "sid": secrets.token_urlsafe(18),
        "user_id": user_id,
        "real_user_id": actor.user_id,
        "parent_id": own["id"],
        "expires": own["expires"],
        **{name: own[name] for name in ("app", "address", "user_agent")},
    }
    tx.insert(session, impersonation)
    audit.record(tx, Kind.IMPERSONATION_STARTED, user_id=user_id, detail=" ".join(reason.split()))
    return _answer(tx, impersonation, Account.of(row))


def stop_impersonating(tx: Tx) -> dict[str, Any]:
    """End the impersonation and return the answer of a sign-in. Takes the impersonation's token or the user's own."""
    own = queries.own_active(tx, tx.actor.session_id)
    if own is None:
        raise Conflict("You are not impersonating anybody")
    ending.end_impersonation(tx, own["id"], "stopped")
    return _answer(tx, own, users.account(tx.connection, own["user_id"]))


def change_password(db: Database, actor: Actor, current: str, new: str) -> None:
    """Change one's own password and end the user's other sessions. Raises Invalid, Forbidden, TooMany."""
    if actor.real_user_id is not None:
        raise Forbidden("A password is changed by its owner only")
    account = db.query(users.account, actor.user_id)
    rules.check_password(new, account.username)
    check_own_password(db, actor, account, current, Kind.PASSWORD_REFUSED, "currentPassword")
    store = password_store().prepare(account, new)
    with db.transaction(actor) as tx:
        own = queries.active(tx, actor.session_id)
        _store_password(tx, account, store, "by its owner", keep=own["id"] if own else None)


def check_own_password(db: Database, actor: Actor, account: Account, text: str, kind: Kind, field: str) -> None:
    """Check the password of a signed-in user; a wrong one is audited as `kind`.

    Raises Invalid at `field`, TooMany, and Unavailable if Keycloak does not answer.
    """
    counted = tries.begin(tries.of_owner(account.id))
    try:
        correct = password_store().verify(db, account, text)
    except Unavailable:
        tries.uncount(counted)
        raise
    if not correct:
        with db.transaction(actor) as tx:
            audit.record(tx, kind, user_id=account.id, detail="wrong current password")
        raise Invalid("The current password is wrong", field=field)
    tries.forgive(counted)


def set_password(db: Database, link: str, new: str, device: str = "") -> str:
    """Set a password by a mailed link, end every session of the user, and reset the count of failed attempts from
    unknown devices.

    Return a new device cookie: the browser with the link is a known device from now on. Raises Invalid, Unavailable.
    """
    user_id = db.query(queries.user_of_link, digest(link))
    account = db.query(users.account, user_id) if user_id is not None else None
    if account is None or not account.active:
        raise Invalid(rules.LINK_DEAD, code="link_dead")
    rules.check_password(new, account.username)
    store = password_store().prepare(account, new)
    with db.transaction(as_user(account)) as tx:
        if tx.scalar(queries.use_link(digest(link))) is None:
            raise Invalid(rules.LINK_DEAD, code="link_dead")
        _store_password(tx, account, store, "by a mailed link")
        cookie = devices.remember(tx, device, account.id)
    tries.reset(account.username, account.id)
    return cookie


def _store_password(tx: Tx, account: Account, store: Any, how: str, keep: int | None = None) -> None:
    store(tx)
    tx.execute(sa.delete(password_link).where(password_link.c.user_id == account.id))
    tx.execute(sa.delete(known_device).where(known_device.c.user_id == account.id))
    ending.end_all(tx, account.id, "password changed", keep=keep)
    audit.record(tx, Kind.PASSWORD_CHANGED, user_id=account.id, detail=how)


def ask_for_link(tx: Tx, username: str) -> None:
    """Mail a link if there is such a user. A job looks the user up, so neither the answer nor its time reveals it."""
    SEND_LINK.enqueue(tx, uuid.uuid4().hex, {"username": username})


def send_link(tx: Tx, user_id: int) -> dict[str, Any]:
    """Mail a link to another user. Raises NotFound, Conflict."""
    row = load(tx, USER, tx.actor, user_id)
    if row["status"] != "active" or not row["email"]:
        raise Conflict("A link goes to an active user with an email address")
    SEND_LINK.enqueue(tx, uuid.uuid4().hex, {"username": row["username"]})
    audit.record(tx, Kind.PASSWORD_LINK, user_id=user_id)
    return {"id": user_id, "email": row["email"]}


def end_session(tx: Tx, session_id: int) -> dict[str, Any]:
    """End a session from the list of sessions. Raises Forbidden, NotFound, and Conflict if it has ended."""
    if tx.actor.real_user_id is not None:
        raise Forbidden("A session is ended by its owner or by a system administrator in person")
    own = queries.owner_of(tx, session_id) == tx.actor.user_id
    if ending.end(tx, session_id, "ended by its owner" if own else "ended by a system administrator") == 0:
        raise Conflict("This session has already ended")
    return {"id": session_id}
