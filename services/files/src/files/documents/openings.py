"""Openings of files that people are asked to sign: nobody signs unopened files."""

from __future__ import annotations

from sqlalchemy.dialects.postgresql import insert

from files.documents.model import file_opening
from kit.database import Database
from kit.policy import Actor, Row


def note(db: Database, actor: Actor, row: Row) -> None:
    """Record that the actor opens the latest version of the file `row`, if it is to be signed. Idempotent."""
    if not row["is_signed"] or not actor.user_id:
        return
    opening = {"file_id": row["id"], "user_id": actor.user_id, "number": row["number"]}
    db.execute(insert(file_opening).values(opening).on_conflict_do_nothing())
