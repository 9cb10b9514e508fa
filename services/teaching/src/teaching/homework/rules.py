"""Choices, checks and texts of homework (`teaching.md 5`, `8`, `9`)."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace
from typing import Any

from kit.errors import Invalid
from kit.values import DateTime, RichText, options, richtext
from kit.values.conditions import Clause, Condition, Requirement
from kit.values.days import LONDON

TYPE_OPTIONS = options(
    ("written", "Written Assignment"),
    ("indprep", "Independent Preparation"),
    ("other", "Other Task"),
    ("ptTarget", "Personal tutoring target"),
    ("ipTarget", "Independent preparation target"),
)
TARGETS = ("ptTarget", "ipTarget")
"""Personal-tutoring targets, which are done or not done, and have no marks."""
STATES = options(
    ("saved", "Saved", "grey"),
    ("set", "Set", "blue"),
    ("submitted", "Submitted", "amber"),
    ("marked", "Marked", "green"),
    ("postponed", "Postponed", "purple"),
    ("writeOff", "Written off", "grey"),
)
TYPED, EVERYBODY, MEAN, OWN = "typed", "all", "mean", "own"
MARK_FROM = options(
    (TYPED, "Typed by the marker"),
    (EVERYBODY, "Total points from all markers"),
    (MEAN, "Mean of the points of all markers"),
    (OWN, "Points of the marker who submits"),
)
"""The source of a mark: typed, or kept equal to the points that markers gave on the files."""
OPEN = ("saved", "set", "postponed")
"""Not handed in yet."""
OWED = ("set", "postponed")
"""Work that the student still owes: postponed work is due on a later day."""
DUE_OPTIONS = options(("tutorial", "Next tutorials"), ("other", "Other"))
DUE_TIME = dt.time(23, 59)
TITLE_MAXIMUM, MARK_MAXIMUM = 100, 20
TUTORIALS_OFFERED = 6
PLACEHOLDER = "Please enter instructions"
"""The placeholder for instructions on the page."""


def set_needs(called: str, text: str, when: Condition | None = None, title: str = "") -> Requirement:
    """Return a requirement of homework before it is set."""
    return Requirement(moves=("set",), title=title or f"Missing {called}", text=text, when=when)


def release_needs(called: str) -> tuple[Requirement, Requirement]:
    """Return the requirements of a part of the marks, which are released as a whole; a finished target needs none
    (readings.md)."""
    release = Requirement(
        moves=("release",),
        title="Release marks missing information",
        text=f"Please include {called} for {{student}} before releasing marks to students",
    )
    return release, replace(release, moves=("complete",), when=Clause("type", "noneOf", tuple(TARGETS)))


@dataclass(frozen=True, kw_only=True)
class Instructions(RichText):
    """Instructions; the placeholder counts as empty."""

    def read(self, raw: Any) -> str:
        html = super().read(raw)
        return "" if richtext.plain(html) == PLACEHOLDER else html


@dataclass(frozen=True, kw_only=True)
class DueDate(DateTime):
    """A timestamp; a day alone is due at 23:59 in London."""

    def read(self, raw: Any) -> dt.datetime:
        if isinstance(raw, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", raw.strip()):
            raw = f"{super().read(raw):%Y-%m-%d}"
            at = dt.datetime.combine(dt.date.fromisoformat(raw), DUE_TIME, LONDON)
            return at.astimezone(dt.UTC)
        return super().read(raw)


def check_handed_in(comment: str, files: object) -> None:
    """Check that submitted work has a comment or a file. Raises Invalid."""
    if not richtext.plain(comment) and not files:
        raise Invalid("Please add a comment or a file", title="Missing details")
