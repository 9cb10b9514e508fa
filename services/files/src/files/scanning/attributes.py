"""Attributes of a file in quarantine."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Select, Text, options

WAITING, FOUND, RELEASED = "waiting", "found", "released"
STATES = options(
    (WAITING, "Not scanned yet", "orange"),
    (FOUND, "In quarantine", "red"),
    (RELEASED, "Released", "green"),
)

QUARANTINE = Attributes(
    Attribute(
        name="state",
        type=Select(choices=STATES, required=True),
        section="scan",
        default=WAITING,
        listed=InList(sortable=True, width=140),
        filtered=AsFilter(),
    ),
    Attribute(name="finding", type=Text(), section="scan", listed=InList(width=220)),
    Attribute(
        name="reason", type=Text(max_length=500), title="Released because", section="scan", listed=InList(width=220)
    ),
)
"""`finding` is the name that the scanner gives to what it found."""
