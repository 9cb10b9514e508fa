"""The payer of a new invoice, and the choices for a draft (`docs/finance.md`, The payer).

The payer is a record, chosen at creation from those who pay today; earlier invoices have no influence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import PERSON_KINDS, client_student, enquiry, person
from finance.invoices import rules
from finance.invoices.commands import change_invoice, lock_invoice, note
from finance.invoices.happened import PAYER
from finance.invoices.model import invoice
from finance.invoices.payer import record_of
from finance.invoices.policy import SCOPE
from kit.database import Tx
from kit.database.reading import all_rows, first_row, row_or_404
from kit.database.tables import now
from kit.errors import Invalid, conflict_if
from kit.policy import Actor, Row
from kit.values import FieldType, Integer, Select, options
from kit.values.bodies import read

FORM: Mapping[str, FieldType] = {
    "kind": Select(choices=options(*PERSON_KINDS), required=True),
    "id": Integer(required=True, minimum=1),
}
_TEXTS = {option.value: option.label for option in rules.PAYER_REASONS}
_FOUND = 20
"""Maximum number of persons that a search returns."""

Payer = tuple[str, int, str]
"""Kind, id and reason."""


def payer(tx: Tx, kind: str, number: int) -> dict[str, Any] | None:
    """Return the payer columns of an invoice for a student, candidate or enquiry with type, or None if nobody is known.

    The first known one applies: the client that an enquiry names, the client who pays the student's invoices today,
    then the student or candidate.
    """
    persons = _persons(tx.connection, kind, number)
    for person_kind, person_id, reason in _who_pays(tx.connection, persons):
        values = record_of(tx.connection, person_kind, person_id)
        if values is not None:
            return values | {
                "person_kind": person_kind,
                "person_id": person_id,
                "payer_reason": reason,
                "student_id": persons.get("student"),
            }
    return None


def _persons(connection: sa.Connection, kind: str, number: int) -> dict[str, int]:
    """Return the ids of the persons whom the invoice is about, by kind; for an enquiry, those it names."""
    if kind != "enquiry":
        return {kind: number}
    row = first_row(connection, sa.select(enquiry).where(enquiry.c.id == number)) or {}
    named = {person_kind: row.get(f"{person_kind}_id") for person_kind in ("client", "student", "candidate")}
    return {person_kind: person_id for person_kind, person_id in named.items() if person_id is not None}


def _who_pays(connection: sa.Connection, persons: Mapping[str, int]) -> Iterator[Payer]:
    """Return who pays today: the first known person."""
    if "client" in persons:
        yield "client", persons["client"], "enquiry"
    if "student" in persons:
        paying = _clients(connection, persons["student"], pays=True)
        yield from (("client", client, "paysForStudent") for client in paying)
    yield from ((kind, persons[kind], "self") for kind in ("student", "candidate") if kind in persons)


def _clients(connection: sa.Connection, student: int, *, pays: bool) -> list[int]:
    """Return the clients who pay for the student, or the others; latest first."""
    columns = client_student.c
    condition = sa.and_(columns.student_id == student, columns.pays == pays)
    return list(connection.scalars(sa.select(columns.client_id).where(condition).order_by(columns.id.desc())))


def choices(connection: sa.Connection, actor: Actor, record: int, search: str) -> list[dict[str, Any]]:
    """Handle `GET /invoice/{id}/payers`: return the persons who can be invoiced, each with a reason; the first pays
    today. With `search`, return at most 20 persons with that name or e-mail address. Raises NotFound."""
    row = row_or_404(connection, sa.select(invoice).where(invoice.c.id == record, SCOPE.where(actor)))
    if search.strip():
        return [_choice(row, entry, "", today=False) for entry in _search(connection, search.strip())]
    offered: dict[tuple[str, int], dict[str, Any]] = {}
    for kind, number, reason in _candidates(connection, row):
        entry = first_row(connection, sa.select(person).where(person.c.kind == kind, person.c.id == number))
        if entry is not None:
            offered.setdefault((kind, number), _choice(row, entry, reason, today=not offered))
    return list(offered.values())


def _candidates(connection: sa.Connection, row: Row) -> Iterator[Payer]:
    persons = _persons(connection, row["entity_type"], row["entity_type_id"])
    student = persons.get("student", row["student_id"])
    if student is not None:
        persons = {**persons, "student": student}
    yield from ((kind, number, _TEXTS[reason]) for kind, number, reason in _who_pays(connection, persons))
    if student is not None:
        others = _clients(connection, student, pays=False)
        yield from (("client", client, "Client of the student") for client in others)
        mine = sa.and_(person.c.kind == "student", person.c.id == student)
        agent = connection.scalar(sa.select(person.c.agent_id).where(mine))
        if agent is not None:
            yield "agent", agent, "Agent of the student"
    yield row["person_kind"], row["person_id"], "Another person"


def _search(connection: sa.Connection, text: str) -> list[dict[str, Any]]:
    """Return persons with this name or e-mail address, of the kinds that can be invoiced."""
    columns = person.c
    matches = sa.or_(columns.name.icontains(text, autoescape=True), columns.email.icontains(text, autoescape=True))
    statement = sa.select(person).where(matches).order_by(columns.name, columns.kind, columns.id)
    return all_rows(connection, statement.limit(_FOUND))


def _choice(row: Row, entry: Row, text: str, *, today: bool) -> dict[str, Any]:
    return {
        "kind": entry["kind"],
        "id": entry["id"],
        "name": entry["name"],
        "email": entry["email"],
        "text": text or str(entry["kind"]).capitalize(),
        "today": today,
        "current": (entry["kind"], entry["id"]) == (row["person_kind"], row["person_id"]),
    }


def choose(tx: Tx, record: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """Handle `POST /invoice/{id}/payer {kind, id}`: set the payer of a draft. Clears the values entered for the former
    payer and records who chose. Returns `{id, kind, payerId, name}`; raises Conflict once the invoice is issued."""
    values = read(FORM, body)
    row = lock_invoice(tx, record, editable=False)
    conflict_if(rules.refuse_payer(row))
    known = record_of(tx.connection, values["kind"], values["id"])
    if known is None:
        raise Invalid("There is no such person. Please choose one from the list", field="id", title="Form errors")
    same = (row["person_kind"], row["person_id"]) == (values["kind"], values["id"])
    chosen = {"payer_reason": "chosen", "payer_chosen_by": tx.actor.name, "payer_chosen": now()}
    who = {"person_kind": values["kind"], "person_id": values["id"]}
    change_invoice(tx, row, **known, **({} if same else who | chosen), email_typed=False, address_typed=False)
    if not same:
        note(tx, record, PAYER, row["name"], known["name"])
    return {"id": record, "kind": values["kind"], "payerId": values["id"], "name": known["name"]}


def note_typed(tx: Tx, record: int, part: str) -> None:
    """Mark a part of the payer's data as entered by the office."""
    tx.execute(sa.update(invoice).where(invoice.c.id == record).values({f"{part}_typed": True}))
