"""Write the audit list, always in the transaction of the audited change."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

import sqlalchemy as sa

from identity.accounts.model import session, user_account
from identity.audit.model import audit
from identity.audit.rules import Kind
from kit.database import Tx

_NOWHERE = {"address": "", "user_agent": ""}
origin: ContextVar[Mapping[str, str]] = ContextVar("origin", default=_NOWHERE)
"""The origin of the current request as seen by the gateway, by column; set by the sign-in routes."""


def record(
    tx: Tx, kind: Kind, *, user_id: int | None = None, user_name: str = "", detail: str = "", acting: int | None = None
) -> None:
    """Write one row about `user_id`, or about `user_name` if no account has that name.

    `acting` is the user who acted, by default the caller of the transaction; the row omits it if it is `user_id`.
    """
    acting = acting if acting is not None else tx.actor.acting_user_id
    acting = None if acting in {0, user_id} else acting
    tx.execute(
        sa.insert(audit).values(
            kind=kind.value.value,
            user_id=user_id,
            user_name=_name(user_id) if user_id is not None else user_name[:200],
            acting_user_id=acting,
            acting_user_name=_name(acting) if acting is not None else "",
            detail=detail[:500],
            **_origin(tx),
            request_id=tx.request_id,
        )
    )


def _origin(tx: Tx) -> Mapping[str, Any]:
    """Return the origin of the request, or of its session if the route sets none."""
    request = origin.get()
    if request["address"] or not tx.actor.session_id:
        return request
    return {
        name: sa.func.coalesce(
            sa.select(session.c[name]).where(session.c.sid == tx.actor.session_id).scalar_subquery(), ""
        )
        for name in ("address", "user_agent")
    }


def _name(user_id: int) -> sa.ColumnElement[str]:
    name = sa.select(user_account.c.name).where(user_account.c.id == user_id).scalar_subquery()
    return sa.func.coalesce(name, "")
