"""Term reports of the courses, with their mocks: three past terms and the current one, in every status. Teaching stores
them."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from services.demo.slips import OWN_COURSES, course_title
from services.demo.tables import Record
from services.demo.world import SEED, TODAY, Course, CourseWithStudent, World

_LONDON = ZoneInfo("Europe/London")
_TERMS = 4
"""The current term and three past ones."""
_WEEKS = 12
_SCALES = {
    "GCSE": ("9", "8", "7", "6", "5", "4"),
    "IGCSE": ("9", "8", "7", "6", "5", "4"),
    "IB Diploma": ("7", "6", "5", "4", "3"),
    "Pre-U": ("D1", "D2", "D3", "M1", "M2"),
}
_LETTERS = ("A*", "A", "B", "C", "D")


REASONS = (
    "The mock of this term went better than the previous one",
    "Past papers under timed conditions, four in a row",
    "Two topics of the last unit are still uneven",
    "Homework of the last weeks was late and short",
)
"""Reasons for a predicted grade."""


def scale_of(level: str) -> tuple[str, ...]:
    """Return the grades that demo data predict on courses of a level, best first."""
    return _SCALES.get(level, _LETTERS)


_OPEN = ("called", "saved", "submitted", "submitted", "checked", "approved", "returned")
"""The statuses of the current term, in turn."""
_SUBJECTS = (
    "independent preparation",
    "the organisation of work",
    "recall of the topics of the term",
    "understanding of the ideas behind them",
    "exam questions",
    "work in tutorials",
    "progress over the term",
    "the next term",
)
_SAID = (
    "has been thorough, and the notes are complete",
    "is better than it was at the start, and still uneven",
    "is a strength; questions are asked before they are needed",
    "needs more time each week, an hour at least",
    "has become steady since the half-term",
    "shows care, although speed under time is a concern",
    "goes well in what was practised, and less well in what is new",
    "deserves praise: nothing was late",
    "would gain from short tests of older topics",
    "is secure for most questions of the paper",
)
_THEN = (
    "A plan for the weeks until the exams is agreed",
    "Past papers under timed conditions come next",
    "The corrections of the last paper are the next task",
    "More reading around the subject would help",
    "The longer questions are what to practise",
    "Weekly vocabulary tests will go on",
    "The targets below follow from this",
    "We return to the first unit in January",
)
_REASON = "Please say which topics of the term you mean, and give a target for each."
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def reports(world: World) -> tuple[list[Record], list[Record]]:
    """Return the reports and their mocks as rows, the same each time."""
    writer = _Reports(world)
    rows = list(writer.rows())
    mocks = [dict(mock, report_id=row["id"]) for row in rows for mock in writer.mocks(row)]
    return rows, [{"id": number, **mock} for number, mock in enumerate(mocks, start=1)]


class _Reports:
    """Generates reports from one seed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = random.Random(SEED + 41)  # noqa: S311  reproducible data, not a secret
        self.courses = {course.id: course for course in world.courses}
        self.office = [person for person in world.people["staff"] if person.status == "active"]
        self.number = 0

    def rows(self) -> Iterator[Record]:
        """Generate a report per term for students on one active course in three, and for all students of the demo
        accounts."""
        for entry in self.world.cws:
            course = self.courses[entry.course_id]
            if entry.status != "active" or (course.id % 3 and course.id not in OWN_COURSES):
                continue
            grade = self.dice.randrange(1, 4)
            for term in range(_TERMS - 1, -1, -1):
                grade = max(0, min(4, grade + self.dice.choice((-1, 0, 0, 0, 1))))
                self.number += 1
                yield self._row(entry, course, term, grade)

    def _row(self, entry: CourseWithStudent, course: Course, term: int, grade: int) -> Record:
        """Generate the report of a past term, `term` terms ago."""
        dice = self.dice
        status = _OPEN[self.number // _TERMS % len(_OPEN)] if term == 0 else "approved"
        tutor = self.world.people["tutor"][course.tutors[entry.id % len(course.tutors)] - 1]
        student = self.world.people["student"][entry.student_id - 1]
        period = _period(term, self.number // _TERMS)
        scale = scale_of(course.level)
        written = status != "called"
        late = dt.timedelta(hours=dice.choice((-40, -20, -4, 30)))
        submitted = min(period["deadline"] + late, _now()) if status not in {"called", "saved"} else None
        reviewer = dice.choice(self.office)
        signed = min(submitted + dt.timedelta(hours=20), _now()) if submitted else None
        checked = signed if status in {"checked", "approved"} else None
        approved = signed if status == "approved" else None
        payer = self.world.payer(student.id)
        mailed = approved + dt.timedelta(hours=3) if approved and term else None
        texts = {
            f"field{place}": self._text(student.first_name, place)
            if written and (status != "saved" or place < 5)
            else ""
            for place in range(1, 9)
        }
        return {
            "id": self.number,
            "status": status,
            "student_name": student.name,
            "tutor_name": tutor.name,
            "course_title": course_title(course),
            "course_level": course.level,
            "year_group": _year_group(student.birth, period["date_to"].date()),
            "cws_id": entry.id,
            "course_id": course.id,
            "student_id": student.id,
            "tutor_id": tutor.id,
            "organisation_id": course.organisation_id,
            "department_id": course.department_id,
            **period,
            "predicted_grade": scale[min(grade, len(scale) - 1)] if written else "",
            "predicted_reason": REASONS[self.number % len(REASONS)] if written else "",
            "said_grade": scale[min(grade, len(scale) - 1)] if submitted else "",
            "grade_achievement": max(1, 5 - grade) if written else None,
            "grade_effort": dice.randint(2, 5) if written else None,
            **texts,
            "return_reason": _REASON if status == "returned" else "",
            "opened": False,
            "submitted": submitted,
            "submitted_by_id": tutor.user_id if submitted else None,
            "submitted_by_name": tutor.name if submitted else "",
            "checked": checked,
            "checked_by_id": reviewer.user_id if checked else None,
            "checked_by_name": reviewer.name if checked else "",
            "approved": approved,
            "approved_by_id": reviewer.user_id if approved else None,
            "approved_by_name": reviewer.name if approved else "",
            "mailed": mailed,
            "mailed_to": f"{payer.title} {payer.name}" if mailed else "",
            "called_by_id": self.office[0].user_id,
            "called_by_name": self.office[0].name,
            "created": period["date_to"] - dt.timedelta(weeks=3),
            "modified": signed or period["date_to"],
        }

    def _text(self, name: str, place: int) -> str:
        comment, then = self.dice.choice(_SAID), self.dice.choice(_THEN)
        return f"<p>{name}: {_SUBJECTS[place - 1]} {comment}. {then}.</p>"

    def mocks(self, row: Record) -> Iterator[Record]:
        """Generate one or two mocks for every second report."""
        if row["status"] == "called" or row["id"] % 2:
            return
        for place in range(1 + row["id"] % 4 // 2):
            most = self.dice.choice((60, 80, 100))
            yield {
                "month": _MONTHS[(row["date_to"].month - 2 - place) % 12],
                "mark": int(most * self.dice.uniform(0.45, 0.95)),
                "max_mark": most,
                "grade": row["predicted_grade"],
                "comment": "A whole paper under timed conditions.",
            }


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC).replace(microsecond=0)


def _period(term: int, turn: int) -> dict[str, Any]:
    """Return the period of the term `term` terms ago. The current one ended some days ago. Its reports are due in some
    days; for every third course they are overdue."""
    ends = TODAY - dt.timedelta(days=6) - dt.timedelta(weeks=_WEEKS * term)
    begins = ends - dt.timedelta(weeks=_WEEKS) + dt.timedelta(days=1)
    days = (9 if turn % 3 else 4) if term == 0 else 7
    return {
        "date_from": dt.datetime.combine(begins, dt.time(0, 1), _LONDON),
        "date_to": dt.datetime.combine(ends, dt.time(23, 59), _LONDON),
        "deadline": dt.datetime.combine(ends + dt.timedelta(days=days), dt.time(17), _LONDON),
    }


def _year_group(born: dt.date, at: dt.date) -> str:
    """Return the school year of a student, as teaching computes it."""
    begins = at.year if at.month >= 9 else at.year - 1
    number = begins - born.year - ((born.month, born.day) > (8, 31)) - 4
    return f"Year {number}" if 7 <= number <= 13 else ""
