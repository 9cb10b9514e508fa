"""Attributes of a canned answer."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, Integer, RichText, Select, Text
from support import teams

SHORTCUT = r"[a-z0-9][a-z0-9-]{0,29}"
"""Letters, digits and hyphens, typed after a slash."""

CANNED = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="answer",
        default=None,
        listed=InList(sortable=True, width=240),
    ),
    Attribute(
        name="shortcut",
        type=Text(max_length=30),
        section="answer",
        help="Typed as /shortcut in the answer box",
        listed=InList(sortable=True, width=130),
    ),
    Attribute(
        name="team",
        type=Select(choices=teams.TYPES),
        section="answer",
        help="If empty, every team",
        listed=InList(width=140),
        filtered=AsFilter(),
    ),
    Attribute(
        name="text",
        type=RichText(required=True, max_length=20_000),
        section="answer",
        default=None,
        comment="sanitised html with merge fields",
        help="Merge fields are written in double braces: Dear {{asker.firstName}}",
    ),
    Attribute(
        name="used",
        type=Integer(),
        stored_as=sa.Integer,
        default="0",
        comment="times that it was inserted",
        listed=InList(sortable=True, width=90),
    ),
    Attribute(name="lastUsed", type=DateTime(), listed=InList(title="Last used", width=125)),
)
