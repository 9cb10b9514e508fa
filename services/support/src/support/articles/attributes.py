"""Attributes of a helpful document."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes, InList
from kit.values import DateTime, Integer, Text

ARTICLE = Attributes(
    Attribute(
        name="name",
        type=Text(),
        section="article",
        default=None,
        comment="of the file, as it was last counted",
        listed=InList(sortable=True, width=320),
    ),
    Attribute(
        name="helped",
        type=Integer(),
        title="Spared a ticket",
        section="article",
        stored_as=sa.Integer,
        default="0",
        listed=InList(sortable=True, width=140),
    ),
    Attribute(
        name="inserted",
        type=Integer(),
        title="In answers",
        section="article",
        stored_as=sa.Integer,
        default="0",
        listed=InList(sortable=True, width=120),
    ),
    Attribute(
        name="last",
        type=DateTime(),
        title="Last time",
        section="article",
        listed=InList(width=140),
    ),
    Attribute(
        name="fileId",
        type=Integer(),
        default=None,
        column=sa.Column("file_id", sa.BigInteger, nullable=False),
    ),
)
