"""The calls of email templates besides the declared ones (`money.md 7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AwareDatetime, Field

from kit.errors import NotFound
from kit.http import pages
from kit.http.core import Answer
from kit.http.fastapi import Body, Call, Id, RequestCall, Routes
from kit.policy import public
from support.mail import commands, page, rules, unsubscribing
from support.mail.answers import MailAgain, MailsQueued, TemplateMail
from support.mail.attributes import MOST_FILES
from support.mail.policy import sends

routes = Routes()


class Chosen(Body):
    """The recipients: records of one kind, at most 5,000."""

    entityType: str
    entityTypeIds: list[Id]


class Edited(Body):
    """A mail as edited by the person; absent or empty fields are as in the preview."""

    subject: Annotated[str, Field(max_length=rules.LONGEST_SUBJECT)] = ""
    body: Annotated[str, Field(max_length=rules.LONGEST_BODY * 4)] = ""


class Sending(Chosen):
    """`mails` are edited mails by entity id; `fileIds` replace the template's attachments for all; `sendAt`, with its
    offset, is the time of the first mail."""

    mails: dict[Id, Edited] = Field(default_factory=dict)
    fileIds: Annotated[list[Id], Field(max_length=MOST_FILES)] | None = None
    sendAt: AwareDatetime | None = None


@routes.post("/emailTemplate/{id}/preview", may=sends, answers=list[TemplateMail])
def preview(call: Call, id: Id, body: Chosen) -> list[dict[str, Any]]:
    """Return the mails as they would be sent."""
    return commands.preview(call.db, call.actor, id, body.entityType, body.entityTypeIds)


def _check_attachments(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    body: Sending = arguments["body"]
    commands.check_attachments(call.db, call.actor, arguments["id"], body.fileIds)


@routes.post("/emailTemplate/{id}/send", may=sends, status=202, before=_check_attachments, answers=MailsQueued)
def send(call: Call, id: Id, body: Sending) -> dict[str, Any]:
    """Send the mails."""
    mails = {record: edited.model_dump(exclude_defaults=True) for record, edited in body.mails.items()}
    return commands.send(call.tx, id, body.entityType, body.entityTypeIds, mails, body.fileIds, body.sendAt)


@routes.get(f"{unsubscribing.PATH}/{{secret}}", may=public, answers=pages.PAGE)
def ask_unsubscribe(call: Call, secret: str) -> Answer:
    """Return the page on which a recipient unsubscribes, opened from a mail."""
    try:
        return page.ask(unsubscribing.mail_of(call.db, secret)["recipient"])
    except NotFound:
        return pages.unknown()


@routes.post(f"{unsubscribing.PATH}/{{secret}}", may=public, answers=pages.PAGE)
def unsubscribe(call: Call, secret: str) -> Answer:
    """Unsubscribe the recipient of a mail, by the page or by one click of the mail program (RFC 8058)."""
    mail = unsubscribing.mail_of(call.db, secret)
    unsubscribing.unsubscribe(call.tx, mail["recipient"], mail["template"])
    return page.done(mail["recipient"])


@routes.post("/emailTemplates/sent/{id}/retry", may=sends, status=202, answers=MailAgain)
def retry(call: Call, id: Id) -> dict[str, Any]:
    """Send a failed mail again."""
    return commands.retry(call.tx, id)
