"""Working hours of organisations, for persons without their own."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes, InList
from kit.database.constraints import unique
from kit.lists import Column, ListSpec
from kit.records import Create, Delete, FieldSet
from kit.values import Reference
from people.persons.parts import HOURS
from people.policy import OF_STAFF, OFFICE
from people.reference.model import organisation
from people.schema import metadata

WORKING_HOURS = Attributes(
    Attribute(
        name="organisationId",
        type=Reference(source="/orgs", required=True),
        title="Organisation",
        section="hours",
        read_only=True,
        default=None,
        listed=InList(hidden=True),
    ),
    Attribute(name="hours", type=HOURS, title="Hours", section="hours"),
)
working_hours = WORKING_HOURS.table(
    "working_hours",
    metadata,
    unique("uq_working_hours_organisation", "This organisation already has its hours", "organisation_id"),
    info={"nouns": ("working hours", "working hours")},
)
_hours = sa.func.jsonb_to_recordset(working_hours.c.hours).table_valued(
    sa.column("day", sa.Text), sa.column("start", sa.Text), sa.column("end", sa.Text)
)
_one = _hours.render_derived(with_types=True)
_SHOWN = sa.select(sa.func.string_agg(sa.func.concat(_one.c.day, " ", _one.c.start, " to ", _one.c.end), ", "))
WORKING_HOURS_FIELDS = FieldSet(
    name="workingHours",
    table=working_hours,
    path="/events/hours/{id}",
    sections=WORKING_HOURS.sections({"hours": "Working hours"}),
    scope=OF_STAFF,
    may=OFFICE,
    create=Create(),
    delete=Delete(),
)
WORKING_HOURS_LIST = ListSpec(
    name="workingHours",
    title="Working hours",
    edit=WORKING_HOURS_FIELDS,
    source=working_hours.outerjoin(organisation, organisation.c.id == working_hours.c.organisation_id),
    default_sort="organisation",
    columns=[
        Column(name="id", expression=working_hours.c.id, type="id", hidden=True),
        Column(
            name="organisation",
            expression=organisation.c.title,
            sortable=True,
            sort=sa.func.coalesce(organisation.c.title, ""),
        ),
        *WORKING_HOURS.columns(
            Column(
                name="hours",
                expression=sa.func.coalesce(_SHOWN.select_from(_one).scalar_subquery(), ""),
                width=600,
            ),
        ),
    ],
)
