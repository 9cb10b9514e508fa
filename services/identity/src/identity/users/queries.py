"""Queries of user accounts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from identity.accounts.attributes import USER
from identity.accounts.model import user_account
from identity.users import policy
from kit.database import all_rows
from kit.policy import Actor

_c = user_account.c


def organisation_of(connection: sa.Connection, actor: Actor) -> int | None:
    """Return the id of the caller's own organisation."""
    return connection.execute(sa.select(_c.organisation_id).where(_c.id == actor.user_id)).scalar()


def group(connection: sa.Connection, actor: Actor, role_id: str) -> list[dict[str, Any]]:
    """Return active staff of a support group, by name."""
    columns = USER.select("name", "firstName", "lastName", "email", "staffId")
    return all_rows(
        connection,
        sa.select(_c.id, *columns)
        .where(_c.role_ids.contains([role_id, "staff"]), _c.status == "active", policy.visible.where(actor))
        .order_by(_c.last_name, _c.first_name, _c.id),
    )


def members(connection: sa.Connection, actor: Actor) -> dict[str, int]:
    """Return the number of users by role."""
    role = sa.func.unnest(_c.role_ids).label("role")
    roles = sa.select(role).where(policy.visible.where(actor)).subquery()
    statement = sa.select(roles.c.role, sa.func.count().label("members")).group_by(roles.c.role)
    return {row.role: row.members for row in connection.execute(statement)}


def batch(connection: sa.Connection, actor: Actor, user_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return the users among `user_ids`, with the names, status and roles that other services may read."""
    statement = sa.select(user_account).where(_c.id.in_(user_ids), policy.named.where(actor))
    return all_rows(connection, statement.order_by(_c.id))


def ids_by_role(connection: sa.Connection, actor: Actor, role_ids: Sequence[str], include_inactive: bool) -> list[int]:
    """Return the ids of the users with any of the roles."""
    statement = sa.select(_c.id).where(_c.role_ids.overlap(list(role_ids)), policy.named.where(actor)).order_by(_c.id)
    if not include_inactive:
        statement = statement.where(_c.status == "active")
    return list(connection.execute(statement).scalars())
