"""Options of a slip, and the requirements of its moves (`teaching.md 5`, `9`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from kit.policy import Row
from kit.values import options
from kit.values.conditions import Clause, Condition, Requirement, every

CATEGORIES = {
    1: "Independent preparation",
    2: "Organisation",
    3: "Factual knowledge",
    4: "Conceptual knowledge",
    5: "Application of knowledge",
    6: "Participation",
}
"""Titles of a slip's ratings and of a report's sections (`teaching.md 9`)."""
RATING_OPTIONS = options(
    (5, "Excellent", "teal"),
    (4, "Very good", "teal"),
    (3, "Good", "teal"),
    (2, "Satisfactory", "teal"),
    (1, "Poor", "red"),
    (0, "Not applicable", "grey"),
)
ON_TRACK_OPTIONS = options(
    ("ahead", "Ahead"),
    ("onTrack", "On track"),
    ("notonTrack", "Not on track"),
    ("behind", "Behind"),
    ("farBehind", "Far behind"),
    ("na", "N/A"),
)
STUDY_PLAN = ("onTrack", "behind", "na")
"""The on-track status of the study plan on a personal-tutoring slip (`teaching.md 9`)."""
TIMEKEEPING_OPTIONS = options(
    (0, "On time"),
    (2, "1-2 mins late"),
    (5, "2-5 mins late"),
    (10, "up to 10 mins late"),
    (15, "up to 15 mins late"),
    (20, "up to 20 mins late"),
    (25, "more than 20 mins late"),
)
STATUS_OPTIONS = options(
    ("saved", "Saved", "grey"),
    ("returned", "Returned", "red"),
    ("submitted", "Submitted", "blue"),
    ("checked", "Checked", "amber"),
    ("approved", "Approved", "green"),
)
STATES = (*options(("active", "Active", "grey")), *STATUS_OPTIONS, *options(("deleted", "Deleted", "grey")))
TYPE_OPTIONS = options(
    ("default", "Tutorial"),
    ("PT", "Personal tutoring"),
    ("invigilation", "Invigilation"),
    ("workshop", "Workshop"),
    ("seminar", "Seminar"),
)
TAUGHT_EVENTS = ("tutorial", "onlineTut", "pTutorial", "group", "trial")
"""Events after which a slip is written."""
SESSION_EVENT = "invigilation session"
"""The event whose slips belong to its invigilators."""
PT_EVENT = "pTutorial"
"""The event whose slips are of type PT."""
PRESENCE_OPTIONS = options(
    ("present", "Present", "green"),
    ("plannedAbsence", "Planned absence", "amber"),
    ("unplannedAbsence", "Unplanned absence", "red"),
)
CURRENT_VERSION = 4
LAST_OLD_VERSION = 2
"""The last version whose slips have one page and one comment."""
COMMENT_MINIMUM = 25
"""Minimum characters of each of the three comments on a current slip."""
OLD_COMMENT_MINIMUM = 30
PT_COMMENT_MINIMUM = 100
JUSTIFICATION_MINIMUM, JUSTIFICATION_MAXIMUM = 10, 100
RETURN_REASON = (10, 500)
JUSTIFIED = (0, 1, 5)
"""Ratings that require a justification."""
OF_STAFF = ("absenceIntervention", "absenceActionTaken")
"""The action of the office about an absence: only for staff, in any state of the slip."""
DUE_AFTER = dt.timedelta(hours=24)
"""The default time from the end of a tutorial until its slip is late."""


def is_late(due: dt.datetime, submitted: dt.datetime | None) -> bool:
    """Return whether a slip was not submitted in time."""
    return (submitted or dt.datetime.now(dt.UTC)) > due


def without_review(row: Row) -> bool:
    """True for workshop and seminar slips, which are neither returned nor reviewed, and have no performance grid."""
    return row["slip_type"] in {"workshop", "seminar"}


OF_TUTORIAL = Clause("type", "isNot", "invigilation")
CAME = every(OF_TUTORIAL, Clause("present", "is", "present"))
STAYED_AWAY = every(OF_TUTORIAL, Clause("present", "oneOf", ("plannedAbsence", "unplannedAbsence")))
OF_PT = every(CAME, Clause("type", "is", "PT"))
TAUGHT = every(CAME, Clause("type", "isNot", "PT"))
RATED = every(TAUGHT, Clause("slipType", "noneOf", ("workshop", "seminar")))
"""Slips with ratings and grades: neither personal tutoring nor a class."""
ON_ONE_PAGE = every(OF_TUTORIAL, Clause("version", "atMost", LAST_OLD_VERSION))
REVIEWS = ("submit", "check", "approve", "checkAndApprove")
"""Moves that require a complete slip. A submitted absence without a reason can still be reviewed."""


def needs(title: str, text: str, when: Condition, **more: Any) -> Requirement:
    """Return a requirement of submit and of every review; `more` is as in `Requirement`."""
    return Requirement(moves=REVIEWS, title=title, text=text, when=when, **more)


def comment(when: Condition, least: int, called: str = "a comment") -> Requirement:
    """Return the requirement of a comment with a minimum length."""
    return needs("Comment", f"Please include {called} (minimum {least} characters)", when, least=least)
