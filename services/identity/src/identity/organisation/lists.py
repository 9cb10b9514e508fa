"""Lists of organisations, departments and academic years."""

from __future__ import annotations

from identity.organisation import attributes
from identity.organisation.fields import ACADEMIC_YEAR, DEPARTMENT, ORGANISATION
from identity.organisation.model import academic_year, department, organisation
from kit.lists import Column, Filter, ListSpec, archived_filter

ORGANISATIONS = ListSpec(
    name="orgs",
    title="Organisations",
    where=~organisation.c.deleted,
    default_sort="id",
    edit=ORGANISATION,
    filters=(archived_filter(organisation.c.archived),),
    columns=attributes.ORGANISATION.columns(
        Column(name="id", expression=organisation.c.id, type="id", sortable=True, width=70),
        *("title", "currency", "country"),
        Column(name="modified", expression=organisation.c.modified, type="datetime", width=140, compact=False),
    ),
)

DEPARTMENTS = ListSpec(
    name="departments",
    title="Departments",
    source=department.join(organisation, department.c.organisation_id == organisation.c.id),
    where=~department.c.deleted,
    default_sort="id",
    edit=DEPARTMENT,
    filters=attributes.DEPARTMENT.filters("organisationId", archived_filter(department.c.archived)),
    columns=attributes.DEPARTMENT.columns(
        Column(name="id", expression=department.c.id, type="id", sortable=True, width=70),
        *("title", "color", "currency", "organisationId"),
        Column(name="organisation", expression=organisation.c.title, width=200),
        Column(name="modified", expression=department.c.modified, type="datetime", width=140, compact=False),
    ),
)

ACADEMIC_YEARS = ListSpec(
    name="academicYears",
    title="Academic years",
    default_sort="-year",
    edit=ACADEMIC_YEAR,
    filters=(
        Filter(name="year", expression=academic_year.c.year, kind="range"),
        archived_filter(academic_year.c.archived),
    ),
    columns=attributes.ACADEMIC_YEAR.columns(Column(name="id", expression=academic_year.c.id, type="id", hidden=True)),
)
