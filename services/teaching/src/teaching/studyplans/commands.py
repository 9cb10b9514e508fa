"""Creation, copies and moves of study plans, and writes to values of a course that people owns."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit import rpc
from kit.changes import writing
from kit.database import Tx, row_or_404
from kit.errors import Conflict, Invalid, NotFound
from kit.records import pipeline
from kit.values.labels import CHANGED_MEANWHILE, UNSET
from staffroom.people.v1 import people_pb2 as pb
from staffroom.people.v1 import people_pb2_grpc
from teaching.copies.model import course, course_student
from teaching.studyplans import copying, rules
from teaching.studyplans.fields import PLAN, WEEK
from teaching.studyplans.model import plan, week
from teaching.studyplans.policy import TAUGHT

_w = week.c


def make(tx: Tx, course_id: int, copy_from: int | None) -> dict[str, int]:
    """Create the plan of a course for its academic year, with a week for each study week. With `copy_from`, include the
    contents of that plan by term and week. Raises NotFound; Invalid without a year; Conflict for a second plan."""
    year, places, _ = copying.place(tx.connection, tx.actor, course_id, copy_from)
    plan_id = tx.insert(plan, {"course_id": course_id, "academic_year_id": year["id"], "type_version": rules.VERSION})
    rows = [{**place, "study_plan_id": plan_id} for place in places]
    if rows:
        tx.execute(sa.insert(week), rows)
    return {"id": plan_id, "copied": sum(1 for row in rows if row["content"])}


def restore(tx: Tx, plan_id: int) -> dict[str, int]:
    """Restore a deleted plan, unless the course has another one now. Raises NotFound, Conflict."""
    mine = sa.and_(plan.c.id == plan_id, plan.c.deleted, plan.c.course_id.in_(_taught(tx)))
    row = row_or_404(tx.connection, sa.select(plan).where(mine).with_for_update())
    writing.change(tx, PLAN, row, {"deleted": False})
    return {"id": plan_id, "copied": 0}


def _taught(tx: Tx) -> sa.Select[Any]:
    return sa.select(course.c.id).where(TAUGHT.where(tx.actor))


def move(tx: Tx, plan_id: int, from_week: int) -> dict[str, Any]:
    """Move the contents from a week on by one week. Weeks without teaching and weeks for some students stay; the last
    week also takes the content after it. Raises NotFound, Conflict."""
    rows = _locked(tx, plan_id, copying.FOR_ALL, _w.status != "closed")
    start = next((place for place, row in enumerate(rows) if row["id"] == from_week), None)
    if start is None:
        raise NotFound()
    rest = rows[start:]
    if len(rest) == 1:
        raise Conflict(rules.LAST)
    contents = ["", *(row["content"] for row in rest[:-1])]
    joined = rest[-1]["id"] if rest[-1]["content"] and contents[-1] else None
    contents[-1] += rest[-1]["content"]
    before = _write(tx, [(row, content) for row, content in zip(rest, contents, strict=True)])
    return {"moved": len(before), "joined": joined, "before": before}


def write_weeks(tx: Tx, plan_id: int, weeks: Sequence[Mapping[str, Any]]) -> list[dict[str, int]]:
    """Write the contents of several weeks, all or none: pasted ones, or those before a move. A week is only written at
    the `version` that the caller has seen. Raises NotFound, Conflict."""
    wanted = {one["id"]: one for one in weeks}
    rows = _locked(tx, plan_id, _w.id.in_(wanted))
    if len(rows) != len(wanted):
        raise NotFound()
    if any(row["version"] != wanted[row["id"]]["version"] for row in rows):
        raise Conflict(CHANGED_MEANWHILE, code="changed_meanwhile")
    _write(tx, [(row, wanted[row["id"]]["content"]) for row in rows])
    now = sa.select(_w.id, _w.version).where(_w.id.in_(wanted)).order_by(_w.starts, _w.id)
    return [{"id": row["id"], "version": row["version"]} for row in tx.all(now)]


def _locked(tx: Tx, plan_id: int, *which: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    """Return the weeks of a plan that the caller writes, in order, locked after the plan. Raises NotFound."""
    assert WEEK.parent is not None
    WEEK.parent.lock(tx, plan_id)
    return tx.all(
        sa.select(week).where(_w.study_plan_id == plan_id, *which).order_by(_w.starts, _w.id).with_for_update()
    )


def _write(tx: Tx, contents: Sequence[tuple[Mapping[str, Any], str]]) -> list[dict[str, Any]]:
    """Write contents to their weeks; return the previous contents of the changed weeks, with their new versions."""
    before = []
    for row, content in contents:
        if row["content"] != content:
            answer = pipeline.update_in(tx, WEEK, "content", row["id"], content)
            before.append({"id": row["id"], "content": row["content"], "version": answer["version"]})
    return before


def write_student(cws_id: int, name: str, value: Any, seen: Any = UNSET) -> dict[str, Any]:
    """Write a grade or an exam option of a student on a course through people, which owns, checks and publishes it.
    `seen` is the value that the caller saw. Raises Invalid, and any refusal of people."""
    if name not in rules.GRADES:
        raise Invalid(
            f"Unknown field; allowed are: {', '.join(rules.GRADES)}",
            code="unknown_field",
            fields={name: "Unknown field"},
        )
    change = pb.CourseFieldChange(cws_id=cws_id, field=rules.GRADES[name], new_value=json.dumps(value))
    if seen is not UNSET:
        change.old_value = json.dumps(seen)
    return _change([change])[0] | {"field": name}


def set_year(course_id: int, year_id: Any) -> dict[str, Any]:
    """Set the academic year of a course, as `write_student`."""
    change = pb.CourseFieldChange(course_id=course_id, field="academicYearId", new_value=json.dumps(year_id))
    return _change([change])[0]


def write_options(course_id: int, of_course: set[int], details: Sequence[Mapping[str, Any]]) -> int:
    """Write syllabus and option of students of a course, all or none, as `write_student`; return their number. Raises
    Invalid for a student of another course."""
    if not {one["cwsId"] for one in details} <= of_course:
        text = "Please choose students of the course"
        raise Invalid(text, fields={"syllabusDetails": text})
    changes = [
        pb.CourseFieldChange(cws_id=one["cwsId"], field=name, new_value=json.dumps(one[name]))
        for one in details
        for name in ("syllabus", "option")
    ]
    if changes:
        _change(changes)
    return len(details)


def on_course(connection: sa.Connection, actor: Any, course_id: int) -> set[int]:
    """Return the cwsIds of a course that the caller writes. Raises NotFound."""
    mine = sa.select(course.c.id).where(course.c.id == course_id, TAUGHT.where(actor))
    if connection.execute(mine).first() is None:
        raise NotFound()
    on = course_student.c
    return set(connection.execute(sa.select(on.id).where(on.course_id == course_id)).scalars())


def _change(changes: Sequence[pb.CourseFieldChange]) -> list[dict[str, Any]]:
    stub = people_pb2_grpc.PersonServiceStub(rpc.channel("people"))
    answer = rpc.call(stub.ChangeCourses, pb.ChangeCoursesRequest(changes=changes))
    return [{"field": one.field, "value": json.loads(one.value)} for one in answer.changed]
