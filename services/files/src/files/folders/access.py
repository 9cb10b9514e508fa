"""The rights of the caller on a folder, for the files that are attached to it."""

from __future__ import annotations

import sqlalchemy as sa

from files.folders.model import folder
from files.folders.policy import ATTACH, SCOPE
from kit import context
from kit.database import database
from kit.records.foreign import Access


def access(folder_id: int) -> Access:
    """Return whether the folder exists, and whether the caller sees its files and may add and remove them."""
    caller = context.actor.get()
    rights = sa.select(SCOPE.where(caller).label("reached"), ATTACH.where(caller).label("allowed"))
    row = database().one(rights.select_from(folder).where(folder.c.id == folder_id))
    if row is None:
        return Access(exists=False, reached=False, allowed=False)
    return Access(exists=True, reached=row["reached"], allowed=row["allowed"])
