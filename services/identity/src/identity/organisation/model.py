"""Tables: organisations, their departments, academic years."""

from __future__ import annotations

import sqlalchemy as sa

from identity.organisation.attributes import ACADEMIC_YEAR, DEPARTMENT, ORGANISATION
from identity.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns


def _one_of_a_title(name: str, refusal: str) -> sa.Index:
    """Return the index that makes the titles of records unique, except for deleted ones."""
    return sa.Index(constraint_text(name, refusal), "title", unique=True, postgresql_where=sa.text("not deleted"))


organisation = sa.Table(
    "organisation",
    metadata,
    *record_columns(),
    *ORGANISATION.table_columns(),
    _one_of_a_title("uq_organisation_title", "An organisation with this title already exists"),
    sa.Index("ix_organisation_title_id", "title", "id"),
)
"""A deleted organisation stays, for the records of all services that refer to it."""

department = sa.Table(
    "department",
    metadata,
    *record_columns(),
    *DEPARTMENT.table_columns(),
    _one_of_a_title("uq_department_title", "A department with this title already exists"),
    sa.Index("ix_department_title_id", "title", "id"),
)

academic_year = sa.Table(
    "academic_year",
    metadata,
    *record_columns(),
    *ACADEMIC_YEAR.table_columns(),
    sa.UniqueConstraint("year", name=constraint_text("uq_academic_year_year", "This academic year already exists")),
    sa.Index("ix_academic_year_year_id", "year", "id"),
    sa.Index("ix_academic_year_title_id", "title", "id"),
)
