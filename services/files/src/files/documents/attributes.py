"""Attributes of a file (`money.md 3`, Uploaded file record)."""

from __future__ import annotations

import sqlalchemy as sa

from files.documents import kinds, readers, rules
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Date, Integer, Reference, Select, Text

FILE = Attributes(
    Attribute(
        name="name",
        type=Text(required=True, max_length=rules.MAX_NAME),
        section="file",
        default=None,
        help="Without the extension",
        listed=InList(sortable=True, width=230),
    ),
    Attribute(name="description", type=Text(max_length=2000), section="file", listed=InList(width=165)),
    Attribute(
        name="contentType",
        type=Select(required=True, choices=kinds.UPLOADED),
        title="Content type",
        section="file",
        listed=InList(options=kinds.SHOWN, sortable=True, width=140),
        filtered=AsFilter(options=kinds.SHOWN),
    ),
    Attribute(
        name="reviewDate",
        type=Date(),
        section="file",
        listed=InList(hidden=True, width=110),
        readers=readers.OF_DETAILS,
    ),
    Attribute(
        name="owner",
        type=Reference(required=True, source="/users"),
        section="file",
        readers=readers.OF_DETAILS,
        column=sa.Column("owner_id", sa.BigInteger, nullable=False),
    ),
    Attribute(
        name="locked",
        type=Boolean(),
        section="file",
        listed=InList(width=80),
        readers=readers.OF_SWITCHES,
    ),
    Attribute(
        name="visible",
        type=Boolean(),
        section="file",
        default="true",
        listed=InList(width=80),
        readers=readers.OF_SWITCHES,
    ),
    Attribute(
        name="extension",
        type=Text(),
        default=None,
        at="extension",
        listed=InList(sortable=True, width=80),
        filtered=AsFilter(),
    ),
    Attribute(
        name="fileType",
        type=Text(),
        at="fileType",
        column=sa.Column("media_type", sa.Text, nullable=False),
        listed=InList(title="Type", hidden=True, width=160),
    ),
    Attribute(name="size", type=Integer(required=True), at="size", listed=InList(sortable=True, width=80)),
    Attribute(
        name="uploadedBy",
        type=Text(),
        column=sa.Column("uploader_name", sa.Text, nullable=False, server_default=""),
        listed=InList(sortable=True, width=130),
    ),
    Attribute(
        name="entityType",
        type=Text(),
        at="entityType",
        listed=InList(title="Belongs to", hidden=True, width=110),
        filtered=AsFilter(title="Entity type", hidden=True),
    ),
    Attribute(
        name="entityTypeId",
        type=Integer(),
        at="entityTypeId",
        column=sa.Column("entity_id", sa.BigInteger, nullable=False, server_default="0"),
        listed=InList(title="Record", type="id", hidden=True, width=90),
        filtered=AsFilter(title="Entity type ID", hidden=True),
    ),
)
"""`name` has no extension; `contentType` is the kind of file that users know (`kinds.py`), `fileType` the MIME type of
its downloads; `entity*` is the record it belongs to; `owner` is the responsible user."""
