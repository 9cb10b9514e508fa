"""Attributes of release notes."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, RichText, Text

RELEASE_NOTE = Attributes(
    Attribute(
        name="versionName",
        title="Version",
        section="details",
        default=None,
        type=Text(
            required=True,
            max_length=24,
            pattern=r"\d{1,5}(\.\d{1,5}){1,3}",
            refusal="Please enter a version like 1.102.79",
        ),
        listed=InList(sortable=True, width=110),
    ),
    Attribute(
        name="released",
        type=Date(required=True),
        section="details",
        filtered=AsFilter(),
        column=sa.Column("released", sa.Date, nullable=False),
        listed=InList(sortable=True, width=110),
    ),
    Attribute(name="title", type=Text(max_length=120), section="details", listed=InList(width=260)),
    Attribute(
        name="body",
        type=RichText(required=True),
        title="Notes",
        section="details",
        default=None,
        listed=InList(width=480),
    ),
)
