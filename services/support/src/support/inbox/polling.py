"""IMAP polling of mailboxes by UID: each mail is stored before its UID is recorded, and marked read only once it is
stored."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from kit.database import Database, all_rows, tables
from kit.encryption import Undecipherable
from kit.jobs import Job, JobContext
from kit.policy import as_service
from kit.telemetry import log
from support.inbox import arrivals
from support.mailboxes import rules
from support.mailboxes.commands import cipher
from support.mailboxes.model import mailbox

_log = log.get(__name__)

AT_ONCE = 200
"""Mails per poll; the next poll fetches the rest."""
_SECONDS = 30
_FAULTS = (IMAPClientError, OSError, ssl.SSLError, Undecipherable)


def run(context: JobContext) -> dict[str, Any]:
    """Run the job `fetchMail`: poll every active mailbox that has an IMAP server."""
    with context.db.read() as connection:
        wanted = sa.select(mailbox).where(mailbox.c.active, mailbox.c.imap_host != "").order_by(mailbox.c.id)
        rows = all_rows(connection, wanted)
    stored = 0
    for done, row in enumerate(rows):
        context.progress(done, len(rows))
        try:
            stored += fetch(context.db, row)
        except _FAULTS as error:
            _log.warning("mailbox_failed", mailbox=row["id"], error=str(error))
            _note(context.db, row["id"], problem=f"{type(error).__name__}: {error}"[:300])
    return {"mailboxes": len(rows), "stored": stored}


def fetch(db: Database, row: Mapping[str, Any]) -> int:
    """Store the mails of a mailbox after its last UID; returns their number. A changed UIDVALIDITY means that the
    server renumbered them: all are fetched, and stored ones are skipped by Message-ID. Raises IMAPClientError,
    OSError, Undecipherable; Unavailable."""
    stored = 0
    with _session(row) as server:
        selected = server.select_folder(row["imap_folder"] or "INBOX")
        validity = int(selected.get(b"UIDVALIDITY", 0))
        last = row["last_uid"] if validity == row["uid_validity"] else 0
        # the last mail of the folder matches `n:*` too, whatever n is
        uids = sorted(uid for uid in server.search(["UID", f"{last + 1}:*"]) if uid > last)[:AT_ONCE]
        for uid in uids:
            stored += _store(db, row, server, uid)
            _note(db, row["id"], uid_validity=validity, last_uid=uid)
            server.add_flags([uid], [rb"\Seen"])
    _note(db, row["id"], problem="", polled=sa.func.now())
    return stored


def _store(db: Database, row: Mapping[str, Any], server: IMAPClient, uid: int) -> int:
    """Store one mail; returns 0 for one that is too large, deleted or already stored."""
    sizes = server.fetch([uid], ["RFC822.SIZE"])
    size = int(sizes.get(uid, {}).get(b"RFC822.SIZE", 0))
    if size > rules.MOST_BYTES:
        arrivals.note_too_large(db, dict(row), f"<uid-{uid}@{row['address']}>", size)
        return 0
    content = server.fetch([uid], ["BODY.PEEK[]"]).get(uid, {}).get(b"BODY[]")
    if not content:
        return 0
    return int(arrivals.store(db, dict(row), bytes(content)) is not None)


@contextmanager
def _session(row: Mapping[str, Any]) -> Iterator[IMAPClient]:
    tls = row["imap_tls"]
    options: dict[str, Any] = {"ssl_context": ssl.create_default_context()} if tls else {}
    server = IMAPClient(row["imap_host"], port=row["imap_port"], ssl=tls, timeout=_SECONDS, **options)
    try:
        server.login(row["imap_user"], cipher().decrypt(row["imap_password"]) if row["imap_password"] else "")
        yield server
    finally:
        try:
            server.logout()
        except (IMAPClientError, OSError):
            server.shutdown()


def _note(db: Database, mailbox_id: int, **values: Any) -> None:
    with db.transaction(as_service("support")) as tx:
        statement = sa.update(mailbox).where(mailbox.c.id == mailbox_id)
        tx.execute(statement.values(**values, modified=tables.now()))


FETCH_JOB = Job("fetchMail", run)
