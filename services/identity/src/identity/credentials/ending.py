"""The end of sessions: marks the row, deletes the refresh secrets, revokes the tokens in every process, and ends the
session of Keycloak from which it began."""

from __future__ import annotations

import sqlalchemy as sa

from identity.accounts.model import refresh_secret, session
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.credentials.passwords import password_store
from kit.database import Tx, database, tables
from kit.errors import Unavailable
from kit.jobs import Job, JobContext
from kit.policy import as_service, revocations
from kit.telemetry import log

_log = log.get(__name__)
_c = session.c


def end_all(tx: Tx, user_id: int, reason: str, *, keep: int | None = None) -> int:
    """End the sessions of a user, and every impersonation by or of them, except session `keep`; return how many."""
    condition = sa.or_(_c.user_id == user_id, _c.real_user_id == user_id)
    if keep is not None:
        condition = sa.and_(condition, _c.id != keep, _c.parent_id.is_distinct_from(keep))
    return _end(tx, condition, reason, Kind.SESSION_ENDED)


def end(tx: Tx, session_id: int, reason: str, kind: Kind = Kind.SESSION_ENDED) -> int:
    """End one session and the impersonation started from it; return how many ended."""
    return _end(tx, sa.or_(_c.id == session_id, _c.parent_id == session_id), reason, kind)


def end_elsewhere(tx: Tx, keycloak_sid: str) -> int:
    """End the sessions that began from a session of Keycloak, of both applications; return how many ended."""
    began = sa.select(_c.id).where(_c.keycloak_sid == keycloak_sid)
    return _end(tx, sa.or_(_c.id.in_(began), _c.parent_id.in_(began)), "signed out of Keycloak", Kind.SIGNED_OUT)


def end_impersonation(tx: Tx, session_id: int, reason: str) -> int:
    """End the impersonation started from a session; return how many ended, 1 or 0."""
    return _end(tx, _c.parent_id == session_id, reason, Kind.IMPERSONATION_ENDED)


def _end(tx: Tx, condition: sa.ColumnElement[bool], reason: str, kind: Kind) -> int:
    statement = (
        sa.update(session)
        .where(condition, _c.ended.is_(None), _c.expires > sa.func.now())
        .values(ended=tables.now(), end_reason=reason, **tables.version_values(session))
        .returning(_c.id, _c.sid, _c.user_id, _c.real_user_id, _c.keycloak_sid)
    )
    ended = tx.all(statement)
    if not ended:
        return 0
    tx.execute(sa.delete(refresh_secret).where(refresh_secret.c.session_id.in_([row["id"] for row in ended])))
    for row in ended:
        row_kind = Kind.IMPERSONATION_ENDED if row["real_user_id"] else kind
        audit.record(tx, row_kind, user_id=row["user_id"], detail=reason, acting=row["real_user_id"])
    if elsewhere := [row["keycloak_sid"] for row in ended if row["keycloak_sid"]]:
        password_store().sign_out(tx, elsewhere)
    sids = [row["sid"] for row in ended]
    tx.after_commit(lambda: _publish_revocations(sids))
    return len(ended)


def _publish_revocations(sids: list[str]) -> None:
    try:
        revocations.revoke(*sids)
    except Unavailable:
        _log.warning("revocation_waits", sessions=len(sids))
        with database().transaction(as_service("identity")) as tx:
            REVOKE.enqueue(tx, f"revoke {sids[0]}", {"sids": sids})


def _revoke(context: JobContext) -> None:
    revocations.revoke(*context.params["sids"])


REVOKE = Job("revokeSessions", _revoke)
"""Revoke sessions that ended while Valkey was unavailable; retried until Valkey answers."""
