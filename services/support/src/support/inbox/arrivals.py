"""Storage of a mail as received, before it is acknowledged and before it is read."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Database, first_row
from kit.policy import as_service
from support.inbox.jobs import TAKE
from support.inbox.letter import message_id_of
from support.mailboxes import rules
from support.mailboxes.model import mail_in, mail_raw, mailbox


def mailbox_for(db: Database, address: str) -> dict[str, Any] | None:
    """Return the active mailbox of an address, with or without a token after its plus; None if there is none."""
    wanted = sa.func.lower(mailbox.c.address) == rules.base_address(address)
    with db.read() as connection:
        return first_row(connection, sa.select(mailbox).where(wanted, mailbox.c.active))


def store(db: Database, of: dict[str, Any], raw: bytes) -> int | None:
    """Store a mail that arrived in the mailbox `of`, and queue its reading; returns its id.

    Returns None for a Message-ID that the mailbox already has: senders repeat a mail whose acknowledgement they missed.
    Raises Unavailable.
    """
    values = {"mailbox_id": of["id"], "type": of["type"], "message_id": message_id_of(raw), "size": len(raw)}
    with db.transaction(as_service("support")) as tx:
        added = insert(mail_in).values(**values).on_conflict_do_nothing(index_elements=["mailbox_id", "message_id"])
        mail_id = tx.scalar(added.returning(mail_in.c.id))
        if mail_id is None:
            return None
        tx.execute(sa.insert(mail_raw).values(mail_in_id=mail_id, content=raw))
        TAKE.enqueue(tx, str(mail_id), {"mail": mail_id})
        return int(mail_id)


def note_too_large(db: Database, of: dict[str, Any], message_id: str, size: int) -> None:
    """Record a mail of an IMAP mailbox that is too large to fetch. Raises Unavailable."""
    reason = f"It has {size // 1_048_576} MB; at most {rules.MOST_BYTES // 1_048_576} MB are taken"
    values = {"mailbox_id": of["id"], "type": of["type"], "message_id": message_id, "size": size}
    values |= {"state": "unreadable", "reason": reason, "is_stored": True}
    with db.transaction(as_service("support")) as tx:
        tx.execute(insert(mail_in).values(**values).on_conflict_do_nothing(index_elements=["mailbox_id", "message_id"]))
