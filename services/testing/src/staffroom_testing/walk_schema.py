"""The schema of a service: its migrations create the declared tables, functions and texts."""

from __future__ import annotations

import re

import sqlalchemy as sa

from kit.database import Database, constraints, functions, migrate
from kit.database.sql import fits
from kit.values import DecimalNumber, Integer
from staffroom_testing.databases import versions_of
from staffroom_testing.walking import Walking


class SchemaWalk(Walking):
    """See `staffroom_testing.conformance`."""

    def test_migrations_create_the_declared_tables(self, demo: Database) -> None:
        assert versions_of(self.service.name), f"{self.service.name} has no migrations"
        assert migrate.differences(self.service.metadata) == [], (
            f"`make revision S={self.service.name} M=why` writes the missing migration"
        )

    def test_migrations_create_the_printed_functions(self, demo: Database) -> None:
        assert functions.differences(self.service.name) == [], (
            f"`python -m kit functions {self.service.name}` prints the functions; each has a comment at its head"
        )

    def test_every_constraint_has_a_text_and_a_field(self) -> None:
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
                kind = entry.column.type
                if isinstance(kind, sa.Integer) and isinstance(entry.type, Integer):
                    fitting = fits(kind, entry.type.minimum) and fits(kind, entry.type.maximum)
                    assert fitting, (fieldset.name, entry.name)
                if isinstance(kind, sa.Numeric) and isinstance(entry.type, DecimalNumber):
                    assert kind.precision is not None and kind.scale == entry.type.places, (fieldset.name, entry.name)
                    most = max(abs(entry.type.minimum), abs(entry.type.maximum))
                    assert most < 10 ** (kind.precision - kind.scale), (fieldset.name, entry.name)

    @property
    def metadata(self) -> sa.MetaData:
        metadata: sa.MetaData = self.service.metadata
        return metadata


_CODE = re.compile(r"[a-z][A-Z]|_")
