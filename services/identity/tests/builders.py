"""Records for tests, straight into the database."""

from __future__ import annotations

import datetime as dt
import itertools
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from identity.accounts.model import password, user_account
from identity.audit.model import audit
from identity.credentials import passwords
from identity.organisation.model import academic_year, department, organisation
from identity.workspace.model import release_note
from kit.database import Database
from kit.policy import Actor, as_service

PASSWORD = "correct horse 9"
_numbers = itertools.count(1)


@lru_cache(maxsize=1)
def _digest() -> str:
    return passwords.hasher.hash(PASSWORD)


class Build:
    """One method for each kind of record, which returns the id."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def user(self, username: str = "", *roles: str, **values: Any) -> int:
        """Return a user with these roles and the password `PASSWORD`."""
        row = {
            "username": username or f"user{next(_numbers)}",
            "first_name": "Ada",
            "last_name": "Lovelace",
            "email": f"{username or 'somebody'}@staffroom.example",
            "role_ids": list(roles),
        }
        with self.db.transaction(as_service("identity")) as tx:
            user_id = tx.insert(user_account, row | values)
            tx.execute(sa.insert(password).values(user_id=user_id, hash=_digest()))
        return user_id

    def actor(self, user_id: int, *roles: str, **more: Any) -> Actor:
        """Return the caller who is user `user_id`."""
        from staffroom_testing import actor

        return actor(*roles, user_id=user_id, **more)

    def organisation(self, title: str = "Oxford", **values: Any) -> int:
        return self._insert(organisation, {"title": title, "currency": "GBP", "country": "GB"} | values)

    def department(self, title: str = "Oxford", **values: Any) -> int:
        if "organisation_id" not in values:
            values["organisation_id"] = self.organisation(f"{title} {next(_numbers)}")
        return self._insert(department, {"title": title, "color": "#1d4f91", "currency": "GBP"} | values)

    def year(self, year: int = 2026, **values: Any) -> int:
        row = {
            "title": f"{year}-{year + 1}",
            "year": year,
            "mt_start": dt.date(year, 9, 7),
            "mt_end": dt.date(year, 11, 29),
            "ht_start": dt.date(year + 1, 1, 4),
            "ht_end": dt.date(year + 1, 3, 21),
            "tt_start": dt.date(year + 1, 4, 12),
            "tt_end": dt.date(year + 1, 6, 13),
        }
        return self._insert(academic_year, row | values)

    def release_note(self, version: str = "1.102.79", **values: Any) -> int:
        row = {"version_name": version, "released": dt.date(2026, 11, 12), "body": "<p>New</p>"}
        return self._insert(release_note, row | values)

    def audited(self) -> list[tuple[str, int | None, int | None, str]]:
        """Return the audit list, oldest first: kind, user, who acted, detail."""
        with self.db.read() as connection:
            columns = (audit.c.kind, audit.c.user_id, audit.c.acting_user_id, audit.c.detail)
            return [tuple(row) for row in connection.execute(sa.select(*columns).order_by(audit.c.id))]  # type: ignore[misc]

    def row(self, user_id: int) -> Any:
        """Return the current row of a user."""
        return self.run(sa.select(user_account).where(user_account.c.id == user_id)).mappings().one()

    def run(self, statement: sa.Executable) -> Any:
        """Run any statement, for states that only time would produce."""
        with self.db.read() as connection:
            return connection.execute(statement)

    def _insert(self, table: sa.Table, values: dict[str, Any]) -> int:
        with self.db.transaction(as_service("identity")) as tx:
            return tx.insert(table, values)
