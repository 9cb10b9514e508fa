"""The tables of a service: what its migrations make is what its code declares."""

from __future__ import annotations

from kit import db, migrate
from kit.testing.databases import versions_of
from kit.testing.walking import Walking


class SchemaWalk(Walking):
    """See `kit.testing.conformance`."""

    def test_the_migrations_make_the_declared_tables(self, demo: db.Database) -> None:
        assert versions_of(self.service.name), f"{self.service.name} has no migrations"
        assert migrate.differences(self.service.metadata) == [], (
            f"`python -m kit revision {self.service.name} <why>` writes the missing migration"
        )
