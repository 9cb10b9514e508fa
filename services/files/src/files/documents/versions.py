"""The content of a file, and its versions in the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from files.documents import rules
from files.documents.model import file_version
from files.documents.multipart import Received
from files.folders.model import folder
from kit.database import Tx
from kit.policy import Actor

CONTENT = ("name", "extension", "media_type", "size", "sha256", "object_key", "uploader_id", "uploader_name")
"""The columns that a file and its latest version share."""
RIGHTS = ("reader_ids", "enhanced_ids", "editor_ids")


def content(actor: Actor, received: Received, key: str) -> dict[str, Any]:
    """Return the columns of what the actor uploads now, stored as the object `key`."""
    return {
        "name": received.name.stem,
        "extension": received.name.extension,
        "media_type": received.media_type or rules.PRODUCED_TYPES[received.name.extension],
        "size": received.size,
        "sha256": received.sha256,
        "object_key": key,
        "uploader_id": actor.user_id,
        "uploader_name": actor.name,
    }


def rights_of(folder_id: int) -> dict[str, sa.ScalarSelect[Any]]:
    """Return the columns of a file in the folder that decide who sees and changes it."""
    return {name: sa.select(folder.c[name]).where(folder.c.id == folder_id).scalar_subquery() for name in RIGHTS}


def add(tx: Tx, file_id: int, number: int, content: Mapping[str, Any], note: str = "") -> int:
    """Store `content` as version `number`; returns the id of the version."""
    values = {name: content[name] for name in CONTENT}
    return tx.insert(file_version, {**values, "file_id": file_id, "number": number, "note": note})
