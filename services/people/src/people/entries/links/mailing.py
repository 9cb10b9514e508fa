"""Mails about forms to people without an account: the link of a request, a returned form, a signature."""

from __future__ import annotations

import html
import uuid
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit import mail
from kit.database import Tx, first_row
from kit.errors import Invalid
from kit.jobs import Job, JobContext
from kit.policy import Row, as_service
from kit.values.shown import shown
from people.entries import contacts, notices
from people.entries.links import linking
from people.forms.model import form, form_entry, form_link, form_request

REQUEST, RETURNED, ACCEPTED, SIGN = "request", "returned", "accepted", "sign"
_f, _e, _l, _r = form.c, form_entry.c, form_link.c, form_request.c


@dataclass(frozen=True)
class _Letter:
    """A mail before it is sent. `unreached` is the notice to the office if its address is refused."""

    to: str
    name: str
    subject: str
    lines: list[str]
    link: str = ""
    unreached: str = ""


def mail_request(tx: Tx, request: int, prefix: str) -> None:
    """Queue the mail with the link of a request."""
    SEND.enqueue(tx, uuid.uuid4().hex, {"kind": REQUEST, "id": request, "prefix": prefix})


def mail_entry(tx: Tx, kind: str, row: Row) -> None:
    """Queue the mail about the review of an entry, to the address that its author left."""
    if row["filled_email"]:
        SEND.enqueue(tx, uuid.uuid4().hex, {"kind": kind, "id": row["id"]})


def mail_signature(tx: Tx, entry: int, signer: str, person: tuple[str, int], prefix: str) -> None:
    """Queue the mail with the link by which a person signs an entry as a `signer`."""
    params = {"kind": SIGN, "id": entry, "signer": signer, "person": list(person), "prefix": prefix}
    SEND.enqueue(tx, uuid.uuid4().hex, params)


def _mail(context: JobContext) -> None:
    """Send a mail that is still wanted. A retry of the job may send a second copy, which is better than none."""
    with context.db.read() as connection:
        letter = _LETTERS[context.params["kind"]](connection, context.params)
    if letter is None:
        return
    parts = [f"<p>Dear {html.escape(letter.name or 'Sir or Madam')},</p>"]
    parts += [f"<p>{html.escape(line)}</p>" for line in letter.lines if line]
    if letter.link:
        named = html.escape(letter.link)
        parts.append(f'<p><a href="{named}">{named}</a></p><p>The link is yours alone.</p>')
    try:
        mail.send(mail.Mail(to=letter.to, name=letter.name, subject=letter.subject, html="".join(parts)))
    except Invalid:
        with context.db.transaction(as_service("people")) as tx:
            notices.tell(
                tx,
                context.params["id"],
                notices.ENTRY,
                f"{letter.name} cannot be reached by email",
                f"{letter.unreached}. Correct the address {letter.to}, then send a reminder.",
                "/form/requests",
                roles=["academicOffice"],
            )


SEND = Job("mailForm", _mail)


def _request(connection: sa.Connection, params: Any) -> _Letter | None:
    joined = form_request.join(form, _f.id == _r.form_id).join(form_link, _l.id == _r.link_id)
    statement = sa.select(form_request, _f.title, _l.email).select_from(joined)
    row = first_row(connection, statement.where(_r.id == params["id"]))
    if row is None or row["status"] != "open":
        return None
    reached = contacts.contact(connection, row["person_kind"], row["person_id"])
    about = f" about {row['about_name']}" if row["about_name"] not in ("", row["person_name"]) else ""
    return _Letter(
        to=reached.email or row["email"],
        name=row["person_name"],
        subject=f"{params['prefix']}: {row['title']}",
        lines=[
            f"We ask you to fill in “{row['title']}”{about} until {shown(row['deadline'], 'datetime')}.",
            row["note"],
            "You need no account. Your entries are saved, so that you can continue later with the same link.",
        ],
        link=linking.address_of(linking.LINKS.secret(row["link_id"])),
        unreached=row["title"],
    )


def _of_entry(connection: sa.Connection, record: int) -> dict[str, Any] | None:
    statement = sa.select(form_entry, _f.title).select_from(form_entry.join(form, _f.id == _e.form_id))
    return first_row(connection, statement.where(_e.id == record))


def _returned(connection: sa.Connection, params: Any) -> _Letter | None:
    row = _of_entry(connection, params["id"])
    if row is None or row["status"] != "returned":
        return None
    return _Letter(
        to=row["filled_email"],
        name=row["filled_name"],
        subject=f"Please correct: {row['title']}",
        lines=["Thank you for your form. Please correct it and send it again.", row["reason"]],
        link=linking.of_entry(row["id"]),
        unreached=f"{row['title']} was returned",
    )


def _accepted(connection: sa.Connection, params: Any) -> _Letter | None:
    row = _of_entry(connection, params["id"])
    if row is None or row["status"] != "accepted":
        return None
    return _Letter(
        to=row["filled_email"],
        name=row["filled_name"],
        subject=f"{row['title']} accepted",
        lines=["Thank you. We have accepted your form."],
        unreached=f"{row['title']} was accepted",
    )


def _sign(connection: sa.Connection, params: Any) -> _Letter | None:
    row = _of_entry(connection, params["id"])
    if row is None or params["signer"] not in row["awaited"]:
        return None
    reached = contacts.contact(connection, *params["person"])
    about = f" about {row['about_name']}" if row["about_name"] else ""
    return _Letter(
        to=reached.email,
        name=reached.name,
        subject=f"{params['prefix']}: {row['title']}",
        lines=[f"{row['filled_name']} filled in “{row['title']}”{about}. Please read and sign it."],
        link=linking.of_signer(row["id"], params["signer"]),
        unreached=f"{row['title']} waits for a signature",
    )


_LETTERS = {REQUEST: _request, RETURNED: _returned, ACCEPTED: _accepted, SIGN: _sign}
