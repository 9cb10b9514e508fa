"""The students of clients and agents. A rule alone does not say whose a row is: it is asked of rows that `students_of`
found."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Rule, me
from teaching.copies.model import client_student, person


def students_of(student_id: sa.Column[Any]) -> dict[str, sa.ColumnElement[bool]]:
    """The condition that a row is of a student of the caller, for clients and for agents."""
    children = sa.select(client_student.c.student_id).where(client_student.c.client_id == me("client"))
    students = sa.select(person.c.id).where(person.c.kind == "student", person.c.agent_id == me("agent"))
    return {"client": student_id.in_(children), "agent": student_id.in_(students)}


def family_of(tx: Tx, student: int) -> list[dict[str, Any]]:
    """The student and their clients, as a notice names who it goes to."""
    clients = sa.select(client_student.c.client_id).where(client_student.c.student_id == student)
    found = [{"kind": "client", "id": number} for number in tx.execute(clients).scalars()]
    return [{"kind": "student", "id": student}, *found]


def _of(kind: str) -> Rule:
    return Rule(f"{kind} of the student", lambda actor, _: actor.person(kind) is not None, frozenset())


client, agent = _of("client"), _of("agent")
