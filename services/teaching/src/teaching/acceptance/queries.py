"""The parts of offers and of terms beyond their fields."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.errors import NotFound
from kit.policy import Actor, Row
from teaching.acceptance import terms
from teaching.acceptance.model import terms_acceptance, tuition_offer
from teaching.acceptance.policy import SCOPE
from teaching.copies.model import course, course_student, person

_o, _a = tuition_offer.c, terms_acceptance.c


def offer_parts(connection: sa.Connection, _: Actor, row: Row) -> dict[str, Any]:
    """Return the course, students, terms and answer of an offer."""
    its = first_row(connection, sa.select(course.c.type, course.c.status).where(course.c.id == row["course_id"]))
    on = course_student.c
    students = (
        sa.select(person.c.id, person.c.name)
        .join(course_student, sa.and_(on.student_id == person.c.id, person.c.kind == "student"))
        .where(on.course_id == row["course_id"], on.status != "withdrawn")
        .order_by(person.c.name)
    )
    return {
        "tutor": {"id": row["tutor_id"], "name": row["tutor_name"]},
        "course": {
            "id": row["course_id"],
            "title": row["course_title"],
            "type": its["type"] if its else "",
            "status": its["status"] if its else "deleted",
            "department": terms.department_title(connection, row["department_id"]),
        },
        "students": all_rows(connection, students),
        "terms": terms.of_offer(connection, row),
        "status": row["status"],
        "reason": row["reason"],
        "offered": row["created"],
        "offeredBy": row["offered_by_name"],
        "answered": row["answered"],
        "answeredBy": row["answered_by_name"],
        "answeredFor": row["answered_for"],
    }


def terms_parts(connection: sa.Connection, _: Actor, row: Row) -> dict[str, Any]:
    """Return the state of a version of terms, and the number of its answers."""
    counted = sa.select(
        sa.func.count().filter(_a.accepted).label("yes"), sa.func.count().filter(~_a.accepted).label("no")
    ).where(_a.terms_id == row["id"])
    answers = first_row(connection, counted)
    assert answers is not None
    return {
        "termsVersion": row["terms_version"],
        "status": row["status"],
        "published": row["published"],
        "department": terms.department_title(connection, row["department_id"]),
        "publishedBy": row["published_by_name"],
        "acceptances": answers["yes"],
        "rejections": answers["no"],
    }


def open_offer(connection: sa.Connection, actor: Actor, tutor_id: int, course_id: int) -> int:
    """Return the id of a course's offer to a tutor, if the caller reaches it: the open one, else the latest. A
    late answer is then refused with the reason. Raises NotFound."""
    mine = sa.select(_o.id).where(_o.tutor_id == tutor_id, _o.course_id == course_id, SCOPE.where(actor))
    offer_id = connection.execute(mine.order_by((_o.status != "offered"), _o.id.desc()).limit(1)).scalar()
    if offer_id is None:
        raise NotFound()
    return int(offer_id)
