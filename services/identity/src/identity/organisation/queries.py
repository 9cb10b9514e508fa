"""Queries of organisations and academic years."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from identity.organisation import policy
from identity.organisation.attributes import ORGANISATION
from identity.organisation.fields import year_parts
from identity.organisation.model import academic_year, organisation
from identity.organisation.rules import year_of
from kit.database import all_rows, row_or_404
from kit.policy import Actor, Row


def years(connection: sa.Connection, actor: Actor, archived: bool = False) -> list[dict[str, Any]]:
    """Return academic years, or the archived ones, latest first, in the shape of the legacy `GET
    /academic-years/all`."""
    condition = sa.and_(policy.everyone.where(actor), academic_year.c.archived.is_(archived))
    statement = sa.select(academic_year).where(condition).order_by(academic_year.c.year.desc())
    return [_year(row) for row in all_rows(connection, statement)]


def current_year(connection: sa.Connection, actor: Actor, today: dt.date) -> dict[str, Any]:
    """Return the academic year of `today`, or the last one before it. Raises NotFound if there is none."""
    statement = (
        sa.select(academic_year)
        .where(academic_year.c.year <= year_of(today), policy.everyone.where(actor))
        .order_by(academic_year.c.year.desc())
        .limit(1)
    )
    return _year(row_or_404(connection, statement, "There is no academic year yet"))


def _year(row: Row) -> dict[str, Any]:
    return {"id": row["id"], "title": row["title"], "year": row["year"], **year_parts(row)}


def own_organisation(connection: sa.Connection, actor: Actor, organisation_id: int | None) -> dict[str, Any]:
    """Return the organisation of a user, or the first one. Raises NotFound if there is none."""
    mine = organisation.c.id == (organisation_id or 0)
    statement = (
        sa.select(organisation.c.id, *ORGANISATION.select("title", "currency", "country"))
        .where(~organisation.c.deleted, mine | ~organisation.c.archived, policy.everyone.where(actor))
        .order_by(mine.desc(), organisation.c.id)
        .limit(1)
    )
    return row_or_404(connection, statement, "There is no organisation yet")
