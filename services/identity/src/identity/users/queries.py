"""Reading user accounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from identity.organisation.model import department
from identity.roles.rules import titled
from identity.users import policy
from identity.users.model import PERSON_KINDS, user_account
from kit.errors import NotFound
from kit.policy import Actor, Row

_c = user_account.c


@dataclass(frozen=True)
class Account:
    """What signing in needs to know of a user."""

    id: int
    username: str
    name: str
    email: str
    active: bool
    role_ids: tuple[str, ...]
    persons: dict[str, int]

    @staticmethod
    def of(row: Row) -> Account:
        persons = {kind: row[f"{kind}_id"] for kind in PERSON_KINDS if row[f"{kind}_id"] is not None}
        return Account(
            id=row["id"],
            username=row["username"],
            name=row["name"],
            email=row["email"],
            active=row["status"] == "active",
            role_ids=tuple(row["role_ids"]),
            persons=persons,
        )


def account_named(connection: sa.Connection, username: str) -> Account | None:
    """The account that signs in as `username`. For proving who somebody is: there is no actor yet."""
    statement = sa.select(user_account).where(sa.func.lower(_c.username) == username.lower())
    row = connection.execute(statement).mappings().first()
    return Account.of(dict(row)) if row is not None else None


def account_known_as(connection: sa.Connection, text: str) -> Account | None:
    """The account of this username, or the one whose email address this is; of two with one address neither."""
    found = account_named(connection, text)
    if found is not None or "@" not in text:
        return found
    rows = connection.execute(
        sa.select(user_account).where(sa.func.lower(_c.email) == text.lower()).limit(2)
    ).mappings()
    accounts = [Account.of(dict(row)) for row in rows]
    return accounts[0] if len(accounts) == 1 else None


def account(connection: sa.Connection, user_id: int, *, lock: bool = False) -> Account:
    """The account of a proven user; NotFound where it is gone."""
    statement = sa.select(user_account).where(_c.id == user_id)
    row = connection.execute(statement.with_for_update(key_share=True) if lock else statement).mappings().first()
    if row is None:
        raise NotFound("There is no such user")
    return Account.of(dict(row))


def organisation_of(connection: sa.Connection, actor: Actor) -> int | None:
    """The caller's own organisation."""
    return connection.execute(sa.select(_c.organisation_id).where(_c.id == actor.user_id)).scalar()


def user_answer(connection: sa.Connection, user_id: int, real_user_id: int | None = None) -> dict[str, Any]:
    """`user` of `docs/api.md`, Signing in: of the user themselves, who has just been proven.

    The picture itself is kept by files (`GET /avatar/user/{userId}`).
    """
    statement = (
        sa.select(user_account, department.c.title.label("department"))
        .select_from(user_account.outerjoin(department, _c.primary_department_id == department.c.id))
        .where(_c.id == user_id)
    )
    row = connection.execute(statement).mappings().first()
    if row is None:
        raise NotFound("There is no such user")
    home = row["primary_department_id"]
    return {
        "id": row["id"],
        "username": row["username"],
        "name": row["name"],
        "firstName": row["first_name"],
        "lastName": row["last_name"],
        "email": row["email"],
        "roleIds": list(row["role_ids"]),
        "roles": titled(row["role_ids"]),
        "avatar": None,
        "avatarOffset": {"x": row["avatar_offset_x"], "y": row["avatar_offset_y"]},
        "primaryDepartment": {"id": home, "title": row["department"]} if home is not None else None,
        "organisationId": row["organisation_id"],
        "isPT": row["is_pt"],
        **{f"{kind}Id": row[f"{kind}_id"] for kind in PERSON_KINDS},
        "impersonatedBy": _impersonator(connection, real_user_id),
    }


def _impersonator(connection: sa.Connection, real_user_id: int | None) -> dict[str, Any] | None:
    if real_user_id is None:
        return None
    row = connection.execute(sa.select(_c.id, _c.name).where(_c.id == real_user_id)).mappings().first()
    return dict(row) if row is not None else None


def group(connection: sa.Connection, actor: Actor, role_id: str) -> list[dict[str, Any]]:
    """Active staff of a support group, by name."""
    columns = (_c.id, _c.name, _c.first_name, _c.last_name, _c.email, _c.staff_id)
    statement = (
        sa.select(*columns)
        .where(_c.role_ids.contains([role_id, "staff"]), _c.status == "active", policy.visible.where(actor))
        .order_by(_c.last_name, _c.first_name, _c.id)
    )
    names = ("id", "name", "firstName", "lastName", "email", "staffId")
    return [dict(zip(names, row, strict=True)) for row in connection.execute(statement)]


def members(connection: sa.Connection, actor: Actor) -> dict[str, int]:
    """How many users hold each role."""
    role = sa.func.unnest(_c.role_ids).label("role")
    held = sa.select(role).where(policy.visible.where(actor)).subquery()
    statement = sa.select(held.c.role, sa.func.count().label("held")).group_by(held.c.role)
    return {row.role: row.held for row in connection.execute(statement)}


_SUMMARY = (
    "id", "name", "first_name", "last_name", "status", "role_ids", "primary_department_id", "organisation_id",
)  # fmt: skip


def summaries(connection: sa.Connection, user_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Names, status and roles of users, for the other services: what anybody signed in may see of anybody."""
    statement = sa.select(*(_c[name] for name in _SUMMARY)).where(_c.id.in_(user_ids)).order_by(_c.id)
    return [dict(row) for row in connection.execute(statement).mappings()]


def ids_by_role(connection: sa.Connection, role_ids: Sequence[str], include_inactive: bool) -> list[int]:
    """Ids of the users who hold any of the roles."""
    statement = sa.select(_c.id).where(_c.role_ids.overlap(list(role_ids))).order_by(_c.id)
    if not include_inactive:
        statement = statement.where(_c.status == "active")
    return list(connection.execute(statement).scalars())
