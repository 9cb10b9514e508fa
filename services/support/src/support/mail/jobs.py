"""The job that sends queued mails, each at most once (`kit.mail.queue`): a portion of a sending, or a repeated mail;
and the schedule that continues sendings."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Tx
from kit.errors import TooLarge, Unavailable
from kit.jobs import Job, JobContext, Schedule
from kit.mail import MOST_ATTACHED, Attachment, Mail, Mailer, RecordOfMail, as_text
from kit.mail.queue import ComposedMail
from kit.policy import Actor
from support.events import MAIL_SENT
from support.mail import queries, sendings, unsubscribing
from support.mail.kinds import KINDS
from support.mail.model import MAILS, sent_mail

_columns = sent_mail.c

_MOST_WORDS = 3000
MOST_DEFERRALS = 3
"""Consecutive deferrals after which the run stops: then the mail server is unavailable, not one recipient."""


class _Files:
    """The attachments of a run, each fetched once, with the sender's rights."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._cache: dict[int, Attachment] = {}

    def get(self, file_ids: Sequence[int]) -> list[Attachment]:
        """Return the file. Raises NotFound, NotYourFile, TooLarge, Unavailable."""
        for file_id in file_ids:
            if file_id not in self._cache:
                stored = store.get(file_id, self._actor, most=MOST_ATTACHED)
                self._cache[file_id] = Attachment(stored.name, stored.media_type, stored.content)
        attachments = [self._cache[file_id] for file_id in file_ids]
        if sum(len(attachment.content) for attachment in attachments) > MOST_ATTACHED:
            raise TooLarge(f"The attachments are more than {MOST_ATTACHED // 1_048_576} MB together")
        return attachments


def run(context: JobContext) -> dict[str, Any]:
    """Send the mails of the job; the last portion of a sending closes it."""
    _send_waiting(context)
    with context.db.read() as connection:
        states = queries.states_of(connection, _columns.job_id == context.id)
    sending = context.params.get("sending")
    with context.db.transaction(context.actor) as tx:
        if sending is None:
            sendings.tell(tx, context.actor.user_id, states, uuid.UUID(context.params["batch"]))
        else:
            failed = states.get("failed", 0)
            if failed >= MOST_DEFERRALS and not states.get("sent"):
                sendings.halt(tx, sending, failed)
            sendings.finish(tx, sending)
    return {state: states.get(state, 0) for state in ("sent", "failed", "unknown")}


def _send_waiting(context: JobContext) -> None:
    """Send each waiting mail of this job, those with the fewest attempts first, and last those that another run left
    while sending. Raises Unavailable if some still wait."""
    of_job = (_columns.job_id == context.id, _columns.state.in_(["queued", "sending"]))
    order = (_columns.state == "sending", _columns.tries, _columns.id)
    with context.db.read() as connection:
        waiting = connection.execute(sa.select(_columns.id).where(*of_job).order_by(*order)).scalars().all()
        finished = sum(queries.states_of(connection, _columns.job_id == context.id).values()) - len(waiting)
    pack = partial(_pack, _Files(context.actor))
    deferral, deferrals_in_a_row = None, 0
    with Mailer() as mailer:
        for done, record in enumerate(waiting, start=finished):
            context.progress(done)
            if not sendings.may_go(context.db, record, context.id):
                continue
            try:
                MAILS.deliver(context.db, context.actor, record, mailer, pack, _publish_sent, context.id)
                deferrals_in_a_row = 0
            except Unavailable as error:
                deferral, deferrals_in_a_row = error, deferrals_in_a_row + 1
                if deferrals_in_a_row >= MOST_DEFERRALS:
                    break
    if deferral is not None:
        raise deferral


def _publish_sent(tx: Tx, row: Mapping[str, Any]) -> None:
    """Publish the mail to the service of a record that keeps a log of its mails."""
    if KINDS[row["entity_type"]].logged:
        payload = {
            "id": row["id"],
            "entityType": row["entity_type"],
            "entityTypeId": row["entity_type_id"],
            "subject": row["subject"],
            "words": as_text(row["body"]).strip()[:_MOST_WORDS],
            "userId": row["created_by_id"] or 0,
            "userName": row["created_by_name"],
        }
        tx.publish(MAIL_SENT, row["id"], payload)


def _pack(files: _Files, row: Mapping[str, Any]) -> ComposedMail:
    """Compose the mail of a row. Raises the errors of `_Files.get`."""
    record = RecordOfMail(row["entity_type"], row["entity_type_id"], row["id"])
    mail = Mail(
        to=row["recipient"],
        name=row["person"],
        subject=row["subject"],
        html=row["body"],
        message_id=row["message_id"],
        reply_to=row["reply_to"],
        bounces_to=record.address() if KINDS[row["entity_type"]].logged else "",
        attachments=files.get(row["file_ids"]),
    )
    return ComposedMail(mail if row["contractual"] else _with_link(mail, unsubscribing.address(row["id"])))


def _with_link(mail: Mail, address: str) -> Mail:
    """Return the mail with its unsubscribe address: for the button of the mail program, and as a last line if the text
    has none."""
    html = f'{mail.html}<p><a href="{address}">Unsubscribe</a> from mails like this</p>'
    text = f"{as_text(mail.html)}\nUnsubscribe from mails like this: {address}\n"
    return replace(mail, html=html, text=text, unsubscribe=address)


EVERY_MINUTE = Schedule(
    "sendings",
    "FREQ=MINUTELY;INTERVAL=1",
    Job("goOnSending", lambda context: dict(sendings.go_on(context.db))),
    late=dt.timedelta(minutes=1),
    title="Send the next mails of sendings",
)
