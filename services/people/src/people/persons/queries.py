"""Every question about persons that no declaration answers, always asked for an actor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from kit.errors import Forbidden, NotFound
from kit.policy import Actor, Row
from kit.searching import begins, contains
from people.courses.model import course, course_student, course_tutor, tutor_subject
from people.courses.policy import COURSES
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES, client, client_student, student
from people.persons.policy import SCOPES
from people.persons.rules import age, today, under_18
from people.places.model import address
from people.policy import STAFF
from people.reference.model import department

NAMES_MOST = 1000
SEARCH_HITS = 20
_SEARCHED_AT_MOST = 200
"""Rows of one kind that are ranked: a common name has thousands, and nobody reads them."""


def full_name(table: sa.FromClause) -> sa.ColumnElement[str]:
    """`Ada Lovelace` of a person table's row."""
    return table.c.first_name + " " + table.c.last_name


def extra(kind: str, connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """The parts of a profile beyond its fields: the name, the age, addresses, and the links of its kind."""
    found: dict[str, Any] = {
        "name": f"{row['first_name']} {row['last_name']}",
        "userId": row["user_id"],
        "age": age(row["birth_date"], today()),
        "under18": under_18(row["birth_date"], today()),
        "department": _department(connection, row["department_id"]),
        "addresses": _addresses(connection, kind, row["id"]),
    }
    return found | {name: ask(connection, actor, row["id"]) for name, ask in _LINKED.get(kind, {}).items()}


def _department(connection: sa.Connection, record: int | None) -> dict[str, Any] | None:
    found = connection.execute(
        sa.select(department.c.id, department.c.title, department.c.color).where(department.c.id == record)
    ).mappings()
    return next((dict(row) for row in found), None)


def _addresses(connection: sa.Connection, kind: str, record: int) -> list[dict[str, Any]]:
    c = address.c
    found = connection.execute(
        sa.select(c.id, c.title, c.line1, c.line2, c.line3, c.city, c.postcode, c.country, c.primary)
        .where(c.person_type == kind, c.person_id == record)
        .order_by(c.primary.desc(), c.id)
    )
    return [dict(row) for row in found.mappings()]


_COURSE = (
    course.c.id, course.c.board, course.c.level, course.c.subject, course.c.type, course.c.status,
    course.c.academic_year_id.label("academicYearId"),
)  # fmt: skip


def _courses_of_student(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    cws = course_student.c
    found = connection.execute(
        sa.select(
            *_COURSE,
            cws.id.label("cwsId"),
            cws.status.label("studentStatus"),
            cws.reach_grade.label("reachGrade"),
            cws.match_grade.label("matchGrade"),
            cws.safety_grade.label("safetyGrade"),
            cws.previous_grade.label("previousGrade"),
        )
        .select_from(course.join(course_student, cws.course_id == course.c.id))
        .where(cws.student_id == record, COURSES.where(actor))
        .order_by(course.c.id.desc())
    )
    return [dict(row) for row in found.mappings()]


def _courses_of_tutor(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    joined = course.join(course_tutor, course_tutor.c.course_id == course.c.id)
    found = connection.execute(
        sa.select(*_COURSE)
        .select_from(joined)
        .where(course_tutor.c.tutor_id == record, COURSES.where(actor))
        .order_by(course.c.id.desc())
    )
    return [dict(row) for row in found.mappings()]


def _subjects_of_tutor(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    c = tutor_subject.c
    found = connection.execute(
        sa.select(c.id, c.board, c.level, c.subject, c.note)
        .where(c.tutor_id == record)
        .order_by(c.subject, c.level, c.board)
    )
    return [dict(row) for row in found.mappings()]


def _clients_of_student(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """For staff and the student; a client sees themselves, and a tutor has no business with who pays."""
    reached = sa.true() if actor.person("student") == record else SCOPES["client"].where(actor)
    found = connection.execute(
        sa.select(*_link(client))
        .select_from(client_student.join(client, client.c.id == client_student.c.client_id))
        .where(client_student.c.student_id == record, reached)
        .order_by(client_student.c.id)
    )
    return [dict(row) for row in found.mappings()]


def _students_of_client(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    found = connection.execute(
        sa.select(*_link(student), student.c.birth_date.label("birthDate"))
        .select_from(client_student.join(student, student.c.id == client_student.c.student_id))
        .where(client_student.c.client_id == record, SCOPES["student"].where(actor))
        .order_by(client_student.c.id)
    )
    return [dict(row) for row in found.mappings()]


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
    found = connection.execute(
        sa.select(student.c.id, full_name(student).label("name"), student.c.status, student.c.enrolled)
        .where(student.c.agent_id == record, SCOPES["student"].where(actor))
        .order_by(student.c.last_key, student.c.first_key, student.c.id)
        .limit(NAMES_MOST)
    )
    return [dict(row) for row in found.mappings()]


Ask = Callable[[sa.Connection, Actor, int], list[dict[str, Any]]]
_LINKED: Mapping[str, Mapping[str, Ask]] = {
    "student": {"courses": _courses_of_student, "clients": _clients_of_student},
    "tutor": {"courses": _courses_of_tutor, "subjects": _subjects_of_tutor},
    "client": {"students": _students_of_client},
    "agent": {"students": _students_of_agent},
}


def names(connection: sa.Connection, actor: Actor, kind: str, search: str) -> list[dict[str, Any]]:
    """Choices for a form: `{value, label}` of persons of a kind, by name, at most 1000."""
    table = TABLES[kind]
    label = table.c.last_name + ", " + table.c.first_name
    statement = sa.select(table.c.id.label("value"), label.label("label")).where(SCOPES[kind].where(actor))
    if search:
        statement = statement.where(*_contains(table.c.search, search))
    statement = statement.order_by(table.c.last_key, table.c.first_key, table.c.id).limit(NAMES_MOST)
    return [dict(row) for row in connection.execute(statement).mappings()]


def mapping(connection: sa.Connection, actor: Actor, source: str, target: str) -> dict[str, int]:
    """An id mapping of `platform.md 3`: `staff`→`user` or `user`→`tutor`, of those who have an account.

    Raises NotFound for a pair that is none, Forbidden for anybody but staff.
    """
    if not STAFF(actor):
        raise Forbidden("You are not allowed to do this")
    kind = target if source == "user" else source
    if kind not in TABLES or "user" not in (source, target):
        raise NotFound("There is no such mapping")
    table = TABLES[kind]
    statement = sa.select(table.c.id, table.c.user_id).where(table.c.user_id.is_not(None)).order_by(table.c.id)
    pairs: Iterable[Any] = connection.execute(statement)
    if source == "user":
        return {str(user): record for record, user in pairs}
    return {str(record): user for record, user in pairs}


def search(connection: sa.Connection, actor: Actor, text: str, kinds: Iterable[str]) -> list[dict[str, Any]]:
    """Persons and courses by what a person typed, for Ctrl+K: the 20 best of those the actor reaches.

    Whose last name begins with a word of `text` comes first, then first names, then the rest; active before others.
    """
    hits = [_hits(kind, actor, text) for kind in kinds if kind != "course" and SCOPES[kind].covers(actor)]
    if "course" in kinds and COURSES.covers(actor):
        hits.append(_course_hits(actor, text))
    if not hits:
        return []
    found = sa.union_all(*(sa.select(hit) for hit in hits)).subquery()
    best = sa.select(found).order_by(found.c.rank, found.c.title, found.c.id).limit(SEARCH_HITS)
    return [
        {
            "kind": row["kind"],
            "id": row["id"],
            "title": row["title"],
            "detail": row["detail"],
            "status": row["status"],
            "target": f"{BY_NAME[row['kind']].path if row['kind'] in BY_NAME else '/courses'}/{row['id']}",
        }
        for row in connection.execute(best).mappings()
    ]


def _hits(kind: str, actor: Actor, text: str) -> sa.CTE:
    table = TABLES[kind]
    starts = [sa.or_(*(begins(column, word) for word in text.split()))
              for column in (table.c.last_name, table.c.first_name)]  # fmt: skip
    rank = sa.case((starts[0] & starts[1], 0), (starts[0], 1), (starts[1], 2), else_=3)
    away = sa.case((table.c.status == "active", 0), else_=4)
    return (
        sa.select(
            sa.literal(kind).label("kind"),
            table.c.id,
            full_name(table).label("title"),
            table.c.email.label("detail"),
            table.c.status,
            (rank + away).label("rank"),
        )
        .where(SCOPES[kind].where(actor), *_contains(table.c.search, text))
        .limit(_SEARCHED_AT_MOST)
        .cte(f"{kind}_hits")
        .prefix_with("MATERIALIZED")
    )


def _course_hits(actor: Actor, text: str) -> sa.CTE:
    rank = sa.case((begins(course.c.subject, text.split(maxsplit=1)[0]), 1), else_=2)
    return (
        sa.select(
            sa.literal("course").label("kind"),
            course.c.id,
            (course.c.subject + " " + course.c.level).label("title"),
            sa.func.concat_ws(" · ", course.c.board, course.c.type, sa.func.concat("course ", course.c.id)).label(
                "detail"
            ),
            course.c.status,
            (rank + sa.case((course.c.status == "active", 0), else_=4)).label("rank"),
        )
        .where(COURSES.where(actor), *_contains(course.c.search, text))
        .order_by(course.c.id.desc())
        .limit(_SEARCHED_AT_MOST)
        .cte("course_hits")
        .prefix_with("MATERIALIZED")
    )


def _contains(column: sa.ColumnElement[str], text: str) -> list[sa.ColumnElement[bool]]:
    return [contains(column, word) for word in text.split()[:6]]
