"""The students of homework, and coming tutorials at which it may be due."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.errors import NotFound
from kit.policy import Actor, Row, staff
from teaching.copies.model import course_student, course_tutor, event, event_person
from teaching.homework.model import given, homework
from teaching.homework.policy import SCOPE

_g, _h = given.c, homework.c


def homework_parts(connection: sa.Connection, _: Actor, row: Row) -> Mapping[str, Any]:
    """Return the students of the homework."""
    statement = sa.select(
        _g.id.label("hwsId"),
        _g.student_id.label("id"),
        _g.cws_id.label("cwsId"),
        _g.student_name.label("name"),
        _g.status,
        _g.due.label("dueDate"),
        _g.released,
    ).where(_g.homework_id == row["id"])
    students = all_rows(connection, statement.order_by(_g.student_name, _g.id))
    return {"tutorId": row["tutor_id"], "setBy": row["set_by_name"], "students": students}


def given_parts(connection: sa.Connection, _: Actor, row: Row) -> Mapping[str, Any]:
    """Return the homework and its persons."""
    its = first_row(connection, sa.select(homework).where(_h.id == row["homework_id"]))
    assert its is not None
    return {
        "hwsId": row["id"],
        "title": row["title"],
        "type": row["type"],
        "submitted": row["submitted"],
        "released": row["released"],
        "homework": {
            "id": its["id"],
            "instructions": its["instructions"],
            "fileIds": its["file_ids"],
            "timeEstimation": its["time_estimation"],
            "markFrom": its["mark_from"],
        },
        "course": {"id": row["course_id"], "cwsId": row["cws_id"], "title": row["course_title"]},
        "student": {"id": row["student_id"], "name": row["student_name"]},
        "tutor": {"id": row["tutor_id"], "name": row["tutor_name"]},
        "slipSetId": row["slip_set_id"],
        "slipPostponed": row["slip_postponed"],
    }


def of_cws(connection: sa.Connection, actor: Actor, cws_id: int) -> list[dict[str, Any]]:
    """Return the homework of a student on a course, the latest due first. Raises NotFound for another caller's."""
    _reached(connection, actor, course_student.c.id == cws_id)
    statement = (
        sa.select(
            _g.id.label("hwsId"),
            _h.id,
            _g.title,
            _g.type,
            _g.status,
            _g.due.label("dueDate"),
            _h.instructions,
            _h.time_estimation.label("timeEstimation"),
            _g.slip_set_id.label("slipSetId"),
            _g.slip_marked_id.label("slipMarkedId"),
            _g.slip_postponed.label("slipPostponed"),
        )
        .join(homework, _h.id == _g.homework_id)
        .where(_g.cws_id == cws_id, SCOPE.where(actor))
    )
    return all_rows(connection, statement.order_by(_g.due.desc(), _g.id.desc()))


def next_tutorials(
    connection: sa.Connection,
    actor: Actor,
    on_course: sa.ColumnElement[bool],
    after: dt.datetime,
    number: int,
    kind: str | None,
) -> list[dict[str, Any]]:
    """Return the coming tutorials of each student who satisfies `on_course`; `number` is a student. Raises NotFound if
    the caller reaches none of them."""
    students = _reached(connection, actor, on_course)
    on, e = event_person.c, event.c
    nth = sa.func.row_number().over(partition_by=on.cws_id, order_by=(on.starts, on.id)).label("nth")
    coming = (
        sa.select(
            on.id.label("ewpId"),
            on.cws_id.label("cwsId"),
            e.id.label("eventId"),
            e.type,
            e.title,
            e.starts.label("start"),
            e.ends.label("end"),
            nth,
        )
        .join(event, e.id == on.event_id)
        .where(on.cws_id.in_(students), on.starts > after, e.status == "active", on.status != "declined")
    )
    rows = (coming if kind is None else coming.where(e.type == kind)).subquery()
    shown = [column for column in rows.c if column.name != "nth"]
    statement = sa.select(*shown).where(rows.c.nth <= number).order_by(rows.c.start, rows.c.ewpId)
    return all_rows(connection, statement)


def _reached(connection: sa.Connection, actor: Actor, on_course: sa.ColumnElement[bool]) -> list[int]:
    """Return the cwsIds that the caller reaches and that satisfy `on_course`. Raises NotFound for none."""
    on = course_student.c
    mine = sa.select(on.id).where(on_course)
    if not staff(actor):
        taught = sa.select(course_tutor.c.course_id).where(course_tutor.c.tutor_id == actor.person("tutor"))
        mine = mine.where(sa.or_(on.student_id == actor.person("student"), on.course_id.in_(taught)))
    numbers = [row["id"] for row in all_rows(connection, mine)]
    if not numbers:
        raise NotFound()
    return numbers
