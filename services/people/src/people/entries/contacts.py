"""Channels to a person about a form: notices if they have an account, otherwise mail."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from kit.database import all_rows
from people.persons.model import TABLES, client_student


@dataclass(frozen=True)
class Contact:
    """A person; `email` is their address, or, for a student without one, that of a parent or guardian."""

    has_account: bool
    email: str
    name: str = ""

    @property
    def reached(self) -> bool:
        """True if a notice or mail can reach the person."""
        return self.has_account or bool(self.email)


NOBODY = Contact(has_account=False, email="")


def contacts(connection: sa.Connection, persons: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Contact]:
    """Return the channels of each person, by kind and id."""
    ids: dict[str, set[int]] = {}
    for kind, number in persons:
        ids.setdefault(kind, set()).add(number)
    result: dict[tuple[str, int], Contact] = {}
    for kind, numbers in ids.items():
        c = TABLES[kind].c
        name = sa.func.concat_ws(" ", c.first_name, c.last_name).label("name")
        for row in all_rows(connection, sa.select(c.id, c.user_id, c.email, name).where(c.id.in_(numbers))):
            result[kind, row["id"]] = Contact(bool(row["user_id"]), row["email"] or "", row["name"])
    lonely = [number for (kind, number), one in result.items() if kind == "student" and not one.reached]
    for number, email in _guardians(connection, lonely).items():
        result["student", number] = Contact(has_account=False, email=email, name=result["student", number].name)
    return result


def contact(connection: sa.Connection, kind: str, number: int) -> Contact:
    """Return the channels of a person."""
    return contacts(connection, [(kind, number)]).get((kind, number), NOBODY)


def _guardians(connection: sa.Connection, students: Collection[int]) -> dict[int, str]:
    """Return the address of the first client of each student who has one."""
    if not students:
        return {}
    client, link = TABLES["client"].c, client_student.c
    joined = client_student.join(TABLES["client"], client.id == link.client_id)
    statement = sa.select(link.student_id, client.email).select_from(joined).order_by(link.id.desc())
    rows = all_rows(connection, statement.where(link.student_id.in_(students), client.email != ""))
    return {row["student_id"]: row["email"] for row in rows}
