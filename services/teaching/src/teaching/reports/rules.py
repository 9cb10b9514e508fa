"""Options of a term report, and the requirements of its moves (`teaching.md 4`, `5`, `9`; readings.md)."""

from __future__ import annotations

import datetime as dt

from kit.values import options
from kit.values.conditions import Requirement
from teaching.slips import rules as slips

STATES = options(
    ("called", "Called", "grey"),
    ("saved", "Saved", "grey"),
    ("submitted", "Submitted", "blue"),
    ("returned", "Returned", "red"),
    ("checked", "Checked", "amber"),
    ("approved", "Approved", "green"),
)
WRITTEN = ("called", "saved", "returned")
"""States in which the report is with its tutor."""
GRADE_OPTIONS = slips.RATING_OPTIONS
"""Achievement (cat1) and effort (cat2)."""
FIELDS = {
    "field1": (slips.CATEGORIES[1], "How does the student prepare between tutorials, and what comes of it?"),
    "field2": (slips.CATEGORIES[2], "Does the student come with notes, work and questions in order?"),
    "field3": (slips.CATEGORIES[3], "Which topics does the student know, and which have gaps?"),
    "field4": (slips.CATEGORIES[4], "Which ideas does the student understand, and where are they unsure?"),
    "field5": (slips.CATEGORIES[5], "How does the student use what they know in exam questions?"),
    "field6": (slips.CATEGORIES[6], "How does the student take part in tutorials?"),
    "field7": ("Progress since the last report", "What has changed since the last report? Name the evidence."),
    "field8": ("Targets for next term", "Two or three targets that the student can check themselves."),
}
"""The comment fields: title and placeholder, which describes the content (readings.md)."""
RETURN_REASON = (10, 500)
UNDO_CALL = dt.timedelta(minutes=1)
"""The time in which a request can be undone."""
DUE_STEP = 5
"""Minutes between the choices of the due time."""
REVIEWS = ("submit", "check", "approve", "checkAndApprove")
"""Moves that require a complete report."""
FORM_ERRORS = "Form errors"
NO_GRADE = "Please enter a predicted grade, or N/A"
NO_GRADES = "Please enter achievement and effort grades"
# The misspelling is the spec's (`teaching.md 5`).
NO_COMMENT = "Please fill out the highligted fields above"
YEAR_GROUPS = options(*(f"Year {number}" for number in range(7, 14)))


def needs(text: str) -> Requirement:
    """Return a requirement of submit and of every review."""
    return Requirement(moves=REVIEWS, title=FORM_ERRORS, text=text)


def year_group(born: dt.date | None, at: dt.date) -> str:
    """Return `Year 12` for a student in the school year of a day, or an empty string outside of the years 7 to 13.

    The year follows from the age on the previous 31 August.
    """
    if born is None:
        return ""
    begins = dt.date(at.year if at.month >= 9 else at.year - 1, 8, 31)
    age = begins.year - born.year - ((born.month, born.day) > (8, 31))
    number = age - 4
    return f"Year {number}" if 7 <= number <= 13 else ""
