"""Questions to the read copies."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from kit.policy import Actor
from support.directory.model import course_member, invoice, person, user

UNKNOWN = "User "
"""Stands before the id of a user identity has not told of yet."""


def name_of(user_id: sa.ColumnElement[int]) -> sa.ColumnElement[str]:
    """The user's present name, for a statement that joins `user` from outside."""
    return sa.func.coalesce(user.c.name, sa.func.concat(UNKNOWN, user_id))


def active_staff(  # allow queries-take-the-actor: whom to tell does not depend on who tells
    connection: sa.Connection, user_ids: Collection[int]
) -> list[int]:
    """Those of `user_ids` who are active users with the staff role, in order."""
    wanted = sa.select(user.c.id).where(user.c.id.in_(user_ids), user.c.active, user.c.role_ids.contains(["staff"]))
    return list(connection.execute(wanted.order_by(user.c.id)).scalars())


def mentionable(  # allow queries-take-the-actor: every member of staff may mention every other
    connection: sa.Connection,
) -> list[dict[str, Any]]:
    """Active users with the staff role as `{id, name}`, by name."""
    wanted = sa.select(user.c.id, user.c.name).where(user.c.active, user.c.role_ids.contains(["staff"]))
    return [dict(row) for row in connection.execute(wanted.order_by(user.c.name, user.c.id)).mappings()]


def active_with_role(  # allow queries-take-the-actor: whom to tell does not depend on who tells
    connection: sa.Connection, *roles: str
) -> list[int]:
    """Active users who hold one of `roles`."""
    wanted = sa.select(user.c.id).where(user.c.active, user.c.role_ids.overlap(roles))
    return list(connection.execute(wanted.order_by(user.c.id)).scalars())


def users_of(  # allow queries-take-the-actor: whom to tell does not depend on who tells
    connection: sa.Connection, persons: Collection[tuple[str, int]]
) -> list[int]:
    """The active users of persons, each named by kind and id."""
    mine = user.join(person, person.c.user_id == user.c.id)
    named = sa.tuple_(person.c.kind, person.c.id).in_(persons)
    wanted = sa.select(user.c.id).select_from(mine).where(user.c.active, named)
    return list(connection.execute(wanted.order_by(user.c.id)).scalars())


def full_name(of: sa.FromClause) -> sa.ColumnElement[str]:
    """First and last name of a person (`person` or an alias of it), as far as they are known."""
    return sa.func.concat_ws(" ", sa.func.nullif(of.c.first_name, ""), sa.func.nullif(of.c.last_name, ""))


def called(  # allow queries-take-the-actor: asked about a record that the caller reached already
    connection: sa.Connection, kind: str, record: int
) -> str:
    """The name that people know a record by, as far as the copies have one: of a person, a user, an invoice."""
    asked = {
        "user": sa.select(user.c.name).where(user.c.id == record),
        "invoice": sa.select(invoice.c.number).where(invoice.c.id == record),
    }
    statement = asked.get(kind, sa.select(full_name(person)).where(person.c.kind == kind, person.c.id == record))
    return str(connection.scalar(statement) or "")


def course_kinds(connection: sa.Connection, actor: Actor, course_id: int) -> set[str]:
    """As what the caller belongs to the course: tutor, student, both or nothing."""
    mine = [
        sa.and_(course_member.c.kind == kind, course_member.c.person_id == person)
        for kind, person in actor.persons.items()
    ]
    wanted = sa.select(course_member.c.kind).where(course_member.c.course_id == course_id, sa.or_(sa.false(), *mine))
    return set(connection.execute(wanted).scalars())


def teaches(connection: sa.Connection, actor: Actor, student_id: int) -> bool:
    """Whether the caller is a tutor of a course the student is on."""
    tutor, student = course_member.alias("tutor"), course_member.alias("student")
    shared = sa.select(sa.literal(1)).where(
        tutor.c.course_id == student.c.course_id,
        tutor.c.kind == "tutor",
        tutor.c.person_id == actor.person("tutor"),
        student.c.kind == "student",
        student.c.person_id == student_id,
    )
    return bool(connection.execute(sa.select(sa.exists(shared))).scalar_one())
