"""Attributes of an export of people."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, Integer, Select, Text, options

FULL, INCREMENTAL = "full", "incremental"
SCOPES = options((FULL, "Full"), (INCREMENTAL, "Incremental"))
QUEUED, RUNNING, DONE, FAILED = "queued", "running", "done", "failed"
STATES = options(
    (QUEUED, "Queued", "grey"), (RUNNING, "Running", "blue"), (DONE, "Done", "green"), (FAILED, "Failed", "red")
)
SCHEMA_VERSION = 1
"""Version of the files' columns; it rises when a column is removed or changes its type."""


def _number(name: str, title: str = "", comment: str | None = None) -> Attribute:
    column = sa.Column(
        {"fromChange": "from_change", "toChange": "to_change", "schemaVersion": "schema_version"}.get(name, name),
        sa.BigInteger,
        nullable=False,
        server_default="0",
        comment=comment,
    )
    return Attribute(name=name, type=Integer(), title=title, section="export", column=column, listed=InList(width=110))


EXPORT = Attributes(
    Attribute(
        name="scope",
        type=Select(choices=SCOPES, required=True),
        title="Content",
        section="export",
        default=FULL,
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="state",
        type=Select(choices=STATES),
        section="export",
        default=QUEUED,
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    _number("rows"),
    Attribute(name="started", type=DateTime(), section="export", listed=InList(width=125)),
    Attribute(name="finished", type=DateTime(), section="export", listed=InList(width=125)),
    Attribute(name="error", type=Text(), section="export", listed=InList(width=260)),
    _number("fromChange", "From change", "changes from this number on; 0 of a full export"),
    _number("toChange", "To change", "the next export begins with this number"),
    _number("schemaVersion", "Schema version"),
    Attribute(name="startedBy", type=Text(), title="Started by", section="export", listed=InList(width=150)),
)
