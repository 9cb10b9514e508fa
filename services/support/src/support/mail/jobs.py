"""From the queue into the post, each mail at most once.

`queued` → `sending` is committed before the server is spoken to, `sending` → `sent` after it said yes. A mail that is
found in `sending` and that nobody works on any more may have gone: it has failed, and says why. What did certainly not
go (no answer, a refusal for now) is queued again, and the job with it.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit import log, store, tables
from kit.db import Database
from kit.errors import Refused, TooLarge, Unavailable
from kit.jobs import Job, JobContext
from kit.mail import GIVE_UP, MOST_ATTACHED, STILL_SENDING, UNKNOWN, Attachment, Mail, Mailer, Unanswered
from kit.policy import Actor
from support.mail import queries
from support.mail.model import sent_mail
from support.notifications.commands import Notice, notify

_log = log.get(__name__)
_columns = sent_mail.c

MOST_AWAY = 3
"""Mails in a row that have to wait, after which the others are not tried: it is the server, not the recipient."""


class _Files:
    """The attachments of a run, each fetched once, as the sender."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._kept: dict[int, Attachment] = {}

    def of(self, file_ids: Sequence[int]) -> list[Attachment]:
        """Raises NotFound, NotYourFile, TooLarge, Unavailable."""
        for file_id in file_ids:
            if file_id not in self._kept:
                stored = store.get(file_id, self._actor, most=MOST_ATTACHED)
                media_type = stored.media_type.partition(";")[0]
                self._kept[file_id] = Attachment(stored.name, media_type, stored.content)
        found = [self._kept[file_id] for file_id in file_ids]
        if sum(len(one.content) for one in found) > MOST_ATTACHED:
            raise TooLarge(f"The attachments are more than {MOST_ATTACHED // 1_048_576} MB together")
        return found


def _run(context: JobContext) -> dict[str, Any]:
    batch = uuid.UUID(context.params["batch"])
    _send_queued(context, batch)
    _settle_left_behind(context.db, batch)
    with context.db.read() as connection:
        states = queries.batch_states(connection, batch)
    failed = states.get("failed", 0)
    if failed:
        _tell(context, batch, failed)
    return {"sent": states.get("sent", 0), "failed": failed}


def _send_queued(context: JobContext, batch: uuid.UUID) -> None:
    """Each mail that waits, those tried least first. Raises Unavailable when some still wait."""
    waiting = sa.select(_columns.id, _columns.file_ids, _columns.queued)
    mine = waiting.where(_columns.batch == batch, _columns.state == "queued").order_by(_columns.tries, _columns.id)
    with context.db.read() as connection:
        rows = connection.execute(mine).all()
        before = sum(queries.batch_states(connection, batch).values()) - len(rows)
    files, held_up, in_a_row = _Files(context.actor), None, 0
    with Mailer() as mailer:
        for place, row in enumerate(rows, start=before):
            context.progress(place)
            try:
                _deliver(context.db, row, files, mailer)
                in_a_row = 0
            except Unavailable as error:
                held_up, in_a_row = error, in_a_row + 1
                if in_a_row >= MOST_AWAY:
                    break
    if held_up is not None:
        raise held_up


def _deliver(db: Database, waiting: Any, files: _Files, mailer: Mailer) -> None:
    """Send one mail, unless somebody else does. Raises Unavailable when it has to wait: it is queued as before."""
    record, state = waiting.id, "queued"
    try:
        attachments = files.of(waiting.file_ids)
        row = _write(db, record, state, state="sending", tries=_columns.tries + 1, error="")
        if row is None:
            return
        state = "sending"
        mailer.send(_mail(row, attachments))
    except Unanswered as error:
        _log.warning("mail_unanswered", mail=record, error=error.text)
        _write(db, record, state, state="failed", error=UNKNOWN)
    except Unavailable as error:
        given_up = dt.datetime.now(dt.UTC) - waiting.queued > GIVE_UP
        _write(db, record, state, state="failed" if given_up else "queued", error=error.text)
        if not given_up:
            raise
    except Refused as error:
        _write(db, record, state, state="failed", error=error.text)
    else:
        _write(db, record, state, state="sent", sent=tables.now())


def _mail(row: Mapping[str, Any], attachments: list[Attachment]) -> Mail:
    return Mail(
        to=row["recipient"],
        name=row["person"],
        subject=row["subject"],
        html=row["body"],
        message_id=row["message_id"],
        reply_to=row["reply_to"],
        attachments=attachments,
    )


def _settle_left_behind(db: Database, batch: uuid.UUID) -> None:
    """Mails another run left in `sending`. Raises Unavailable while that run may still be at it."""
    mine = sa.and_(_columns.batch == batch, _columns.state == "sending")
    old = _columns.modified < sa.func.clock_timestamp() - STILL_SENDING
    with db.read() as connection:
        given_up = sa.update(sent_mail).where(mine, old).values(state="failed", error=UNKNOWN, modified=tables.now())
        connection.execute(given_up)
        if connection.execute(sa.select(_columns.id).where(mine).limit(1)).first() is not None:
            raise Unavailable("Another worker is still sending")


def _write(db: Database, record: int, state_before: str, **values: Any) -> dict[str, Any] | None:
    """Change the row where it is in that state; None where it is not."""
    mine = sa.and_(_columns.id == record, _columns.state == state_before)
    bump = {"version": _columns.version + 1, "modified": tables.now()}
    with db.read() as connection:
        changed = sa.update(sent_mail).where(mine).values(**values, **bump).returning(*_columns)
        found = connection.execute(changed).mappings().first()
    return dict(found) if found is not None else None


def _tell(context: JobContext, batch: uuid.UUID, failed: int) -> None:
    """The sender has long been told that the mails are on their way."""
    notice = Notice(
        kind="email",
        title="1 email was not sent" if failed == 1 else f"{failed:,} emails were not sent",
        text="The log says why.",
        target="/support/emails/sent?state=failed",
    )
    with context.db.transaction(context.actor) as tx:
        notify(tx, [context.actor.user_id], notice, batch)


SEND = Job("sendEmails", _run)
