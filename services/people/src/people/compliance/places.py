"""The screen with the field that a record lacks."""

from __future__ import annotations

import sqlalchemy as sa

from people.requirements.model import requirement

_r = requirement.c
_TABS = {"guardian": "/clients", "address": "/addresses", "tutor": "/tutors", "student": "/students"}
"""The tab for each link on the page of the record."""
PATHS = {
    "student": "/students",
    "tutor": "/tutors",
    "staff": "/staff",
    "invigilator": "/invigilators",
    "course": "/courses",
    "application": "/applications/tutors",
}
PLACE = sa.case(
    *((sa.and_(_r.what == "link", _r.item == item), tab) for item, tab in _TABS.items()),
    (_r.what == "check", "/checks"),
    (_r.what == "form", ""),
    else_="?field=" + _r.item,
)
"""The end of the address, after that of the record: `?field=parentalConsent`, `/clients`."""


def missing_path(kind: str) -> str:
    """Return the list, and so the screen, of the missing data of a kind of record."""
    return f"/compliance{PATHS[kind]}/missing"
