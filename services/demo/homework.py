"""Homework of the courses, of every type and in every status; most past homework is marked."""

from __future__ import annotations

import datetime as dt
import itertools
import random
from collections.abc import Iterator
from typing import Any

from services.demo.slips import OWN_COURSES, course_title, slips
from services.demo.world import SEED, TODAY, World

EACH = 4
"""Pieces of homework per course; the courses of the demo accounts have three times as many."""
_TYPES = ("written", "indprep", "other")
_TARGETS = ("ptTarget", "ipTarget")
_STATUSES = ("set", "submitted", "marked", "saved", "postponed", "writeOff", "marked")
_TITLES = {
    "written": ("Essay on the last topic", "Past paper, questions 1 to 6", "Comparison of two sources"),
    "indprep": ("Read chapter 4", "Notes on the next topic", "Vocabulary of week 3"),
    "other": ("Practical write-up", "Presentation of five minutes", "Mock interview"),
    "ptTarget": ("Finish the application form", "Plan the revision weeks", "Meet the subject tutors"),
    "ipTarget": ("Three hours of reading", "One past paper a day", "Flash cards every evening"),
}
FIRST_FILE = 501
"""The id of the first file that demo students handed in; older files have lower ids."""
_HANDED_IN = 3
"""Number of pieces with a file that wait for marks, and of those with released marks."""
_MARKS, _QUALITY = ("A*", "A", "B", "17/20", "62%"), ("Very good", "Good", "Satisfactory")


def homework(world: World) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of `homework` and of `homework_with_student`, the same each time."""
    dice = random.Random(SEED + 11)  # noqa: S311  reproducible data, not a secret
    writer = _Homework(world, dice)
    set_, given = [], []
    for piece, theirs in writer.pieces():
        set_.append(piece)
        given += theirs
    for number, row in enumerate(handed_in(world, given), start=FIRST_FILE):
        row["student_files"] = [number]
    pieces = {piece["id"]: piece for piece in set_}
    for row in handed_in(world, given)[:1]:
        pieces[row["homework_id"]]["mark_from"] = "all"
    return set_, given


def handed_in(world: World, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of `homework_with_student` with a file, of the demo student and the demo tutor: those that wait
    for marks, then those whose marks are released."""
    student, tutor = world.by_username["student"].id, world.by_username["tutor"].id
    theirs = [
        row
        for row in given
        if row["student_id"] == student and row["tutor_id"] == tutor and row["type"] not in _TARGETS
    ]
    waiting = [row for row in theirs if row["status"] == "submitted"]
    released = [row for row in theirs if row["released"]]
    return [*waiting[:_HANDED_IN], *released[:_HANDED_IN]]


class _Homework:
    """Generates homework from one seed."""

    def __init__(self, world: World, dice: random.Random) -> None:
        self.world, self.dice = world, dice
        self.numbers, self.hws, self.statuses = itertools.count(1), itertools.count(1), itertools.cycle(_STATUSES)
        self.on: dict[int, list[Any]] = {}
        for entry in world.cws:
            if entry.status in {"active", "completed"}:
                self.on.setdefault(entry.course_id, []).append(entry)

    def pieces(self) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
        for course in self.world.courses:
            if not course.tutors or course.id not in self.on:
                continue
            own = course.id in OWN_COURSES
            targets = any(self.world.people["tutor"][one - 1].username == "pt" for one in course.tutors)
            kinds = itertools.cycle((*_TYPES, *_TARGETS) if targets else _TYPES)
            for place in range(EACH * 3 if own else EACH):
                yield self._piece(course, next(kinds), place, own)
        yield from self._targets()

    def _targets(self) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
        """Generate a future target for each student with a personal tutoring slip that waits for review."""
        waits = {"submitted", "checked", "returned"}
        students = {row["cws_id"] for row in slips(self.world) if row["type"] == "PT" and row["status"] in waits}
        courses = {course.id: course for course in self.world.courses}
        for entry in self.world.cws:
            if entry.id in students:
                course = courses[entry.course_id]
                piece, theirs = self._piece(course, "ptTarget", 0, own=False)
                yield piece, [one for one in theirs if one["cws_id"] == entry.id]

    def _piece(self, course: Any, kind: str, place: int, own: bool) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        dice = self.dice
        number = next(self.numbers)
        tutor = self.world.people["tutor"][course.tutors[0] - 1]
        day = TODAY + dt.timedelta(days=14 - 5 * place)
        due = dt.datetime.combine(day, dt.time(23, 59), dt.UTC)
        created = due - dt.timedelta(days=20)
        piece = {
            "id": number,
            "course_id": course.id,
            "title": dice.choice(_TITLES[kind]),
            "type": kind,
            "due": due,
            "instructions": "<p>Work through it alone, and note what you were not sure of.</p>",
            "time_estimation": dice.choice((30, 45, 60, 90)),
            "department_id": course.department_id,
            "tutor_id": tutor.id,
            "set_by_id": tutor.user_id,
            "set_by_name": tutor.name,
            "created": created,
            "modified": created,
            "mark_from": "typed",
        }
        theirs = [self._given(piece, course, tutor, entry, own) for entry in self.on[course.id]]
        return piece, theirs

    def _given(self, piece: dict[str, Any], course: Any, tutor: Any, entry: Any, own: bool) -> dict[str, Any]:
        dice = self.dice
        status = "set" if piece["due"].date() > TODAY else dice.choices(("marked", "submitted", "set"), (8, 1, 1))[0]
        if own:
            status = next(self.statuses)
        target = piece["type"] in _TARGETS
        marked, done = status == "marked" and not target, status in {"submitted", "marked"}
        return {
            "id": next(self.hws),
            "homework_id": piece["id"],
            "title": piece["title"],
            "type": piece["type"],
            "student_name": self.world.people["student"][entry.student_id - 1].name,
            "tutor_name": tutor.name,
            "course_title": course_title(course),
            "due": piece["due"],
            "status": status,
            "course_id": course.id,
            "student_id": entry.student_id,
            "tutor_id": tutor.id,
            "cws_id": entry.id,
            "submitted": piece["created"] + dt.timedelta(days=4) if done and not target else None,
            "student_files": [],
            "student_comment": "<p>I was not sure of the last part.</p>" if done and not target else "",
            "mark": dice.choice(_MARKS) if marked else "",
            "on_time": True if marked else None,
            "quality": dice.choice(_QUALITY) if marked else "",
            "effort": dice.choice(_QUALITY) if marked else "",
            "comment": "<p>Clear work. Look again at the last step.</p>" if marked else "",
            "time_spent": dice.choice((30, 45, 60)) if marked else None,
            "released": marked and dice.random() < 0.7,
            "created": piece["created"],
            "modified": piece["created"],
        }
