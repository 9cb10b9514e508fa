"""Collection reports of the courses, with interviewers and mocks: three past terms and the current one, in every
status. Teaching stores them."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from typing import Any

from services.demo.reports import REASONS, scale_of
from services.demo.slips import OWN_COURSES, course_title
from services.demo.tables import Record
from services.demo.world import SEED, TODAY, AcademicYear, Course, CourseWithStudent, Person, World

_TERMS = 4
"""The current term and three past ones."""
_NOW = ("draft", "submitted", "approved", "draft", "submitted")
"""The statuses of the current term, in turn."""
_SUBJECTS = (
    "independent preparation",
    "the organisation of notes and work",
    "recall of the topics of the term",
    "understanding of the ideas behind them",
    "work on exam questions",
    "part in tutorials",
)
_SAID = (
    "We talked about {0}: {1} has a routine now, and can say what it brings.",
    "On {0}, {1} named the two weeks that went badly and what was different in them.",
    "{1} was open about {0}, and would like a plan for the holidays.",
    "The tutor's slips and {1} agree about {0}: steady, with room in the longer tasks.",
    "{1} is pleased with {0}; we set the next step a little higher.",
    "For {0} we looked at the last three pieces together, and {1} found the pattern without help.",
    "{1} asked for more feedback on {0}, which the tutor will give in writing.",
)
_MONTHS = {"mt": ("October", "November"), "ht": ("January", "February"), "tt": ("April", "May")}


def collections(world: World) -> tuple[list[Record], list[Record], list[Record]]:
    """Return the reports, their interviewers and their mocks as rows, the same each time."""
    writer = _Collections(world)
    reports = list(writer.rows())
    mocks = [mock for report in reports for mock in _mocks(report)]
    return reports, writer.interviewers, [{"id": number, **mock} for number, mock in enumerate(mocks, start=1)]


class _Collections:
    """Generates reports from one seed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = random.Random(SEED + 43)  # noqa: S311  reproducible data, not a secret
        self.courses = {course.id: course for course in world.courses}
        self.office = world.by_username["academic"]
        self.staff = [one for one in world.people["staff"] if one.status == "active" and one is not self.office]
        self.terms = _last_terms(world)
        self.interviewers: list[Record] = []
        self.number = 0

    def rows(self) -> Iterator[Record]:
        """Generate a report per term for students on one active course in four, and on all courses of the demo
        accounts."""
        for place, entry in enumerate(
            one
            for one in self.world.cws
            if one.status == "active" and (one.course_id % 4 == 0 or one.course_id in OWN_COURSES)
        ):
            for back, (year, term, day) in enumerate(reversed(self.terms)):
                self.number += 1
                status = _NOW[place % len(_NOW)] if back == 0 else "approved"
                yield self._row(entry, self.courses[entry.course_id], (year, term, day), status, place)

    def _row(
        self, entry: CourseWithStudent, course: Course, at: tuple[AcademicYear, str, dt.date], status: str, place: int
    ) -> Record:
        year, term, day = at
        day += dt.timedelta(days=place % 5)
        student = self.world.people["student"][entry.student_id - 1]
        them = self._interviewers(course, place)
        self.interviewers += [
            {
                "collection_report_id": self.number,
                "kind": one.kind,
                "person_id": one.id,
                "user_id": one.user_id,
                "name": one.name,
            }
            for one in them
        ]
        writer = them[0]
        sections = (0, 4, 6)[place % 3] if status == "draft" else 6
        noon = dt.datetime.combine(day, dt.time(12), dt.UTC)
        submitted = noon + dt.timedelta(hours=3) if status != "draft" else None
        approver = self.staff[1] if writer is self.office else self.office
        approved = noon + dt.timedelta(days=1) if status == "approved" else None
        payer = self.world.payer(student.id)
        mailed = approved + dt.timedelta(hours=3) if approved and at != self.terms[-1] else None
        return {
            "id": self.number,
            "status": status,
            "student_name": student.name,
            "course_title": course_title(course),
            "academic_year_id": year.id,
            "term": term,
            "date": day,
            "interviewers": [f"{one.kind}:{one.id}" for one in them],
            "interviewer_names": ", ".join(sorted(one.name for one in them)),
            "interviewer_ids": sorted(one.user_id for one in them),
            "writer_ids": [writer.user_id] if sections else [],
            "cws_id": entry.id,
            "course_id": course.id,
            "student_id": student.id,
            "organisation_id": course.organisation_id,
            "department_id": course.department_id,
            **{f"cat{one}": self._text(student, one) if one <= sections else "" for one in range(1, 7)},
            "predicted_grade": self.dice.choice(scale_of(course.level)[:4]) if sections == 6 else "",
            "predicted_reason": REASONS[place % len(REASONS)] if sections == 6 else "",
            "submitted": submitted,
            "submitted_by_id": writer.user_id if submitted else None,
            "submitted_by_name": writer.name if submitted else "",
            "approved": approved,
            "approved_by_id": approver.user_id if approved else None,
            "approved_by_name": approver.name if approved else "",
            "mailed": mailed,
            "mailed_to": f"{payer.title} {payer.name}" if mailed else "",
            "created": noon - dt.timedelta(weeks=2),
            "modified": approved or submitted or noon - dt.timedelta(weeks=2),
        }

    def _interviewers(self, course: Course, place: int) -> list[Person]:
        """Return a tutor of the course with the office or a colleague in two of three reports, otherwise the office
        alone."""
        tutor = self.world.people["tutor"][course.tutors[0] - 1]
        colleague = self.staff[place % len(self.staff)]
        return ([tutor], [tutor, colleague], [tutor, self.office], [self.office])[place % 4]

    def _text(self, student: Person, place: int) -> str:
        text = self.dice.choice(_SAID).format(_SUBJECTS[place - 1], student.first_name)
        return f"<p>{text}</p>"


def _last_terms(world: World) -> list[tuple[AcademicYear, str, dt.date]]:
    """Return the last four terms that have begun, each with an interview day that is not in the future."""
    terms = [
        (year, name, getattr(year, name)[0])
        for year in world.years
        for name in ("mt", "ht", "tt")
        if getattr(year, name)[0] <= TODAY - dt.timedelta(days=14)
    ]
    last = [(year, name, getattr(year, name)[1] - dt.timedelta(weeks=2)) for year, name, _ in terms[-_TERMS:]]
    return [(year, name, min(day, TODAY - dt.timedelta(days=7))) for year, name, day in last]


def _mocks(report: Record) -> Iterator[dict[str, Any]]:
    """Generate one or two mocks for the reports of every second student."""
    if report["id"] // _TERMS % 2:
        return
    for place, month in enumerate(_MONTHS[report["term"]][: 1 + report["id"] % 4 // 2]):
        most = (60, 80, 100)[report["id"] % 3]
        yield {
            "collection_report_id": report["id"],
            "month": month,
            "mark": most * (55 + (report["id"] * 7 + place * 5) % 40) // 100,
            "max_mark": most,
            "grade": report["predicted_grade"] or "B",
            "comment": "A whole paper under timed conditions.",
        }
