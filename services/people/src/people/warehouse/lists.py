"""The list of exports of people, the newest first."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from people.warehouse import attributes
from people.warehouse.fields import EXPORT_FIELDS
from people.warehouse.model import people_export

EXPORTS = ListSpec(
    name="peopleExports",
    title="People export",
    one="export",
    record=EXPORT_FIELDS,
    naming="startedBy",
    default_sort="-created",
    target="/snowflake/people?export={id}",
    legacy=False,
    columns=attributes.EXPORT.columns(
        Column(name="id", expression=people_export.c.id, type="id", hidden=True),
        Column(
            name="created",
            expression=people_export.c.created,
            title="Asked for",
            type="datetime",
            sortable=True,
            width=125,
        ),
    ),
    filters=attributes.EXPORT.filters(),
)
