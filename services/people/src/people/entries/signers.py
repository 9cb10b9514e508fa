"""Persons who must sign an entry that somebody else filled in; they get notices and reminders."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from kit.policy import Row
from people.entries import about, contacts, notices
from people.entries.links import mailing
from people.forms.model import form
from people.persons.model import TABLES


def ask(tx: Tx, row: Row, prefix: str = "Please sign") -> None:
    """Notify everybody whose signature an entry waits for: by a notice, those without an account by mail. Notify the
    office if neither reaches anybody."""
    of_form = row_or_404(tx.connection, sa.select(form.c.title, form.c.generation).where(form.c.id == row["form_id"]))
    target = notices.screen(of_form["generation"], row["id"])
    title = f"{prefix}: {of_form['title']}"
    text = f"{row['filled_name']} filled it in" + (f" about {row['about_name']}" if row["about_name"] else "")
    for signer in row["awaited"]:
        if signer == "staff":
            roles = row["reader_roles"] or ["academicOffice"]
            notices.tell(tx, row["id"], notices.ENTRY, title, text, target, roles=roles)
            continue
        persons = list(_persons(tx, row, signer))
        reached = contacts.contacts(tx.connection, persons)
        notified = [person for person in persons if reached[person].has_account]
        notices.tell(tx, row["id"], notices.ASKED, title, text, target, persons=notified)
        mailed = [person for person in persons if reached[person].reached and person not in notified]
        for person in mailed:
            mailing.mail_signature(tx, row["id"], signer, person, prefix)
        if not notified and not mailed:
            lost = f"The {signer} has no account and no email address. {text}."
            notices.tell(
                tx,
                row["id"],
                notices.ENTRY,
                f"Nobody can sign: {of_form['title']}",
                lost,
                target,
                roles=["academicOffice"],
            )


def _persons(tx: Tx, row: Row, signer: str) -> Iterator[tuple[str, int]]:
    """Yield the persons of a kind who sign: the person that the entry is about, or for a student their clients."""
    kind, record = row["about_kind"], row["about_id"]
    if record is None or signer not in TABLES:
        return
    if kind == signer:
        yield kind, record
    elif signer == "client" and kind == "student":
        for number, _ in about.clients_of(tx.connection, [record])[record]:
            yield "client", number
