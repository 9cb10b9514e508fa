"""Editable fields of organisations, departments and academic years."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from identity.events import ACADEMIC_YEAR_CHANGED, DEPARTMENT_CHANGED, ORGANISATION_CHANGED
from identity.organisation import attributes, policy, rules
from identity.organisation.answers import YearParts
from identity.organisation.model import academic_year, department, organisation
from identity.organisation.rules import TERMS
from kit.errors import Invalid, refuse_fields
from kit.policy import Actor, Row, signed_in
from kit.records import Acts, Change, Create, Delete, FieldSet

ORGANISATION = FieldSet(
    name="organisation",
    table=organisation,
    path="/orgs/{id}",
    scope=policy.everyone,
    read=signed_in,
    may=policy.keeps_organisations,
    event=ORGANISATION_CHANGED,
    payload=attributes.ORGANISATION.payload,
    sections=attributes.ORGANISATION.sections({"details": "Details"}),
    create=Create(fields=("title", "currency", "country")),
    delete=Delete(mark={"deleted": True}, shared=True),
)

DEPARTMENT = FieldSet(
    name="department",
    table=department,
    path="/departments/{id}",
    scope=policy.everyone,
    read=signed_in,
    may=policy.keeps_departments,
    event=DEPARTMENT_CHANGED,
    payload=attributes.DEPARTMENT.payload,
    sections=attributes.DEPARTMENT.sections({"details": "Details"}),
    create=Create(fields=("title", "color", "currency", "organisationId")),
    delete=Delete(mark={"deleted": True}, shared=True),
)


def _fits(change: Change) -> None:
    for refusal in rules.wrong_terms({**change.row, change.field.column.name: change.new}).values():
        raise Invalid(refusal, field=change.field.name)


def _new_year(_: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    refuse_fields(rules.wrong_terms(values), title="Form errors")
    return {"title": values.get("title") or f"{values['year']}-{values['year'] + 1}"}


def year_parts(row: Row) -> dict[str, Any]:
    """`mt`, `ht`, `tt` and `weeksToISO` of an academic year (`teaching.md 3`)."""
    return {name: rules.term(row, name) for name in TERMS} | {"weeksToISO": list(rules.weeks(row))}


def _payload(row: Row) -> dict[str, Any]:
    parts = year_parts(row)
    weeks = parts.pop("weeksToISO")
    return attributes.ACADEMIC_YEAR.payload(row) | parts | {"weeksToIso": weeks}


ACADEMIC_YEAR = FieldSet(
    name="academicYear",
    table=academic_year,
    path="/academic-years/{id}",
    scope=policy.everyone,
    read=signed_in,
    may=policy.keeps_years,
    event=ACADEMIC_YEAR_CHANGED,
    payload=_payload,
    sections=attributes.ACADEMIC_YEAR.sections(
        {"details": "Academic year", "terms": "Terms"},
        dict.fromkeys(attributes.TERM_DAYS, Acts(check=_fits)),
    ),
    create=Create(fields=("year", *attributes.TERM_DAYS), defaults=_new_year),
    extra=lambda connection, actor, row: year_parts(row),
    answers=YearParts,
)
