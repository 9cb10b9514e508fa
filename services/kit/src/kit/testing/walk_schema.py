"""The tables of a service: what its migrations make is what its code declares."""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa

from kit import constraints, db, migrate
from kit.fields.types import Integer
from kit.testing.databases import versions_of
from kit.testing.walking import Walking


class SchemaWalk(Walking):
    """See `kit.testing.conformance`."""

    def test_the_migrations_make_the_declared_tables(self, demo: db.Database) -> None:
        assert versions_of(self.service.name), f"{self.service.name} has no migrations"
        assert migrate.differences(self.service.metadata) == [], (
            f"`python -m kit revision {self.service.name} <why>` writes the missing migration"
        )

    def test_every_constraint_says_what_is_wrong_and_with_which_field(self) -> None:
        texts = {constraints.name_of(one): constraints.text_of(one) for one in constraints.constraints(self.metadata)}
        without = sorted(name for name, text in texts.items() if text is None)
        assert not without, f"declare `constraint_text` for {', '.join(without)}"
        codes = {name: text.text for name, text in texts.items() if text is not None and _CODE.search(text.text)}
        assert not codes, f"a person reads the name of a column: {codes}"

    def test_every_column_has_a_name_for_people(self) -> None:
        for table in self.metadata.sorted_tables:
            for column in table.columns:
                name, label = constraints.field_of(table.name, column.name)
                assert name and label and not _CODE.search(label), (table.name, column.name, name, label)

    def test_every_field_fits_its_column(self) -> None:
        for fieldset in self.service.fieldsets:
            for entry in fieldset.fields.values():
                if not isinstance(entry.column.type, sa.Integer) or not isinstance(entry.type, Integer):
                    continue
                most = _LARGEST[type(entry.column.type)]
                assert -most - 1 <= entry.type.minimum and entry.type.maximum <= most, (fieldset.name, entry.name)

    @property
    def metadata(self) -> sa.MetaData:
        found: sa.MetaData = self.service.metadata
        return found


_CODE = re.compile(r"[a-z][A-Z]|_")
_LARGEST: dict[type[Any], int] = {sa.SmallInteger: 2**15 - 1, sa.Integer: 2**31 - 1, sa.BigInteger: 2**63 - 1}
