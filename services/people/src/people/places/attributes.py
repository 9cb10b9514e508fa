"""Attributes of locations."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Integer, Reference, Select, Text, options

TYPES = options(("building", "Building"), ("room", "Room"), ("zoom", "Zoom"), ("external", "External"))
STATUSES = options(("active", "Active", "green"), ("retired", "Retired", "grey"))

LOCATION = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="location",
        default=None,
        listed=InList(sortable=True, width=240),
    ),
    Attribute(
        name="type",
        type=Select(choices=TYPES, required=True),
        section="location",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATUSES, required=True),
        default="active",
        section="location",
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="parentId",
        type=Reference(source="/locations/buildings"),
        title="Inside",
        section="location",
        links="location.id",
        indexed=True,
        listed=InList(title="Parent ID", hidden=True),
    ),
    Attribute(
        name="capacity",
        type=Integer(maximum=10_000),
        section="location",
        stored_as=sa.Integer,
        listed=InList(width=90),
    ),
    Attribute(
        name="line1",
        type=Text(max_length=200),
        title="Line 1",
        section="address",
        listed=InList(title="Address", width=200),
    ),
    Attribute(name="line2", type=Text(max_length=200), title="Line 2", section="address"),
    Attribute(
        name="city",
        type=Text(max_length=100),
        section="address",
        listed=InList(sortable=True, width=120),
        filtered=AsFilter(),
    ),
    Attribute(name="postcode", type=Text(max_length=20), section="address", listed=InList(width=100)),
    Attribute(
        name="notes",
        type=Text(multiline=True, max_length=2000),
        section="address",
        help="How to get in, whom to ask",
    ),
)
