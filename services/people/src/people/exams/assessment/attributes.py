"""Attributes of the head of centre's declaration."""

from __future__ import annotations

from kit.attributes import Attribute, Attributes, InList
from kit.values import DateTime, Text
from people.exams.shared_attributes import series_id

DECLARATION = Attributes(
    series_id("declaration"),
    Attribute(
        name="headName",
        type=Text(required=True, max_length=200),
        title="Head of centre",
        section="declaration",
        read_only=True,
        default=None,
        listed=InList(width=200),
    ),
    Attribute(
        name="declared",
        type=DateTime(),
        section="declaration",
        read_only=True,
        listed=InList(width=140),
    ),
    Attribute(
        name="writtenBy",
        type=Text(),
        title="Entered by",
        section="declaration",
        read_only=True,
        listed=InList(width=160),
    ),
)
