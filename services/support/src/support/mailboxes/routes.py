"""The calls of mailboxes besides the declared ones."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kit.http.core import Answer, attachment
from kit.http.fastapi import Body, Call, Id, Routes
from support.mailboxes import answers, commands, queries
from support.mailboxes.policy import keeps, reads

routes = Routes()


class Password(Body):
    """The password of the IMAP account; an empty one removes it."""

    password: Annotated[str, Field(max_length=500)]


@routes.post("/v2/support/mailbox/{id}/password", may=keeps, answers=answers.PasswordKept)
def set_password(call: Call, id: Id, body: Password) -> dict[str, Any]:
    """Store the password of a mailbox, encrypted."""
    return commands.set_password(call.tx, id, body.password)


@routes.get("/v2/support/mailIn/{id}/raw", may=reads, answers="message/rfc822")
def raw(call: Call, id: Id) -> Answer:
    """Download the raw mail."""
    return attachment(call.read(queries.raw, id), f"mail-{id}.eml", "message/rfc822")


@routes.post("/v2/support/mailIn/{id}/block", may=reads, answers=answers.SenderBlocked)
def block(call: Call, id: Id) -> dict[str, Any]:
    """Block the sender of a mail."""
    return commands.block(call.tx, id, blocked=True)


@routes.post("/v2/support/mailIn/{id}/unblock", may=reads, answers=answers.SenderBlocked)
def unblock(call: Call, id: Id) -> dict[str, Any]:
    """Unblock the sender of a mail."""
    return commands.block(call.tx, id, blocked=False)
