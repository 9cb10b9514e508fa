"""Lists of locations. The pseudo-location comes first in each (`platform.md 3`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.nested import json_array, json_object
from kit.lists import Column, ListSpec, Tab
from kit.policy import Scope, signed_in
from people.places.answers import PlaceAddress, RoomInside
from people.places.attributes import LOCATION, TYPES
from people.places.fields import LOCATION_FIELDS
from people.places.model import location
from people.places.naming import PLACE
from people.policy import STAFF

_SEEN = Scope(everything=signed_in)
_parent, _child = location.alias("parent"), location.alias("child")
_c = location.c
_children = (
    sa.select(json_array(json_object(id=_child.c.id, title=_child.c.title, type=_child.c.type)))
    .where(_child.c.parent_id == _c.id)
    .scalar_subquery()
)
_address = json_object(city=_c.city, line1=_c.line1, line2=_c.line2, postcode=_c.postcode)

NOWHERE = {
    "id": 0,
    "title": "Zoom",
    "type": "zoom",
    "status": "active",
    "parentId": None,
    "parent": None,
    "capacity": None,
    "line1": "",
    "city": "Oxford",
    "postcode": "",
    "children": [],
    "address": {"city": "Oxford", "line1": "", "line2": "", "postcode": ""},
}
"""The pseudo-location of `platform.md 3`, which is in every list of locations but not in any table."""

LOCATIONS = ListSpec(
    name="locations",
    title="Locations",
    source=location.outerjoin(_parent, _parent.c.id == _c.parent_id),
    columns=LOCATION.columns(
        Column(name="id", expression=_c.id, type="id", sortable=True, width=80),
        *("title", "type"),
        Column(name="parent", expression=_parent.c.title, title="Inside", width=180),
        *("capacity", "line1", "city", "postcode", "status", "parentId"),
        Column(name="address", expression=_address, hidden=True, answers=PlaceAddress),
        Column(name="children", expression=_children, type="tags", hidden=True, answers=list[RoomInside]),
    ),
    filters=LOCATION.filters(),
    tabs=[Tab(filter="type", with_all=True)],
    scope=_SEEN,
    may=signed_in,
    export=STAFF,
    default_sort="title",
    search=_c.title,
    edit=LOCATION_FIELDS,
    pinned=[NOWHERE],
)

CALENDAR = ListSpec(
    name="calendarLocations",
    path="/locations/calendarList",
    title="Locations of the calendar",
    record=LOCATION_FIELDS,
    columns=[
        Column(name="id", expression=_c.id, type="id", hidden=True),
        Column(name="title", expression=PLACE, sortable=True),
        Column(name="type", expression=_c.type, type="select", options=TYPES),
        Column(name="city", expression=_c.city),
        Column(name="parentId", expression=_c.parent_id, type="integer", hidden=True),
        Column(name="children", expression=_children, type="tags", hidden=True, answers=list[RoomInside]),
    ],
    where=_c.status == "active",
    scope=_SEEN,
    may=signed_in,
    default_sort="title",
    pinned=[{name: NOWHERE[name] for name in ("id", "title", "type", "city", "parentId", "children")}],
)
"""Places for a calendar entry; rooms are named with their site."""

BUILDINGS = ListSpec(
    name="buildings",
    path="/locations/buildings",
    title="Buildings",
    record=LOCATION_FIELDS,
    columns=[Column(name="id", expression=_c.id, type="id"), Column(name="title", expression=_c.title, sortable=True)],
    where=sa.and_(_c.type == "building", _c.status == "active"),
    scope=_SEEN,
    may=signed_in,
    default_sort="title",
)
"""Places that can contain a room."""

LISTS = (LOCATIONS, CALENDAR, BUILDINGS)
