"""Attributes of the tutor's report on a slip: its texts, grades, ratings and comments."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import Attribute
from kit.values import (
    FieldType,
    RichText,
    Select,
    Text,
)
from kit.values.conditions import Clause, Titled, every, some
from teaching.slips import rules
from teaching.slips.readers import OF_FAMILY


def written(
    name: str, kind: FieldType, section: str, column: sa.Column[Any] | None = None, title: str = "", **more: Any
) -> Attribute:
    """Return an attribute for a part of the tutor's report."""
    more = {"readers": OF_FAMILY} | more | ({} if column is None else {"column": column})
    return Attribute(name=name, type=kind, at=f"slipData.{name}", section=section, title=title, **more)


def grade_of(name: str) -> Attribute:
    """Return an attribute for a grade of the student on the course when the slip was written."""
    return Attribute(name=name, type=Text(), at=f"courseWithStudentInfo.{name}")


LINES = Text(max_length=5_000, multiline=True)


def on_track(number: int, kind: str) -> Attribute:
    """Return the attributes for whether the student is on track for a present grade. The first is also that of the
    study plan of personal tutoring, with its own values (`teaching.md 9`)."""
    graded = every(rules.RATED, Clause(f"{kind}Grade", "filled"))
    needed = [rules.needs("Grade tracking", "Please set on track status for grades", when=graded)]
    planned = number == 1
    if planned:
        text = "Please set on track status for the study plan"
        note = "Please choose on track, behind or N/A"
        needed.append(rules.needs("Grade tracking", text, note=note, when=rules.OF_PT, among=rules.STUDY_PLAN))
    return written(
        f"ot{number}",
        Select(choices=rules.ON_TRACK_OPTIONS, blank=""),
        "tracking",
        title=f"{kind.title()} grade",
        shown_if=some(graded, rules.OF_PT) if planned else graded,
        needed=needed,
        titles=[Titled(rules.OF_PT, "Study plan")] if planned else [],
    )


def comments() -> tuple[Attribute, ...]:
    """Return the comments: three on a current slip, one on the older one-page form, and two for personal tutoring with
    other titles and lengths. Comments on an invigilation have no minimum."""
    of_pt, is_session = Clause("type", "is", "PT"), Clause("type", "is", "invigilation")
    current = every(rules.TAUGHT, Clause("version", "atLeast", rules.LAST_OLD_VERSION + 1))
    several = some(is_session, Clause("version", "atLeast", rules.LAST_OLD_VERSION + 1))
    return (
        written(
            "comment",
            RichText(),
            "comments",
            title="Work covered",
            titles=[
                Titled(of_pt, "Progress"),
                Titled(is_session, "Course of the session"),
                Titled(rules.ON_ONE_PAGE, "Comment"),
            ],
            needed=[
                rules.comment(rules.OF_PT, rules.PT_COMMENT_MINIMUM, "a progress comment"),
                rules.comment(every(rules.TAUGHT, rules.ON_ONE_PAGE), rules.OLD_COMMENT_MINIMUM),
                rules.comment(current, rules.COMMENT_MINIMUM),
            ],
        ),
        written(
            "comment2",
            RichText(),
            "comments",
            title="Progress and understanding",
            shown_if=some(of_pt, several),
            titles=[Titled(of_pt, "Independent preparation"), Titled(is_session, "Incidents")],
            needed=[
                rules.comment(rules.OF_PT, rules.PT_COMMENT_MINIMUM, "an independent preparation comment"),
                rules.comment(current, rules.COMMENT_MINIMUM),
            ],
        ),
        written(
            "comment3",
            RichText(),
            "comments",
            title="Next steps",
            shown_if=every(Clause("type", "isNot", "PT"), several),
            titles=[Titled(is_session, "Further remarks")],
            needed=[rules.comment(current, rules.COMMENT_MINIMUM)],
        ),
    )
