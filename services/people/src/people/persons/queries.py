"""Queries of persons beyond the declared ones; each takes the actor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.database.searching import containing, contains, digits
from kit.errors import NotFound
from kit.policy import Actor, Row, readers_of
from kit.values import phones
from kit.values.addresses import known_as
from kit.values.days import today
from people import choices
from people.looking.withholding import asks
from people.persons import rules
from people.persons.attributes import ADDRESS
from people.persons.model import PHONES, TABLES, address, client, client_student, student
from people.persons.policy import SCOPES
from people.policy import STAFF
from people.reference.model import department


def full_name(table: sa.FromClause) -> sa.ColumnElement[str]:
    """Return the first and last name of a person table's row: `Ada Lovelace`."""
    return table.c.first_name + " " + table.c.last_name


def numbers(table: sa.FromClause) -> sa.ColumnElement[str]:
    """Return the digits of a person's telephone numbers, as their index has them."""
    return digits(*(table.c[name] for name in PHONES))


def telephones(kind: str, actor: Actor) -> sa.ColumnElement[str] | None:
    """Return `numbers` of a kind for searches of the actor; None if the actor may not read them."""
    digits = numbers(TABLES[kind])
    return digits if all(one.of_rows(actor, SCOPES[kind]) for one in readers_of(digits)) else None


def under_18(birth: sa.ColumnElement[object]) -> sa.ColumnElement[bool]:
    """Return whether the person is under 18 today in London; null without a birth date. The same as
    `rules.under_18`."""
    return birth > sa.literal_column("((now() at time zone 'Europe/London')::date - interval '18 years')::date")


def extra(kind: str, connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of a profile beyond its fields: the name, the age, addresses, and the links of its kind."""
    profile: dict[str, Any] = {
        "name": f"{row['first_name']} {row['last_name']}",
        "userId": row["user_id"],
        "age": rules.age(row["birth_date"], today()),
        "under18": rules.under_18(row["birth_date"], today()),
        "department": _department(connection, row["department_id"]),
        "addresses": _addresses(connection, kind, row["id"]),
    }
    if kind == "student":
        profile["asksReason"] = asks(connection, actor, row)
    return profile | {name: query(connection, actor, row["id"]) for name, query in _LINKED.get(kind, {}).items()}


def _department(connection: sa.Connection, record: int | None) -> dict[str, Any] | None:
    c = department.c
    return first_row(connection, sa.select(c.id, c.title, c.color).where(c.id == record))


def _addresses(connection: sa.Connection, kind: str, record: int) -> list[dict[str, Any]]:
    c = address.c
    names = ("title", "line1", "line2", "line3", "city", "postcode", "country", "primary")
    statement = sa.select(c.id, *ADDRESS.select(*names)).where(c.person_type == kind, c.person_id == record)
    return all_rows(connection, statement.order_by(c.primary.desc(), c.id))


def _clients_of_student(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """Return the clients of a student. Staff and the student see all, a client only themselves, a tutor none."""
    visible = sa.true() if actor.person("student") == record else SCOPES["client"].where(actor)
    return all_rows(
        connection,
        sa.select(*_link(client))
        .select_from(client_student.join(client))
        .where(client_student.c.student_id == record, visible)
        .order_by(client_student.c.id),
    )


def _students_of_client(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    return all_rows(
        connection,
        sa.select(*_link(student), student.c.birth_date.label("birthDate"))
        .select_from(client_student.join(student))
        .where(client_student.c.client_id == record, SCOPES["student"].where(actor))
        .order_by(client_student.c.id),
    )


def _link(table: sa.Table) -> tuple[sa.ColumnElement[Any], ...]:
    link = client_student.c
    return (
        link.id.label("linkId"),
        table.c.id,
        full_name(table).label("name"),
        table.c.email,
        table.c.status,
        link.relation,
        link.pays,
    )


def _students_of_agent(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    return all_rows(
        connection,
        sa.select(student.c.id, full_name(student).label("name"), student.c.status, student.c.enrolled)
        .where(student.c.agent_id == record, SCOPES["student"].where(actor))
        .order_by(student.c.last_key, student.c.first_key, student.c.id)
        .limit(choices.MOST),
    )


LinkQuery = Callable[[sa.Connection, Actor, int], list[dict[str, Any]]]
_LINKED: Mapping[str, Mapping[str, LinkQuery]] = {
    "student": {"clients": _clients_of_student},
    "client": {"students": _students_of_client},
    "agent": {"students": _students_of_agent},
}


def names(
    connection: sa.Connection, actor: Actor, kind: str, search: str, ids: str, *offered: sa.ColumnElement[bool]
) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of persons of a kind, by name (`choices.answer`)."""
    table = TABLES[kind]
    label = table.c.last_name + ", " + table.c.first_name
    statement = sa.select(table.c.id.label("value"), label.label("label")).where(SCOPES[kind].where(actor))
    return choices.answer(
        connection,
        statement.order_by(table.c.last_key, table.c.first_key, table.c.id),
        table.c.id,
        search=search,
        ids=ids,
        offered=offered,
        matches=lambda typed: contains_words(table.c.search, typed, telephones(kind, actor)),
    )


def mapping(connection: sa.Connection, actor: Actor, source: str, target: str) -> dict[str, int]:
    """Return an id mapping of `platform.md 3`: `staff`→`user` or `user`→`tutor`, of persons with an account.

    Raises NotFound for an unknown pair; Forbidden for callers other than staff.
    """
    STAFF.require(actor)
    kind = target if source == "user" else source
    if kind not in TABLES or "user" not in (source, target):
        raise NotFound("There is no such mapping")
    table = TABLES[kind]
    statement = sa.select(table.c.id, table.c.user_id).where(table.c.user_id.is_not(None)).order_by(table.c.id)
    pairs: Iterable[Any] = connection.execute(statement)
    if source == "user":
        return {str(user): record for record, user in pairs}
    return {str(record): user for record, user in pairs}


def contains_words(
    column: sa.ColumnElement[str], text: str, called: sa.ColumnElement[str] | None = None
) -> list[sa.ColumnElement[bool]]:
    """Return the conditions that the column contains each word of the first 100 characters of `text`, up to six. The
    digits of a telephone number may be in `called` instead."""
    words_of_text = text.replace("\x00", "")[:100].split()
    conditions = []
    for word in (words_of_text if called is None else list(phones.joined(words_of_text)))[:6]:
        here = contains(column, known_as(word) if "@" in word else word)
        number = phones.digits_of(word)
        conditions.append(sa.or_(here, called.like(containing(number))) if called is not None and number else here)
    return conditions
