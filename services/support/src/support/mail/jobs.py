"""From the queue into the post, each mail at most once (`kit.mail.queue`): the job of a sending, or of one mail that a
person sends again."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from kit.documents import store
from kit.errors import TooLarge, Unavailable
from kit.jobs import Job, JobContext
from kit.mail import MOST_ATTACHED, Attachment, Mail, Mailer
from kit.mail.queue import Packed
from kit.policy import Actor
from support.mail import queries
from support.mail.model import MAILS, sent_mail
from support.notifications.commands import Notice, notify

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
    _send_waiting(context)
    with context.db.read() as connection:
        states = queries.states_of(connection, context.id)
    counts = {state: states.get(state, 0) for state in ("sent", "failed", "unknown")}
    if counts["failed"] or counts["unknown"]:
        _tell(context, counts["failed"], counts["unknown"])
    return counts


def _send_waiting(context: JobContext) -> None:
    """Each mail of this job that waits, those tried least first; last what another run left in the middle. Raises
    Unavailable when some still wait."""
    mine = (_columns.job_id == context.id, _columns.state.in_(["queued", "sending"]))
    order = (_columns.state == "sending", _columns.tries, _columns.id)
    with context.db.read() as connection:
        waiting = connection.execute(sa.select(_columns.id).where(*mine).order_by(*order)).scalars().all()
        before = sum(queries.states_of(connection, context.id).values()) - len(waiting)
    pack = partial(_packed, _Files(context.actor))
    held_up, in_a_row = None, 0
    with Mailer() as mailer:
        for place, record in enumerate(waiting, start=before):
            context.progress(place)
            try:
                MAILS.deliver(context.db, context.actor, record, mailer, pack, job=context.id)
                in_a_row = 0
            except Unavailable as error:
                held_up, in_a_row = error, in_a_row + 1
                if in_a_row >= MOST_AWAY:
                    break
    if held_up is not None:
        raise held_up


def _packed(files: _Files, row: Mapping[str, Any]) -> Packed:
    """The mail of a row. Raises as `_Files.of`."""
    return Packed(
        Mail(
            to=row["recipient"],
            name=row["person"],
            subject=row["subject"],
            html=row["body"],
            message_id=row["message_id"],
            reply_to=row["reply_to"],
            attachments=files.of(row["file_ids"]),
        )
    )


def _tell(context: JobContext, failed: int, unknown: int) -> None:
    """The sender has long been told that the mails are on their way."""
    notice = Notice(
        kind="email",
        title=_not_sent(failed) if failed else _not_known(unknown),
        text="The log says why." if not (failed and unknown) else f"{_not_known(unknown)}. The log says more.",
        target="/support/emails/sent?state=failed" if failed else "/support/emails/sent?state=unknown",
    )
    with context.db.transaction(context.actor) as tx:
        notify(tx, [context.actor.user_id], notice, uuid.UUID(context.params["batch"]))


def _not_sent(count: int) -> str:
    return "1 email was not sent" if count == 1 else f"{count:,} emails were not sent"


def _not_known(count: int) -> str:
    return f"It is not known whether {'1 email' if count == 1 else f'{count:,} emails'} went out"


SEND = Job("sendEmails", _run)
