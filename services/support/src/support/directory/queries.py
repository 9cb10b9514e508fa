"""Queries of the read models."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.database.nested import json_object
from kit.policy import Actor
from support.directory.model import course_member, invoice, person, user

UNKNOWN = "User "
"""Prefix of the id of a user whose event has not arrived yet."""


def name_of(user_id: sa.ColumnElement[int]) -> sa.ColumnElement[str]:
    """Return the user's present name, for a statement with an outer join to `user`."""
    return sa.func.coalesce(user.c.name, sa.func.concat(UNKNOWN, user_id))


def user_of(user_id: sa.ColumnElement[int]) -> sa.ColumnElement[Any]:
    """Return `{id, name}` of the user, for the same statements."""
    return json_object(id=user_id, name=name_of(user_id))


def actor_of(  # allow queries-take-the-actor: it finds the actor
    connection: sa.Connection, condition: sa.ColumnElement[bool]
) -> Actor | None:
    """Return the active user who meets the condition, the first by id, as the actor of their actions; None if there is
    none."""
    statement = sa.select(user.c.id, user.c.name, user.c.role_ids).where(user.c.active, condition)
    row = first_row(connection, statement.order_by(user.c.id).limit(1))
    if row is None:
        return None
    return Actor(user_id=row["id"], name=row["name"], roles=frozenset(row["role_ids"]))


def active_staff(  # allow queries-take-the-actor: recipients do not depend on the sender
    connection: sa.Connection, user_ids: Collection[int]
) -> list[int]:
    """Return the active users with the staff role among `user_ids`, in order."""
    return _active(connection, user.c.id.in_(user_ids), user.c.role_ids.contains(["staff"]))


def mentionable(  # allow queries-take-the-actor: every member of staff may mention every other
    connection: sa.Connection,
) -> list[dict[str, Any]]:
    """Return active users with the staff role as `{id, name}`, by name."""
    statement = sa.select(user.c.id, user.c.name).where(user.c.active, user.c.role_ids.contains(["staff"]))
    return all_rows(connection, statement.order_by(user.c.name, user.c.id))


def active_with_role(  # allow queries-take-the-actor: recipients do not depend on the sender
    connection: sa.Connection, *roles: str
) -> list[int]:
    """Return the ids of the active users with any of `roles`."""
    return _active(connection, user.c.role_ids.overlap(roles))


def users_of(  # allow queries-take-the-actor: recipients do not depend on the sender
    connection: sa.Connection, persons: Collection[tuple[str, int]]
) -> list[int]:
    """Return the ids of the active users of persons, given as `(kind, id)`."""
    named = sa.tuple_(person.c.kind, person.c.id).in_(persons)
    return _active(connection, user.c.id.in_(sa.select(person.c.user_id).where(named)))


def _active(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> list[int]:
    statement = sa.select(user.c.id).where(user.c.active, *conditions)
    return list(connection.execute(statement.order_by(user.c.id)).scalars())


def full_name(table: sa.FromClause) -> sa.ColumnElement[str]:
    """Return first and last name of a person (`person` or an alias of it), without empty parts."""
    return sa.func.concat_ws(" ", sa.func.nullif(table.c.first_name, ""), sa.func.nullif(table.c.last_name, ""))


def display_name(  # allow queries-take-the-actor: the caller has reached the record already
    connection: sa.Connection, kind: str, record: int
) -> str:
    """Return the name of a person or user or the number of an invoice; empty if the read models have none."""
    statements = {
        "user": sa.select(user.c.name).where(user.c.id == record),
        "invoice": sa.select(invoice.c.number).where(invoice.c.id == record),
    }
    statement = statements.get(kind, sa.select(full_name(person)).where(person.c.kind == kind, person.c.id == record))
    return str(connection.scalar(statement) or "")


def course_kinds(connection: sa.Connection, actor: Actor, course_id: int) -> set[str]:
    """Return the kinds of person in which the caller belongs to the course: tutor, student, both or none."""
    own = [
        sa.and_(course_member.c.kind == kind, course_member.c.person_id == person)
        for kind, person in actor.persons.items()
    ]
    statement = sa.select(course_member.c.kind).where(course_member.c.course_id == course_id, sa.or_(sa.false(), *own))
    return set(connection.execute(statement).scalars())


def teaches(connection: sa.Connection, actor: Actor, student_id: int) -> bool:
    """Return True if the caller tutors a course of the student."""
    tutor, student = course_member.alias("tutor"), course_member.alias("student")
    shared = sa.select(sa.literal(1)).where(
        tutor.c.course_id == student.c.course_id,
        tutor.c.kind == "tutor",
        tutor.c.person_id == actor.person("tutor"),
        student.c.kind == "student",
        student.c.person_id == student_id,
    )
    return bool(connection.execute(sa.select(sa.exists(shared))).scalar_one())
