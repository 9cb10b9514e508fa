"""Options of places."""

from __future__ import annotations

from kit.values import options

TYPES = options(("building", "Building"), ("room", "Room"), ("zoom", "Zoom"), ("external", "External"))
STATUSES = options(("active", "Active", "green"), ("retired", "Retired", "grey"))
NOWHERE = {
    "id": 0, "title": "Zoom", "type": "zoom", "status": "active", "parentId": None, "parent": None, "capacity": None,
    "line1": "", "city": "Oxford", "postcode": "", "children": [],
    "address": {"city": "Oxford", "line1": "", "line2": "", "postcode": ""},
}  # fmt: skip
"""The pseudo-location of `platform.md 3`: every location list has it, no table does."""
