"""Terms for tutors by department and year, their acceptances, and tuition offers in every state."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator
from typing import Any

from services.demo.slips import course_title
from services.demo.world import DEPARTMENTS, TODAY, Course, World

NOW = dt.datetime.combine(TODAY, dt.time(9), dt.UTC)
_STATES = ("offered", "offered", "declined", "offered", "withdrawn")
"""Statuses of offers of proposed courses, in turn."""
_REASONS = {"declined": "My week is full until Easter", "withdrawn": "The family chose another time"}
_ACCEPTED = 40
"""Active courses whose offers are stored as accepted."""
_RULES = (
    "Tutors arrive five minutes before a tutorial and stay for the whole of it.",
    "A slip is written within 24 hours of each tutorial.",
    "Concerns about a student's welfare go to the safeguarding lead on the same day.",
    "Work for a student of ours is arranged through us alone, for twelve months after the last tutorial.",
    "Either side ends an arrangement with four weeks' notice.",
)
_BODY = "<h2>{title}</h2><p>These terms hold for the academic year {year}.</p><ol>{rules}</ol>"


def terms(world: World) -> list[dict[str, Any]]:
    """Return the rows of `tutor_terms`: the last three years of each department. Oxford has two versions of the current
    one, and a draft for the next."""
    rows: list[dict[str, Any]] = []
    for year in world.years[-4:-1]:
        for number, title, *_ in DEPARTMENTS:
            versions = ("retired", "published") if (number, year) == (1, world.years[-2]) else ("published",)
            for version, status in enumerate(versions, start=1):
                rows.append(_terms(len(rows) + 1, number, title, year, version, status))
    number, title, *_ = DEPARTMENTS[0]
    rows.append(_terms(len(rows) + 1, number, title, world.years[-1], 1, "draft"))
    return rows


def _terms(record: int, department: int, called: str, year: Any, version: int, status: str) -> dict[str, Any]:
    title = f"Terms and conditions {year.title}, {called}"
    rules = "".join(f"<li>{line}</li>" for line in _RULES[: 3 + version])
    at = NOW - dt.timedelta(days=90 - 20 * version)
    is_out = status != "draft"
    return {
        "id": record,
        "title": title,
        "department_id": department,
        "academic_year_id": year.id,
        "terms_version": version,
        "status": status,
        "file_ids": "{}",
        "created": at,
        "body": _BODY.format(title=title, year=year.title, rules=rules * 2),
        "published": at if is_out else None,
        "published_by_name": "Academic office" if is_out else "",
    }


def offers(world: World) -> list[dict[str, Any]]:
    """Return the rows of `tuition_offer`. The demo tutor has two to answer: the terms of the first are accepted."""
    rows = list(_of_courses(world))
    return [row | {"id": number} for number, row in enumerate(rows, start=1)]


def _of_courses(world: World) -> Iterator[dict[str, Any]]:
    proposed = sorted((one for one in world.courses if one.status == "proposed"), key=lambda one: -one.year_id)
    first = next(course for course in proposed if 1 not in course.tutors)
    yield _offer(world, first, 1, "offered", 2, hours=20)
    second = next(course for course in proposed if place(course) != place(first))
    yield _offer(world, second, 1, "offered", 8, hours=12)
    for status, course in zip(
        ("declined", "withdrawn"), (one for one in proposed if one not in (first, second)), strict=False
    ):
        yield _offer(world, course, 1, status, 15, hours=30)
    for number, course in enumerate(proposed):
        for tutor in course.tutors:
            yield _offer(world, course, tutor, _STATES[number % len(_STATES)], 1 + number % 14, from_course=True)
    active = [course for course in world.courses if course.status == "active"][:_ACCEPTED]
    for number, course in enumerate(active):
        for tutor in course.tutors:
            yield _offer(world, course, tutor, "accepted", 40 + number, from_course=True)


def place(course: Course) -> tuple[int, int]:
    """Return the department and year that identify terms."""
    return course.department_id, course.year_id


def _offer(world: World, course: Course, tutor: int, status: str, days: int, **more: Any) -> dict[str, Any]:
    person = world.people["tutor"][tutor - 1]
    created = NOW - dt.timedelta(days=days, hours=tutor % 7)
    year = world.years[course.year_id - 1]
    is_answered = status in ("accepted", "declined")
    return {
        "tutor_id": tutor,
        "tutor_name": person.name,
        "course_id": course.id,
        "course_title": course_title(course),
        "department_id": course.department_id,
        "academic_year_id": course.year_id,
        "status": status,
        "hours": more.get("hours", 10 + course.id % 4 * 5),
        "rate": f"£{35 + course.id % 5 * 5} an hour",
        "starts": year.mt[0],
        "ends": year.tt[1],
        "note": "",
        "reason": _REASONS.get(status, ""),
        "offered_by_name": "Academic office",
        "from_course": more.get("from_course", False),
        "answered": created + dt.timedelta(days=1, hours=3) if is_answered else None,
        "answered_by_id": person.user_id if is_answered else None,
        "answered_by_name": person.name if is_answered else "",
        "created": created,
    }


def acceptances(world: World) -> list[dict[str, Any]]:
    """Return the rows of `terms_acceptance`: of those who accepted an offer, and of the demo tutor for the first of
    theirs. One tutor rejected the first version of Oxford and accepted the second."""
    out = {(row["department_id"], row["academic_year_id"], row["status"]): row for row in terms(world)}
    its = offers(world)
    wanted = [its[0], *(row for row in its if row["status"] == "accepted")]
    whose = dict.fromkeys((row["tutor_id"], row["department_id"], row["academic_year_id"]) for row in wanted)
    second = its[1]
    whose.pop((1, second["department_id"], second["academic_year_id"]), None)
    answers = [(tutor, out.get((*where, "published")), True) for tutor, *where in whose]
    year = world.years[-2].id
    answers.insert(0, (next(tutor for tutor, *_ in whose if tutor != 1), out[1, year, "retired"], False))
    rows = []
    for number, (tutor, row, accepted) in enumerate(((a, b, c) for a, b, c in answers if b is not None), start=1):
        person = world.people["tutor"][tutor - 1]
        rows.append(
            {
                "id": number,
                "terms_id": row["id"],
                "department_id": row["department_id"],
                "academic_year_id": row["academic_year_id"],
                "tutor_id": tutor,
                "tutor_name": person.name,
                "user_id": person.user_id,
                "accepted": accepted,
                "how_shown": "confirmed" if number % 3 else "scrolled",
                "address": f"192.0.2.{number % 250 + 1}",
                "created": row["created"] + dt.timedelta(days=3, hours=number % 9),
                "digest": hashlib.sha256(row["body"].encode()).hexdigest(),
            }
        )
    return rows
