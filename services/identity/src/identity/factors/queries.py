"""Queries of second factors. Those without an actor concern the user whose password or session authorises them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.accounts.model import password
from identity.factors.model import recovery_code, second_factor
from identity.roles.rules import asks_second_factor
from kit.database import all_rows
from kit.policy import SYS_ADMIN, Actor, Row
from kit.records import Contribution

_c = second_factor.c
_SHOWN = (_c.id, _c.kind, _c.name, _c.created, _c.last_used.label("lastUsed"))


def of_user(connection: sa.Connection, user_id: int) -> list[dict[str, Any]]:  # allow queries-take-the-actor: see above
    """Return the second factors of a user, oldest first, with their secrets."""
    return all_rows(connection, sa.select(second_factor).where(_c.user_id == user_id).order_by(_c.id))


def codes_left(connection: sa.Connection, user_id: int) -> int:  # allow queries-take-the-actor: see above
    """Return the number of recovery codes that a user has not used."""
    unused = sa.and_(recovery_code.c.user_id == user_id, recovery_code.c.used.is_(None))
    return connection.execute(sa.select(sa.func.count()).select_from(recovery_code).where(unused)).scalar_one()


def password_changed(connection: sa.Connection, user_id: int) -> str:  # allow queries-take-the-actor: see above
    """Return the time at which the password of a user last changed."""
    statement = sa.select(password.c.changed).where(password.c.user_id == user_id)
    return str(connection.execute(statement).scalar())


def overview(connection: sa.Connection, actor: Actor, role_ids: tuple[str, ...]) -> dict[str, Any]:
    """Return the caller's own second factors."""
    return {
        "external": False,
        "asked": asks_second_factor(role_ids),
        "factors": _shown(connection, actor.user_id),
        "recoveryCodes": codes_left(connection, actor.user_id),
    }


def _of_record(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]] | None:
    """Return the second factors of a user, for sysAdmin."""
    return _shown(connection, row["id"]) if SYS_ADMIN in actor.roles else None


def _shown(connection: sa.Connection, user_id: int) -> list[dict[str, Any]]:
    return all_rows(connection, sa.select(*_SHOWN).where(_c.user_id == user_id).order_by(_c.id))


CONTRIBUTION = Contribution("user", "secondFactors", _of_record)
