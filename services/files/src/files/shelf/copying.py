"""Copies of library files for a record, a mail or a ticket: what is sent or stored there no longer changes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from files.documents import commands as documents
from files.documents import rules
from files.documents.multipart import Received
from files.documents.queries import library_file
from files.scanning import guard
from files.storage import storage
from kit.database import Database, Tx
from kit.http.core import Answer
from kit.policy import Actor, Row

Once = Callable[[Tx, Callable[[], list[int]]], Answer]
"""Returns the function's result, or that of the same request before."""
MOST = 20
"""Maximum number of files chosen at once."""


def copy(db: Database, actor: Actor, ids: Sequence[int], texts: Mapping[str, str], once: Once) -> Answer:
    """Copy the latest versions of library files that the actor sees, as uploads with the texts of a form; `once`
    returns the ids of the copies. Raises what an upload raises, NotFound, and Quarantined. Must run outside a
    transaction."""
    rows = [db.query(library_file, actor, file_id) for file_id in dict.fromkeys(ids)]
    total = 0
    for row in rows:
        guard.check(row["object_key"])
        total += row["size"]
        if total > rules.MAX_TOTAL:
            raise rules.total_reached(f"{row['name']}.{row['extension']}")
    details = documents.details(actor, texts)
    with contextlib.ExitStack() as drafts:
        received = [_received(row, drafts.enter_context(storage().draft())) for row in rows]
        with documents.stored(db, [one.draft for one in received]) as keys, db.transaction(actor) as tx:

            def add() -> list[int]:
                abouts = [{"description": row["description"][: rules.MAX_DESCRIPTION]} for row in rows]
                parts = zip(received, keys, abouts, strict=True)
                return [documents.add(tx, one, key, details | about) for one, key, about in parts]

            return once(tx, add)


def _received(row: Row, draft: Any) -> Received:
    """Return the content of a library file in a draft; it was checked when it was uploaded."""
    copied = Received(rules.FileName(row["name"], row["extension"]), draft, media_type=row["media_type"])
    for chunk in guard.read(row["object_key"], 0, row["size"]):
        copied.write(chunk, rules.MAX_FILE)
    copied.scan()
    return copied
