"""Folders for the tree of a dropped folder (`money.md 5`, Folder; issue 42, 5)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import sqlalchemy as sa

from files.folders.model import folder
from files.library import access, commands
from files.library.fields import FOLDER_FIELDS
from kit.database import Tx
from kit.records import crud
from kit.records.pipeline import parsed

_c = folder.c


def reached(tx: Tx, folder_id: int, names: Sequence[str]) -> int:
    """Return the folder that `names` lead to from the folder `folder_id`, which the caller administers; create missing
    ones. Concurrent calls create none twice. Raises Invalid, NotFound, Forbidden, Conflict."""
    tx.lock(access.LOCK)
    commands.administered(tx, folder_id)
    for name in names:
        # macOS decomposes characters in names, Windows does not
        plain = parsed(FOLDER_FIELDS.fields["name"], unicodedata.normalize("NFC", name))
        present = tx.scalar(sa.select(_c.id).where(_c.parent_id == folder_id, _c.name == plain))
        folder_id = present or crud.create(tx, FOLDER_FIELDS, {"name": plain, "parentId": folder_id})
    return folder_id
