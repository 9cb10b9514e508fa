"""Students on courses with their grades: people stores them, teaching has a copy."""

from __future__ import annotations

import random
from collections.abc import Sequence

from services.demo.tables import Record
from services.demo.world import SEED, World

GRADES = ("A*", "A", "B", "C", "D", "E", "U", *(str(n) for n in range(9, 0, -1)))
_IB = {str(n) for n in range(1, 8)}


def on_courses(world: World) -> list[Record]:
    """Return the rows of students on courses, the same each time."""
    dice = random.Random(SEED + 6)  # noqa: S311  reproducible data, not a secret
    courses = {course.id: course for course in world.courses}
    rows = []
    for cws in world.cws:
        course = courses[cws.course_id]
        scale = _scale(course.level)
        match = dice.randrange(1, len(scale) - 1)
        rows.append(
            {
                "id": cws.id,
                "course_id": cws.course_id,
                "student_id": cws.student_id,
                "status": "withdrawn" if cws.status == "deleted" else cws.status,
                "reach_grade": scale[match - 1],
                "match_grade": scale[match],
                "safety_grade": scale[match + 1],
                "previous_grade": dice.choice(scale) if cws.id % 3 else None,
                "syllabus": f"{course.id * 37 % 9000 + 1000}" if course.id % 3 else "",
                "option": "",
            }
        )
    return rows


def _scale(level: str) -> Sequence[str]:
    if level == "IB Diploma":
        return [grade for grade in GRADES if grade in _IB]
    if level in {"GCSE", "IGCSE"}:
        return [grade for grade in GRADES if grade.isdigit()]
    return GRADES[:7]
