"""Predicted grades that a course can have, by its level (readings.md), for term reports and collection reports."""

from __future__ import annotations

from kit.errors import Invalid

NOT_AVAILABLE = "N/A"
_LETTERS = ("A*", "A", "B", "C", "D", "E", "U")
_NUMBERS = tuple(str(grade) for grade in range(9, 0, -1))
_GRADES = {
    "GCSE": (*_NUMBERS, "U"),
    "IGCSE": (*_NUMBERS, "U"),
    "IB Diploma": tuple(str(grade) for grade in range(7, 0, -1)),
    "A-level": _LETTERS,
    "AS-level": _LETTERS[1:],
    "Pre-U": ("D1", "D2", "D3", "M1", "M2", "M3", "P1", "P2", "P3", *_LETTERS),
    "University entrance": _LETTERS,
}
LEVELS = tuple(_GRADES)
SCALES = (_LETTERS, ("D1", "D2", "D3", "M1", "M2", "M3", "P1", "P2", "P3"), _NUMBERS)
"""Scales of grades, the best first: two grades of one scale compare by their position."""
WRONG_GRADE = "Please choose a grade of the course's level, or N/A"
_CHECK_FORM = "Please check for errors in the form"
_ENTER = "Please enter a predicted grade, or N/A"


def offered(level: str) -> tuple[str, ...]:
    """List the grades to choose from for a course of a level, the best first, then N/A; a level without a known scale
    has all."""
    return (*_GRADES.get(level, (*_LETTERS, *_NUMBERS)), NOT_AVAILABLE)


def refuse_other(grade: str | None, level: str) -> None:
    """Raise Invalid if the level does not have a grade."""
    if grade and grade not in offered(level):
        raise Invalid(f"{WRONG_GRADE}: {', '.join(offered(level))}", field="predictedGrade")


def refuse_form(grade: str, level: str, *, title: str) -> None:
    """Raise the popup of a form if the level does not have the grade; the level may have changed since the entry."""
    if grade not in offered(level):
        raise Invalid(_CHECK_FORM, title=title, fields={"predictedGrade": _ENTER})
