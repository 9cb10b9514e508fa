"""One's own second factors: list, add, rename, remove; and removal by sysAdmin for a user who has lost theirs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.accounts import accounts as users
from identity.accounts.accounts import Account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.credentials import ending
from identity.credentials.passwords import password_store
from identity.factors import challenges, enrolling, jobs, queries, rules, signing_in, verifying
from identity.factors.enrolling import NewFactor
from identity.factors.model import recovery_code, second_factor
from identity.factors.verifying import Proof
from identity.roles.rules import asks_second_factor
from identity.sessions import commands as sessions
from identity.users.fields import USER
from kit.database import Database, Tx, tables
from kit.errors import Conflict, Invalid, NotFound, NotSignedIn
from kit.policy import Actor, app_of
from kit.records.pipeline import load

_c = second_factor.c
_NO_FACTOR = "There is no such second factor"


def overview(db: Database, actor: Actor) -> dict[str, Any]:
    """Return the caller's own second factors; `external` if the sign-in service stores them."""
    if password_store().external:
        return {"external": True, "asked": False, "factors": [], "recoveryCodes": 0}
    account = db.query(users.account, actor.user_id)
    return db.query(queries.overview, actor, account.role_ids)


def ask(db: Database, actor: Actor) -> dict[str, Any]:
    """Return the challenge for a change, with the kinds of proof; for a user without a factor, the password."""
    account = _own(db, actor)
    factors = db.query(queries.of_user, account.id)
    if not factors:
        return {"challenge": None, "kinds": ["password"], "passkey": None}
    moment = db.query(queries.password_changed, account.id)
    text, challenge = challenges.issue("prove", account.id, app_of(actor.roles), actor.session_id, moment)
    return {"challenge": text, **signing_in.ways(db, challenge, factors)}


def start(db: Database, actor: Actor, proof: Proof) -> dict[str, Any]:
    """Return the secret and the options with which the caller adds a factor. Raises Invalid, Conflict, TooMany."""
    account = _own(db, actor)
    _prove(db, actor, account, proof)
    moment = db.query(queries.password_changed, account.id)
    text, challenge = challenges.issue(
        "enrol", account.id, app_of(actor.roles), actor.session_id, moment, enrolling.new_secret()
    )
    return enrolling.shown(text, challenge, account, db.query(queries.of_user, account.id))


def add(db: Database, actor: Actor, new: NewFactor) -> dict[str, Any]:
    """Add a factor to the caller's account. Raises Invalid, Conflict."""
    _own(db, actor)
    challenge, account = signing_in.answered(db, new.challenge, "enrol", actor.session_id)
    with db.transaction(actor) as tx:
        return enrolling.add(tx, account, challenge, new, first=False)


def rename(tx: Tx, factor_id: int, name: str) -> dict[str, Any]:
    """Rename one's own factor. Raises NotFound."""
    mine = (_c.id == factor_id, _c.user_id == tx.actor.user_id)
    renamed = sa.update(second_factor).where(*mine).values(name=name, **tables.version_values(second_factor))
    if tx.execute(renamed).rowcount == 0:
        raise NotFound(_NO_FACTOR)
    return {"id": factor_id, "name": name}


def remove(db: Database, actor: Actor, factor_id: int, proof: Proof) -> dict[str, Any]:
    """Remove one's own factor; with the last one also the recovery codes. Raises NotFound, Invalid, Conflict,
    TooMany."""
    account = _own(db, actor)
    _refuse_last(account, db.query(queries.of_user, account.id), factor_id)
    _prove(db, actor, account, proof)
    with db.transaction(actor) as tx:
        users.account(tx.connection, account.id, lock=True)  # orders concurrent removals
        factors = queries.of_user(tx.connection, account.id)
        name = _refuse_last(account, factors, factor_id)
        tx.execute(sa.delete(second_factor).where(_c.id == factor_id))
        if len(factors) == 1:
            tx.execute(sa.delete(recovery_code).where(recovery_code.c.user_id == account.id))
        audit.record(tx, Kind.FACTOR_REMOVED, user_id=account.id, detail=name)
        jobs.tell(tx, account.id, "removed", name)
    return {"id": factor_id}


def _refuse_last(account: Account, factors: list[dict[str, Any]], factor_id: int) -> str:
    """Return the name of the factor to remove. Raises NotFound, and Conflict for the last one of a user whose role
    requires one."""
    name = next((str(row["name"]) for row in factors if row["id"] == factor_id), None)
    if name is None:
        raise NotFound(_NO_FACTOR)
    if len(factors) == 1 and asks_second_factor(account.role_ids):
        raise Conflict(rules.LAST_ONE, code="last_factor")
    return name


def make_codes(db: Database, actor: Actor, proof: Proof) -> dict[str, Any]:
    """Return new recovery codes for a user who has a factor; previous ones become invalid. Raises Invalid, Conflict,
    TooMany."""
    account = _own(db, actor)
    if not db.query(queries.of_user, account.id):
        raise Conflict("Please add a second factor first", code="no_factor")
    _prove(db, actor, account, proof)
    with db.transaction(actor) as tx:
        users.account(tx.connection, account.id, lock=True)
        return {"recoveryCodes": verifying.make_recovery_codes(tx, account.id)}


def reset(tx: Tx, user_id: int) -> dict[str, Any]:
    """Remove every factor of another user who has lost theirs, and end their sessions. Raises NotFound, Conflict."""
    _require_own_store()
    load(tx, USER, tx.actor, user_id)
    if user_id == tx.actor.user_id:
        raise Conflict(rules.NOT_OWN, code="own_factors")
    users.account(tx.connection, user_id, lock=True)
    names = [row["name"] for row in queries.of_user(tx.connection, user_id)]
    if not names:
        raise Conflict(rules.NONE_THERE, code="no_factor")
    for table in (second_factor, recovery_code):
        tx.execute(sa.delete(table).where(table.c.user_id == user_id))
    ending.end_all(tx, user_id, "second factors removed")
    audit.record(tx, Kind.FACTOR_REMOVED, user_id=user_id, detail=", ".join(names))
    jobs.tell(tx, user_id, "reset")
    return {"id": user_id, "removed": len(names)}


def _own(db: Database, actor: Actor) -> Account:
    _require_own_store()
    return db.query(users.account, actor.user_id)


def _require_own_store() -> None:
    if password_store().external:
        raise Conflict(rules.ELSEWHERE, code="sign_in_elsewhere")


def _prove(db: Database, actor: Actor, account: Account, proof: Proof) -> None:
    """Verify that the owner is present: by a factor of a user who has one, otherwise by the password. Raises Invalid,
    Conflict, TooMany; a 401 would say that the session is over."""
    if not db.query(queries.of_user, account.id):
        sessions.check_own_password(db, actor, account, proof.password or "", Kind.FACTOR_REFUSED, "password")
        return
    challenge, _ = signing_in.answered(db, proof.challenge, "prove", actor.session_id)
    try:
        signing_in.check(db, actor, challenge, proof, apart=f"session {actor.session_id}")
    except NotSignedIn as refusal:
        raise Invalid(refusal.text, code=refusal.code, fields=refusal.fields) from None
