"""Attributes of a retention rule."""

from __future__ import annotations

import sqlalchemy as sa

from files.documents import kinds
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Integer, RecordId, Select, options

SINCES = options(("version", "Its latest version"), ("upload", "Its upload"))

RULE = Attributes(
    Attribute(
        name="folderId",
        type=RecordId(),
        title="Folder",
        section="rule",
        help="The number in the folder's address",
        column=sa.Column("folder_id", sa.BigInteger, sa.ForeignKey("folder.id", ondelete="CASCADE"), index=True),
    ),
    Attribute(
        name="contentType",
        type=Select(choices=kinds.UPLOADED),
        title="Content type",
        section="rule",
        column=sa.Column("content_type", sa.Text),
        listed=InList(options=kinds.SHOWN, width=150),
        filtered=AsFilter(options=kinds.SHOWN),
    ),
    Attribute(
        name="years",
        type=Integer(required=True, minimum=1, maximum=100),
        section="rule",
        default=None,
        listed=InList(sortable=True, width=80),
    ),
    Attribute(
        name="since",
        type=Select(required=True, choices=SINCES),
        title="Counted from",
        section="rule",
        default="version",
        listed=InList(options=SINCES, width=150),
    ),
)
"""A rule of a folder applies to all below it; the lowest folder with one takes precedence, and there one for the
content type."""
