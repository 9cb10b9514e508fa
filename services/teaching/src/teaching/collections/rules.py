"""Options of a collection report, and the requirements of its moves (`teaching.md 4`, `5`, `9`)."""

from __future__ import annotations

import datetime as dt

from kit.values import options
from kit.values.conditions import Requirement
from teaching.slips import rules as slips

STATES = options(("draft", "Draft", "grey"), ("submitted", "Submitted", "blue"), ("approved", "Approved", "green"))
TERMS = options(("mt", "Michaelmas"), ("ht", "Hilary"), ("tt", "Trinity"))
SECTIONS = {f"cat{number}": title for number, title in slips.CATEGORIES.items()}
"""The six sections; cat7 and cat8 are stored, but no form has them."""
FORM_ERRORS = "Form errors"
MISSING_SECTIONS = "Please check all sections are filled out"
KINDS = ("staff", "tutor")
"""Kinds of person who may interview."""
TERM = dt.timedelta(weeks=14)
"""The period before an interview that counts as its term."""


def needs_section() -> Requirement:
    """Return the requirement of every section, for submit and approve."""
    return Requirement(moves=("submit", "approve"), title=FORM_ERRORS, text=MISSING_SECTIONS)
