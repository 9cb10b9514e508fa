"""The job that sends queued mails, each at most once (`kit.mail.queue`): those of a call, or one that is retried."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.errors import TooLarge, Unavailable
from kit.jobs import Job, JobContext
from kit.mail import MOST_ATTACHED, Attachment, Mail, Mailer
from kit.mail.queue import ComposedMail
from kit.policy import Actor
from support.mail import queries
from support.mail.model import MAILS, sent_mail
from support.notifications.commands import notify
from support.notifications.kinds import Notice

_columns = sent_mail.c

MOST_DEFERRALS = 3
"""Consecutive deferrals after which the run stops: the mail server is unavailable, not one recipient."""


class _Files:
    """The attachments of a run, each fetched once, with the sender's rights."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._cache: dict[int, Attachment] = {}

    def get(self, file_ids: Sequence[int]) -> list[Attachment]:
        """Raises NotFound, NotYourFile, TooLarge, Unavailable."""
        for file_id in file_ids:
            if file_id not in self._cache:
                stored = store.get(file_id, self._actor, most=MOST_ATTACHED)
                self._cache[file_id] = Attachment(stored.name, stored.media_type, stored.content)
        attachments = [self._cache[file_id] for file_id in file_ids]
        if sum(len(attachment.content) for attachment in attachments) > MOST_ATTACHED:
            raise TooLarge(f"The attachments are more than {MOST_ATTACHED // 1_048_576} MB together")
        return attachments


def _run(context: JobContext) -> dict[str, Any]:
    _send_waiting(context)
    with context.db.read() as connection:
        states = queries.states_of(connection, context.id)
    counts = {state: states.get(state, 0) for state in ("sent", "failed", "unknown")}
    if counts["failed"] or counts["unknown"]:
        _notify_sender(context, counts["failed"], counts["unknown"])
    return counts


def _send_waiting(context: JobContext) -> None:
    """Send each waiting mail of this job, those tried least first; last those that another run left while sending.
    Raises Unavailable where some still wait."""
    of_job = (_columns.job_id == context.id, _columns.state.in_(["queued", "sending"]))
    order = (_columns.state == "sending", _columns.tries, _columns.id)
    with context.db.read() as connection:
        waiting = connection.execute(sa.select(_columns.id).where(*of_job).order_by(*order)).scalars().all()
        finished = sum(queries.states_of(connection, context.id).values()) - len(waiting)
    pack = partial(_pack, _Files(context.actor))
    deferral, deferrals_in_a_row = None, 0
    with Mailer() as mailer:
        for done, record in enumerate(waiting, start=finished):
            context.progress(done)
            try:
                MAILS.deliver(context.db, context.actor, record, mailer, pack, job=context.id)
                deferrals_in_a_row = 0
            except Unavailable as error:
                deferral, deferrals_in_a_row = error, deferrals_in_a_row + 1
                if deferrals_in_a_row >= MOST_DEFERRALS:
                    break
    if deferral is not None:
        raise deferral


def _pack(files: _Files, row: Mapping[str, Any]) -> ComposedMail:
    """The mail of a row. Raises the errors of `_Files.get`."""
    return ComposedMail(
        Mail(
            to=row["recipient"],
            name=row["person"],
            subject=row["subject"],
            html=row["body"],
            message_id=row["message_id"],
            reply_to=row["reply_to"],
            attachments=files.get(row["file_ids"]),
        )
    )


def _notify_sender(context: JobContext, failed: int, unknown: int) -> None:
    """Notify the sender of mails that failed or whose outcome is unknown; the call itself only queued them."""
    notice = Notice(
        kind="email",
        title=_failed_text(failed) if failed else _unknown_text(unknown),
        text="The log says why." if not (failed and unknown) else f"{_unknown_text(unknown)}. The log says more.",
        target="/support/emails/sent?state=failed" if failed else "/support/emails/sent?state=unknown",
    )
    with context.db.transaction(context.actor) as tx:
        notify(tx, [context.actor.user_id], notice, uuid.UUID(context.params["batch"]))


def _failed_text(count: int) -> str:
    return "1 email was not sent" if count == 1 else f"{count:,} emails were not sent"


def _unknown_text(count: int) -> str:
    return f"It is not known whether {'1 email' if count == 1 else f'{count:,} emails'} went out"


SEND = Job("sendEmails", _run)
