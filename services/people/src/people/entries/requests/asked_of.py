"""The persons that a request of a form names: some of a kind, the students of a course, or the candidates of an exam
series. Also which of them have filled in the form."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.errors import Invalid
from kit.policy import Row
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.enrolment.model import course_student
from people.entries import about
from people.exams.candidacies.model import exam_candidacy
from people.exams.model import exam_series
from people.forms.model import form_entry, form_request
from people.persons.model import TABLES
from people.persons.queries import full_name

MOST = 1_000
_CHOOSE = "Please choose from the list"
_e, _r = form_entry.c, form_request.c
_SENT = ("received", "inReview", "accepted")


@dataclass(frozen=True)
class Person:
    """A person who is asked, and the student whom the form is about; `kind` is empty for a student without clients."""

    kind: str
    id: int
    name: str
    about: about.About


@dataclass(frozen=True)
class Group:
    """The course or series whose members are asked; empty for persons chosen one by one."""

    kind: str = ""
    id: int | None = None
    name: str = ""

    def columns(self) -> dict[str, Any]:
        """Return the columns of a request."""
        return {"group_kind": self.kind, "group_id": self.id, "group_name": self.name}


def persons(connection: sa.Connection, row: Row, asked: Mapping[str, Any]) -> tuple[Group, list[Person]]:
    """Return the group and the persons of a request for the form `row`. For students, and candidates who are our
    students, these are their clients if the form is for clients. Raises Invalid."""
    group, kind, ids = _members(connection, asked)
    if kind not in TABLES:
        raise Invalid("Please choose a kind of person", fields={"kind": "Please choose from the list"})
    if len(ids) > MOST:
        raise Invalid(f"At most {MOST:,} people are asked at once", fields={"personIds": "Please choose fewer"})
    return group, list(_persons(connection, row, kind, ids, asked.get("to")))


def _members(connection: sa.Connection, asked: Mapping[str, Any]) -> tuple[Group, str, Sequence[int]]:
    if number := asked.get("courseId"):
        c = course_student.c
        title = _named(connection, sa.select(COURSE_TITLE.label("name")).where(course.c.id == number), "courseId")
        of_course = sa.select(c.student_id.label("id")).where(c.course_id == number, c.status != "withdrawn")
        return Group("course", number, title), "student", _ids(connection, of_course.order_by(c.id))
    if number := asked.get("seriesId"):
        place = exam_candidacy.c
        series = sa.select(exam_series.c.name).where(exam_series.c.id == number)
        of_series = sa.select(place.candidate_id.label("id")).where(place.series_id == number).order_by(place.id)
        return Group("series", number, _named(connection, series, "seriesId")), "candidate", _ids(connection, of_series)
    return Group(), asked.get("kind") or "student", asked.get("personIds") or ()


def _named(connection: sa.Connection, statement: sa.Select[Any], field: str) -> str:
    row = first_row(connection, statement)
    if row is None:
        raise Invalid(_CHOOSE, fields={field: _CHOOSE})
    return str(row["name"])


def _ids(connection: sa.Connection, statement: sa.Select[Any]) -> list[int]:
    return list(dict.fromkeys(row["id"] for row in all_rows(connection, statement)))


def _persons(connection: sa.Connection, row: Row, kind: str, ids: Sequence[int], to: str | None) -> Iterator[Person]:
    """Yield the persons of a kind, or their clients, each with the student or the person that the form is about."""
    has_students = kind in {"student", "candidate"}
    clients = to or ("person" if kind in row["audience"] or not has_students else "clients")
    table = TABLES[kind]
    student = {"student": table.c.id}.get(kind, table.c.get("student_id", sa.null()))
    statement = sa.select(table.c.id, full_name(table).label("name"), student.label("student_id"))
    rows = all_rows(
        connection, statement.where(table.c.id.in_(ids)).order_by(table.c.last_key, table.c.first_key, table.c.id)
    )
    of_students = [one["student_id"] for one in rows if one["student_id"]] if clients == "clients" else []
    guardians = about.clients_of(connection, of_students)
    for one in rows:
        subject = _subject(row["about"], kind, one)
        if clients == "person":
            yield Person(kind, one["id"], one["name"], subject)
            continue
        theirs = guardians.get(one["student_id"], [])
        yield from (Person("client", number, name, subject) for number, name in theirs)
        if not theirs:
            yield Person("", one["id"], one["name"], subject)


def _subject(of_form: str, kind: str, one: Row) -> about.About:
    """Return the person that the form is about; for a form about students, the student behind the candidate."""
    if of_form == "student" and kind == "candidate" and one["student_id"]:
        return about.About("student", one["student_id"], one["name"])
    return about.About(kind, one["id"], one["name"]) if of_form in {"student", "person"} else about.NOBODY


def filled(connection: sa.Connection, record: int, asked: Collection[Person]) -> dict[Person, dt.datetime]:
    """Return when each person last sent the form: about the same person, or, for a form about nobody, by the person
    themselves. Returned entries do not count."""
    sent = (_e.form_id == record, _e.status.in_(_SENT))
    last = sa.func.max(_e.submitted).label("sent")
    subjects = {(one.about.kind, one.about.id) for one in asked if one.about.id is not None}
    about_them: dict[tuple[str, int | None], dt.datetime] = {}
    for kind in {kind for kind, _ in subjects}:
        ids = [number for its, number in subjects if its == kind]
        of_kind = sa.select(_e.about_id, last).where(*sent, _e.about_kind == kind, _e.about_id.in_(ids))
        rows = all_rows(connection, of_kind.group_by(_e.about_id))
        about_them |= {(kind, row["about_id"]): row["sent"] for row in rows}
    by_them = _by_persons(connection, record, [one for one in asked if one.about.id is None and one.kind])
    result: dict[Person, dt.datetime] = {}
    for one in asked:
        key = (one.about.kind, one.about.id)
        when = about_them.get(key) if one.about.id is not None else by_them.get((one.kind, one.id))
        if when is not None:
            result[one] = when
    return result


def _by_persons(
    connection: sa.Connection, record: int, asked: Collection[Person]
) -> dict[tuple[str, int], dt.datetime]:
    """Return when these persons last sent a form about nobody: with their account, or as the answer to a request."""
    sent = (_e.form_id == record, _e.status.in_(_SENT), _e.about_id.is_(None))
    last = sa.func.max(_e.submitted).label("sent")
    result: dict[tuple[str, int], dt.datetime] = {}
    for kind in {one.kind for one in asked}:
        person, ids = TABLES[kind].c, [one.id for one in asked if one.kind == kind]
        own = sa.select(person.id, last).select_from(form_entry.join(TABLES[kind], person.user_id == _e.filled_by))
        requested = (
            sa.select(_r.person_id.label("id"), last)
            .select_from(form_entry.join(form_request, _r.entry_id == _e.id))
            .where(*sent, _r.person_kind == kind, _r.person_id.in_(ids))
            .group_by(_r.person_id)
        )
        for row in (
            *all_rows(connection, own.where(*sent, person.id.in_(ids)).group_by(person.id)),
            *all_rows(connection, requested),
        ):
            key = (kind, row["id"])
            result[key] = max(row["sent"], result.get(key, row["sent"]))
    return result
