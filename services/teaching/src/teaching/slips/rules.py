"""Completeness rules and options of a slip (`teaching.md 5`, `9`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator

from kit.errors import Invalid, raise_if
from kit.policy import Row
from kit.values import options, richtext

CATEGORIES = {
    1: "Independent preparation",
    2: "Organisation",
    3: "Factual knowledge",
    4: "Conceptual knowledge",
    5: "Application of knowledge",
    6: "Participation",
}
"""Titles of the ratings of a slip, and of the sections of a report (`teaching.md 9`)."""
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
STUDY_PLAN = frozenset({"onTrack", "behind", "na"})
"""The on-track status of the study plan on a personal-tutoring slip (`teaching.md 9`)."""
TIMEKEEPING_OPTIONS = options(
    (0, "On time"), (2, "1-2 mins late"), (5, "2-5 mins late"), (10, "up to 10 mins late"), (15, "up to 15 mins late"),
    (20, "up to 20 mins late"), (25, "more than 20 mins late"),
)  # fmt: skip
STATUS_OPTIONS = options(
    ("saved", "Saved", "grey"),
    ("returned", "Returned", "red"),
    ("submitted", "Submitted", "blue"),
    ("checked", "Checked", "amber"),
    ("approved", "Approved", "green"),
)
STATES = (*options(("active", "Active", "grey")), *STATUS_OPTIONS, *options(("deleted", "Deleted", "grey")))
TYPE_OPTIONS = options(
    ("default", "Tutorial"), ("PT", "Personal tutoring"), ("invigilation", "Invigilation"), ("workshop", "Workshop"),
    ("seminar", "Seminar"),
)  # fmt: skip
TAUGHT_EVENTS = ("tutorial", "onlineTut", "pTutorial", "group", "trial")
"""Events after which a slip is written."""
SESSION_EVENT = "invigilation session"
"""The event whose slips are of its invigilators."""
PT_EVENT = "pTutorial"
"""The event whose slips are of type PT."""
PRESENCE_OPTIONS = options(
    ("present", "Present", "green"),
    ("plannedAbsence", "Planned absence", "amber"),
    ("unplannedAbsence", "Unplanned absence", "red"),
)
CURRENT_VERSION = 4
LAST_OLD_VERSION = 2
"""Slips up to this version are of one page and have one comment."""
COMMENTS = {"comment": "Work covered", "comment2": "Progress and understanding", "comment3": "Next steps"}
"""What the three comments are called (the spec numbers them)."""
COMMENT_MINIMUM = 25
"""The fewest characters of each of the three comments on a current slip."""
OLD_COMMENT_MINIMUM = 30
PT_COMMENT_MINIMUM = 100
JUSTIFICATION_MINIMUM, JUSTIFICATION_MAXIMUM = 10, 100
RETURN_REASON = (10, 500)
JUSTIFIED = frozenset({0, 1, 5})
"""Ratings that need a justification."""
OF_STAFF = ("absenceIntervention", "absenceActionTaken")
"""What the office did about an absence: for staff alone, whatever became of the slip."""
NO_REASON = "Please give the reason of the unplanned absence"
NO_TARGETS = "Please set at least one target with a due date after the end of the tutorial"
DUE_AFTER = dt.timedelta(hours=24)
"""From the end of a tutorial to the time at which its slip is late, where its department says nothing else."""


def is_late(due: dt.datetime, submitted: dt.datetime | None) -> bool:
    """True where a slip was not, or not yet, submitted when it was due."""
    return (submitted or dt.datetime.now(dt.UTC)) > due


def without_review(row: Row) -> bool:
    """True for workshop and seminar slips: they are neither returned nor reviewed, and have no performance grid."""
    return row["slip_type"] in {"workshop", "seminar"}


def check_complete(row: Row, has_target: Callable[[], bool], *, submits: bool = True) -> None:
    """Check a slip before submit, check and approve. `has_target` is asked of personal tutoring alone. Slips that were
    submitted without the reason of an absence are reviewed as they are. Raises Invalid with the popup of the first
    missing part, which names its field."""
    found = missing(row, has_target)
    raise_if(next((one for one in found if submits or "absenceReason" not in one.fields), None))


def missing(row: Row, has_target: Callable[[], bool]) -> Iterator[Invalid]:
    """The popups of all missing parts of a slip, in the order of the checks; each names its field
    (`teaching.md 5`)."""
    if row["type"] == "invigilation":
        return
    if not row["present"]:
        yield Invalid("Please set student presence", title="Empty slip", field="present")
    elif row["present"] == "unplannedAbsence" and not row["absence_reason"].strip():
        yield Invalid(NO_REASON, title="Absence", field="absenceReason")
    if row["present"] != "present":
        return
    if row["on_time"] is None:
        yield Invalid("Please set student timekeeping", title="Timekeeping", field="onTime")
    if row["type"] == "PT":
        yield from _missing_of_personal_tutoring(row, has_target)
        return
    if not without_review(row):
        yield from _missing_performance(row)
    yield from _missing_comments(row)


def _missing_performance(row: Row) -> Iterator[Invalid]:
    for number, grade in enumerate(("reach_grade", "match_grade", "safety_grade"), start=1):
        if row[grade] and not row[f"ot{number}"]:
            yield Invalid("Please set on track status for grades", title="Grade tracking", field=f"ot{number}")
    for number in CATEGORIES:
        if row[f"cat{number}"] is None:
            yield Invalid("Please set performance trackers", title="Performance", field=f"cat{number}")
    for number in CATEGORIES:
        length = len(row[f"cat{number}_comment"].strip())
        if row[f"cat{number}"] in JUSTIFIED and not JUSTIFICATION_MINIMUM <= length <= JUSTIFICATION_MAXIMUM:
            yield Invalid(
                f"Please add justifications for the student's performance (minimum {JUSTIFICATION_MINIMUM} characters)",
                title="Justifications", field=f"cat{number}Comment",
            )  # fmt: skip


def _missing_comments(row: Row) -> Iterator[Invalid]:
    """Three comments of 25 characters on a current slip, one of 30 on the older form."""
    current = row["form_version"] > LAST_OLD_VERSION
    minimum = COMMENT_MINIMUM if current else OLD_COMMENT_MINIMUM
    for name in ("comment", "comment2", "comment3") if current else ("comment",):
        if _length(row[name]) < minimum:
            yield Invalid(f"Please include a comment (minimum {minimum} characters)", title="Comment", field=name)


def _missing_of_personal_tutoring(row: Row, has_target: Callable[[], bool]) -> Iterator[Invalid]:
    if row["ot1"] not in STUDY_PLAN:
        yield Invalid(
            "Please set on track status for the study plan", title="Grade tracking",
            fields={"ot1": "Please choose on track, behind or N/A"},
        )  # fmt: skip
    if row["pt_ip_hours"] is None:
        text = "Please set the independent prep hours (average this week)"
        yield Invalid(text, title="Form errors", field="PTIPHours")
    for name, called in (("comment", "a progress comment"), ("comment2", "an independent preparation comment")):
        if _length(row[name]) < PT_COMMENT_MINIMUM:
            text = f"Please include {called} (minimum {PT_COMMENT_MINIMUM} characters)"
            yield Invalid(text, title="Comment", field=name)
    if not has_target():
        yield Invalid(NO_TARGETS, title="No targets set", field="targets")
    if row["pt_concerns"] is None:
        yield Invalid("Please say whether the student raised concerns", title="Any concerns?", field="PTconcerns")
    if row["pt_concerns"] and not row["pt_additional_comment"].strip():
        yield Invalid("Please describe the concerns", title="Any concerns?", field="PTadditionalComment")


def _length(html: str) -> int:
    return len(richtext.plain(html))
