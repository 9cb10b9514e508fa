"""Copies of the calendar, and of the members of courses."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.calendar import ROOMS, Calendar, Event, OnEvent, people_on
from services.demo.on_courses import on_courses
from services.demo.tables import write
from services.demo.world import World
from teaching.copies.model import GRADE_KINDS

EMPTY = "SELECT NOT EXISTS (SELECT FROM event)"
_KINDS = ("tutor", "student", "invigilator")


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the copies as events would."""
    events = list(Calendar(world).events())
    people = [one for one in people_on(events) if one.kind in _KINDS]
    tutors = dict.fromkeys((course.id, tutor) for course in world.courses for tutor in course.tutors)
    with connection.cursor() as cursor:
        write(cursor, "course_tutor", [{"course_id": course, "tutor_id": tutor} for course, tutor in tutors])
        write(cursor, "course_student", [_on_course(one) for one in on_courses(world)])
        write(cursor, "event", [_event(one) for one in events if one.type != "busy"])
        write(cursor, "event_person", [_person(one) for one in people if one.event.type != "busy"])


def _on_course(one: dict[str, Any]) -> dict[str, Any]:
    """Return the row without the columns that only people has."""
    grades = {f"{kind}_grade": one[f"{kind}_grade"] or "" for kind in GRADE_KINDS}
    return {name: one[name] for name in ("id", "course_id", "student_id", "status")} | grades


def _event(one: Event) -> dict[str, Any]:
    return {
        "id": one.id,
        "type": one.type,
        "title": one.title,
        "starts": one.starts,
        "ends": one.ends,
        "all_day": one.all_day,
        "course_id": one.course_id,
        "department_id": one.department_id,
        "location": ROOMS.get(one.room_id or 0, ""),
        "status": "cancelled" if one.cancel_reason else "active",
    }


def _person(one: OnEvent) -> dict[str, Any]:
    return {
        "id": one.id,
        "event_id": one.event.id,
        "kind": one.kind,
        "person_id": one.person_id,
        "cws_id": one.cws_id,
        "status": "accepted",
        "starts": one.event.starts,
    }
