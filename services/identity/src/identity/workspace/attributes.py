"""Attributes of release notes."""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.errors import Invalid
from kit.values import Date, RichText, Text

_VERSION = re.compile(r"^\d{1,5}(\.\d{1,5}){1,3}$")


class Version(Text):
    """`1.102.79`."""

    def read(self, raw: Any) -> str:
        text = super().read(raw)
        if not _VERSION.match(text):
            raise Invalid("Please enter a version like 1.102.79")
        return text


RELEASE_NOTE = Attributes(
    Attribute(
        name="versionName", type=Version(required=True, max_length=24), title="Version", section="details",
        default=None, listed=InList(sortable=True, width=110),
    ),
    Attribute(
        name="released", type=Date(required=True), section="details", filtered=AsFilter(),
        column=sa.Column("released", sa.Date, nullable=False), listed=InList(sortable=True, width=110),
    ),
    Attribute(name="title", type=Text(max_length=120), section="details", listed=InList(width=260)),
    Attribute(
        name="body", type=RichText(required=True), title="Notes", section="details", default=None,
        listed=InList(width=480),
    ),
)  # fmt: skip
