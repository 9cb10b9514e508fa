"""Queries of uploads; each takes the actor."""

from __future__ import annotations

import uuid
from typing import Any

import sqlalchemy as sa

from files.uploads.model import OPEN, upload
from kit.database import Database
from kit.errors import NotFound
from kit.policy import Actor


def own(db: Database, actor: Actor, upload_id: uuid.UUID) -> dict[str, Any]:
    """Return the actor's upload. Raises NotFound for one of somebody else, and for an ended one."""
    own_upload = (upload.c.id == upload_id, upload.c.creator_id == actor.user_id, upload.c.expires > sa.func.now())
    row = db.one(sa.select(upload).where(*own_upload))
    if row is None:
        raise gone()
    return row


def gone() -> NotFound:
    """Return the refusal of an unknown upload."""
    return NotFound("This upload does not exist or has ended. Please upload the file again.", code="upload_gone")


def open_number(db: Database, actor: Actor) -> int:
    """Count the actor's unfinished uploads."""
    own_open = (upload.c.creator_id == actor.user_id, upload.c.state == OPEN, upload.c.expires > sa.func.now())
    return int(db.scalar(sa.select(sa.func.count()).select_from(upload).where(*own_open)))
