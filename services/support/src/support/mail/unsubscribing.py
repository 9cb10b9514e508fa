"""Unsubscribing: the signed address in non-contractual mails (RFC 8058), and the list of unsubscribed addresses."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Database, Tx
from kit.errors import NotFound
from kit.http import core
from kit.settings import settings
from kit.signatures import SignedIds
from support.mail.model import sent_mail, unsubscribed_address

PATH = "/emailTemplates/unsubscribe"
GONE = "This link does not work; please open the one in the mail again"
_MAILS = SignedIds("unsubscribe by mail")


def address(mail_id: int) -> str:
    """Return the address of the page on which the recipient of a mail unsubscribes; it never expires."""
    return f"{settings().public_url}{core.full_path(PATH)}/{_MAILS.secret(mail_id)}"


def mail_of(db: Database, secret: str) -> dict[str, Any]:
    """Return `{recipient, template}` of the mail whose address has this secret. Raises NotFound."""
    mail_id = _MAILS.read(secret)
    if mail_id is None:
        raise NotFound(GONE)
    columns = sa.select(sent_mail.c.recipient, sent_mail.c.template_name.label("template"))
    statement = columns.where(sent_mail.c.id == mail_id, sa.not_(sent_mail.c.contractual))
    with db.read() as connection:
        row = connection.execute(statement).mappings().first()
    if row is None:
        raise NotFound(GONE)
    return dict(row)


def unsubscribe(tx: Tx, recipient: str, template: str) -> None:
    """Add an address to the list; does nothing if it is already there."""
    values = {"address": recipient.lower(), "template": template}
    tx.execute(insert(unsubscribed_address).values(**values).on_conflict_do_nothing(index_elements=["address"]))
