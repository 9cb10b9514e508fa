"""Accounts for authentication. There is no actor yet: the password or secret authorises the query."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from identity.accounts.attributes import USER
from identity.accounts.model import user_account
from identity.organisation.model import department
from identity.roles.rules import PERSON_KINDS, role_titles, roles_in
from kit.database import all_rows, first_row, row_or_404
from kit.policy import Row
from kit.values.addresses import known_as

_c = user_account.c
NO_USER = "There is no such user"
WRONG = "Wrong user name or password"


@dataclass(frozen=True)
class Account:
    """The columns of a user that authentication needs."""

    id: int
    username: str
    name: str
    email: str
    active: bool
    role_ids: tuple[str, ...]
    persons: dict[str, int]
    keycloak_id: str | None = None
    """The id of the realm account, where Keycloak stores the passwords."""

    @staticmethod
    def of(row: Row) -> Account:
        same = {name: row[name] for name in ("id", "username", "name", "email", "keycloak_id")}
        persons = {kind: row[f"{kind}_id"] for kind in PERSON_KINDS if row[f"{kind}_id"] is not None}
        if row["terms_rejected"]:  # a tutor has no access as a tutor until they accept (`teaching.md 6`)
            persons.pop("tutor", None)
        return Account(**same, active=row["status"] == "active", role_ids=tuple(row["role_ids"]), persons=persons)

    def within(self, app: str) -> Account:
        """Return the account with the roles and persons of a session of `app`."""
        persons = {kind: number for kind, number in self.persons.items() if app == "staff" or kind != "staff"}
        return replace(self, role_ids=roles_in(app, self.role_ids), persons=persons)


def account_named(connection: sa.Connection, username: str) -> Account | None:
    """Return the account that signs in as `username`, compared without regard to case."""
    statement = sa.select(user_account).where(sa.func.lower(_c.username) == username.lower())
    row = first_row(connection, statement)
    return Account.of(row) if row is not None else None


def account_of_keycloak(connection: sa.Connection, keycloak_id: str) -> Account | None:
    """Return the account that is linked to the realm account `keycloak_id`."""
    row = first_row(connection, sa.select(user_account).where(_c.keycloak_id == keycloak_id))
    return Account.of(row) if row is not None else None


def account_known_as(connection: sa.Connection, text: str) -> Account | None:
    """Return the account with this username or this email address; None if two accounts share the address."""
    named = account_named(connection, text)
    if named is not None or "@" not in text:
        return named
    rows = all_rows(
        connection, sa.select(user_account).where(sa.func.lower(_c.email) == known_as(text).lower()).limit(2)
    )
    return Account.of(rows[0]) if len(rows) == 1 else None


def account(connection: sa.Connection, user_id: int, *, lock: bool = False) -> Account:
    """Return the account of an authenticated user. Raises NotFound."""
    statement = sa.select(user_account).where(_c.id == user_id)
    statement = statement.with_for_update(key_share=True) if lock else statement
    return Account.of(row_or_404(connection, statement, NO_USER))


def user_answer(connection: sa.Connection, user_id: int, real_user_id: int | None, app: str) -> dict[str, Any]:
    """Return `user` of `docs/api.md`, Signing in, for the user themselves in a session of `app`.

    The service files stores the picture (`GET /avatar/user/{userId}`).
    """
    statement = (
        sa.select(user_account, department.c.title.label("department"))
        .select_from(user_account.outerjoin(department, _c.primary_department_id == department.c.id))
        .where(_c.id == user_id)
    )
    row = row_or_404(connection, statement, NO_USER)
    if app == "client":
        row = {**row, "role_ids": list(roles_in(app, row["role_ids"])), "staff_id": None}
    department_id = row["primary_department_id"]
    impersonator = sa.select(_c.id, _c.name).where(_c.id == real_user_id)
    return {
        "id": row["id"],
        **USER.shown(row),
        "roles": role_titles(row["role_ids"]),
        "avatar": None,
        "primaryDepartment": {"id": department_id, "title": row["department"]} if department_id is not None else None,
        "impersonatedBy": first_row(connection, impersonator) if real_user_id is not None else None,
    }
