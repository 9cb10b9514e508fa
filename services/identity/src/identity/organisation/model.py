"""Tables: organisations, their departments, academic years."""

from __future__ import annotations

import sqlalchemy as sa

from identity.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import archived_column, record_columns

organisation = sa.Table(
    "organisation",
    metadata,
    *record_columns(),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("currency", sa.Text, nullable=False),
    sa.Column("country", sa.Text, nullable=False),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
    archived_column(),
    sa.Index(
        constraint_text("uq_organisation_title", "There is an organisation of this title already"),
        "title",
        unique=True,
        postgresql_where=sa.text("not deleted"),
    ),
    sa.Index("ix_organisation_title_id", "title", "id"),
)
"""A deleted one stays, for the records of all services that name it."""

department = sa.Table(
    "department",
    metadata,
    *record_columns(),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("color", sa.Text, nullable=False),
    sa.Column("currency", sa.Text, nullable=False),
    sa.Column("organisation_id", sa.BigInteger, sa.ForeignKey("organisation.id"), nullable=False, index=True),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
    archived_column(),
    sa.Index(
        constraint_text("uq_department_title", "There is a department of this title already"),
        "title",
        unique=True,
        postgresql_where=sa.text("not deleted"),
    ),
    sa.Index("ix_department_title_id", "title", "id"),
)

academic_year = sa.Table(
    "academic_year",
    metadata,
    *record_columns(),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("year", sa.Integer, nullable=False),
    sa.Column("mt_start", sa.Date, nullable=False),
    sa.Column("mt_end", sa.Date, nullable=False),
    sa.Column("ht_start", sa.Date, nullable=False),
    sa.Column("ht_end", sa.Date, nullable=False),
    sa.Column("tt_start", sa.Date, nullable=False),
    sa.Column("tt_end", sa.Date, nullable=False),
    archived_column(),
    sa.UniqueConstraint("year", name=constraint_text("uq_academic_year_year", "This academic year is there already")),
    sa.Index("ix_academic_year_year_id", "year", "id"),
    sa.Index("ix_academic_year_title_id", "title", "id"),
)
"""`year` is the calendar year it starts in; terms run from a first to a last day, both included."""
