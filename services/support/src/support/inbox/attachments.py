"""Storage of a mail's attachments as files of its ticket or record, each with the checks of uploads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit import store as files
from kit.database import Database, first_row, tables
from kit.errors import Refused, Unavailable
from kit.policy import as_service
from support.inbox.letter import Attached
from support.mailboxes.model import mail_in
from support.tickets.model import ticket_message
from support.tickets.rules import MOST_FILES

TOO_MANY = f"A message has at most {MOST_FILES} files"
EMPTY = "The file is empty"


def store(db: Database, mail_id: int, attached: Sequence[Attached]) -> None:
    """Store the attachments of a mail on a ticket that are not stored yet; refused ones keep the file store's reason.
    Raises Unavailable; the next run then continues where this one ended."""
    with db.read() as connection:
        ticket_id = connection.scalar(sa.select(mail_in.c.ticket_id).where(mail_in.c.id == mail_id))
    keep(db, mail_id, attached, "document", ("ticket", ticket_id or 0))
    with db.transaction(as_service("support")) as tx:
        tx.execute(sa.update(mail_in).where(mail_in.c.id == mail_id).values(is_stored=True))


def keep(
    db: Database, mail_id: int, attached: Sequence[Attached], kind: str, owner: tuple[str, int]
) -> list[dict[str, Any]]:
    """Store the attachments of a mail as files of `kind` that belong to `owner`; returns `{name, size, fileId,
    refused}` of each. Raises Unavailable."""
    with db.read() as connection:
        row = first_row(connection, sa.select(mail_in).where(mail_in.c.id == mail_id))
    assert row is not None
    done: list[dict[str, Any]] = list(row["attachments"])
    for number in range(len(done), len(attached)):
        one = attached[number]
        entry: dict[str, Any] = {"name": one.name, "size": len(one.content), "fileId": None, "refused": ""}
        stored = sum(1 for earlier in done if earlier["fileId"])
        try:
            if stored >= MOST_FILES or not one.content:
                entry["refused"] = EMPTY if stored < MOST_FILES else TOO_MANY
            else:
                entry["fileId"] = files.put(
                    one.content, one.name, one.media_type, as_service("support"), kind, owner, checked=True
                )
        except Unavailable:
            raise
        except Refused as error:
            entry["refused"] = error.text
        done = [*done, entry]
        _note(db, row, done)
    return done


def _note(db: Database, row: dict[str, Any], done: Sequence[dict[str, Any]]) -> None:
    """Write the outcome of the attachments, and the files on the message."""
    kept = [{"id": entry["fileId"], "name": entry["name"]} for entry in done if entry["fileId"]]
    with db.transaction(as_service("support")) as tx:
        values = {"attachments": list(done), **tables.version_values(mail_in)}
        tx.execute(sa.update(mail_in).where(mail_in.c.id == row["id"]).values(**values))
        of_mail = ticket_message.c.id == row["ticket_message_id"]
        tx.execute(sa.update(ticket_message).where(of_mail).values(files=kept))
