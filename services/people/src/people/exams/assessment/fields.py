"""Declarations of heads of centre as records."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, TypedDict

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Actor, Row
from kit.records import Create, FieldSet
from kit.values import Boolean
from people.exams.assessment.attributes import DECLARATION
from people.exams.assessment.completeness import missing
from people.exams.assessment.model import centre_declaration
from people.exams.model import exam_series
from people.exams.policy import EXAMS_OFFICE
from people.policy import OF_STAFF

NOT_ASSESSED = "Please choose a centre assessed series"


class DeclarationParts(TypedDict):
    """Parts beyond the fields."""

    series: str


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Declare a series whose entries are complete. Raises Invalid, Conflict."""
    kind = tx.scalar(sa.select(exam_series.c.type).where(exam_series.c.id == values["series_id"]))
    if kind != "centreAssessed":
        raise Invalid(NOT_ASSESSED, fields={"seriesId": NOT_ASSESSED})
    lacks = missing(tx, values["series_id"])
    if lacks:
        raise Conflict(". ".join(lacks) + ".")
    return {"declared": dt.datetime.now(dt.UTC), "written_by": tx.actor.name}


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    name = sa.select(exam_series.c.name).where(exam_series.c.id == row["series_id"])
    return {"series": connection.scalar(name) or ""}


DECLARATION_FIELDS = FieldSet(
    name="centreDeclaration",
    table=centre_declaration,
    path="/exams/declarations/{id}",
    sections=DECLARATION.sections({"declaration": "Declaration"}),
    scope=OF_STAFF,
    may=EXAMS_OFFICE,
    create=Create(
        fields=("seriesId", "headName"), also={"agreed": Boolean(required=True, must_be=True)}, complete=_complete
    ),
    extra=_extra,
    answers=DeclarationParts,
)
"""A declaration is final: only an appeal changes a grade after it."""
FIELDSETS = (DECLARATION_FIELDS,)
