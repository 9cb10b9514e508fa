"""The slip, course, event or homework that an entry is about, which its author must reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, first_row
from kit.errors import Invalid
from kit.policy import Actor, Scope, me, staff
from kit.values.days import LONDON
from kit.values.shown import shown
from teaching.copies.events import COURSE_TITLE
from teaching.copies.model import course, course_tutor, event, event_person
from teaching.homework.model import given, homework
from teaching.homework.policy import SCOPE as HOMEWORK_READ
from teaching.homework.policy import SET_SCOPE
from teaching.slips.model import slip
from teaching.slips.policy import STANDING

_TEACHES = sa.select(course_tutor.c.course_id).where(course_tutor.c.tutor_id == me("tutor"))
_ON = sa.select(event_person.c.event_id).where(event_person.c.kind == "tutor", event_person.c.person_id == me("tutor"))
_COURSES = Scope(everything=staff, own={"tutor": course.c.id.in_(_TEACHES)})
_EVENTS = Scope(everything=staff, own={"tutor": event.c.id.in_(_ON)})
_title = sa.select(COURSE_TITLE).where(course.c.id == homework.c.course_id).scalar_subquery()


def _of_slip(row: Mapping[str, Any]) -> str:
    about = row["student_name"] or row["tutorial_title"]
    parts = (about, row["course_title"], shown(row["tutorial_start"].astimezone(LONDON).date()))
    return ", ".join(part for part in parts if part)


def _of_event(row: Mapping[str, Any]) -> str:
    return f"{row['title']}, {shown(row['starts'])}"


@dataclass(frozen=True)
class Link:
    """A kind of record that entries are about. `titled` selects the values of its title, with `course_id` and
    `student_id` of the record if it has them. `scope` is the scope of its own calls; `target` is its screen, with the
    id from `opens`."""

    kind: str
    table: sa.Table
    scope: Scope
    titled: sa.Select[Any]
    called: Callable[[Mapping[str, Any]], str]
    target: str
    opens: Callable[[Actor], sa.ColumnElement[Any]] | None = None

    @property
    def field(self) -> str:
        return f"{self.kind}Id"

    @property
    def column(self) -> str:
        return f"{self.kind}_id"

    def reached(self, connection: sa.Connection, actor: Actor, number: int) -> dict[str, Any] | None:
        """Return the record, if the actor reaches it."""
        opens = self.table.c.id if self.opens is None else self.opens(actor)
        statement = self.titled.add_columns(opens.label("opens"))
        return first_row(connection, statement.where(self.table.c.id == number, self.scope.where(actor)))


def _of_one_student(actor: Actor) -> sa.ColumnElement[Any]:
    """Return the id of the student's homework that a link to homework opens."""
    mine = sa.select(sa.func.min(given.c.id)).where(given.c.homework_id == homework.c.id, HOMEWORK_READ.where(actor))
    return mine.correlate(homework).scalar_subquery()


_s, _h, _e = slip.c, homework.c, event.c
_NOBODY = sa.cast(sa.null(), sa.BigInteger).label("student_id")
LINKS = (
    Link(
        "slip",
        slip,
        STANDING,
        sa.select(
            _s.id, _s.course_id, _s.student_id, _s.student_name, _s.course_title, _s.tutorial_title, _s.tutorial_start
        ),
        _of_slip,
        "/system/slips?slip={id}",
    ),
    Link(
        "course",
        course,
        _COURSES,
        sa.select(course.c.id, course.c.id.label("course_id"), _NOBODY, COURSE_TITLE.label("title")),
        lambda row: str(row["title"]),
        "/courses/{id}",
    ),
    Link("event", event, _EVENTS, sa.select(_e.id, _e.course_id, _NOBODY, _e.title, _e.starts), _of_event, ""),
    Link(
        "homework",
        homework,
        SET_SCOPE,
        sa.select(_h.id, _h.course_id, _NOBODY, _h.title, _title.label("course_title")),
        lambda row: f"{row['title']}, {row['course_title']}",
        "/homework?homework={id}",
        _of_one_student,
    ),
)


def columns(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of an entry that follow from its links: titles, and the course and student. Raises Invalid
    that names every link to a record that the caller does not reach."""
    kept: dict[str, Any] = {}
    refused = {}
    for link in LINKS:
        number = values.get(link.column)
        if number is None:
            continue
        row = link.reached(tx.connection, tx.actor, number)
        if row is None:
            refused[link.field] = f"There is no such {link.kind} among yours"
            continue
        kept[f"{link.kind}_title"] = link.called(row)
        for name in ("course_id", "student_id"):
            if kept.get(f"of_{name}") is None:
                kept[f"of_{name}"] = row[name]
    if refused:
        raise Invalid(next(iter(refused.values())), title="Form errors", fields=refused)
    return kept


def department_of(tx: Tx, number: int | None) -> int | None:
    """Return the department of a course."""
    its: int | None = tx.scalar(sa.select(sa.func.nullif(course.c.department_id, 0)).where(course.c.id == number))
    return its


def cards(connection: sa.Connection, actor: Actor, row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the links of an entry for a reader: the stored title, and a target if the reader reaches the record."""
    shown = []
    for link in LINKS:
        number = row[link.column]
        if number is None:
            continue
        record = link.reached(connection, actor, number)
        title = link.called(record) if record is not None else row[f"{link.kind}_title"]
        target = _target(actor, link, record) if record is not None else None
        shown.append({"kind": link.kind, "id": number, "title": title, "target": target})
    return shown


def _target(actor: Actor, link: Link, record: Mapping[str, Any]) -> str | None:
    """Return the address that opens the record."""
    if link.kind == "event":
        return f"/companyCalendar/day?event={record['id']}" if staff(actor) else "/calendar/week"
    return None if record["opens"] is None else link.target.replace("{id}", str(record["opens"]))
