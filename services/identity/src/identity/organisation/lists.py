"""Lists of organisations, departments and academic years."""

from __future__ import annotations

from identity.config import CURRENCIES
from identity.organisation import policy
from identity.organisation.fields import ACADEMIC_YEAR, DEPARTMENT, ORGANISATION
from identity.organisation.model import academic_year, department, organisation
from identity.organisation.rules import TERMS
from kit.lists import Column, Filter, ListSpec, archived_filter
from kit.policy import signed_in
from kit.values import options

_CURRENCIES = options(*CURRENCIES)

ORGANISATIONS = ListSpec(
    name="orgs",
    path="/orgs",
    title="Organisations",
    source=organisation,
    key=organisation.c.id,
    where=~organisation.c.deleted,
    scope=policy.everyone,
    may=signed_in,
    default_sort="id",
    edit=ORGANISATION,
    filters=(archived_filter(organisation.c.archived),),
    columns=(
        Column(name="id", expression=organisation.c.id, type="id", sortable=True, width=70),
        Column(name="title", expression=organisation.c.title, sortable=True, width=280),
        Column(name="currency", expression=organisation.c.currency, type="select", options=_CURRENCIES, width=110),
        Column(name="country", expression=organisation.c.country, width=110),
        Column(name="modified", expression=organisation.c.modified, type="datetime", width=140, compact=False),
        Column(name="archived", expression=organisation.c.archived, type="boolean", hidden=True, compact=False),
    ),
)

DEPARTMENTS = ListSpec(
    name="departments",
    path="/departments",
    title="Departments",
    source=department.join(organisation, department.c.organisation_id == organisation.c.id),
    key=department.c.id,
    where=~department.c.deleted,
    scope=policy.everyone,
    may=signed_in,
    default_sort="id",
    edit=DEPARTMENT,
    filters=(
        Filter(
            name="organisationId",
            expression=department.c.organisation_id,
            title="Organisation",
            options_from="/orgs",
        ),
        archived_filter(department.c.archived),
    ),
    columns=(
        Column(name="id", expression=department.c.id, type="id", sortable=True, width=70),
        Column(name="title", expression=department.c.title, sortable=True, width=240),
        Column(name="color", expression=department.c.color, title="Colour", width=110),
        Column(name="currency", expression=department.c.currency, type="select", options=_CURRENCIES, width=110),
        Column(name="organisationId", expression=department.c.organisation_id, type="integer", hidden=True),
        Column(name="organisation", expression=organisation.c.title, width=200),
        Column(name="modified", expression=department.c.modified, type="datetime", width=140, compact=False),
        Column(name="archived", expression=department.c.archived, type="boolean", hidden=True, compact=False),
    ),
)

ACADEMIC_YEARS = ListSpec(
    name="academicYears",
    path="/academic-years",
    title="Academic years",
    source=academic_year,
    key=academic_year.c.id,
    scope=policy.everyone,
    may=signed_in,
    default_sort="-year",
    edit=ACADEMIC_YEAR,
    filters=(
        Filter(name="year", expression=academic_year.c.year, kind="range"),
        archived_filter(academic_year.c.archived),
    ),
    columns=(
        Column(name="id", expression=academic_year.c.id, type="id", hidden=True),
        Column(name="title", expression=academic_year.c.title, sortable=True, width=140),
        Column(
            name="year", expression=academic_year.c.year, title="Starts in", type="integer", sortable=True, width=100
        ),
        *(
            Column(
                name=f"{name}{edge.capitalize()}",
                expression=academic_year.c[f"{name}_{edge}"],
                title=f"{title} {edge}s",
                type="date",
                width=135,
            )
            for name, title in TERMS.items()
            for edge in ("start", "end")
        ),
        Column(name="archived", expression=academic_year.c.archived, type="boolean", hidden=True, compact=False),
    ),
)
