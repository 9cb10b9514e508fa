"""Mails about records of other services, leads and tutor applications: answers and bounces go to the service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Database, Tx, tables
from kit.mail import RecordOfMail, as_text, record_of
from kit.policy import as_service
from support.events import MAIL_ANSWERED, MAIL_BOUNCED
from support.inbox import attachments
from support.inbox.letter import Letter
from support.mail.kinds import KINDS
from support.mail.model import sent_mail
from support.mailboxes.model import mail_in, mail_raw

LOGGED = tuple(kind.name for kind in KINDS.values() if kind.logged)
OF_HIRING = frozenset({"application", "referee"})
"""Kinds whose mails support staff do not read: references are for those who hire. Nothing of them is kept here."""
PASSED_ON = "Passed on to the tutor applications"
_FILES = {"lead": ("document", "enquiry"), "application": ("application",) * 2, "referee": ("application",) * 2}
"""The kind of file and of its owner, by kind of record. A referee's record has the id of the application."""
_WORDS = 3000
_c = sent_mail.c


def find(connection: sa.Connection, letter: Letter) -> RecordOfMail | None:
    """Return the record of the mail that a mail answers or reports: by the Message-IDs, nearest first, then by the
    signed addresses."""
    message_ids = (*letter.references, *(letter.bounce.message_ids if letter.bounce else ()))
    known = _logged(connection, message_ids)
    for message_id in message_ids:
        record = known.get(message_id) or record_of(message_id)
        if record is not None:
            return record
    return next(filter(None, map(record_of, letter.recipients)), None)


def _logged(connection: sa.Connection, message_ids: Iterable[str]) -> dict[str, RecordOfMail]:
    """Return the records of template mails by their Message-IDs."""
    columns = (_c.message_id, _c.entity_type, _c.entity_type_id, _c.id)
    mails = sa.select(*columns).where(_c.message_id.in_(list(message_ids)), _c.entity_type.in_(LOGGED))
    return {row[0]: RecordOfMail(row[1], row[2], row[3]) for row in connection.execute(mails)}


def pass_on(db: Database, row: Mapping[str, Any], letter: Letter, record: RecordOfMail) -> str:
    """Publish an answer with its files, once; returns the state of the mail. Raises Unavailable."""
    kind, owner = _FILES.get(record.kind, ("document", record.kind))
    files = attachments.keep(db, row["id"], letter.attachments, kind, (owner, record.id))
    payload = {
        "id": row["id"],
        "entityType": record.kind,
        "entityTypeId": record.id,
        "sender": letter.sender,
        "senderName": letter.sender_name,
        "subject": letter.subject,
        "words": as_text(letter.text.new).strip()[:_WORDS],
        "files": [{"id": one["fileId"], "name": one["name"]} for one in files if one["fileId"]],
        "refusedFiles": [one["name"] for one in files if not one["fileId"]],
    }
    with db.transaction(as_service("support")) as tx:
        if not is_waiting(tx, row["id"]):
            return str(tx.scalar(sa.select(mail_in.c.state).where(mail_in.c.id == row["id"])))
        tx.publish(MAIL_ANSWERED, row["id"], payload)
        reason = f"Passed on to {record.kind} {record.id}"
        note(tx, row["id"], {**about(letter), "state": "record", "reason": reason, "is_stored": True}, record)
    return "record"


def is_waiting(tx: Tx, mail_id: int) -> bool:
    """Lock the mail; returns False if another run has it."""
    return bool(tx.scalar(sa.select(mail_in.c.state).where(mail_in.c.id == mail_id).with_for_update()) == "received")


def about(letter: Letter) -> dict[str, Any]:
    """Return the columns of a mail with its sender and subject."""
    return {"sender": letter.sender, "sender_name": letter.sender_name, "subject": letter.subject}


def note(tx: Tx, mail_id: int, values: Mapping[str, Any], record: RecordOfMail | None) -> None:
    """Write the outcome of a mail. Nothing else of a mail about hiring is kept."""
    if record is not None and record.kind in OF_HIRING:
        values = {**values, "sender": "", "sender_name": "", "subject": "", "reason": PASSED_ON, "attachments": []}
        tx.execute(sa.delete(mail_raw).where(mail_raw.c.mail_in_id == mail_id))
    changed = {**values, **tables.version_values(mail_in)}
    tx.execute(sa.update(mail_in).where(mail_in.c.id == mail_id).values(**changed))


def bounced(tx: Tx, mail_id: int, letter: Letter) -> RecordOfMail | None:
    """Publish that mails about records bounced; returns the record of the nearest."""
    assert letter.bounce is not None
    known = _logged(tx.connection, letter.bounce.message_ids)
    named = [known.get(one) or record_of(one) for one in letter.bounce.message_ids]
    if not any(named):
        named = [record_of(one) for one in letter.recipients]
    failures = letter.bounce.failures
    records = list(dict.fromkeys(filter(None, named)))
    for record in records:
        tx.publish(
            MAIL_BOUNCED,
            mail_id,
            {
                "id": mail_id,
                "entityType": record.kind,
                "entityTypeId": record.id,
                "mailId": record.mail,
                "recipient": failures[0].address if failures else "",
                "reason": failures[0].reason if failures else "",
            },
        )
    return records[0] if records else None
