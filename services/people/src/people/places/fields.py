"""Editable fields of locations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Attach
from kit.records import Acts, Change, Create, Delete, FieldSet
from people.places import attributes
from people.places.model import location
from people.policy import OF_STAFF, STAFF

INSIDE_ITSELF = "A location cannot be inside itself"
_TREE = "locations"
"""Key of the lock for moves of locations, so that two moves cannot create a cycle."""


def _no_circle(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Refuse a location inside itself, at any depth."""
    if change.new is None:
        return {}
    tx.lock(_TREE)
    columns = sa.select(location.c.id, location.c.parent_id)
    above = columns.where(location.c.id == change.new).cte("above", recursive=True)
    # UNION, not UNION ALL, so that it terminates on an existing circle.
    above = above.union(columns.join(above, location.c.id == above.c.parent_id))
    if tx.scalar(sa.select(above.c.id).where(above.c.id == change.row["id"])) is not None:
        raise Invalid(INSIDE_ITSELF, field=change.field.name)
    return {}


LOCATION_FIELDS = FieldSet(
    name="location",
    table=location,
    path="/locations/{id}",
    sections=attributes.LOCATION.sections(
        {"location": "Location", "address": "Address"}, {"parentId": Acts(dependents=_no_circle)}
    ),
    scope=OF_STAFF,
    attach=Attach(OF_STAFF),
    may=STAFF,
    create=Create(
        fields=("title", "type", "status", "parentId", "capacity", "line1", "line2", "city", "postcode"),
    ),
    delete=Delete(instead="Please retire it instead."),
    closed=location.c.status == "retired",
)

FIELDSETS = (LOCATION_FIELDS,)
