"""Editable fields of locations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.attributes import Acts
from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Attach, Scope
from kit.records import Change, Create, Delete, FieldSet
from people.places import attributes
from people.places.model import location
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
    sections=attributes.LOCATION.sections(
        {"location": "Location", "address": "Address"}, {"parentId": Acts(dependents=_no_circle)}
    ),
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
