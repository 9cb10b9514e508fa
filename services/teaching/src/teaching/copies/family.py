"""The students of clients and agents. A rule alone cannot tell whose a row is; it is used for rows that `students_of`
selected."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import TODAY, Tx, all_rows
from kit.policy import Rule, me
from teaching.copies.model import client_student, person

_OF_AGE = sa.text("interval '18 years'")


def students_of(student_id: sa.Column[Any]) -> dict[str, sa.ColumnElement[bool]]:
    """Return the condition that a row belongs to a student of the caller, for clients and for agents."""
    children = sa.select(client_student.c.student_id).where(client_student.c.client_id == me("client"))
    students = sa.select(person.c.id).where(person.c.kind == "student", person.c.agent_id == me("agent"))
    return {"client": student_id.in_(children), "agent": student_id.in_(students)}


def family_of(tx: Tx, student: int) -> list[dict[str, Any]]:
    """Return the student and their clients, as the readers of a notice."""
    clients = sa.select(client_student.c.client_id).where(client_student.c.student_id == student)
    persons = [{"kind": "client", "id": number} for number in tx.execute(clients).scalars()]
    return [{"kind": "student", "id": student}, *persons]


def mailed(connection: sa.Connection, student: int) -> list[dict[str, Any]]:
    """Return the recipients of mail about a student: `{kind, id, name, email}` of the clients with an address, and of
    the student if they are of age or have no client."""
    clients = sa.select(client_student.c.client_id).where(client_student.c.student_id == student)
    of_age = person.c.birth_date <= TODAY - _OF_AGE
    alone = ~sa.exists().where(client_student.c.student_id == student)
    of_family = sa.or_(
        sa.and_(person.c.kind == "client", person.c.id.in_(clients)),
        sa.and_(person.c.kind == "student", person.c.id == student, sa.or_(of_age, alone)),
    )
    columns = (person.c.kind, person.c.id, person.c.title, person.c.name, person.c.email)
    rows = sa.select(*columns).where(of_family, person.c.email != "")
    return all_rows(connection, rows.order_by(person.c.kind, person.c.id))


def _of(kind: str) -> Rule:
    return Rule(f"{kind} of the student", lambda actor, _: actor.person(kind) is not None, frozenset())


client, agent = _of("client"), _of("agent")
