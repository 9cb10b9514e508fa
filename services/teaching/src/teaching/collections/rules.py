"""Options of a collection report, and what its moves need (`teaching.md 4`, `5`, `9`)."""

from __future__ import annotations

import datetime as dt

from kit.values import options
from kit.values.conditions import Requirement
from teaching.slips import rules as slips

STATES = options(("draft", "Draft", "grey"), ("submitted", "Submitted", "blue"), ("approved", "Approved", "green"))
TERMS = options(("mt", "Michaelmas"), ("ht", "Hilary"), ("tt", "Trinity"))
SECTIONS = {f"cat{number}": title for number, title in slips.CATEGORIES.items()}
"""The six sections; cat7 and cat8 are kept, and no form has them."""
FORM_ERRORS = "Form errors"
MISSING_SECTIONS = "Please check all sections are filled out"
KINDS = ("staff", "tutor")
"""Kinds of person who interview."""
TERM = dt.timedelta(weeks=14)
"""The time before an interview that counts as its term."""


def needs_section() -> Requirement:
    """The requirement of every section, of submit and of approve."""
    return Requirement(moves=("submit", "approve"), title=FORM_ERRORS, text=MISSING_SECTIONS)
