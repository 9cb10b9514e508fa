"""Attributes of error reports (`platform.md 3`, Bug report), and of their faults."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import now
from kit.values import DateTime, Integer, Select, Text, options

STATES = options(
    ("submitted", "Submitted", "grey"),
    ("investigating", "Investigating", "blue"),
    ("completed", "Completed", "green"),
    ("rejected", "Rejected", "red"),
)
_SENT = Text(max_length=5_000)

FAULT = Attributes(
    Attribute(name="affected", type=Integer(), default="0", listed=InList(width=90)),
    Attribute(name="reports", type=Integer(), default="0", listed=InList(title="Reported", width=90)),
    Attribute(name="firstReported", type=DateTime(), default=now()),
)

REPORT = Attributes(
    Attribute(
        name="trackingStatus",
        type=Select(choices=STATES, required=True),
        section="report",
        default="submitted",
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(name="description", type=_SENT, section="report", listed=InList(width=280)),
    Attribute(name="message", type=_SENT, section="report", listed=InList(width=280)),
    Attribute(name="optionalMessage", type=_SENT, section="report", listed=InList(hidden=True)),
    Attribute(name="status", type=Integer(), section="call", stored_as=sa.Integer, default="0"),
    Attribute(name="method", type=_SENT, section="call", listed=InList(width=80)),
    Attribute(name="api", type=_SENT, title="API", section="call", listed=InList(sortable=True, width=240)),
    Attribute(name="app", type=_SENT, section="place"),
    Attribute(name="route", type=_SENT, section="place", listed=InList(sortable=True, width=180)),
    Attribute(name="host", type=_SENT, section="place", listed=InList(hidden=True)),
    Attribute(name="school", type=_SENT, section="place", listed=InList(hidden=True)),
    Attribute(name="userAgent", type=_SENT, title="Browser", section="place"),
    Attribute(name="platform", type=_SENT, section="place"),
    Attribute(
        name="version",
        type=Text(),
        listed=InList(hidden=True),
        column=sa.Column("app_version", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(
        name="user",
        type=Text(),
        listed=InList(sortable=True, width=150),
        column=sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    ),
)
"""`version` is the version of the app, as everywhere in a report."""
