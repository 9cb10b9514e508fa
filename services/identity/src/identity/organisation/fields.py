"""Editable fields of organisations, departments and academic years."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from identity.config import CURRENCIES
from identity.events import DEPARTMENT_CHANGED, ORGANISATION_CHANGED, department_payload, organisation_payload
from identity.organisation import policy, rules
from identity.organisation.answers import YearParts
from identity.organisation.model import academic_year, department, organisation
from identity.organisation.rules import TERMS, Colour, Country
from kit.errors import Invalid
from kit.policy import Actor, Row, signed_in
from kit.records import Change, Create, Delete, Field, FieldSet, Section
from kit.records.references import archived_field
from kit.values import Date, Integer, Reference, Select, Text, options

_CURRENCY = Select(choices=options(*CURRENCIES), required=True)

ORGANISATION = FieldSet(
    name="organisation",
    table=organisation,
    path="/orgs/{id}",
    scope=policy.everyone,
    read=signed_in,
    may=policy.keeps_organisations,
    event=ORGANISATION_CHANGED,
    payload=organisation_payload,
    sections=(
        Section(
            "details",
            "Details",
            (
                Field(name="title", column=organisation.c.title, type=Text(required=True, max_length=80)),
                Field(name="currency", column=organisation.c.currency, type=_CURRENCY),
                Field(
                    name="country",
                    column=organisation.c.country,
                    type=Country(required=True, max_length=2),
                    help="Two letters, like GB",
                ),
                archived_field(organisation.c.archived, policy.keeps_organisations),
            ),
        ),
    ),
    create=Create(path="/orgs", fields=("title", "currency", "country"), may=policy.keeps_organisations),
    delete=Delete(path="/orgs/{id}", may=policy.keeps_organisations, mark={"deleted": True}, shared=True),
)

DEPARTMENT = FieldSet(
    name="department",
    table=department,
    path="/departments/{id}",
    scope=policy.everyone,
    read=signed_in,
    may=policy.keeps_departments,
    event=DEPARTMENT_CHANGED,
    payload=department_payload,
    sections=(
        Section(
            "details",
            "Details",
            (
                Field(name="title", column=department.c.title, type=Text(required=True, max_length=80)),
                Field(
                    name="color",
                    column=department.c.color,
                    type=Colour(required=True, max_length=7),
                    title="Colour",
                    help="Like #1d4f91",
                ),
                Field(name="currency", column=department.c.currency, type=_CURRENCY),
                Field(
                    name="organisationId",
                    column=department.c.organisation_id,
                    type=Reference(source="/orgs", required=True),
                    title="Organisation",
                ),
                archived_field(department.c.archived, policy.keeps_departments),
            ),
        ),
    ),
    create=Create(
        path="/departments", fields=("title", "color", "currency", "organisationId"), may=policy.keeps_departments
    ),
    delete=Delete(path="/departments/{id}", may=policy.keeps_departments, mark={"deleted": True}, shared=True),
)


def _fits(change: Change) -> None:
    wrong = rules.wrong_terms({**change.row, change.field.column.name: change.new})
    if wrong:
        raise Invalid(next(iter(wrong.values())), fields={change.field.name: next(iter(wrong.values()))})


def _new_year(_: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    wrong = rules.wrong_terms(values)
    if wrong:
        raise Invalid(next(iter(wrong.values())), fields=wrong, title="Form errors")
    return {"title": values.get("title") or f"{values['year']}-{values['year'] + 1}"}


def _year_shape(_: sa.Connection, __: Actor, row: Row) -> Mapping[str, Any]:
    return year_parts(row)


def year_parts(row: Row) -> dict[str, Any]:
    """`mt`, `ht`, `tt` and `weeksToISO` of an academic year (`teaching.md 3`)."""
    parts: dict[str, Any] = {name: rules.term(row, name) for name in TERMS}
    return parts | {"weeksToISO": [week.wire() for week in rules.weeks(row)]}


_TERM_DAYS = tuple(
    Field(
        name=f"{name}{edge.capitalize()}",
        column=academic_year.c[f"{name}_{edge}"],
        type=Date(required=True),
        title=f"{title} {edge}s",
        check=_fits,
    )
    for name, title in TERMS.items()
    for edge in ("start", "end")
)

ACADEMIC_YEAR = FieldSet(
    name="academicYear",
    table=academic_year,
    path="/academic-years/{id}",
    scope=policy.everyone,
    read=signed_in,
    may=policy.keeps_years,
    sections=(
        Section(
            "details",
            "Academic year",
            (
                Field(name="title", column=academic_year.c.title, type=Text(required=True, max_length=40)),
                Field(
                    name="year",
                    column=academic_year.c.year,
                    type=Integer(minimum=2000, maximum=2100, required=True),
                    title="Starts in",
                    help="The academic year starts 1 September",
                    read_only=True,
                ),
                archived_field(academic_year.c.archived, policy.keeps_years),
            ),
        ),
        Section("terms", "Terms", _TERM_DAYS),
    ),
    create=Create(
        path="/academic-years",
        fields=("year", *(field.name for field in _TERM_DAYS)),
        may=policy.keeps_years,
        defaults=_new_year,
    ),
    extra=_year_shape,
    answers=YearParts,
)
