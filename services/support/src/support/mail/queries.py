"""Queries of templates, and of recipients in the read models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.errors import NotFound
from kit.policy import Actor
from kit.values.days import in_words, today
from support.directory.model import invoice, person
from support.directory.queries import full_name
from support.mail import rules
from support.mail.kinds import EntityKind
from support.mail.model import MAILS, bounced_address, email_template, sent_mail, unsubscribed_address
from support.mail.policy import everything


@dataclass(frozen=True)
class Recipient:
    """The recipient of a mail about record `id`, with the values of the merge fields. `email` may be empty."""

    id: int
    person: str
    email: str
    values: dict[str, str]


def template(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """Return the template's row. Raises NotFound."""
    statement = sa.select(email_template).where(email_template.c.id == record, everything.where(actor))
    return row_or_404(connection, statement, "There is no such email template")


def recipients(connection: sa.Connection, actor: Actor, kind: EntityKind, records: Sequence[int]) -> list[Recipient]:
    """Return the recipient of each of `records`, in order. Raises NotFound, which names the missing records."""
    read = _of_invoices if kind.about == "invoice" else _of_people
    by_id = {recipient.id: recipient for recipient in read(connection, actor, kind, records)}
    missing = [str(record) for record in records if record not in by_id]
    if missing:
        ids = ", ".join(missing[:10]) + (" ..." if len(missing) > 10 else "")
        raise NotFound(f"There is no {kind.title} {ids}", code="unknown_record")
    return [by_id[record] for record in records]


def problems(
    connection: sa.Connection, actor: Actor, recipients: Sequence[Recipient], contractual: bool
) -> dict[int, str]:
    """Return why some of the recipients cannot be mailed, by id: they have no address, one that bounced, or they
    unsubscribed from non-contractual mails."""
    del actor  # everybody who sends may see them
    reasons = closed(connection, [one.email for one in recipients if one.email], contractual)
    without = {one.id: rules.NO_EMAIL for one in recipients if not one.email}
    return without | {one.id: reasons[one.email.lower()] for one in recipients if one.email.lower() in reasons}


def closed(  # allow queries-take-the-actor: only addresses, of mails that the sender may send
    connection: sa.Connection, addresses: Sequence[str], contractual: bool
) -> dict[str, str]:
    """Return why some of the addresses cannot be mailed, by address in lower case."""
    lower = sorted({address.lower() for address in addresses})
    c, u = bounced_address.c, unsubscribed_address.c
    known = sa.select(c.address, c.reason).where(_among_texts(c.address, lower))
    bounced = {row.address: rules.BOUNCED.format(reason=row.reason) for row in connection.execute(known)}
    if contractual:
        return bounced
    gone = connection.execute(sa.select(u.address).where(_among_texts(u.address, lower))).scalars()
    return dict.fromkeys(gone, rules.UNSUBSCRIBED) | bounced


def _among_texts(column: sa.ColumnElement[str], texts: Sequence[str]) -> sa.ColumnElement[bool]:
    return column == sa.func.any(sa.cast(list(texts), sa.ARRAY(sa.Text)))


def own_address(connection: sa.Connection, actor: Actor) -> str:
    """Return the reply-to address of the sender: their email as a member of staff, or empty."""
    statement = sa.select(person.c.email).where(person.c.user_id == actor.user_id, person.c.kind == "staff")
    return str(connection.execute(statement).scalar() or "")


def states_of(  # allow queries-take-the-actor: the sender started the job
    connection: sa.Connection, which: sa.ColumnElement[bool]
) -> dict[str, int]:
    """Return the number of the mails of `which`, those of a job or of a sending, by state."""
    columns = sent_mail.c
    statement = sa.select(columns.state, sa.func.count()).where(which).group_by(columns.state)
    return {row[0]: row[1] for row in connection.execute(statement)}


def shown(connection: sa.Connection, actor: Actor, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return state and error of a mail as in the list: a mail that waits for a dead job has failed."""
    condition = sa.and_(sent_mail.c.id == row["id"], everything.where(actor))
    columns = (MAILS.state.label("state"), MAILS.error.label("error"))
    statement = sa.select(*columns).select_from(MAILS.joined).where(condition)
    return row_or_404(connection, statement)


def progress(connection: sa.Connection, actor: Actor, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the number of mails of a sending by their outcome so far."""
    del actor  # everybody who sends may see it
    of_sending = sent_mail.c.sending_id == row["id"]
    state = MAILS.state.label("state")
    statement = sa.select(state, sa.func.count()).select_from(MAILS.joined).where(of_sending).group_by(state)
    counts = {row[0]: row[1] for row in connection.execute(statement)}
    waiting = counts.get("queued", 0) + counts.get("sending", 0)
    return {name: counts.get(name, 0) for name in ("sent", "failed", "unknown", "skipped")} | {"waiting": waiting}


def _of_people(connection: sa.Connection, actor: Actor, kind: EntityKind, records: Sequence[int]) -> list[Recipient]:
    statement = sa.select(person).where(person.c.kind == kind.name, _among(person.c.id, records))
    return [_recipient(row, _of_person(row, actor)) for row in all_rows(connection, statement)]


def _of_invoices(connection: sa.Connection, actor: Actor, kind: EntityKind, records: Sequence[int]) -> list[Recipient]:
    """Return recipients of invoices. Name and address are empty until the event of the person arrives."""
    student = person.alias("student")
    names = ("title", "first_name", "last_name", "email")
    columns = invoice.c
    statement = (
        sa.select(
            invoice,
            *(sa.func.coalesce(person.c[name], "").label(name) for name in names),
            full_name(student).label("student_name"),
        )
        .select_from(
            invoice.outerjoin(
                person, sa.and_(person.c.kind == columns.person_kind, person.c.id == columns.person_id)
            ).outerjoin(student, sa.and_(student.c.kind == "student", student.c.id == columns.student_id))
        )
        .where(_among(columns.id, records))
    )
    return [_recipient(row, _of_person(row, actor) | _of_invoice(row)) for row in all_rows(connection, statement)]


def _of_person(row: Any, actor: Actor) -> dict[str, str]:
    return {
        "title": row["title"],
        "firstName": row["first_name"],
        "lastName": row["last_name"],
        "name": f"{row['first_name']} {row['last_name']}".strip(),
        "email": row["email"],
        "sender": actor.name,
        "today": in_words(today()),
    }


def _of_invoice(row: Any) -> dict[str, str]:
    return {
        "invoiceNumber": row["number"],
        "document": "Credit note" if row["is_credit_note"] else "Invoice",
        "total": rules.money(row["total"], row["currency"]),
        "outstanding": rules.money(row["outstanding"], row["currency"]),
        "dueDate": in_words(row["due_date"]) if row["due_date"] else "",
        "student": row["student_name"],
    }


def _recipient(row: Any, values: dict[str, str]) -> Recipient:
    """Return the name to which a mail is addressed: `Ms Ada Client`."""
    name = " ".join(filter(None, (row["title"], row["first_name"], row["last_name"])))
    return Recipient(row["id"], name, row["email"], values)


def _among(column: sa.ColumnElement[int], ids: Sequence[int]) -> sa.ColumnElement[bool]:
    """Return the condition that `column` is in `ids`: one parameter for any number of ids, so that the statement text
    stays the same."""
    return column == sa.func.any(sa.cast(list(ids), sa.ARRAY(sa.BigInteger)))
