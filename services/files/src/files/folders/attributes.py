"""Attributes of a folder (`money.md 3`, Folder)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes
from kit.values import RecordId, Text

MAX_NAME = 100

FOLDER = Attributes(
    Attribute(name="name", type=Text(required=True, max_length=MAX_NAME), section="folder", default=None),
    Attribute(name="description", type=Text(multiline=True, max_length=2000), section="folder"),
    Attribute(
        name="parentFolderId",
        type=RecordId(),
        title="Folder above",
        section="folder",
        column=sa.Column("parent_id", sa.BigInteger, sa.ForeignKey("folder.id"), index=True),
    ),
    Attribute(
        name="orgId",
        type=RecordId(required=True),
        title="Organisation",
        section="folder",
        read_only=True,
        column=sa.Column("org_id", sa.BigInteger, nullable=False),
    ),
)
"""The root of an organisation has no parent folder."""
