"""Attributes of the declaration of a head of centre."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, Reference, Text

DECLARATION = Attributes(
    Attribute(
        name="seriesId",
        type=Reference(source="/system/examseries/list", required=True),
        title="Series",
        section="declaration",
        read_only=True,
        links="exam_series.id",
        listed=InList(title="Series ID", hidden=True),
        filtered=AsFilter(hidden=True, column="series"),
    ),
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
