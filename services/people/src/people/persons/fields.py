"""Editable fields of each kind of person, built from its declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Actor, Attach, Row, Scope, me
from kit.records import Acts, Change, Create, Delete, FieldSet
from kit.values.labels import snake
from people.events import CLIENT_STUDENT_CHANGED, PERSON_CHANGED
from people.looking.withholding import WELFARE
from people.persons import attributes, queries
from people.persons.addresses import remove_addresses
from people.persons.answers import PARTS, PersonParts
from people.persons.catalogue import KINDS
from people.persons.kinds import Item, Kind
from people.persons.model import TABLES, client_student
from people.persons.policy import OWN, SCOPES
from people.persons.rules import check_past, refuse_unknown_title
from people.policy import STAFF, SYS_ADMIN

ASKED = ("title", "firstName", "lastName", "email", "phone", "birthDate", "status", "departmentId")
"""The fields for a new person of any kind."""
HAS_ACCOUNT = "This person has a user account; please retire them instead"
_CHECKS: Mapping[str, Callable[[str, Any], None]] = {"title": refuse_unknown_title, "birthDate": check_past}


def _check(change: Change) -> None:
    _CHECKS[change.field.name](change.field.name, change.new)


def _acts(kind: Kind, item: Item) -> Acts:
    return Acts(may=kind.change_rule(item), check=_check if item.name in _CHECKS else None)


def _has_account(row: Row) -> str | None:
    return HAS_ACCOUNT if row["user_id"] else None


def _name(row: Row) -> str:
    return f"{row['first_name']} {row['last_name']}"


def _check_new(actor: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    for name, check in _CHECKS.items():
        check(name, values.get(snake(name)))
    return {}


def fieldset_of(kind: Kind) -> FieldSet:
    """Return the resource of a kind: `GET`, `PUT`, `DELETE <path>/{id}` and `POST <path>`."""
    return FieldSet(
        name=kind.name,
        table=TABLES[kind.name],
        path=f"{kind.path}/{{id}}",
        sections=kind.attributes.sections(
            {part.name: part.title for part in kind.parts}, {item.name: _acts(kind, item) for item in kind.items}
        ),
        scope=SCOPES[kind.name],
        may=kind.may,
        create=Create(fields=tuple(dict.fromkeys([*ASKED, *kind.create])), defaults=_check_new),
        delete=Delete(
            may=SYS_ADMIN,
            when=_has_account,
            after=partial(remove_addresses, kind.name),
            shared=True,
            named=_name,
            instead="Please change the status instead.",
        ),
        ordered=kind.ordered,
        event=PERSON_CHANGED,
        payload=kind.payload,
        extra=partial(queries.extra, kind.name),
        answers=PARTS.get(kind.name, PersonParts),
        actions={"link": STAFF} if kind.name in {"student", "client"} else {},
        attach=Attach(OWN[kind.name]),
        withholds=WELFARE if kind.name == "student" else None,
    )


FIELDSETS = tuple(fieldset_of(kind) for kind in KINDS)


def _paying(tx: Tx, change: Change) -> None:
    if change.new:
        _pays_alone(tx, change.row["id"], change.row["student_id"])


def _linked(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Make the client of a link the only payer of the student, if it pays."""
    if values.get("pays"):
        _pays_alone(tx, record, values["student_id"])


def _pays_alone(tx: Tx, record: int, student_id: int) -> None:
    others = sa.and_(client_student.c.student_id == student_id, client_student.c.id != record)
    paid = sa.update(client_student).where(others, client_student.c.pays).values(pays=False)
    rows = tx.all(paid.returning(*client_student.c))
    tx.publish_each(CLIENT_STUDENT_CHANGED, rows, attributes.CLIENT_STUDENT.payload)


CLIENT_STUDENT = FieldSet(
    name="clientStudent",
    table=client_student,
    path="/clients/students/{id}",
    sections=attributes.CLIENT_STUDENT.sections({"link": "Client and student"}, {"pays": Acts(after=_paying)}),
    scope=Scope(everything=STAFF, own={"client": client_student.c.client_id == me("client")}),
    read=STAFF,
    may=STAFF,
    create=Create(fields=("clientId", "studentId", "relation", "pays"), after=_linked),
    delete=Delete(),
    event=CLIENT_STUDENT_CHANGED,
    payload=attributes.CLIENT_STUDENT.payload,
)
"""Links of clients and students, added and removed from either profile."""
