"""Slips of the courses, in every status and of every type: teaching stores them, finance and support have copies."""

from __future__ import annotations

import datetime as dt
import itertools
import random
from collections.abc import Iterator
from typing import Any

from services.demo.calendar import WEEKS_BACK, WRITTEN_SESSION, Calendar, OnEvent, people_on, session_day
from services.demo.slip_columns import ABSENT, COLUMNS
from services.demo.slip_texts import (
    CONCERNS,
    COPIED,
    DID,
    HOW,
    JUSTIFICATIONS,
    NEXT,
    REASONS,
    SHOWN,
    TARGETS,
    WHAT,
)
from services.demo.world import SEED, TODAY, Course, CourseWithStudent, Person, World

SLIPS = 2_000
_STATUSES, _RECENT = ("saved", "returned", "submitted", "checked", "approved"), (18, 7, 40, 15, 20)
OWN_COURSES = (1, 2, 3, *range(151, 157))
"""Courses of the demo tutor, personal tutor and student, who meet every week."""
_GRADES = ("A*", "A", "B", "C")
_CLASSES = frozenset({"workshop", "seminar"})
"""Course types whose slips are neither returned nor reviewed."""


def slips(world: World) -> Iterator[dict[str, Any]]:
    """Return the slips as rows, the same each time: random ones, slips of nearly all other tutorials, and slips of a
    session of invigilators."""
    writer = _Slips(world)
    rows = [writer.row(number) for number in range(1, SLIPS + 1)]
    rows += writer.others(SLIPS + 1)
    for tutor in ("tutor", "pt"):
        _complete([row for row in rows if row["tutor_id"] == world.by_username[tutor].id])
    yield from rows


_LEAST = {"saved": 2, "returned": 1, "submitted": 1, "checked": 1}
"""The minimum number of slips of each demo tutor in a status."""


def _complete(rows: list[dict[str, Any]]) -> None:
    """Move some slips of a demo tutor into the missing statuses, without consuming random numbers."""
    for status, least in _LEAST.items():
        fit = [
            row
            for row in rows
            if row["form_version"] > 2 and not (status == "returned" and row["course_type"] in _CLASSES)
        ]
        for _ in range(least - sum(row["status"] == status for row in rows)):
            waiting = [row for row in fit if row["status"] == "submitted"]
            approved = (row for row in fit if row["status"] == "approved")
            donor = waiting[0] if len(waiting) > 2 else max(approved, key=lambda row: row["tutorial_start"])
            donor |= {
                "status": status,
                "approved": None,
                "approved_by_id": None,
                "approved_by_name": "",
                "student_read": False,
                "reviewed": False,
                "return_reason": REASONS[0] if status == "returned" else "",
                "submitted": None if status == "saved" else donor["submitted"],
            }


def _tutorials_without_slip(world: World) -> dict[int, list[OnEvent]]:
    """Return past tutorials by student on a course, in time order. Courses of the demo accounts lack the last two,
    whose slips are still to be written."""
    past: dict[int, list[OnEvent]] = {}
    midnight = dt.datetime.combine(TODAY, dt.time(), dt.UTC)
    for one in people_on(Calendar(world).events()):
        if one.cws_id and one.event.ends < midnight and not one.event.cancel_reason:
            past.setdefault(one.cws_id, []).append(one)
    own = {entry.id for entry in world.cws if entry.course_id in OWN_COURSES}
    ordered = {cws: sorted(them, key=lambda one: one.event.starts) for cws, them in past.items()}
    return {cws: them[:-2] if cws in own else them for cws, them in ordered.items()}


def course_title(course: Course) -> str:
    """Return the title that teaching gives a course."""
    return f"{course.board} {course.level} {course.subject}"


class _Slips:
    """Generates slips from one seed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = random.Random(SEED + 5)  # noqa: S311  reproducible data, not a secret
        self.courses = {course.id: course for course in world.courses}
        self.own = [entry for entry in world.cws if entry.course_id in OWN_COURSES]
        self.taught: dict[int, list[CourseWithStudent]] = {}
        for entry in world.cws:
            if entry.status in {"active", "completed"}:
                self.taught.setdefault(entry.course_id, []).append(entry)
        self.reviewers = [person for person in world.people["staff"] if person.status == "active"]
        self.each = itertools.cycle(_STATUSES)
        self.old_forms = ["approved", "returned"]
        self.free = _tutorials_without_slip(world)
        self.begins = dt.datetime.combine(TODAY - dt.timedelta(weeks=WEEKS_BACK + 1), dt.time(), dt.UTC)

    def row(self, number: int) -> dict[str, Any]:
        """Generate slip `number`; every fortieth is for an invigilation."""
        row = self._invigilation(number) if number % 40 == 0 else self._tutorial(number)
        return row | self._meta(row)

    def others(self, number: int) -> Iterator[dict[str, Any]]:
        """Generate slips of the tutorials that have none yet, except one in two of the last week and one in fifty
        before it."""
        places = {entry.id: entry for entry in self.world.cws}
        week = dt.datetime.combine(TODAY - dt.timedelta(days=7), dt.time(), dt.UTC)
        for cws, free in self.free.items():
            for place, one in enumerate(list(free)):
                if (cws + place) % (2 if one.event.starts > week else 50) == 0:
                    continue
                row = self._tutorial(number, places[cws], one.event.starts)
                yield row | self._meta(row)
                number += 1
        yield from self._of_sessions(number)

    def _of_sessions(self, number: int) -> Iterator[dict[str, Any]]:
        """Generate slips of the invigilators of one session; later sessions wait for theirs."""
        for one in people_on(Calendar(self.world).events()):
            event = one.event
            if one.kind != "invigilator" or event.starts.date() != session_day(WRITTEN_SESSION):
                continue
            person = self.world.people["invigilator"][one.person_id - 1]
            row = self._invigilation(number) | {
                "invigilator_id": person.id,
                "tutor_name": person.name,
                "tutorial_id": event.id,
                "ewp_id": one.id,
                "tutorial_title": event.title,
                "tutorial_start": event.starts,
                "tutorial_end": event.ends,
                "created": event.ends,
                "modified": event.ends,
            }
            yield row | self._meta(row)
            number += 1

    def _when(self, minutes: int) -> dict[str, Any]:
        day = TODAY - dt.timedelta(days=int(self.dice.triangular(0, 200, 2)))
        day -= dt.timedelta(days=max(0, day.weekday() - 4))
        start = dt.datetime.combine(day, dt.time(self.dice.randint(8, 18), self.dice.choice((0, 30))), dt.UTC)
        end = start + dt.timedelta(minutes=minutes)
        return {"tutorial_start": start, "tutorial_end": end, "created": end, "modified": end}

    def _place(self, number: int, cws: int, when: dict[str, Any]) -> dict[str, Any]:
        """Return the tutorial of the student on the course that is nearest to the time and has no slip yet. Before the
        start of the calendar, or if all have one, return a tutorial outside the calendar."""
        start = when["tutorial_start"]
        free = self.free.get(cws)
        if not free or start < self.begins:
            weeks = dt.timedelta(weeks=0 if free is None or start < self.begins else WEEKS_BACK + 1)
            earlier = {name: moment - weeks for name, moment in when.items()}
            return earlier | {"tutorial_id": 50_000 + number, "ewp_id": None}
        one = min(free, key=lambda other: abs(other.event.starts - start))
        free.remove(one)
        end = one.event.ends
        return {
            "tutorial_start": one.event.starts,
            "tutorial_end": end,
            "created": end,
            "modified": end,
            "tutorial_id": one.event.id,
            "ewp_id": one.id,
        }

    def _invigilation(self, number: int) -> dict[str, Any]:
        person = self.world.people["invigilator"][self.dice.randrange(12)]
        if number % 480 == 40:  # the demo account has some every day: the date changes the random sequence
            person = self.world.people["invigilator"][0]
        return (
            dict.fromkeys(COLUMNS, "")
            | dict.fromkeys(ABSENT)
            | self._when(180)
            | {
                "id": number,
                "type": "invigilation",
                "organisation_id": 1,
                "department_id": 6,
                "invigilator_id": person.id,
                "tutor_name": person.name,
                "tutorial_id": 50_000 + number,
                "ewp_id": None,
                "tutorial_type": "invigilation session",
                "tutorial_title": f"Examination room {self.dice.randint(1, 6)}, morning session",
                "location": "Exam hall",
                "student_read": False,
                "reviewed": False,
                "comment": "<p>No incidents. All scripts collected.</p>",
                "comment2": "",
                "comment3": "",
            }
        )

    def _tutorial(
        self, number: int, entry: CourseWithStudent | None = None, start: dt.datetime | None = None
    ) -> dict[str, Any]:
        """Generate a tutorial of the student on the course `entry` at `start`; random if they are not given."""
        dice = self.dice
        entry = entry or dice.choice(self.own if number % 12 == 0 else self.taught[dice.choice(list(self.taught))])
        course = self.courses[entry.course_id]
        tutor = self.world.people["tutor"][dice.choice(course.tutors) - 1]
        student = self.world.people["student"][entry.student_id - 1]
        kind = "PT" if tutor.username == "pt" or (course.type == "indiv" and dice.random() < 0.1) else "default"
        when = self._when(60) | ({"tutorial_start": start} if start else {})
        when |= self._place(number, entry.id, when)
        if when["ewp_id"]:  # one tutor writes about all students of an event
            tutor = self.world.people["tutor"][course.tutors[when["tutorial_id"] % len(course.tutors)] - 1]
            kind = "PT" if tutor.username == "pt" else kind
        return {
            "id": number,
            "type": kind,
            "organisation_id": course.organisation_id,
            "department_id": course.department_id,
            "course_id": course.id,
            "cws_id": entry.id,
            "student_id": student.id,
            "tutor_id": tutor.id,
            "invigilator_id": None,
            "course_title": course_title(course),
            "course_type": course.type,
            "student_name": student.name,
            "tutor_name": tutor.name,
            "tutorial_type": "pTutorial" if kind == "PT" else "tutorial",
            "tutorial_title": f"{course.subject} tutorial",
            "location": dice.choice(("Room 4", "Room 11", "Online")),
            **when,
            **_with_concerns(number, when["tutorial_end"], self._written(kind, course, student)),
        }

    def _comment(self, student: Person) -> str:
        """Return about two lines of text. One in forty repeats a common text, one in sixty names somebody else."""
        dice = self.dice
        chance = dice.randrange(120)
        if chance < 3:
            return COPIED
        name = student.first_name if chance > 4 else dice.choice(self.world.people["student"]).first_name
        did, what, how, shown, then = (dice.choice(part) for part in (DID, WHAT, HOW, SHOWN, NEXT))
        return f"{name} {did} {what} {how}; {shown}, and {then}."

    def _written(self, kind: str, course: Course, student: Person) -> dict[str, Any]:
        """Return the tutor's report: complete for a student who attended, a reason for one who did not."""
        dice = self.dice
        present = dice.choices(("present", "plannedAbsence", "unplannedAbsence"), (88, 7, 5))[0]
        came = present == "present"
        sentences = 2 if kind == "PT" else 1  # the form requires 100 characters
        comments = [
            f"<p>{' '.join(self._comment(student) for _ in range(sentences))}</p>" if came else "" for _ in range(3)
        ]
        ratings = [dice.choices((5, 4, 3, 2, 1, 0), (12, 34, 34, 14, 3, 3))[0] if came else None for _ in range(6)]
        grade = dice.randrange(3)
        rated: dict[str, int | str | None] = {}
        for place, rating in enumerate(ratings, start=1):
            rated[f"cat{place}"] = rating if kind == "default" else None
            rated[f"cat{place}_comment"] = JUSTIFICATIONS.get(rating or 0, "") if came and rating in {0, 1, 5} else ""
        tracks = {
            f"ot{n}": dice.choices(("onTrack", "ahead", "behind"), (70, 15, 15))[0] if came else "" for n in (1, 2, 3)
        }
        if kind == "PT" and tracks["ot1"] == "ahead":
            tracks["ot1"] = "onTrack"  # a study plan has no further sections
        return {
            "present": present,
            "on_time": dice.choices((0, 2, 5, 10), (80, 10, 6, 4))[0] if came else None,
            "comment": comments[0],
            "comment2": comments[1],
            "comment3": comments[2],
            "private": "",
            "absence_reason": "" if came else dice.choice(("Illness", "School trip", "No reason was given")),
            **rated,
            **tracks,
            "pt_weekly_target": dice.choice(TARGETS) if kind == "PT" else "",
            "pt_ip_hours": round(dice.uniform(0.5, 6), 1) if kind == "PT" and came else None,
            "pt_concerns": False if kind == "PT" and came else None,
            "pt_additional_comment": "",
            "concerns_released": None,
            "concerns_released_by_name": "",
            "reach_grade": _GRADES[grade],
            "match_grade": _GRADES[grade + 1],
            "safety_grade": "",
            "previous_grade": _GRADES[min(grade + 1, 3)],
        }

    def _meta(self, row: dict[str, Any]) -> dict[str, Any]:
        """Set the status and review of the slip: nearly all slips older than a month are approved."""
        dice = self.dice
        old = row["tutorial_start"].date() < TODAY - dt.timedelta(days=30)
        status = "approved" if old and dice.random() < 0.97 else dice.choices(_STATUSES, _RECENT)[0]
        if not old and row["course_id"] in OWN_COURSES:
            status = next(self.each)  # visitors with the demo accounts see some of each
        if status == "returned" and row["course_type"] in _CLASSES:
            status = "submitted"
        now = dt.datetime.now(dt.UTC)
        sent = None
        if status != "saved":
            sent = min(now, row["tutorial_end"] + dt.timedelta(hours=dice.choices((2, 20, 70), (60, 30, 10))[0]))
        approved = min(now, sent + dt.timedelta(hours=dice.randint(3, 60))) if sent and status == "approved" else None
        reviewer = dice.choice(self.reviewers)
        acted = bool(row["absence_reason"]) and row["id"] % 3 > 0
        withheld = {} if approved else {"concerns_released": None, "concerns_released_by_name": ""}
        return {
            **withheld,
            "form_version": 2 if self._is_old_form(row, status) else 4,
            "absence_action_taken": "The student wrote to the office" if acted else "",
            "absence_intervention": acted and row["id"] % 3 > 1,
            "status": status,
            "submitted": sent,
            "approved": approved,
            "approved_by_id": reviewer.user_id if approved else None,
            "approved_by_name": reviewer.name if approved else "",
            "return_reason": dice.choice(REASONS) if status == "returned" else "",
            "student_read": bool(approved) and dice.random() < 0.6,
            "reviewed": status in {"checked", "approved"}
            and dice.random() < 0.3
            and row["course_type"] not in _CLASSES,
            "modified": approved or sent or row["modified"],
            "due": row["tutorial_end"] + dt.timedelta(hours=24),
        }

    def _is_old_form(self, row: dict[str, Any], status: str) -> bool:
        """Return True for an approved and a returned slip of the demo tutor, which have the older form of one page."""
        tutor = self.world.by_username["tutor"].id
        chosen = (row["type"], row["tutor_id"], row["present"]) == ("default", tutor, "present")
        if not chosen or status not in self.old_forms:
            return False
        self.old_forms.remove(status)
        return True


def _with_concerns(number: int, ends: dt.datetime, written: dict[str, Any]) -> dict[str, Any]:
    """Add concerns to one in seven personal tutoring slips; every second of them is released to the family."""
    if written["pt_concerns"] is None or number % 7:
        return written
    released = {"concerns_released": ends, "concerns_released_by_name": "Academic Office"} if number % 2 == 0 else {}
    return written | {"pt_concerns": True, "pt_additional_comment": CONCERNS} | released
