"""Templates, and those a template is sent to: the read copies, as the sender sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.errors import NotFound
from kit.policy import Actor
from support.directory.model import invoice, person
from support.directory.queries import full_name
from support.mail import rules
from support.mail.kinds import EntityKind
from support.mail.model import MAILS, email_template, sent_mail
from support.mail.policy import everything


@dataclass(frozen=True)
class Recipient:
    """The recipient of a mail about record `id`, with the values of the merge fields. `email` may be empty."""

    id: int
    person: str
    email: str
    values: dict[str, str]


def template(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """The template's row. Raises NotFound."""
    wanted = sa.select(email_template).where(email_template.c.id == record, everything.where(actor))
    found = connection.execute(wanted).mappings().first()
    if found is None:
        raise NotFound("There is no such email template")
    return dict(found)


def recipients(connection: sa.Connection, actor: Actor, kind: EntityKind, records: Sequence[int]) -> list[Recipient]:
    """One for each of `records`, in their order. Raises NotFound that names those there are not."""
    read = _of_invoices if kind.about == "invoice" else _of_people
    found = {one.id: one for one in read(connection, actor, kind, records)}
    missing = [str(record) for record in records if record not in found]
    if missing:
        named = ", ".join(missing[:10]) + (" ..." if len(missing) > 10 else "")
        raise NotFound(f"There is no {kind.title} {named}", code="unknown_record")
    return [found[record] for record in records]


def own_address(connection: sa.Connection, actor: Actor) -> str:
    """The address for answers to the sender: theirs as a member of staff, or nothing."""
    wanted = sa.select(person.c.email).where(person.c.user_id == actor.user_id, person.c.kind == "staff")
    return str(connection.execute(wanted).scalar() or "")


def states_of(  # allow queries-take-the-actor: the job that asks was started by who sends
    connection: sa.Connection, job_id: int
) -> dict[str, int]:
    """The number of mails of a job in each state."""
    columns = sent_mail.c
    counted = sa.select(columns.state, sa.func.count()).where(columns.job_id == job_id).group_by(columns.state)
    return {row[0]: row[1] for row in connection.execute(counted)}


def shown(connection: sa.Connection, actor: Actor, row: Mapping[str, Any]) -> dict[str, Any]:
    """State and error of a mail as the list shows them: one that waits for a job that was given up has failed."""
    mine = (sent_mail.c.id == row["id"], everything.where(actor))
    found = sa.select(MAILS.state.label("state"), MAILS.error.label("error")).select_from(MAILS.joined).where(*mine)
    return dict(connection.execute(found).mappings().one())


def _of_people(connection: sa.Connection, actor: Actor, kind: EntityKind, records: Sequence[int]) -> list[Recipient]:
    wanted = sa.select(person).where(person.c.kind == kind.name, _among(person.c.id, records))
    return [
        Recipient(row["id"], _addressed(row), row["email"], _of_person(row, actor))
        for row in connection.execute(wanted).mappings()
    ]


def _of_invoices(connection: sa.Connection, actor: Actor, kind: EntityKind, records: Sequence[int]) -> list[Recipient]:
    """The person who is invoiced may not have been told of yet: then there is no name and no address."""
    student = person.alias("student")
    names = ("title", "first_name", "last_name", "email")
    columns = invoice.c
    wanted = (
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
    return [
        Recipient(row["id"], _addressed(row), row["email"], _of_person(row, actor) | _of_invoice(row))
        for row in connection.execute(wanted).mappings()
    ]


def _of_person(row: Any, actor: Actor) -> dict[str, str]:
    return {
        "title": row["title"],
        "firstName": row["first_name"],
        "lastName": row["last_name"],
        "name": f"{row['first_name']} {row['last_name']}".strip(),
        "email": row["email"],
        "sender": actor.name,
        "today": rules.today(),
    }


def _of_invoice(row: Any) -> dict[str, str]:
    return {
        "invoiceNumber": row["number"],
        "document": "Credit note" if row["is_credit_note"] else "Invoice",
        "total": rules.money(row["total"], row["currency"]),
        "outstanding": rules.money(row["outstanding"], row["currency"]),
        "dueDate": rules.day(row["due_date"]) if row["due_date"] else "",
        "student": row["student_name"],
    }


def _addressed(row: Any) -> str:
    """'Ms Ada Client'."""
    return " ".join(filter(None, (row["title"], row["first_name"], row["last_name"])))


def _among(column: sa.ColumnElement[int], ids: Sequence[int]) -> sa.ColumnElement[bool]:
    """`column` among `ids`: one parameter however many ids, so one statement text."""
    return column == sa.func.any(sa.cast(list(ids), sa.ARRAY(sa.BigInteger)))
