"""Proofs: a code, a passkey or a recovery code, each accepted once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.factors import challenges, jobs, passkeys, queries, rules
from identity.factors.challenges import Challenge
from identity.factors.model import recovery_code, second_factor
from identity.sessions.devices import digest
from kit.database import Tx, tables
from kit.encryption import Undecipherable

_c = second_factor.c


@dataclass(frozen=True)
class Proof:
    """The answer to a challenge: exactly one of these, or the password if there is no second factor yet."""

    challenge: str = ""
    code: str | None = None
    recovery_code: str | None = None
    passkey: Mapping[str, Any] | None = None
    password: str | None = None

    @property
    def refusal(self) -> tuple[str, str]:
        """The field of the proof, and the text if it is wrong."""
        if self.passkey is not None:
            return "passkey", rules.WRONG_PASSKEY
        if self.recovery_code is not None:
            return "recoveryCode", rules.WRONG_RECOVERY_CODE
        return "code", rules.WRONG_CODE


def use(tx: Tx, challenge: Challenge, proof: Proof) -> bool:
    """Return whether the proof is right, and use it up. The audit list gets either outcome once `tx` commits."""
    user_id = challenge.user_id
    if proof.recovery_code is not None:
        return _use_recovery_code(tx, user_id, proof.recovery_code)
    if proof.passkey is not None:
        name = _use_passkey(tx, challenge, proof.passkey)
    else:
        name = _use_code(tx, user_id, proof.code or "")
    audit.record(
        tx, Kind.FACTOR_USED if name else Kind.FACTOR_REFUSED, user_id=user_id, detail=name or proof.refusal[1]
    )
    return name is not None


def _use_code(tx: Tx, user_id: int, code: str) -> str | None:
    """Return the name of the app with this code. For each app the code of a step is accepted once, and no earlier
    one."""
    for factor in queries.of_user(tx.connection, user_id):
        step = _step(factor, code)
        if step is not None and _mark_used(tx, factor["id"], _c.last_step < step, last_step=step):
            return str(factor["name"])
    return None


def _step(factor: Mapping[str, Any], code: str) -> int | None:
    if factor["kind"] != "totp":
        return None
    try:
        return rules.step_of(challenges.cipher().decrypt(factor["secret"]), code)
    except Undecipherable:  # the key was replaced without keeping the old one: the app must be added again
        return None


def _use_passkey(tx: Tx, challenge: Challenge, answer: Mapping[str, Any]) -> str | None:
    """Return the name of the passkey that has signed the challenge."""
    named = sa.select(second_factor).where(_c.user_id == challenge.user_id, _c.credential_id == passkeys.id_of(answer))
    factor = tx.one(named.with_for_update())
    if factor is None:
        return None
    count = passkeys.signatures(answer, challenge.random, factor["public_key"], factor["sign_count"])
    if count is None or not _mark_used(tx, factor["id"], sa.true(), sign_count=count):
        return None
    return str(factor["name"])


def _mark_used(tx: Tx, factor_id: int, condition: sa.ColumnElement[bool], **values: int) -> bool:
    used = sa.update(second_factor).where(_c.id == factor_id, condition).values(last_used=tables.now(), **values)
    return tx.execute(used).rowcount == 1


def _use_recovery_code(tx: Tx, user_id: int, code: str) -> bool:
    c = recovery_code.c
    named = sa.and_(c.user_id == user_id, c.hash == digest(rules.plain(code)), c.used.is_(None))
    if tx.execute(sa.update(recovery_code).where(named).values(used=tables.now())).rowcount == 0:
        audit.record(tx, Kind.FACTOR_REFUSED, user_id=user_id, detail=rules.WRONG_RECOVERY_CODE)
        return False
    left = queries.codes_left(tx.connection, user_id)
    audit.record(tx, Kind.RECOVERY_CODE_USED, user_id=user_id, detail=f"{left} left")
    jobs.tell(tx, user_id, "recoveryCode", str(left))
    return True


def make_recovery_codes(tx: Tx, user_id: int) -> list[str]:
    """Return new recovery codes and invalidate previous ones. They are shown once."""
    tx.execute(sa.delete(recovery_code).where(recovery_code.c.user_id == user_id))
    codes = rules.new_recovery_codes()
    rows: Sequence[dict[str, Any]] = [{"user_id": user_id, "hash": digest(rules.plain(code))} for code in codes]
    tx.execute(sa.insert(recovery_code).values(rows))
    audit.record(tx, Kind.RECOVERY_CODES_MADE, user_id=user_id)
    return codes
