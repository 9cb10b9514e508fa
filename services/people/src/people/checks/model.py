"""Tables of checks and of exceptions from them."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from kit.database.sql import NO_DAY
from kit.database.tables import record_columns, sort_indexes
from kit.values.labels import snake
from people.checks.attributes import CHECK_OVERRIDE, CHECK_TYPES, PERSON_CHECK
from people.schema import metadata

CHECKED = tuple(snake(str(check.value)) for check in CHECK_TYPES)
"""The types of checks as names of columns."""

person_check = PERSON_CHECK.table(
    "person_check",
    metadata,
    *PERSON_CHECK.choice_checks("personType", "type", "outcome"),
    sa.Index("ix_person_check_person", "person_type", "person_id", "type"),
    info={"nouns": ("check", "checks")},
)
"""Checks of persons (`person_type` is the kind's name); a renewed one is a row of its own."""
PERSON_CHECK.index_sorts(person_check)

check_override = CHECK_OVERRIDE.table(
    "check_override",
    metadata,
    sa.Column("allowed_by_id", sa.BigInteger, nullable=False, comment="the user"),
    info={"nouns": ("exception", "exceptions")},
)
sort_indexes(check_override, "created")

central_record = sa.Table(
    "central_record",
    metadata,
    *record_columns(),
    sa.Column("person_type", sa.Text, nullable=False),
    sa.Column("person_id", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("last_key", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False, server_default=""),
    sa.Column("started", sa.Date),
    *(
        column
        for name in CHECKED
        for column in (sa.Column(f"{name}_date", sa.Date), sa.Column(f"{name}_expires", sa.Date))
    ),
    sa.Column("next_expiry", sa.Date),
    unique("uq_central_record", "This person is already in the single central record", "person_type", "person_id"),
    info={"nouns": ("entry of the central record", "entries of the central record")},
)
"""The single central record: a row for each current tutor, member of staff and invigilator, with the latest valid check
of each type. Derived from persons and checks (`people.checks.central`), never edited."""
sort_indexes(central_record, "last_key")
sa.Index("ix_central_record_next_expiry", sa.func.coalesce(central_record.c.next_expiry, NO_DAY), central_record.c.id)


def table_of(kind: str) -> sa.Table:
    """Return the table of a kind of `CHECKED_KINDS`, which is named as the kind."""
    return metadata.tables[kind]
