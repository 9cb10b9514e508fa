"""Signing in: the password, then the second factor of users who have one or whose role requires one."""

from __future__ import annotations

import secrets
from typing import Any

from identity.accounts import accounts as users
from identity.accounts.accounts import Account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.factors import challenges, enrolling, jobs, passkeys, queries, rules, verifying
from identity.factors.challenges import Challenge, Purpose
from identity.factors.enrolling import NewFactor
from identity.factors.verifying import Proof
from identity.roles.rules import asks_second_factor
from identity.sessions import commands as sessions
from identity.sessions import devices, tries
from identity.sessions.commands import SignedIn, as_user
from kit.database import Database
from kit.errors import NotSignedIn, TooMany
from kit.policy import Actor


class SecondFactorAsked(NotSignedIn):
    """The password is right, but no session begins before the browser with `device` answers the challenge."""

    def __init__(self, text: str, code: str, device: str, extra: dict[str, Any]) -> None:
        super().__init__(text, code=code, extra=extra)
        self.device = device


def sign_in(db: Database, username: str, text: str, app: str, device: str = "") -> SignedIn:
    """Verify the password, and begin a session if no second factor is required.

    Raises SecondFactorAsked, and the errors of `sessions.commands.authenticate`.
    """
    account = sessions.authenticate(db, username, text, app, device)
    factors = db.query(queries.of_user, account.id)
    if not factors and not asks_second_factor(account.within(app).role_ids):
        return sessions.begin(db, account, app, device)
    device = device or secrets.token_urlsafe(32)
    moment = db.query(queries.password_changed, account.id)
    if not factors:
        challenge, _ = challenges.issue("enrolFirst", account.id, app, device, moment, enrolling.new_secret())
        raise SecondFactorAsked(rules.MISSING, "second_factor_missing", device, {"challenge": challenge})
    challenge, stored = challenges.issue("signIn", account.id, app, device, moment)
    extra = {"challenge": challenge, **ways(db, stored, factors)}
    raise SecondFactorAsked(rules.ASKED, "second_factor", device, extra)


def ways(db: Database, challenge: Challenge, factors: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the kinds of proof that a user can give, and the options with which the browser asks for a passkey."""
    owned = {row["kind"] for row in factors}
    if not passkeys.offered():
        owned.discard("passkey")
    kinds = [kind for kind in ("passkey", "totp") if kind in owned]
    if db.query(queries.codes_left, challenge.user_id):
        kinds.append("recoveryCode")
    options = passkeys.request_options(enrolling.known(factors), challenge.random) if "passkey" in kinds else None
    return {"kinds": kinds, "passkey": options}


def finish(db: Database, proof: Proof, device: str) -> SignedIn:
    """Begin the session of a sign-in with a right second factor. Raises Conflict, NotSignedIn, Forbidden, TooMany."""
    challenge, account = answered(db, proof.challenge, "signIn", device)
    known = db.query(devices.knows, device, account.id)
    check(db, as_user(account), challenge, proof, apart=device if known else "")
    return sessions.begin(db, account, challenge.app, device)


def check(db: Database, actor: Actor, challenge: Challenge, proof: Proof, *, apart: str) -> None:
    """Verify a proof and use up its challenge, or raise NotSignedIn, TooMany, Conflict.

    `apart` names a device or a session whose failed attempts are counted separately.
    """
    user_id = challenge.user_id
    try:
        counted = tries.begin_second(user_id, apart)
    except TooMany:
        with db.transaction(actor) as tx:
            audit.record(tx, Kind.FACTOR_REFUSED, user_id=user_id, detail="too many wrong tries")
            jobs.tell(tx, user_id, "wrongCodes", once_a_day=True)
        raise
    with db.transaction(actor) as tx:
        right = verifying.use(tx, challenge, proof)
    if not right:
        field, text = proof.refusal
        raise NotSignedIn(text, code="wrong_second_factor", field=field)
    challenges.claim(proof.challenge)
    tries.forgive(counted)


def answered(db: Database, text: str, purpose: Purpose, holder: str) -> tuple[Challenge, Account]:
    """Return the challenge that `holder` answers, and its user's present state.

    Raises Conflict if it is over: the password has changed since, or the user is no longer active.
    """
    challenge = challenges.read(text, purpose, holder)
    account = db.query(users.account, challenge.user_id)
    if not account.active or challenge.password != db.query(queries.password_changed, account.id):
        raise challenges.expired()
    return challenge, account


def first_enrolment(db: Database, text: str, device: str) -> dict[str, Any]:
    """Return the secret and the options of a first factor, during a sign-in. Raises Conflict."""
    challenge, account = answered(db, text, "enrolFirst", device)
    return enrolling.shown(text, challenge, account, [])


def enrol(db: Database, new: NewFactor, device: str) -> tuple[SignedIn, list[str]]:
    """Add a user's first factor and begin the session; return both with the recovery codes. Raises Conflict, Invalid,
    Forbidden."""
    challenge, account = answered(db, new.challenge, "enrolFirst", device)
    with db.transaction(as_user(account)) as tx:
        added = enrolling.add(tx, account, challenge, new, first=True)
    return sessions.begin(db, account, challenge.app, device), added["recoveryCodes"]
