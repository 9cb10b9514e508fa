"""Editable fields of locations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Attach, Scope
from kit.records import Change, Create, Delete, Field, FieldSet, Section
from kit.values import Integer, Reference, Select, Text
from people.places.model import location
from people.places.rules import STATUSES, TYPES
from people.policy import STAFF

LOCATIONS = Scope(everything=STAFF)


INSIDE_ITSELF = "A location cannot be inside itself"
_TREE = "locations"
"""Names the lock of those who move locations: two moves that make a circle together wait for each other."""


def _no_circle(tx: Tx, change: Change) -> Mapping[str, Any]:
    """A location is in nothing that is inside of it, however deep."""
    if change.new is None:
        return {}
    tx.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(_TREE, 0))))
    columns = sa.select(location.c.id, location.c.parent_id)
    above = columns.where(location.c.id == change.new).cte("above", recursive=True)
    # UNION, not UNION ALL: it ends in a circle that is there already.
    above = above.union(columns.join(above, location.c.id == above.c.parent_id))
    if tx.scalar(sa.select(above.c.id).where(above.c.id == change.row["id"])) is not None:
        raise Invalid(INSIDE_ITSELF, fields={change.field.name: INSIDE_ITSELF})
    return {}


LOCATION = FieldSet(
    name="location",
    table=location,
    path="/locations/{id}",
    sections=[
        Section("location", "Location", [
            Field(name="title", column=location.c.title, type=Text(required=True, max_length=100)),
            Field(name="type", column=location.c.type, type=Select(choices=TYPES, required=True)),
            Field(name="status", column=location.c.status, type=Select(choices=STATUSES, required=True)),
            Field(name="parentId", column=location.c.parent_id, title="Inside", dependents=_no_circle,
                  type=Reference(source="/locations/buildings")),
            Field(name="capacity", column=location.c.capacity, type=Integer(maximum=10_000)),
        ]),
        Section("address", "Address", [
            Field(name="line1", column=location.c.line1, title="Line 1", type=Text(max_length=200)),
            Field(name="line2", column=location.c.line2, title="Line 2", type=Text(max_length=200)),
            Field(name="city", column=location.c.city, type=Text(max_length=100)),
            Field(name="postcode", column=location.c.postcode, type=Text(max_length=20)),
            Field(name="notes", column=location.c.notes, type=Text(multiline=True, max_length=2000),
                  help="How to get in, whom to ask"),
        ]),
    ],
    scope=LOCATIONS,
    attach=Attach(LOCATIONS),
    read=STAFF,
    may=STAFF,
    create=Create(
        path="/locations", may=STAFF,
        fields=("title", "type", "status", "parentId", "capacity", "line1", "line2", "city", "postcode"),
    ),
    delete=Delete(path="/locations/{id}", may=STAFF, instead="Please retire it instead."),
    closed=location.c.status == "retired",
)  # fmt: skip

FIELDSETS = (LOCATION,)
