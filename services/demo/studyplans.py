"""Study plans: courses with one of version 2 or 1, or without one, this year and last; and students who are behind."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Iterator
from typing import Any

from services.demo.tables import Record
from services.demo.world import TODAY, AcademicYear, Course, World

TERMS = ("mt", "ht", "tt")
_TOPICS = {
    "Mathematics": (
        "Proof and surds",
        "Quadratics and inequalities",
        "Coordinate geometry",
        "Polynomials",
        "Binomial expansion",
        "Differentiation from first principles",
        "Tangents, normals and optimisation",
        "Integration and areas",
        "Trigonometric identities",
        "Exponentials and logarithms",
        "Vectors in two dimensions",
        "Mock and review",
    ),
    "History": (
        "Sources and evidence",
        "Henry VII: consolidation",
        "Henry VIII and Wolsey",
        "The break with Rome",
        "Mid-Tudor crisis",
        "Elizabeth: religion",
        "Elizabeth: foreign policy",
        "Essay technique",
        "Historians' interpretations",
        "Coursework: question",
        "Coursework: draft",
        "Mock and review",
    ),
    "Chemistry": (
        "Atomic structure",
        "Bonding",
        "Moles and equations",
        "Energetics",
        "Rates",
        "Equilibria",
        "Acids and bases",
        "Electrolysis",
        "Organic: alkanes and alkenes",
        "Organic: alcohols",
        "Analysis",
        "Mock and review",
    ),
}


def study_weeks(year: AcademicYear) -> Iterator[dict[str, Any]]:
    """Return the study weeks of a year, as identity publishes them."""
    college = 0
    for term in TERMS:
        start, end = getattr(year, term)
        for week in range(1, ((end - start).days + 1) // 7 + 1):
            college += 1
            first = start + dt.timedelta(weeks=week - 1)
            yield {
                "collegeWeek": college,
                "isoWeek": first.isocalendar().week,
                "term": term,
                "week": week,
                "start": first.isoformat(),
                "end": (first + dt.timedelta(days=6)).isoformat(),
            }


def first_exam(course: Course, year: AcademicYear) -> dt.date | None:
    """Return the day of the first exam of a course, in the week after the last term; some courses have none."""
    return None if course.id % 3 == 0 and course.status != "active" else year.tt[1] + dt.timedelta(days=9)


class Plans:
    """Return the plans of the demo provider, their weeks and the weeks of students, the same each time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.years = {year.id: year for year in world.years}
        self.plans: list[Record] = []
        self.weeks: list[Record] = []
        self.tracked: list[Record] = []
        self._weeks, self._tracked = itertools.count(1), itertools.count(1)
        self._own = {course.id: place for place, course in enumerate(c for c in world.courses if c not in world.drawn)}
        for course in world.courses:
            self._of_course(course)

    def _of_course(self, course: Course) -> None:
        """Add the plans of a course. Of the demo tutor's own courses the first has last year's too, the second is for
        some students who are behind, the third has only last year's, the fourth is of version 1."""
        place = self._own.get(course.id)
        if place is None:
            if course.status in {"active", "completed"} and course.id % 5 in {1, 2, 3} and course.id % 19:
                self._add(course, self.years[course.year_id], 1 if course.id % 5 == 3 else 2)
        elif place == 3:
            self._add(course, self.years[course.year_id], 1)
        elif place in {0, 1, 2}:
            if place != 1:
                self._add(course, self.years[course.year_id - 1], 2)
            if place != 2:
                self._add(course, self.years[course.year_id], 2)

    def _add(self, course: Course, year: AcademicYear, version: int) -> None:
        plan = len(self.plans) + 1
        self.plans.append(
            {
                "id": plan,
                "course_id": course.id,
                "academic_year_id": year.id,
                "type_version": version,
                "syllabus": f"{course.board} {course.id * 37 % 9000 + 1000}" if version == 1 else "",
            }
        )
        students = [cws for cws in self.world.cws if cws.course_id == course.id]
        for one in study_weeks(year):
            week = self._week(plan, one, self._content(course, one["collegeWeek"]), version)
            if dt.date.fromisoformat(one["end"]) < TODAY:
                for cws in students:
                    self._track(course, one, week, cws.id)
        if self._own.get(course.id) == 1:
            extra = next(one for one in study_weeks(year) if (one["term"], one["week"]) == ("ht", 2))
            content = "<p>Extra essay for those who sit the paper in summer</p>"
            self._week(plan, extra, content, version)["cws_ids"] = [cws.id for cws in students[:2]]

    def _week(self, plan: int, one: dict[str, Any], content: str, version: int) -> Record:
        week = {
            "id": next(self._weeks),
            "study_plan_id": plan,
            "term": one["term"],
            "week": one["week"],
            "iso_week": one["isoWeek"],
            "starts": one["start"],
            "ends": one["end"],
            "content": content if version == 2 else "",
            "details": "" if version == 2 else content,
            "custom": "" if version == 2 or one["week"] != 6 else "Half-term",
            "cws_ids": [],
            "status": self._status(one),
        }
        self.weeks.append(week)
        return week

    @staticmethod
    def _status(one: dict[str, Any]) -> str:
        if (one["term"], one["week"]) == ("ht", 6):
            return "closed"
        return "taught" if dt.date.fromisoformat(one["end"]) < TODAY else "planned"

    @staticmethod
    def _content(course: Course, number: int) -> str:
        topics = _TOPICS.get(course.subject)
        if topics is None:
            return f"<p>Topic {number} of the {course.subject} syllabus</p>"
        return f"<p>{topics[(number - 1) % len(topics)]}</p>"

    def _track(self, course: Course, one: dict[str, Any], week: Record, cws: int) -> None:
        """Add whether a student is on track in a week: the demo's group has been behind for three weeks, all others are
        on track."""
        days = (TODAY - dt.date.fromisoformat(one["end"])).days
        behind = self._own.get(course.id) == 1 and 0 < days <= 21
        if course.id in self._own or cws % 4 == 0:
            self.tracked.append(
                {
                    "id": next(self._tracked),
                    "week_id": week["id"],
                    "cws_id": cws,
                    "ot": "behind" if behind else "onTrack",
                    "actual": "<p>Half of it; the rest next week</p>" if behind else "",
                }
            )
