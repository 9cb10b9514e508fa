"""The job that sends a mail of a ticket, at most once (`kit.mail.queue`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit import store
from kit.errors import TooLarge
from kit.jobs import Job, JobContext
from kit.mail import MOST_ATTACHED, Attachment, Mail, Mailer
from kit.mail.queue import ComposedMail
from kit.policy import as_service
from support.mailboxes.model import TICKET_MAILS


def _run(context: JobContext) -> dict[str, Any]:
    with Mailer() as mailer:
        row = TICKET_MAILS.deliver(context.db, context.actor, context.params["mail"], mailer, _composed, job=context.id)
    return {"state": row["state"]}


def _composed(row: Mapping[str, Any]) -> ComposedMail:
    """Compose the mail of a row. Raises NotFound, TooLarge, Unavailable for its files."""
    attachments = []
    for file_id in row["file_ids"]:
        stored = store.get(file_id, as_service("support"), most=MOST_ATTACHED)
        attachments.append(Attachment(stored.name, stored.media_type, stored.content))
    if sum(len(attachment.content) for attachment in attachments) > MOST_ATTACHED:
        raise TooLarge(f"The attachments are more than {MOST_ATTACHED // 1_048_576} MB together")
    return ComposedMail(
        Mail(
            to=row["recipient"],
            subject=row["subject"],
            html=row["body"],
            message_id=row["message_id"],
            reply_to=row["reply_to"],
            in_reply_to=row["in_reply_to"],
            references=row["references"],
            bounces_to="<>" if row["automatic"] else row["reply_to"],
            automatic=row["automatic"],
            attachments=attachments,
        )
    )


SEND = Job("answerByMail", _run)
