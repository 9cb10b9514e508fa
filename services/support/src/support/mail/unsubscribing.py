"""Unsubscribing: the signed address in mails that are not contractual (RFC 8058), and the list of who did."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Database, Tx
from kit.errors import NotFound
from kit.http import core
from kit.settings import settings
from support.mail.model import sent_mail, unsubscribed_address

PATH = "/emailTemplates/unsubscribe"
GONE = "This link does not work; please open the one in the mail again"
_SECRET = re.compile(r"\A([0-9]{1,15})-([a-z2-7]{32})\Z")


def address(mail_id: int) -> str:
    """Return the address of the page on which the recipient of a mail unsubscribes; it never expires."""
    return f"{settings().public_url}{core.full_path(PATH)}/{mail_id}-{_signature(mail_id)}"


def mail_of(db: Database, secret: str) -> dict[str, Any]:
    """Return `{recipient, template}` of the mail whose address has this secret. Raises NotFound."""
    parts = _SECRET.match(secret)
    if parts is None or not hmac.compare_digest(parts[2], _signature(int(parts[1]))):
        raise NotFound(GONE)
    columns = sa.select(sent_mail.c.recipient, sent_mail.c.template_name.label("template"))
    statement = columns.where(sent_mail.c.id == int(parts[1]), sa.not_(sent_mail.c.contractual))
    with db.read() as connection:
        row = connection.execute(statement).mappings().first()
    if row is None:
        raise NotFound(GONE)
    return dict(row)


def unsubscribe(tx: Tx, recipient: str, template: str) -> None:
    """Note an address; nothing changes where it is on the list already."""
    values = {"address": recipient.lower(), "template": template}
    tx.execute(insert(unsubscribed_address).values(**values).on_conflict_do_nothing(index_elements=["address"]))


def _signature(mail_id: int) -> str:
    digest = hmac.new(settings().service_key.encode(), f"unsubscribe by mail {mail_id}".encode(), hashlib.sha256)
    return base64.b32encode(digest.digest()).decode().lower()[:32]
